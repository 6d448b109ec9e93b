"""Those who use the servers: each goes on after every crash, and keeps what it was told and what was acknowledged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage

from tests.crash.hearing import FRAME, LINE, Hearing

Json = dict[str, Any]

LOST = (OSError, EOFError, httpx.TransportError, ConnectionClosed, InvalidMessage)
"""What a client sees of a server that is killed."""

LATE = {"wrong_phase", "not_your_turn", "not_running", "illegal_order"}
"""Why an order from the legal list may be refused: another seat's order was quicker."""

STOPPING = {1001, 1012}
"""Close codes of a server that was told to stop."""

FINISHED = '"status":"finished"'


@dataclass(slots=True)
class Given:
    """An order on its way or answered. `sent` and `accepted` are moments by one count for all players."""

    order_id: str
    order: Json
    sent: int
    accepted: int = 0
    seq: int = 0


class Host(Protocol):
    """Whoever runs the night: numbers what happens, and hears of every acknowledgement."""

    moments: Iterator[int]

    def acknowledged(self) -> None:
        """An order was acknowledged."""


class Stopping(ConnectionError):
    """The server was told to stop, and says so."""


def refuse_if_stopping(answer: httpx.Response) -> None:
    """Raise `Stopping` if that is why the server refuses."""
    if answer.status_code == 503:
        assert answer.json()["code"] == "not_ready", answer.text
        raise Stopping


class Guest:
    """Listens to a match by one path; the match may be over, and the connection may break at any time."""

    form = FRAME

    def __init__(self, path: str, token: str | None, seat: str | None, dice: Random) -> None:
        self.path = path
        self.token = token
        self.seat = seat
        self.hearing = Hearing(self.form)
        self._dice = dice

    @property
    def headers(self) -> dict[str, str]:
        """Who is asking."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    async def live(self, address: str, http: httpx.AsyncClient) -> None:
        """Go on from where the last life ended until the match is over; raises one of LOST."""
        raise NotImplementedError

    def come_back(self) -> int:
        """The number to resume after: the last one heard, or now and then one before."""
        after = len(self.hearing.heard)
        if self._dice.random() < 0.3:
            after = self._dice.randint(max(0, after - 20), after)
        self.hearing.resume(after)
        return after


class Orders:
    """One player's orders: given one after another, each until it is answered."""

    def __init__(self, player_id: str, seat: str, dice: Random, host: Host) -> None:
        self.player_id = player_id
        self.seat = seat
        self.accepted: list[Given] = []
        self.refused: list[Given] = []
        self.pending: Given | None = None
        """The order on its way, which may or may not have been stored."""
        self._dice = dice
        self._host = host
        self._slip = False

    def choose(self, view: Json) -> bool:
        """Choose an order if the table waits for this seat; now and then one that is not allowed."""
        if self.seat not in view["awaiting"] or not view["legal_orders"]:
            return False
        self._slip = self._dice.random() < 0.03
        order = {"type": "offer_peace"} if self._slip else self._dice.choice(view["legal_orders"])
        number = len(self.accepted) + len(self.refused)
        self.pending = Given(f"{self.seat} {number}", order, next(self._host.moments))
        return True

    def accept(self, seq: int) -> None:
        """The pending order was acknowledged."""
        assert self.pending is not None
        assert not self._slip, self.pending
        self.pending.accepted, self.pending.seq = next(self._host.moments), seq
        self.accepted.append(self.pending)
        self.pending = None
        self._host.acknowledged()

    def refuse(self, code: str) -> None:
        """The pending order was refused."""
        assert self.pending is not None
        assert code in ({"malformed"} if self._slip else LATE), (code, self.pending)
        self.refused.append(self.pending)
        self.pending = None


class SocketGuest(Guest):
    """Listens over a socket; with orders, it plays."""

    def __init__(
        self, path: str, token: str | None, seat: str | None, dice: Random, orders: Orders | None = None
    ) -> None:
        super().__init__(path, token, seat, dice)
        self.orders = orders
        self._view = ""
        self._news = False
        self._repeated: Given | None = None

    async def live(self, address: str, http: httpx.AsyncClient) -> None:
        """See Guest.live."""
        uri = f"ws://{address}{self.path}/ws"
        async with connect(
            uri, proxy=None, compression=None, ping_interval=None, open_timeout=None, close_timeout=1, max_queue=None
        ) as socket:
            try:
                await self._listen(socket)
            except ConnectionClosed as lost:
                if lost.rcvd is not None and lost.rcvd.code not in STOPPING:
                    raise AssertionError(f"closed by the server: {lost}") from lost
                raise

    async def _listen(self, socket: ClientConnection) -> None:
        hello = {"type": "hello", "token": self.token, "seat": self.seat, "after": self.come_back()}
        await socket.send(json.dumps(hello))
        self._take(await socket.recv(decode=True))
        await self._repeat(socket)
        while not self._over():
            await self._act(socket)
            self._take(await socket.recv(decode=True))

    def _take(self, frame: str) -> None:
        kind = frame[9 : frame.index('"', 9)]
        if kind == "announcement":
            self.hearing.take(frame)
        elif kind in ("view", "welcome"):
            self._view, self._news = frame, True
            if kind == "welcome":
                assert json.loads(frame)["seq"] >= len(self.hearing.heard), "what was told is never taken back"
        elif kind in ("accepted", "refused"):
            self._answered(json.loads(frame))
        else:
            assert kind == "presence", frame

    def _over(self) -> bool:
        if FINISHED not in self._view or self._repeated or (self.orders and self.orders.pending):
            return False
        return bool(json.loads(self._view)["view"]["seq"] == self.hearing.up_to)

    async def _repeat(self, socket: ClientConnection) -> None:
        """Give the order that was on its way again; now and then one that was answered already, too."""
        self._repeated = None
        if self.orders is None:
            return
        if self.orders.accepted and self._dice.random() < 0.3:
            self._repeated = self.orders.accepted[-1]
            await self._say(socket, self._repeated)
        if self.orders.pending:
            await self._say(socket, self.orders.pending)

    async def _act(self, socket: ClientConnection) -> None:
        """Give an order if the table waits for one, at most one for each view."""
        if self.orders is None or self.orders.pending or not self._news:
            return
        self._news = False
        if '"legal_orders":[{' in self._view and self.orders.choose(json.loads(self._view)["view"]):
            assert self.orders.pending is not None
            await self._say(socket, self.orders.pending)

    async def _say(self, socket: ClientConnection, given: Given) -> None:
        frame = {"type": "order", "order_id": given.order_id, "order": given.order}
        await socket.send(json.dumps(frame))

    def _answered(self, frame: Json) -> None:
        assert self.orders is not None
        repeated, pending = self._repeated, self.orders.pending
        if repeated and frame["order_id"] == repeated.order_id:
            assert frame == {"type": "accepted", "order_id": repeated.order_id, "seq": repeated.seq}
            self._repeated = None
            return
        assert pending is not None
        assert frame["order_id"] == pending.order_id
        if frame["type"] == "accepted":
            self.orders.accept(frame["seq"])
        else:
            self.orders.refuse(frame["problem"]["code"])
            self._news = self._news or frame["problem"]["code"] == "malformed"


class RestPlayer(Guest):
    """Plays over HTTP alone, with long polls."""

    form = LINE

    def __init__(self, path: str, token: str, seat: str, dice: Random, orders: Orders) -> None:
        super().__init__(path, token, seat, dice)
        self.orders = orders

    async def live(self, address: str, http: httpx.AsyncClient) -> None:
        """See Guest.live."""
        after = self.come_back()
        while True:
            page = await self._get(http, "announcements", after=after, wait=0.5)
            for one in page["announcements"]:
                self.hearing.take(json.dumps(one, ensure_ascii=False, separators=(",", ":")))
            after = self.hearing.up_to
            view = await self._get(http, "view")
            if self.orders.pending or self.orders.choose(view):
                await self._give(http)
            elif view["status"] == "finished" and view["seq"] == after:
                return

    async def _get(self, http: httpx.AsyncClient, what: str, **params: Any) -> Json:
        answer = await http.get(f"{self.path}/{what}", params={"seat": self.seat, **params}, headers=self.headers)
        refuse_if_stopping(answer)
        assert answer.status_code == 200, answer.text
        document: Json = answer.json()
        return document

    async def _give(self, http: httpx.AsyncClient) -> None:
        assert self.orders.pending is not None
        given = {"order": self.orders.pending.order, "order_id": self.orders.pending.order_id}
        answer = await http.post(f"{self.path}/orders", json=given, headers=self.headers)
        refuse_if_stopping(answer)
        if answer.status_code == 200:
            self.orders.accept(answer.json()["seq"])
        else:
            self.orders.refuse(answer.json()["code"])


class StreamSpectator(Guest):
    """Listens to the stream of lines without a seat."""

    form = LINE

    async def live(self, address: str, http: httpx.AsyncClient) -> None:
        """See Guest.live."""
        async with http.stream("GET", f"{self.path}/stream", params={"after": self.come_back()}) as stream:
            assert stream.status_code == 200
            async for line in stream.aiter_lines():
                if line:
                    self.hearing.take(line)
