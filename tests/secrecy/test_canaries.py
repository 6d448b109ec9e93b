"""Every secret of a match has a value that can be found again: searched for in all that leaves the server."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import httpx
import pytest

from tests.browser.whole_match import BLUE_ROUTE, OPTIONS, YELLOW_ROUTE, whole_match
from tests.cli.process import ServeProcess
from tests.secrecy.scripts import document
from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Line, Meeting

PASSWORD = "canary-host-password"
OPERATOR = "canary-operator-token"
TOKEN = re.compile("sr[hp]_[a-z2-7]{32}")
NAMES = re.compile(r"\b[A-JNSW](?:10|[1-9])\b")
"""Cells and symbols, in whatever text."""
CELLS = {
    "blue": {*BLUE_ROUTE, "E2", "E4", "N1", "N3", "W2", "S2", "S6"},
    "yellow": {*YELLOW_ROUTE, "W1", "E3", "N2", "N5", "W6"},
}
"""The spaces and the crossed symbols of each team, none of which is the other's."""
DOCUMENTS = ("/openapi.json", "/api/games")
"""What describes the interface, with cells as examples."""


class Played(NamedTuple):
    """What a whole match left behind."""

    heard: dict[str, list[str]]
    """For each viewer, a seat or "spectator", everything that it was sent."""
    log: str
    printed: str
    stored: bytes
    tokens: list[str]
    join_code: str
    urls: list[str]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A match up to its last order, by the server as a user starts it, with all that can be secret."""
    folder = tmp_path_factory.mktemp("canaries")
    options = ("--port", 0, "--host", "127.0.0.1", "--database", folder / "matches.sqlite3")
    process = ServeProcess(
        *options,
        SONAR_HOST_PASSWORD=PASSWORD,
        SONAR_OPERATOR_TOKEN=OPERATOR,
        SONAR_LOG_LEVEL="debug",
        SONAR_LOG_FORMAT="json",
    )
    try:
        with Client(f"127.0.0.1:{process.port}") as client:
            table = _Play(client)
            table.play()
        stored = b"".join(path.read_bytes() for path in folder.iterdir())
        code, log = process.stop()
        assert code == 0, log
    finally:
        process.end()
    stored += b"".join(path.read_bytes() for path in folder.iterdir())
    meeting = table.meeting
    tokens = [meeting.host, *meeting.tokens.values()]
    return Played(table.heard, log, process.printed, stored, tokens, meeting.join_code, table.urls)


class _Play:
    """Plays the match, and keeps what each viewer is sent."""

    def __init__(self, client: Client) -> None:
        self.heard: dict[str, list[str]] = defaultdict(list)
        self.urls: list[str] = []
        self._client = client
        wanted = {"options": OPTIONS | {"announce_ready": "team"}, "name": "canary match"}
        answer = client.call("POST", "/api/matches", PASSWORD, json=wanted)
        assert answer.status_code == 201, answer.text
        self.urls.append(answer.json()["join_url"])
        self.meeting = Meeting(client, answer.json())
        for seat in SEATS:
            self.meeting.join(seat, name=f"canary name of {seat}")
        self.meeting.start()
        self._names = {token: seat for seat, token in self.meeting.tokens.items()}
        client.answered = self._keep
        self._lines: dict[str, Line] = {seat: self.meeting.line(seat) for seat in SEATS}
        self._lines["spectator"] = self.meeting.line()

    def _keep(self, answer: httpx.Response) -> None:
        token = answer.request.headers.get("authorization", "").removeprefix("Bearer ")
        name = "documents" if answer.url.path in DOCUMENTS else self._names.get(token, "spectator")
        self.heard[name].append(f"{answer.headers}\n{answer.text}")
        self.urls.append(str(answer.url))

    def play(self) -> None:
        """All orders but the last, each with an id, and whatever else can be said and asked."""
        self._talk()
        for number, step in enumerate(whole_match(announce_ready="team")[:-1]):
            order = json.loads(json.dumps(document(step.order)))
            order_id = f"canary-id-of-{step.seat}-{number}"
            answer = self.meeting.give(step.seat, order, order_id)
            assert answer.status_code == 200, answer.text
            if number % 5 == 0:
                self._look()
                self.meeting.give(step.seat, order, order_id)
        self._look()
        for where in DOCUMENTS:
            self._client.call("GET", where)

    def _talk(self) -> None:
        for team, seats in (("blue", BLUE), ("yellow", YELLOW)):
            self._lines[seats[0]].say({"type": "chat", "text": f"canary-chat-of-{team}"})
            note = {"marks": [f"canary-note-of-{team}"]}
            self._lines[seats[3]].say({"type": "overlay", "overlay": note})

    def _look(self) -> None:
        client, path = self._client, self.meeting.path
        for name, line in self._lines.items():
            line.say({"type": "ping"})
            self.heard[name] += [json.dumps(frame) for frame in line.until("pong")]
            token = self.meeting.tokens.get(name)
            for where in ("view", "announcements", "record", "analysis", "", "nothing"):
                client.call("GET", f"{path}/{where}".rstrip("/"), token)
        for where in ("/api/matches", "/metrics", "/readyz", f"{path}/readiness"):
            client.call("GET", where)
        client.call("GET", "/metrics", PASSWORD)


def without_choices(text: str) -> str:
    """A text without what its viewer itself may order, which names many cells."""
    return re.sub(r'"(?:legal|standing)_orders": ?\[.*?\}\]', "", text)


def strangers_of(team: str) -> list[str]:
    """The viewers that are not of a team."""
    return [*(seat for seat in SEATS if not seat.startswith(team)), "spectator"]


@pytest.mark.slow
@pytest.mark.parametrize("team", ["blue", "yellow"])
def test_a_teams_secrets_reach_nobody_else(played: Played, team: str) -> None:
    """Cells, symbols, notes, chat and the ids of orders stay in the team."""
    words = [f"canary-chat-of-{team}", f"canary-note-of-{team}", f"canary-id-of-{team}"]
    for viewer in strangers_of(team):
        texts = [without_choices(text) for text in played.heard[viewer]]
        assert len(texts) > 50
        for text in texts:
            assert not any(word in text for word in words), (viewer, text)
            assert not CELLS[team] & set(NAMES.findall(text)), (viewer, text)
    own = "".join(without_choices(text) for seat in SEATS if seat.startswith(team) for text in played.heard[seat])
    assert all(word in own for word in words[:2]), "what is searched for is there to be found"
    assert CELLS[team] <= set(NAMES.findall(own))


@pytest.mark.slow
def test_tokens_are_sent_to_nobody(played: Played) -> None:
    """Once given out, a token is in no answer, no frame and no address."""
    assert all(TOKEN.fullmatch(token) for token in played.tokens)
    for text in [*played.urls, *(text for texts in played.heard.values() for text in texts)]:
        assert not TOKEN.search(text), text
        assert PASSWORD not in text
        assert OPERATOR not in text


@pytest.mark.slow
def test_the_log_has_no_secret(played: Played) -> None:
    """No token, password, code, name, word, id or order is logged; but something is."""
    assert "match started" in played.log
    assert "connection closed" in played.log
    for text in (played.log, played.printed):
        assert not TOKEN.search(text)
        assert "canary" not in text
        assert played.join_code not in text
        assert '"type"' not in text
    for line in played.log.splitlines():
        told = {str(value) for key, value in json.loads(line).items() if not key.endswith(("_id", "timestamp"))}
        assert not set(NAMES.findall(" ".join(told))) & (CELLS["blue"] | CELLS["yellow"]), line


@pytest.mark.slow
def test_the_database_has_no_token(played: Played) -> None:
    """Only hashes of tokens are stored, and no password."""
    assert b"canary-note-of-blue" in played.stored
    assert not TOKEN.search(played.stored.decode("latin-1"))
    assert PASSWORD.encode() not in played.stored
    assert OPERATOR.encode() not in played.stored


def malformed(meeting: Meeting, token: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Calls in which a token stands where it does not belong."""
    orders = f"{meeting.path}/orders"
    for body in (
        {"seat": token, "order": {"type": "surface"}},
        {"order": {"type": token}},
        {"order": {"type": "place", "cell": token}},
        {"order": {"type": "place", "cell": "C2", token: 1}},
        {"order": {"type": "mark_gauge", "system": token}},
        {"order": {"type": "surface"}, "order_id": token * 3},
        {"order": token},
        {token: token},
        [token],
    ):
        yield "POST", orders, {"json": body}
    yield "POST", orders, {"content": f'{{"order": "{token}'}
    yield "GET", f"/api/matches/{token}", {}
    yield "GET", f"/api/join/{token}", {}
    yield "GET", f"/{token}", {}
    yield "GET", f"/api/join/{meeting.join_code}/qr.svg", {"params": {"team": token}}
    yield "GET", f"{meeting.path}/view", {"params": {"seat": token}}
    yield "GET", f"{meeting.path}/announcements", {"params": {"after": token}}
    yield "DELETE", f"{meeting.path}/players/me", {"headers": {"authorization": f"Basic {token}"}}
    yield "DELETE", f"{meeting.path}/players/me", {"headers": {"authorization": f"Bearer {token} {token}"}}
    yield "GET", "/api/matches", {"params": {"limit": token}}
    yield "POST", "/api/matches", {"json": {"game": token}}
    yield "POST", "/api/matches", {"json": {"options": {"map": token}}}
    yield "POST", "/api/matches", {"json": {"options": {token: 1}}}
    yield "POST", f"{meeting.path}/players", {"json": {"name": "Ada", "seats": [token]}}
    yield "GET", f"/api/games/{token}/maps", {}
    yield "GET", f"/api/games/captain-sonar/maps/{token}", {}


def test_a_malformed_call_does_not_give_its_token_back(client: Client) -> None:
    """What was wrong is said without repeating a token that stood in the wrong place."""
    meeting = client.full()
    for token in (meeting.tokens["blue.captain"], meeting.host):
        for method, path, more in malformed(meeting, token):
            answer = client.call(method, path, meeting.tokens["blue.captain"], **more)
            assert answer.status_code >= 400, (path, answer.text)
            assert token not in answer.text, (path, more)
            assert token not in str(answer.headers)


def test_a_malformed_frame_does_not_give_its_token_back(client: Client) -> None:
    """The same on the socket, in its hello and afterwards."""
    meeting = client.full()
    token = meeting.tokens["blue.captain"]
    frames: list[Json] = [
        {"type": token},
        {"type": "order", "order_id": None, "seat": token, "order": {"type": "surface"}},
        {"type": "order", "order_id": None, "seat": None, "order": {"type": token}},
        {"type": "overlay", "seat": token, "overlay": {}},
        {"type": "chat", "text": "x", token: 1},
        {token: token},
    ]
    line = meeting.line("blue.captain")
    for frame in frames:
        line.say(frame)
        assert token not in json.dumps(line.until("refused"))
    for hello in ({"type": "hello", "token": token, "seat": token}, {"type": "hello", token: token}, {"type": token}):
        other = client.line(meeting.match_id)
        other.say(hello)
        assert token not in str(other.closing())
