"""A client as a third party would write one: HTTP with httpx, the socket with websockets."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from sonar_referee.wire.problems import CODES, MEDIA_TYPE

Json = dict[str, Any]

ROLES = ("captain", "first_mate", "engineer", "radio_operator")
BLUE = tuple(f"blue.{role}" for role in ROLES)
YELLOW = tuple(f"yellow.{role}" for role in ROLES)
SEATS = BLUE + YELLOW

Crews = tuple[tuple[str, ...], ...]
ONE_EACH: Crews = tuple((seat,) for seat in SEATS)
"""The seats of eight players."""


def problem_in(answer: httpx.Response, code: str) -> Json:
    """The problem document of a refused call, checked member by member."""
    document: Json = answer.json()
    assert document.get("code") == code, answer.text
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert answer.status_code == CODES[code][0]
    check_problem(document)
    return document


def check_problem(document: Json) -> None:
    """Check that a problem document has what RFC 9457 and the protocol ask for, and no more."""
    code = document["code"]
    status, title = CODES[code]
    assert document["status"] == status
    assert document["type"] == f"urn:sonar-referee:problem:{code}"
    assert document["title"] == title
    assert len(document["detail"]) > 10, "a sentence says what is wrong"
    assert set(document) - {"rule", "retry_after"} == {"type", "title", "status", "detail", "code"}


class Client:
    """Calls one server; closes in the end what it opened."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.answered: Callable[[httpx.Response], None] = lambda _answer: None
        """Called with every answer."""
        self._http = httpx.Client(base_url=f"http://{address}", trust_env=False, verify=False, timeout=60)
        self._lines: list[Line] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of all connections."""
        for line in self._lines:
            line.close()
        self._http.close()

    def ask(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        """Make a call."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self._http.request(method, path, headers=headers | more.pop("headers", {}), **more)

    def call(self, method: str, path: str, token: str | None = None, **more: Any) -> httpx.Response:
        """Make a call; whatever is asked, the server itself must not fail."""
        answer = self.ask(method, path, token, **more)
        assert answer.status_code != 500, answer.text
        self.answered(answer)
        return answer

    def get(self, path: str, token: str | None = None, **params: Any) -> Json:
        """Make a GET call that is answered with JSON."""
        answer = self.call("GET", path, token, params=params)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"] == "application/json"
        document: Json = answer.json()
        return document

    def listed(self) -> list[str]:
        """The ids of the public matches."""
        return [match["match_id"] for match in self.get("/api/matches")["matches"]]

    def refused(self, code: str, method: str, path: str, token: str | None = None, **more: Any) -> Json:
        """Make a call that must be refused with a problem of this code."""
        return problem_in(self.call(method, path, token, **more), code)

    def stream(self, path: str, token: str | None = None, **params: Any) -> Any:
        """Open a call whose answer is read line by line."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return self._http.stream("GET", path, headers=headers, params=params)

    def create(
        self, name: str | None = None, public: bool = True, game: str = "captain-sonar", **options: Any
    ) -> Meeting:
        """Create a match."""
        document = {"game": game, "options": options, "name": name, "public": public}
        answer = self.call("POST", "/api/matches", json=document)
        assert answer.status_code == 201, answer.text
        return Meeting(self, answer.json())

    def full(self, crews: Crews = ONE_EACH, **options: Any) -> Meeting:
        """Create a match with these players, by default one for each seat, and start it."""
        meeting = self.create(**options)
        for seats in crews:
            meeting.join(*seats)
        meeting.start()
        return meeting

    def line(self, match_id: str, **settings: Any) -> Line:
        """Open a socket without a word."""
        line = Line(self.address, match_id, **settings)
        self._lines.append(line)
        return line


class Meeting:
    """A match and the tokens of those who play it."""

    def __init__(self, client: Client, created: Json) -> None:
        self.client = client
        self.match_id: str = created["match_id"]
        self.host: str = created["host_token"]
        self.join_code: str = created["join_code"]
        self.path = f"/api/matches/{self.match_id}"
        self.tokens: dict[str, str] = {}
        """The token of the player on each seat."""

    def join(self, *seats: str, name: str = "Ada") -> str:
        """Let a player sit down; returns the token."""
        answer = self.client.call("POST", f"{self.path}/players", json={"name": name, "seats": seats})
        assert answer.status_code == 201, answer.text
        token: str = answer.json()["player_token"]
        self.tokens |= dict.fromkeys(seats, token)
        return token

    def bots(self, *seats: str, bot: str = "random") -> list[Json]:
        """Let bots sit down."""
        answer = self.client.call("POST", f"{self.path}/bots", self.host, json={"bot": bot, "seats": seats})
        assert answer.status_code == 201, answer.text
        bots: list[Json] = answer.json()["bots"]
        return bots

    def start(self) -> Json:
        """Start the match."""
        answer = self.client.call("POST", f"{self.path}/start", self.host)
        assert answer.status_code == 200, answer.text
        state: Json = answer.json()
        return state

    def state(self) -> Json:
        """The match as anybody sees it."""
        return self.client.get(self.path)

    def give(self, seat: str, order: Json, order_id: str | None = None) -> httpx.Response:
        """Give an order for a seat."""
        document = {"seat": seat, "order": order, "order_id": order_id}
        return self.client.call("POST", f"{self.path}/orders", self.tokens[seat], json=document)

    def order(self, seat: str, kind: str, **fields: Any) -> Json:
        """Give an order that is accepted."""
        answer = self.give(seat, {"type": kind, **fields})
        assert answer.status_code == 200, answer.text
        document: Json = answer.json()
        return document

    def refused(self, code: str, seat: str, kind: str, **fields: Any) -> Json:
        """Give an order that must be refused, and check that nothing changed for anybody."""
        before = self.everything()
        document = problem_in(self.give(seat, {"type": kind, **fields}), code)
        assert self.everything() == before
        return document

    def view(self, seat: str | None = None) -> Json:
        """The view of a seat, or a spectator's."""
        if seat is None:
            return self.client.get(f"{self.path}/view")
        return self.client.get(f"{self.path}/view", self.tokens[seat], seat=seat)

    def heard(self, seat: str | None = None, after: int = 0) -> list[Json]:
        """What a seat, or a spectator, heard after a number."""
        token = None if seat is None else self.tokens[seat]
        params = {"after": after} if seat is None else {"after": after, "seat": seat}
        announcements: list[Json] = self.client.get(f"{self.path}/announcements", token, **params)["announcements"]
        return announcements

    def everything(self) -> list[Json]:
        """Every seat's view, and the match but for who is there at the moment."""
        state = self.state()
        for seat in state["seats"]:
            del seat["connected"], seat["away"]
        return [*(self.view(seat) for seat in self.tokens), state]

    # -- playing on

    def place(self, blue: str = "C2", yellow: str = "C9") -> None:
        """Choose both starts."""
        self.order("blue.captain", "place", cell=blue)
        self.order("yellow.captain", "place", cell=yellow)

    def mark(self, team: str) -> None:
        """Let Engineer and First Mate make the last of their legal marks."""
        for role in ("engineer", "first_mate"):
            self.order_of(f"{team}.{role}", -1)

    def order_of(self, seat: str, index: int) -> Json:
        """Give one of the seat's legal orders."""
        order = dict(self.view(seat)["legal_orders"][index])
        return self.order(seat, order.pop("type"), **order)

    def quiet_round(self, team: str, heading: str) -> None:
        """A round of move, marks and nothing more."""
        self.order(f"{team}.captain", "head", heading=heading)
        self.mark(team)
        self.order(f"{team}.captain", "end_round")

    def fill_the_mine_gauge(self) -> Json:
        """Two rounds of each team, from C2 and C9; in the second MINE READY is said. Returns that answer."""
        answers = []
        for heading, symbol in (("north", "N1"), ("west", "W1")):
            self.order("blue.captain", "head", heading=heading)
            self.order("blue.engineer", "mark_breakdown", symbol=symbol)
            answers.append(self.order("blue.first_mate", "mark_gauge", system="mine"))
            self.order("blue.captain", "end_round")
            self.quiet_round("yellow", heading)
        return answers[-1]

    def awaited(self) -> str | None:
        """A seat that the table waits for, if the match runs."""
        view = self.view("blue.captain")
        if view["team_to_act"] == "yellow":
            view = self.view("yellow.captain")
        return next(iter(view["awaiting"]), None)

    # -- sockets

    def line(self, seat: str | None = None, after: int | None = None, **settings: Any) -> Line:
        """A socket for a seat, or a spectator's, that has said hello and heard its welcome."""
        token = None if seat is None else self.tokens[seat]
        return self.line_of(token, seat, after, **settings)

    def line_of(self, token: str | None, seat: str | None = None, after: int | None = None, **settings: Any) -> Line:
        """A socket for a token, perhaps for one of its seats."""
        line = self.client.line(self.match_id, **settings)
        line.say({"type": "hello", "token": token, "seat": seat, "after": after})
        line.welcome = line.hear()
        assert line.welcome["type"] == "welcome", line.welcome
        return line


class Line:
    """A socket; with a small `rcvbuf` (bytes) and `max_queue` (frames) it takes little that is not read."""

    def __init__(self, address: str, match_id: str, rcvbuf: int | None = None, max_queue: int | None = None) -> None:
        wire = socket.socket()
        if rcvbuf is not None:
            wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, rcvbuf)
        host, port = address.split(":")
        wire.connect((host, int(port)))
        uri = f"ws://{address}/api/matches/{match_id}/ws"
        self.welcome: Json = {}
        self.wire = wire
        self._open = ExitStack()
        opening = connect(uri, sock=wire, proxy=None, compression=None, max_queue=max_queue)
        self.connection: ClientConnection = self._open.enter_context(opening)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._open.close()

    def cut(self) -> None:
        """Let the connection break without a word, as a phone out of reach does."""
        self.wire.shutdown(socket.SHUT_RDWR)
        self.close()

    def say(self, frame: Json) -> None:
        """Send a frame."""
        self.connection.send(json.dumps(frame))

    def hear(self) -> Json:
        """The next frame, which has its type first."""
        text = self.connection.recv(20, decode=True)
        assert text.startswith('{"type":"')
        frame: Json = json.loads(text, parse_constant=lambda name: f"no JSON: {name}")
        return frame

    def until(self, kind: str) -> list[Json]:
        """The frames up to the first one of a type."""
        frames = [self.hear()]
        while frames[-1]["type"] != kind:
            frames.append(self.hear())
        return frames

    def settle(self) -> list[Json]:
        """All frames that are on their way, but for presence: whatever comes before the answer to a ping."""
        self.say({"type": "ping"})
        return [frame for frame in self.until("pong")[:-1] if frame["type"] != "presence"]

    def order(self, kind: str, order_id: str | None = None, seat: str | None = None, **fields: Any) -> list[Json]:
        """Give an order, and return the frames up to its acceptance or refusal."""
        self.say({"type": "order", "order_id": order_id, "seat": seat, "order": {"type": kind, **fields}})
        frames = [self.hear()]
        while frames[-1]["type"] not in ("accepted", "refused"):
            frames.append(self.hear())
        return [frame for frame in frames if frame["type"] != "presence"]

    def closing(self) -> tuple[int, str, list[Json]]:
        """The code and the reason with which the server closes, and the frames before."""
        frames = []
        try:
            while True:
                frames.append(self.hear())
        except ConnectionClosed as end:
            if end.rcvd is None:
                raise
            return end.rcvd.code, end.rcvd.reason, frames
