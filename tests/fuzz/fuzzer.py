"""Plays matches over sockets that also get every kind of wrong frame, and checks that nothing comes of those."""

from __future__ import annotations

import json
import socket
from collections import Counter
from contextlib import suppress
from random import Random

from tests.fuzz.frames import Drawn, draw, hello, knock
from tests.fuzz.wire import GONE, Wire, encode
from tests.server.client import SEATS, Client, Json, Meeting

ANSWERS = {"accepted", "refused", "pong", "chat", "view"}
"""Types of frames that answer one: an overlay is answered by the view with it, a word by itself."""


class Seat:
    """A connection for a seat, or for spectators, made again whenever it has ended."""

    def __init__(self, address: str, meeting: Meeting, seat: str | None) -> None:
        self._address = address
        self._meeting = meeting
        self.seat = seat
        self._marks = 0
        self.wire = self.connect()

    def connect(self) -> Wire:
        """Say hello on a new connection and be welcomed."""
        self.wire = Wire(self._address, self._meeting.match_id)
        token = self._meeting.tokens[self.seat] if self.seat else None
        self.wire.say({"type": "hello", "token": token, "seat": self.seat, "after": None})
        welcome = self.wire.hear()
        assert welcome is not None, f"no welcome, but {self.wire.code}"
        assert welcome["type"] == "welcome", welcome
        return self.wire

    def send(self, data: bytes) -> list[Json]:
        """Send bytes and hear all that comes of them, to the end of the connection or to the answer to a mark."""
        self._marks += 1
        mark = f"mark-{self._marks}"
        marker = {"type": "order", "order_id": mark, "order": {"type": "none"}}
        self.wire.send(data + encode(json.dumps(marker).encode()))
        heard: list[Json] = []
        while (frame := self.wire.hear()) is not None and frame.get("order_id") != mark:
            heard.append(frame)
        return heard


class Fuzzer:
    """Wrong frames and right ones against one server, drawn from a seed."""

    def __init__(self, client: Client, seed: int) -> None:
        self._client = client
        self._rng = Random(seed)
        self.frames = 0
        self.accepted = 0
        self.matches = 0
        self.kinds: Counter[str] = Counter()
        self._begin()

    def _begin(self) -> None:
        self.matches += 1
        self._meeting = self._client.full(first_team="blue", spectator_view="public", max_rounds=6)
        address = self._client.address
        self._seats = [Seat(address, self._meeting, seat) for seat in (*SEATS, *SEATS, None)]

    def batch(self, wrong: int, right: int) -> None:
        """That many wrong frames, after which every view is as before, and that many orders that are accepted."""
        before = self._views()
        for _ in range(wrong):
            if self._send_wrong():
                before = self._views()
        assert self._views() == before
        for _ in range(right):
            self._give_order()
        for seat in self._seats:  # nobody was cut off, and nobody is left unread
            seat.send(b"")
            assert seat.wire.code is None, f"{seat.seat} was cut off with {seat.wire.code}"

    def _views(self) -> list[Json]:
        return [self._meeting.view(seat) for seat in (*SEATS, None)]

    def _send_wrong(self) -> bool:
        """Send a frame; returns whether something changed by it."""
        self.frames += 1
        if self._rng.random() < 0.08:
            self._rng.choice((self._greet_wrongly, self._knock))()
            return False
        seat = self._rng.choice(self._seats)
        drawn = draw(self._rng)
        self.kinds[drawn.kind] += 1
        if drawn.kind == "unfinished":
            seat.wire.send(drawn.data)
            seat.wire.cut()
            seat.connect()
            return False
        heard = seat.send(drawn.data)
        self._check(seat, drawn, heard)
        if seat.wire.code is not None:
            seat.wire.cut()
            seat.connect()
        kinds = {frame["type"] for frame in heard}
        return "accepted" in kinds or (drawn.notes and "view" in kinds and "refused" not in kinds)

    def _check(self, seat: Seat, drawn: Drawn, heard: list[Json]) -> None:
        told = f"{drawn.kind} of {seat.seat}: {drawn.data[:300]!r} brought {heard[:3]}, {seat.wire.code}"
        if drawn.answered:
            assert seat.wire.code is None, told
            assert any(frame["type"] in ANSWERS for frame in heard), told
        else:
            assert seat.wire.code in drawn.codes | {GONE}, told
            assert not any(frame["type"] in ("accepted", "pong") for frame in heard), told

    def _greet_wrongly(self) -> None:
        """A connection whose first frame does not do."""
        seat = self._rng.choice(SEATS)
        first, codes = hello(self._rng, self._meeting.tokens[seat], seat, 0)
        self.kinds["hello"] += 1
        wire = Wire(self._client.address, self._meeting.match_id)
        wire.say(first)
        answer = wire.hear()
        assert answer is not None, f"no refusal of {first}"
        assert answer["type"] == "refused", f"{answer} to {first}"
        assert wire.hear() is None
        assert wire.code in codes, f"{wire.code} to {first}"
        wire.cut()

    def _knock(self) -> None:
        """A connection that is hardly one: whatever its request, the server does not fail."""
        path = f"/api/matches/{self._meeting.match_id}/ws"
        kind, request = knock(self._rng, self._client.address, path)
        self.kinds[f"knock: {kind}"] += 1
        host, port = self._client.address.split(":")
        with socket.create_connection((host, int(port)), 20) as wire:
            if self._rng.random() < 0.3:
                wire.sendall(request[: self._rng.randrange(len(request) + 1)])
                return
            with suppress(ConnectionError):  # the server need not read a long request to its end
                wire.sendall(request)
                status = wire.recv(12)
                assert not status.startswith(b"HTTP/1.1 5"), f"{status!r} to {request!r}"

    def _give_order(self) -> None:
        """Let somebody whose turn it is give a legal order; begin another match when this one is over."""
        awaited = self._meeting.awaited()
        if awaited is None:
            assert self._meeting.state()["status"] == "finished"
            self.close()
            self._begin()
            return
        self.frames += 1
        seat = self._rng.choice([one for one in self._seats if one.seat == awaited])
        order = self._rng.choice(self._meeting.view(awaited)["legal_orders"])
        heard = seat.send(encode(json.dumps({"type": "order", "order": order}).encode()))
        assert "accepted" in [frame["type"] for frame in heard], f"{order} of {seat.seat} brought {heard}"
        self.accepted += 1

    def close(self) -> None:
        """Let go of all connections."""
        for seat in self._seats:
            seat.wire.cut()
