"""Players who go on after every crash of their server, and keep what it acknowledged."""

from __future__ import annotations

import json
from queue import SimpleQueue
from random import Random
from typing import Any, Protocol

import httpx
from websockets.exceptions import ConnectionClosed

from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Line, Meeting

LOST = (httpx.TransportError, ConnectionClosed, ConnectionError)
"""What a client sees of a server that is killed."""

Acks = SimpleQueue[BaseException | None]
"""One None for each acknowledgement, or what went wrong."""


class Guest(Protocol):
    """Somebody who uses the server for one of its lives, until it is killed or all is over."""

    def live(self, client: Client) -> None:
        """Go on from where the last life ended."""

    def check_end(self, client: Client) -> None:
        """Check what the finished match looks like."""


def visit(guest: Guest, address: str, acks: Acks) -> None:
    """Let a guest use a server until it is gone; anything else that goes wrong is told through `acks`."""
    try:
        with Client(address) as client:
            guest.live(client)
    except LOST:
        return
    except BaseException as error:
        acks.put(error)
        raise


class Player:
    """Plays both crews of a match, one order after another, each with an order_id."""

    def __init__(self, number: int, acks: Acks) -> None:
        self.meeting: Meeting | None = None
        self.acknowledged: list[tuple[str, Json]] = []
        self.pending: tuple[str, Json] | None = None
        """The order on its way, which may or may not have been stored."""
        self.heard: list[Json] = []
        self._acks = acks
        self._rng = Random(number)
        self._abandoned: list[Meeting] = []

    def live(self, client: Client) -> None:
        """Repeat the order that was on its way, and play on."""
        for lobby in self._abandoned:
            assert client.get(lobby.path)["match_id"] == lobby.match_id, "what was acknowledged is there"
        if self.meeting is None:
            self.meeting = self._new_match(client)
        self.meeting.client = client
        self.come_back()
        while self.pending is not None or self._choose():
            assert self.pending is not None
            self.give(*self.pending, f"order {len(self.acknowledged)}")
            self.acknowledged.append(self.pending)
            self.pending = None
            self._acks.put(None)
        self.listen()

    def _new_match(self, client: Client) -> Meeting:
        meeting = client.create(max_rounds=60, hull=6, announce_ready="team")
        self._abandoned.append(meeting)
        for seats in (BLUE, YELLOW):
            meeting.join(*seats)
        meeting.start()
        return self._abandoned.pop()

    def _choose(self) -> bool:
        assert self.meeting is not None
        seat = self.meeting.awaited()
        if seat is not None:
            self.pending = seat, self._rng.choice(self.meeting.view(seat)["legal_orders"])
        return seat is not None

    def come_back(self) -> None:
        """Resume listening."""

    def give(self, seat: str, order: Json, order_id: str) -> None:
        """Give an order and wait for its acknowledgement."""
        assert self.meeting is not None
        answer = self.meeting.give(seat, order, order_id)
        assert answer.status_code == 200, answer.text
        if self._rng.random() < 0.1:
            self.listen()

    def listen(self) -> None:
        """Hear what blue has not heard yet."""
        assert self.meeting is not None
        self.heard += self.meeting.heard("blue.captain", after=len(self.heard))

    def check_end(self, client: Client) -> None:
        """The record holds the acknowledged orders, each once and in order; blue has heard everything once."""
        assert self.meeting is not None
        self.meeting.client = client
        record = client.get(f"{self.meeting.path}/record")
        orders = record["orders"]
        assert [order["number"] for order in orders] == list(range(1, len(orders) + 1))
        assert [(order["seat"], order["order"]) for order in orders] == self.acknowledged
        assert self.heard == self.meeting.heard("blue.captain")
        assert self.heard[-1]["kind"] == "game_over"


class SocketPlayer(Player):
    """The same over one socket for each crew, resumed by `after`."""

    def come_back(self) -> None:
        """Open both sockets anew."""
        assert self.meeting is not None
        self._lines: dict[str, Line] = {
            "blue": self.meeting.line_of(self.meeting.tokens["blue.captain"], after=len(self.heard)),
            "yellow": self.meeting.line_of(self.meeting.tokens["yellow.captain"]),
        }

    def give(self, seat: str, order: Json, order_id: str) -> None:
        """Give an order over its crew's socket."""
        fields = dict(order)
        frames = self._lines[seat.split(".", maxsplit=1)[0]].order(fields.pop("type"), order_id, seat, **fields)
        assert frames[-1]["type"] == "accepted", frames[-1]
        if seat in BLUE:
            self._hear(frames)

    def listen(self) -> None:
        """Hear what is on its way to blue."""
        self._hear(self._lines["blue"].settle())

    def _hear(self, frames: list[Json]) -> None:
        told: list[dict[str, Any]] = [frame for frame in frames if frame["type"] == "announcement"]
        self.heard += [{name: value for name, value in frame.items() if name != "type"} for frame in told]


class Watcher:
    """Watches a match of eight bots over the stream."""

    def __init__(self) -> None:
        self.meeting: Meeting | None = None
        self.heard: list[Json] = []

    def live(self, client: Client) -> None:
        """Listen on after the last number heard, to the end."""
        if self.meeting is None:
            meeting = client.create(hull=6, first_team="blue")
            meeting.bots(*SEATS)
            meeting.start()
            self.meeting = meeting
        with client.stream(f"{self.meeting.path}/stream", after=len(self.heard)) as stream:
            for line in stream.iter_lines():
                if line:
                    self.heard.append(json.loads(line))

    def check_end(self, client: Client) -> None:
        """Everything was heard once and in order, and the bots have come to their end."""
        assert self.meeting is not None
        self.meeting.client = client
        assert self.heard == self.meeting.heard()
        assert self.heard[-1]["kind"] == "game_over"
