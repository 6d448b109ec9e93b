"""Matches in every status, with all their tokens, for calls that are drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tests.server.client import BLUE, YELLOW, Client, Json, Meeting

STAGES = ("gathering", "full", "running", "finished")
BOTS = ("yellow.engineer", "yellow.radio_operator")
FREE = ("yellow.captain", "yellow.first_mate")
"""Seats that nobody has while a match is gathering."""
CREWS = (*((seat,) for seat in BLUE), YELLOW)
HOLDERS = {seat: seats[0] for seats in CREWS for seat in seats}
"""Each seat's player, named after the first of its seats."""
FIRST_HOLDERS = {"blue.captain": "blue.captain"} | dict.fromkeys(BOTS, "random bot")
OPTIONS: Json = {"first_team": "blue", "role_bundles": "free", "max_rounds": 8}


@dataclass(slots=True)
class Target:
    """What one call is aimed at: a match, a token and the seat that it is for, if it is a player's."""

    meeting: Meeting
    token: str | None
    seat: str | None

    def likely_order(self) -> Json:
        """An order that the seat may give now, if it may give any."""
        orders = self.meeting.view(self.seat)["legal_orders"] if self.seat else []
        return orders[0] if orders else {"type": "surface"}


class Targets:
    """A match for each stage of its life; one that has moved on is replaced."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._at: dict[str, Meeting] = {}
        makers = (self._gathering, self._full, self._running, self._finished)
        self._make: dict[str, Callable[[], Meeting]] = dict(zip(STAGES, makers, strict=True))

    def draw(self, rng: Random, needed: str, stage: str) -> Target:
        """A match at a stage and a drawn token: mostly the `needed` one, `player` or `host`, or another, or none."""
        meeting = self.match(stage)
        kind = rng.choice((*[needed] * 12, "player", "host", "stranger", "wrong", "none"))
        if kind == "player":
            seat = rng.choice(("blue.captain", rng.choice(sorted(meeting.tokens))))
            return Target(meeting, meeting.tokens[seat], seat)
        stranger = self.match("gathering").host
        tokens = {"host": meeting.host, "stranger": stranger, "wrong": "srp_" + "a" * 32, "none": None}
        return Target(meeting, tokens[kind], None)

    def match(self, stage: str) -> Meeting:
        """A match at this stage."""
        meeting = self._at.get(stage)
        if meeting is None or not self._is_at(meeting, stage):
            meeting = self._at[stage] = self._make[stage]()
        return meeting

    @staticmethod
    def _is_at(meeting: Meeting, stage: str) -> bool:
        state = meeting.state()
        found = {one["seat"]: one["player"] for one in state["seats"] if one["player"]}
        if stage == "gathering":
            return state["status"] == "lobby" and found == FIRST_HOLDERS
        return state["status"] == {"full": "lobby"}.get(stage, stage) and found == HOLDERS

    def _gathering(self) -> Meeting:
        meeting = self._client.create(**OPTIONS)
        meeting.join("blue.captain", name="blue.captain")
        meeting.bots(*BOTS)
        return meeting

    def _full(self) -> Meeting:
        meeting = self._client.create(**OPTIONS)
        for seats in CREWS:
            meeting.join(*seats, name=seats[0])
        return meeting

    def _running(self) -> Meeting:
        meeting = self._full()
        meeting.start()
        meeting.place()
        return meeting

    def _finished(self) -> Meeting:
        meeting = self._running()
        meeting.quiet_round("blue", "north")
        meeting.order("yellow.captain", "resign")
        self._client.call("POST", f"{meeting.path}/rematch", meeting.host, json={})
        return meeting
