"""What a viewer may not know makes no difference to anything that the server sends it.

Two matches are played side by side. Whatever the enemy hides (start, route, marks, breakdowns, mines, silent courses)
is drawn differently in each; whatever is said aloud is the same. Then every answer and every frame for the viewer's
team and for spectators must be the same, byte by byte, but for ids, tokens and times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.game import SPECTATOR
from sonar_referee.wire.adapters import read_options, read_order
from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Line
from tests.server.running import Running

PROBES: tuple[Json, ...] = (
    {"type": "surface"},
    {"type": "end_round"},
    {"type": "head", "heading": "south"},
    {"type": "mark_breakdown", "symbol": "W6"},
    {"type": "mark_gauge", "system": "scenario"},
    {"type": "launch_drone", "sector": 9},
    {"type": "trigger_mine", "cell": "E5"},
    {"type": "launch_torpedo", "cell": "E5"},
    {"type": "answer_sonar", "facts": [{"kind": "row", "value": 1}, {"kind": "row", "value": 1}]},
    {"type": "confirm_answer"},
    {"type": "accept_draw"},
)
"""Orders that blue's seats try at any time; those that would be accepted are left out."""


class World:
    """One of the two matches: on the server, and as the rules know it."""

    def __init__(self, server: Running, client: Client, options: Json) -> None:
        self.meeting = client.full(**options)
        match = server.table(self.meeting.match_id).match
        chart = match.setup.chart
        self.state: State = CAPTAIN_SONAR.new(read_options(CAPTAIN_SONAR, options), chart, 1)
        self.lines: dict[str | None, Line] = {seat: self.meeting.line(seat) for seat in BLUE}
        self.lines[None] = self.meeting.line()

    def after(self, seat: str, order: Any) -> tuple[bytes, State]:
        """What blue and spectators would hear of an order, and the state after it."""
        state = self.state.copy()
        said = CAPTAIN_SONAR.apply(state, seat, order)
        ears = CAPTAIN_SONAR.hears(state, frozenset({"blue.captain"})) | CAPTAIN_SONAR.hears(state, SPECTATOR)
        return repr([(one.round, one.announcement) for one in said if one.audience in ears]).encode(), state

    def legal(self, seat: str) -> tuple[Any, ...]:
        """What a seat may order now."""
        return CAPTAIN_SONAR.legal_orders(self.state, seat)

    def seen(self) -> Iterator[bytes]:
        """Everything that blue and spectators get on asking, each answer with its status and headers."""
        client, path = self.meeting.client, self.meeting.path
        for seat in (*BLUE, None):
            token = None if seat is None else self.meeting.tokens[seat]
            params = {} if seat is None else {"seat": seat}
            for where in ("view", "announcements"):
                yield self.masked(client.call("GET", f"{path}/{where}", token, params=params))
        yield self.masked(client.call("GET", path))
        for seat in BLUE:
            for probe in PROBES:
                if self.refused(seat, probe):
                    yield self.masked(self.meeting.give(seat, probe))
        for where in ("view?seat=yellow.captain", "announcements?after=99999", "record"):
            yield self.masked(client.call("GET", f"{path}/{where}", self.meeting.tokens["blue.captain"]))

    def refused(self, seat: str, probe: Json) -> bool:
        """Whether the rules refuse an order."""
        return read_order(CAPTAIN_SONAR, probe) not in self.legal(seat)

    def masked(self, answer: Any) -> bytes:
        """An answer without what differs between any two matches."""
        head = f"{answer.status_code} {sorted((k, v) for k, v in answer.headers.items() if k != 'date')}"
        return head.encode() + self.mask(answer.text)

    def mask(self, text: str) -> bytes:
        """A text without id and time of creation."""
        text = text.replace(self.meeting.match_id, "ID")
        return re.sub(r'"created_at":"[^"]*"', "", text).encode()

    def frames(self) -> list[list[bytes]]:
        """The frames that have come for each of blue's seats and the spectator since the last look."""
        return [[self.mask(str(frame)) for frame in line.settle()] for line in self.lines.values()]


def pick(worlds: tuple[World, World], rng: Random) -> tuple[str, Any, Any] | None:
    """A seat and an order for each world that sound the same; yellow's differ in what they hide, if that can be."""
    one, other = worlds
    seats = [seat for seat in SEATS if one.legal(seat) and other.legal(seat)]
    rng.shuffle(seats)
    for seat in seats:
        for order in rng.sample(one.legal(seat), len(one.legal(seat)))[:12]:
            sound, state = one.after(seat, order)
            if state.outcome is not None:
                continue
            twins = [twin for twin in other.legal(seat) if twin.type == order.type] if seat in YELLOW else [order]
            rng.shuffle(twins)
            twins.sort(key=lambda twin, order=order: twin == order)  # type: ignore[misc]
            for twin in twins[:30]:
                if twin in other.legal(seat) and other.after(seat, twin)[0] == sound:
                    return seat, order, twin
    return None


def document(order: Any) -> Json:
    """An order as it is sent."""
    return {name: getattr(order, name) for name in order.__dataclass_fields__} | facts_of(order)


def facts_of(order: Any) -> Json:
    """The facts of a sonar's answer as they are sent."""
    facts = getattr(order, "facts", ())
    return {"facts": [{"kind": fact.kind, "value": fact.value} for fact in facts]} if facts else {}


@pytest.mark.parametrize(
    ("seed", "options"),
    [
        (11, {}),
        (12, {"announce_ready": "team", "own_team_view": "role_only", "mine_trigger": "anytime"}),
        (13, {"map": "echo", "auto_answers": "captain_confirms", "mine_trigger": "free_own_turn"}),
    ],
)
def test_enemy_secrets_make_no_difference(server: Running, client: Client, seed: int, options: Json) -> None:
    """Two matches that differ in the enemy's secrets only look the same to a team and to spectators: views, lists of
    orders, announcements, refusals, summaries, frames and their number."""
    rng = Random(seed)
    options = {"first_team": "blue", "announce_ready": "team", **options}
    worlds = (World(server, client, options), World(server, client, options))
    different = 0
    for step in range(80):
        picked = pick(worlds, rng)
        if picked is None:
            break
        seat, *orders = picked
        different += orders[0] != orders[1]
        for world, order in zip(worlds, orders, strict=True):
            answer = world.meeting.give(seat, document(order))
            assert answer.status_code == 200, answer.text
            world.state = world.after(seat, order)[1]
        assert worlds[0].frames() == worlds[1].frames()
        if step % 8 == 0:
            for mine, theirs in zip(worlds[0].seen(), worlds[1].seen(), strict=True):
                assert mine == theirs
            assert worlds[0].frames() == worlds[1].frames()
    enemy = [world.meeting.view("yellow.captain")["submarine"]["route"] for world in worlds]
    assert enemy[0] != enemy[1], "the worlds are not the same"
    assert different > 20
