"""What is listed as legal is exactly what is accepted, and a refusal changes and betrays nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.notation import position_text
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.refusal_words import BadActivation
from sonar_referee.games.captain_sonar.refusals import refusal
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEAT_OF, SEATS, TEAMS
from sonar_referee.games.errors import IllegalOrder
from tests.games.captain_sonar.play import positions
from tests.games.captain_sonar.table import Table
from tests.games.captain_sonar.twins import twin
from tests.games.captain_sonar.universe import every_order


def check_predicate(state: State) -> None:
    """At this position, for every seat and every order: legal list, refusal, `check` and `apply` agree."""
    universe = every_order(state.chart)
    before, text = state.copy(), position_text(state)
    for seat in SEATS:
        legal = CAPTAIN_SONAR.legal_orders(state, seat)
        standing = CAPTAIN_SONAR.standing_orders(state, seat)
        listed = {*legal, *standing}
        assert len(listed) == len(legal) + len(standing), "an order is listed twice"
        faults = {order: refusal(state, seat, order) for order in universe}
        assert {order for order, fault in faults.items() if fault is None} == listed
        for order, fault in one_of_each_kind_of_others(seat, faults).items():
            check_refused(state, seat, order, fault)
        assert state == before
        assert position_text(state) == text
    for seat in SEATS:
        for order in {*CAPTAIN_SONAR.legal_orders(state, seat), *CAPTAIN_SONAR.standing_orders(state, seat)}:
            CAPTAIN_SONAR.check(state, seat, order)
            CAPTAIN_SONAR.apply(state.copy(), seat, order)


def one_of_each_kind_of_others(seat: str, faults: dict[Order, IllegalOrder | None]) -> dict[Order, IllegalOrder]:
    """The refused orders; of the kinds that another role gives one each, to save time."""
    found: dict[Order, IllegalOrder] = {}
    others = set[str]()
    for order, fault in faults.items():
        if fault is None or order.type in others:
            continue
        if seat not in CAPTAIN_SONAR.givers(order):
            others.add(order.type)
        found[order] = fault
    return found


def check_refused(state: State, seat: str, order: Order, fault: IllegalOrder) -> None:
    """A refused order is refused by `check` and `apply` too, in the same words, unless it has a price (D15)."""
    assert fault.rule
    assert fault.reason
    if state.options.bad_activation != "reject" and isinstance(fault, BadActivation):
        CAPTAIN_SONAR.check(state, seat, order)
        assert CAPTAIN_SONAR.apply(state.copy(), seat, order)
        return
    for refuse in (CAPTAIN_SONAR.check, CAPTAIN_SONAR.apply):
        with pytest.raises(IllegalOrder) as refused:
            refuse(state, seat, order)
        assert told(refused.value) == told(fault), order


def told(fault: IllegalOrder | None) -> tuple[str, str, str] | None:
    """All that the sender of a refused order is told."""
    return None if fault is None else (fault.rule, fault.reason, fault.code)


@pytest.mark.parametrize("default", [True, False], ids=["default", "random options"])
def test_the_legal_list_is_what_is_accepted(default: bool) -> None:
    """An order is accepted if and only if it is listed; every other one is refused and changes nothing."""
    for state in positions(1, 20, default):
        check_predicate(state)


BY_HAND: dict[str, tuple[str, str, dict[str, Any]]] = {
    "boxed in where a dive is due": ("route=A1 dive=yes mines=A2,B1", "order", {}),
    "boxed in": ("route=A2>B2>B1>A1", "order", {}),
    "all gauges full": ("route=F6 gauges=2/3/3/2/5/4", "activation", {"map": "echo"}),
    "no space for a mine": ("route=A1 gauges=2/0/0/0/5/0 mines=A2,B1,B2", "activation", {}),
    "as many mines as may lie": ("route=C7 gauges=2/0/0/0/0/0 mines=B7", "activation", {"max_mines": 1}),
    "everything broken": ("route=C7 gauges=2/3/3/2/5/0 mines=B7 broken=N1,N2,N4", "activation", {}),
    "free mines after the activation": (
        "route=C7 mines=B7,E1",
        "activation used=yes",
        {"mine_trigger": "free_own_turn"},
    ),
    "no Archer mine left": ("route=C7 gauges=0/0/0/0/0/4", "activation archer=-", {"map": "echo"}),
    "all gauges full but for silence": (
        "route=C7 gauges=2/3/3/2/4/0 mark=west",
        "silence_marks",
        {},
    ),
    "an answer is due during marks": (
        "route=C7 mark=west gauge=yes",
        "answer question=blue/mine/C5/marks",
        {"mine_trigger": "anytime", "auto_answers": "captain_confirms"},
    ),
}
"""Positions that random play seldom reaches."""


@pytest.mark.parametrize("case", BY_HAND)
def test_the_legal_list_is_what_is_accepted_in_a_corner(case: str) -> None:
    """The same where little is left to do."""
    blue, phase, options = BY_HAND[case]
    chart = options.get("map", "alpha")
    table = Table.at(blue, table=f"phase={phase}", chart=chart, **{k: v for k, v in options.items() if k != "map"})
    check_predicate(table.state)


@pytest.mark.slow
@pytest.mark.parametrize("default", [True, False], ids=["default", "random options"])
@pytest.mark.parametrize("seed", range(2, 5))
def test_the_legal_list_is_what_is_accepted_at_many_positions(default: bool, seed: int) -> None:
    """The same at many more positions."""
    for state in positions(seed, 150, default, every=12):
        check_predicate(state)


def check_silence_of_refusals(state: State, rng: Random) -> None:
    """What each team is told of each order is the same where only the enemy's secrets differ."""
    universe = every_order(state.chart)
    for team in range(len(TEAMS)):
        other = twin(state, 1 - team, rng)
        for seat in SEAT_OF[team]:
            for order in universe:
                assert told(refusal(state, seat, order)) == told(refusal(other, seat, order)), (seat, order)


@pytest.mark.parametrize("default", [True, False], ids=["default", "random options"])
def test_a_refusal_betrays_nothing(default: bool) -> None:
    """Rule, code and words of a refusal depend on nothing that its sender may not know (R150)."""
    rng = Random(1)
    for state in positions(6, 30, default):
        if state.outcome is None:
            check_silence_of_refusals(state, rng)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(7, 10))
def test_a_refusal_betrays_nothing_at_many_positions(seed: int) -> None:
    """The same at many more positions."""
    rng = Random(seed)
    for state in positions(seed, 250, every=12):
        if state.outcome is None:
            check_silence_of_refusals(state, rng)
