"""The engine against the independent reading of the rules in `naive.py`, over random matches."""

from __future__ import annotations

import dataclasses
from collections import Counter
from random import Random
from typing import Any

import pytest

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import ABSENT
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.orders import Default
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import HEADINGS, SEATS
from tests.games.sonar_duel import naive
from tests.games.sonar_duel.play import draw_anything, random_state
from tests.games.sonar_duel.table import order_text, plain

EVERYTHING = [
    {"type": "wait"},
    {"type": "sonar"},
    {"type": "forfeit"},
    *({"type": kind, "heading": heading} for kind in ("move", "torpedo") for heading in (*HEADINGS, "up")),
]


def twin(state: State) -> naive.Duel:
    """The same match before its first turn, as the naive reading holds it."""
    starts = [naive.unname(state.chart.names[submarine.cell]) for submarine in state.submarines]
    sea, first = naive.Sea(state.chart.text), SEATS[state.to_act]
    return naive.Duel(sea, first, starts[0], starts[1], state.options.announce_kind)


def fields_of(order: Any) -> dict[str, Any]:
    """An order as a dict without what it does not have."""
    return {name: value for name, value in dataclasses.asdict(order).items() if value is not None}


def compare(state: State, other: naive.Duel) -> None:
    """All that can be seen and ordered, by both seats."""
    over = other.result is not None
    for seat in SEATS:
        legal = {order_text(order) for order in SONAR_DUEL.legal_orders(state, seat)}
        assert legal == {" ".join(order.values()) for order in other.offers(seat)}
        assert bool(SONAR_DUEL.standing_orders(state, seat)) is not over
        view: Any = SONAR_DUEL.view(state, frozenset({seat}))
        seen = {name: getattr(view, name) for name in ("cell", "torpedoes", "to_act")}
        seen["readings"] = [plain(one) for one in view.readings]
        seen["emissions"] = [plain(one) for one in view.emissions]
        seen["outcome"] = None if view.outcome is None else (view.outcome.winner, view.outcome.reason)
        assert seen == other.knows(seat)
        track = [view.start, *(deed.cell for deed in view.deeds)]
        assert track == [naive.name(cell) for cell in other.track[seat]]
        assert (view.reveal is not ABSENT) is (over and state.options.reveal_at_end)
        if view.reveal is not ABSENT:
            told = {one: [deed.cell for deed in shown.deeds] for one, shown in view.reveal.items()}
            assert told == {one: [naive.name(cell) for cell in other.track[one][1:]] for one in SEATS}


def compare_refusals(state: State, other: naive.Duel) -> None:
    """Of every order that can be written, whether it is refused, and by which rule."""
    kinds = {kind.__dataclass_fields__["type"].default: kind for kind in SONAR_DUEL.orders}
    for fields in EVERYTHING:
        order = kinds[fields["type"]](*list(fields.values())[1:])
        for seat in SEATS:
            expected = other.refusal(seat, fields)
            try:
                SONAR_DUEL.check(state, seat, order)
                given = None
            except IllegalOrder as refusal:
                given = "over" if refusal.code == "wrong_phase" else refusal.rule
            assert given == expected, (seat, fields)


def play_both(rng: Random, seen: Counter[str]) -> None:
    """One match on both sides, with refused orders in between."""
    state = random_state(rng)
    other = twin(state)
    temper, giving_up = rng.choice((0.01, 0.3, 0.8)), rng.choice((0, 0, 0.03))
    heard: dict[str, list[Any]] = {seat: [] for seat in SEATS}
    while state.outcome is None:
        compare(state, other)
        if rng.random() < 0.05:
            compare_refusals(state, other)
        turn = other.turns_done + 1
        seat, order = draw_anything(state, rng, temper, giving_up)
        fields = fields_of(order)
        if not isinstance(order, Default) and other.refusal(seat, fields) is not None:
            before = SONAR_DUEL.position(state)
            with pytest.raises(IllegalOrder):
                SONAR_DUEL.apply(state, seat, order)
            assert SONAR_DUEL.position(state) == before
            seen["refused"] += 1
            continue
        for said in SONAR_DUEL.apply(state, seat, order):
            assert said.round == turn
            for ear in SEATS:
                if said.audience in SONAR_DUEL.hears(state, frozenset({ear})):
                    heard[ear].append(plain(said.announcement))
        if isinstance(order, Default):
            other.lose(list(order.seats), order.reason)
        else:
            other.play(seat, fields)
        assert heard == other.told
    compare(state, other)
    compare_refusals(state, other)
    assert other.result is not None
    seen[other.result[1]] += 1
    seen[f"won by {other.result[0]}"] += 1
    for event in other.told["blue"]:
        seen[event["kind"]] += 1


@pytest.mark.parametrize("part", range(6))
def test_engine_and_naive_reading_agree(part: int) -> None:
    """Legal orders, refusals, announcements per seat, views and outcomes are the same at every step."""
    rng, seen = Random(part), Counter[str]()
    for _ in range(40):
        play_both(rng, seen)
    ends = {"torpedoed", "out_of_torpedoes", "turn_limit", "resignation", "absence", "time"}
    kinds = {"turn_passed", "reading", "emission", "torpedo_missed", "torpedo_hit", "game_over"}
    assert ends | kinds | {"refused", "won by blue", "won by yellow", "won by None"} <= set(seen), seen
