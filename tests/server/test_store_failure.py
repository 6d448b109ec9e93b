"""When the disk fails: the sender is told, nothing has happened, and the next try works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sonar_referee.store import Entry, MemoryStore, StoredMatch, StoreFailed
from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Meeting, problem_in
from tests.server.running import Running


class FailingStore(MemoryStore):
    """A store that fails in the calls named in `failing`."""

    def __init__(self) -> None:
        super().__init__()
        self.failing: set[str] = set()
        self.failed = 0

    def _fail(self, call: str) -> None:
        if call in self.failing:
            self.failed += 1
            raise StoreFailed("the disk is full")

    async def create(self, match: StoredMatch) -> None:
        self._fail("create")
        await super().create(match)

    async def append(self, match_id: str, entry: Entry) -> None:
        self._fail("append")
        await super().append(match_id, entry)

    async def save_roster(self, match_id: str, roster: str, status: str) -> None:
        self._fail("save_roster")
        await super().save_roster(match_id, roster, status)

    async def save_document(self, match_id: str, name: str, document: str) -> None:
        self._fail("save_document")
        await super().save_document(match_id, name, document)

    async def entries(self, match_id: str) -> list[Entry]:
        self._fail("entries")
        return await super().entries(match_id)


@pytest.fixture(name="store")
def failing_store() -> FailingStore:
    """A store that can be made to fail."""
    return FailingStore()


@pytest.fixture(name="client")
def client_of_a_failing_server(store: FailingStore) -> Iterator[Client]:
    """A client of a server over that store."""
    with Running(store) as running, Client(running.address) as client:
        yield client


@pytest.fixture(name="meeting")
def running_match(client: Client) -> Meeting:
    """A match in its first round, blue to move from C2."""
    meeting = client.full(first_team="blue")
    meeting.place()
    return meeting


def test_match_that_could_not_be_stored(store: FailingStore, client: Client) -> None:
    """A match that could not be stored has not been made."""
    store.failing = {"create"}
    problem = client.refused("not_stored", "POST", "/api/matches", json={})
    assert "Try again" in problem["detail"]
    assert client.get("/api/matches")["matches"] == []
    store.failing.clear()
    assert client.create().state()["status"] == "lobby"


def test_seats_that_could_not_be_stored(store: FailingStore, client: Client) -> None:
    """Who could not be stored as joining, changing, leaving or starting has not done so."""
    meeting = client.create()
    for seats in (BLUE, YELLOW[:3]):
        meeting.join(*seats)
    meeting.bots(YELLOW[3])
    watching = meeting.line()
    watching.settle()
    token = meeting.tokens["blue.captain"]
    before = meeting.everything()
    calls: list[tuple[str, str, str | None, Json]] = [
        ("PUT", "players/me/seats", token, {"json": {"seats": ["blue.captain"]}}),
        ("DELETE", "players/me", token, {}),
        ("DELETE", "bots", meeting.host, {"params": {"seat": YELLOW[3]}}),
        ("POST", "start", meeting.host, {}),
    ]
    store.failing = {"save_roster"}
    for method, where, bearer, more in calls:
        client.refused("not_stored", method, f"{meeting.path}/{where}", bearer, **more)
    assert meeting.everything() == before
    assert watching.settle() == []
    store.failing.clear()
    for method, where, bearer, more in calls[:1] + calls[2:3]:
        assert client.call(method, f"{meeting.path}/{where}", bearer, **more).status_code < 300
    store.failing = {"save_roster"}
    join: Json = {"name": "Bob", "seats": ["blue.engineer"]}
    client.refused("not_stored", "POST", f"{meeting.path}/players", json=join)
    client.refused("not_stored", "POST", f"{meeting.path}/bots", meeting.host, json={"seats": ["blue.engineer"]})
    store.failing.clear()
    meeting.join("blue.engineer", name="Bob")


def test_order_that_could_not_be_stored(store: FailingStore, meeting: Meeting) -> None:
    """An order that could not be stored has not been given: nobody hears or sees anything, and its order_id is free."""
    lines = [meeting.line(seat) for seat in (*SEATS, None)]
    before = meeting.everything()
    order: Json = {"type": "head", "heading": "north"}
    store.failing = {"append"}
    for _ in range(2):
        problem_in(meeting.give("blue.captain", order, "one"), "not_stored")
    refused = lines[0].order("head", "two", heading="north")
    assert [frame["type"] for frame in refused] == ["refused"]
    assert refused[0]["problem"]["code"] == "not_stored"
    assert meeting.everything() == before
    assert [line.settle() for line in lines] == [[]] * 9
    store.failing.clear()
    assert meeting.give("blue.captain", order, "one").json()["seq"] == 2
    assert [len(line.settle()) for line in lines] == [3] * 9
    meeting.order("yellow.captain", "resign")
    record = meeting.client.get(f"{meeting.path}/record")
    assert [entry["number"] for entry in record["orders"]] == [1, 2, 3, 4]


def test_illegal_order_is_not_sent_to_the_disk(store: FailingStore, meeting: Meeting) -> None:
    """An order that the rules refuse is refused by the rules, also when the disk fails."""
    store.failing = {"append", "save_roster"}
    meeting.refused("not_your_turn", "yellow.captain", "head", heading="north")
    assert store.failed == 0


def test_last_order_of_a_match(store: FailingStore, meeting: Meeting) -> None:
    """The order that ends a match counts when it is stored; that the match is over follows from it."""
    line = meeting.line("yellow.captain")
    store.failing = {"save_roster"}
    meeting.order("blue.captain", "resign")
    assert store.failed == 1
    frames = line.settle()
    assert frames[0]["kind"] == "game_over"
    assert frames[1]["view"]["status"] == "finished"
    assert meeting.state()["status"] == "finished"


def test_notes_that_could_not_be_stored(store: FailingStore, meeting: Meeting) -> None:
    """A drawing that could not be stored is refused, and the old one stays."""
    line, mate = meeting.line("blue.radio_operator"), meeting.line("blue.captain")
    before = meeting.everything()
    store.failing = {"save_document"}
    line.say({"type": "overlay", "overlay": {"a": 1}})
    (refused,) = line.settle()
    assert refused["problem"]["code"] == "not_stored"
    assert mate.settle() == []
    assert meeting.everything() == before


def test_log_that_cannot_be_read(store: FailingStore, meeting: Meeting) -> None:
    """While the log cannot be read, a repeated order, record and analysis are refused, and served afterwards."""
    order: Json = {"type": "head", "heading": "north"}
    first = meeting.give("blue.captain", order, "one")
    meeting.order("yellow.captain", "resign")
    store.failing = {"entries"}
    problem_in(meeting.give("blue.captain", order, "one"), "not_stored")
    meeting.client.refused("not_stored", "GET", f"{meeting.path}/record")
    meeting.client.refused("not_stored", "GET", f"{meeting.path}/analysis")
    store.failing.clear()
    assert meeting.give("blue.captain", order, "one").content == first.content
    assert len(meeting.client.get(f"{meeting.path}/record")["orders"]) == 4
    assert meeting.client.get(f"{meeting.path}/analysis")["teams"]["blue"]


def test_bots_try_again(store: FailingStore, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot whose order could not be stored gives it again a little later."""
    monkeypatch.setattr("sonar_referee.match.bot_driver.RETRY_AFTER", 0.01)
    meeting = client.create(hull=1)
    meeting.bots(*SEATS)
    store.failing = {"append"}
    meeting.start()
    while store.failed < 5:
        assert meeting.state()["round"] == 0
    store.failing.clear()
    with client.stream(f"{meeting.path}/stream") as stream:
        lines = [line for line in stream.iter_lines() if line]
    assert '"kind":"game_over"' in lines[-1]


def test_clock_tries_again(store: FailingStore, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A default order that could not be stored is given again a little later."""
    monkeypatch.setattr("sonar_referee.match.table.RETRY_AFTER", 0.01)
    monkeypatch.setattr("sonar_referee.games.captain_sonar.captain_sonar.CaptainSonar.time_allowed", _soon)
    meeting = client.create()
    for seat in SEATS:
        meeting.join(seat)
    store.failing = {"append"}
    line = meeting.line()
    meeting.start()
    while store.failed < 3:
        assert meeting.state()["round"] == 0
    store.failing.clear()
    while line.until("view")[-1]["view"]["round"] == 0:
        pass


def _soon(_game: object, state: Any) -> float | None:
    return 0.01 if state.phase == "placement" else None
