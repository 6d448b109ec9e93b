"""T8: in a duel nobody can tell a turn that ran out from a wait or a move in its last instant, by any channel."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from sonar_referee.games.options import Clock
from sonar_referee.games.sonar_duel.terms import HEADINGS, SEATS
from sonar_referee.match.match import Match
from sonar_referee.match.table import CLOCK, Table
from tests.secrecy.duels import Writer
from tests.secrecy.pairs import Side
from tests.secrecy.planting import Patch, after
from tests.secrecy.scripts import Act, Script, Step
from tests.secrecy.world import settle

TURN = 11.0
NOTHING = Step(((), ()), ())
WAYS = ("move", "wait", "timeout", "wait after tries")
"""How the hidden seat's turn ends; before the last one it tries in vain what the rules do not allow."""


def scripts() -> list[Script]:
    """Before the seat that is not to act, and before strangers."""
    found = []
    for observed in ((SEATS[0],), (SEATS[1],), ()):
        writers = (Writer(seed, observed, clock=Clock(int(TURN)), spectator_view="public") for seed in count())
        found.append(next(one for one in writers if SEATS[one.plays[0].to_act] not in observed).script)
    return found


def witnessed(script: Script, way: str) -> list[tuple[str, Any]]:
    """All that the observed get around the end of a turn, and through the two turns that follow."""
    side = Side(0, script)
    found: list[tuple[str, Any]] = []
    try:
        hidden = _to_act(side)
        other = next(seat for seat in SEATS if seat != hidden)
        turns = ((hidden, way, TURN), (other, "wait", TURN + 2.9), (hidden, "wait", TURN + 5))
        for number, (seat, what, at) in enumerate(turns):
            side.world.run(side.world.until(at))
            if what == "wait after tries":
                side.world.run(_try_in_vain(side, seat))
            if what != "timeout":
                side.world.run(_act(side, seat, what.split(maxsplit=1)[0], number))
            for moment in (at + 0.01, at + 1.5):
                side.world.run(side.world.until(moment))
                found += [(name, _rough(told)) for name, told in side.told()]
                found += side.asked(number, NOTHING)
                found += [(name, _rough(told)) for name, told in side.told()]
    finally:
        side.close()
    return found


def _to_act(side: Side) -> str:
    for seat in SEATS:
        view = side.world.run(side.world.call("GET", f"{side.path}/view", side.tokens[seat])).json
        if view["to_act"] == seat:
            return seat
    raise AssertionError


async def _act(side: Side, seat: str, what: str, number: int) -> None:
    """Let a seat move wherever it can, or wait."""
    view = (await side.world.call("GET", f"{side.path}/view", side.tokens[seat], who=seat)).json
    order = next(order for order in view["legal_orders"] if order["type"] == what)
    await side._do(Act(seat, "order", order, f"{seat}-{number}", by_socket=seat in side.script.observed))
    await settle(side.world.loop)


async def _try_in_vain(side: Side, seat: str) -> None:
    """Moves into land and off the chart, and what is no order, by call, by frame and as a question."""
    legal = (await side.world.call("GET", f"{side.path}/view", side.tokens[seat], who=seat)).json["legal_orders"]
    moves: list[dict[str, Any]] = [{"type": "move", "heading": heading} for heading in (*HEADINGS, "up")]
    for number, order in enumerate(move for move in moves if move not in legal):
        for does in ("try", "check"):
            await side._do(Act(seat, does, order, f"{does}-{number}"))
        await side._do(Act(seat, "try", order, f"frame-{number}", by_socket=True))
        await settle(side.world.loop)


def _rough(told: Any) -> Any:
    """Frames with their times to the hundredth: the clock's timer is a thousandth late, for the last instant counts."""
    if not (told and isinstance(told, list) and isinstance(told[0], tuple)):
        return told
    return [(int(at * 100 + 1e-6), frame) for at, frame in told]


@pytest.mark.parametrize("script", scripts(), ids=lambda script: str(script.name))
def test_t8_a_timeout_is_a_wait_is_a_move(script: Script) -> None:
    """Frames, their times and their number, views, clocks, sequences, presence, metrics and logs are the same.

    So they are after tries that were refused (T11).
    """
    moved, *others = (witnessed(script, way) for way in WAYS)
    assert any("TURN PASSED" in str(told) for _name, told in moved)
    for way, other in zip(WAYS[1:], others, strict=True):
        assert len(moved) == len(other)
        for one, two in zip(moved, other, strict=True):
            assert one == two, way


def _tells_by_a_frame(patch: Patch) -> None:
    def tell(_none: None, match: Match, entry: Any, _order: Any) -> None:
        if entry.player == CLOCK:
            match.streams.note_change_for_all()

    after(patch, Match, "carry_out", tell)


def _tells_by_presence(patch: Patch) -> None:
    before = Table._end_wait

    def end_wait(table: Table, wait: int) -> None:
        before(table, wait)
        table.tell_presence()

    patch.setattr(Table, "_end_wait", end_wait)


@pytest.mark.parametrize("plant", [_tells_by_a_frame, _tells_by_presence])
def test_a_timeout_that_shows_is_found(plant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compared above would differ."""
    script = scripts()[0]
    waited = witnessed(script, "wait")
    with monkeypatch.context() as patch:
        plant(patch)
        assert witnessed(script, "timeout") != waited
