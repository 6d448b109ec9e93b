"""A match that has left the memory is there for whoever asks, until it is deleted."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from sonar_referee.store import SQLiteStore
from tests.server.client import Client, Meeting
from tests.server.running import Running


@pytest.fixture(name="store")
def empty_store(tmp_path: Path) -> SQLiteStore:
    """A store on the disk."""
    return SQLiteStore.open(tmp_path / "matches.sqlite3")


@pytest.fixture(name="running")
def forgetful_server(store: SQLiteStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that lets go of every match as soon as nobody uses it."""
    monkeypatch.setattr("sonar_referee.match.matches.SWEEP_EVERY", 0.002)
    with Running(store, forget_after=1e-9) as running:
        yield running


@pytest.fixture(name="client")
def client_of_it(running: Running) -> Iterator[Client]:
    """Its client."""
    with Client(running.address) as client:
        yield client


def forgotten(running: Running, *meetings: Meeting) -> None:
    """Wait until these matches, which are not running, have left the memory."""
    ids = {meeting.match_id for meeting in meetings}
    while any(table.match.match_id in ids for table in running.app.state.matches.all()):
        pass


def played(client: Client) -> Meeting:
    """A match that is over after a few orders."""
    meeting = client.full(first_team="loser_of_previous")
    meeting.place()
    meeting.order("blue.captain", "resign")
    return meeting


def test_everything_of_a_finished_match_can_still_be_asked_for(running: Running, client: Client) -> None:
    """Match, code, views, announcements, record and socket of a match that left the memory are as they were."""
    meeting = played(client)
    before = meeting.everything(), meeting.heard("blue.captain"), client.get(f"{meeting.path}/record")
    forgotten(running, meeting)
    assert client.get(f"/api/join/{meeting.join_code.lower()}") == {"match_id": meeting.match_id}
    forgotten(running, meeting)
    assert (meeting.everything(), meeting.heard("blue.captain"), client.get(f"{meeting.path}/record")) == before
    forgotten(running, meeting)
    assert client.call("GET", f"/api/join/{meeting.join_code}/qr.svg").status_code == 200
    forgotten(running, meeting)
    with meeting.line("yellow.captain", after=0) as line:
        assert line.until("announcement")[-1]["seq"] == 1
        assert [table.match.match_id for table in running.app.state.matches.all()] == [meeting.match_id]


def test_rematch_of_a_forgotten_match(running: Running, client: Client) -> None:
    """The host makes one rematch, and the next, of matches that left the memory; the loser begins each."""
    meeting = played(client)
    forgotten(running, meeting)
    client.refused("no_such_match", "GET", f"{meeting.path}/rematch")
    first = client.call("POST", f"{meeting.path}/rematch", meeting.host, json={}).json()
    forgotten(running, meeting)
    assert client.get(f"{meeting.path}/rematch") == {"match_id": first["match_id"]}
    assert client.call("POST", f"{meeting.path}/rematch", meeting.host, json={}).json() == first
    rematch = Meeting(client, first)
    rematch.tokens = meeting.tokens
    assert rematch.state()["options"]["first_team"] == "blue"
    rematch.order("yellow.captain", "resign")
    forgotten(running, meeting, rematch)
    second = client.call("POST", f"{rematch.path}/rematch", meeting.host, json={}).json()
    assert client.get(f"/api/matches/{second['match_id']}")["options"]["first_team"] == "yellow"


def test_list_shows_matches_in_memory(running: Running, client: Client) -> None:
    """The public list shows the matches in use; one that was forgotten is in it again when somebody has come back."""
    meeting = client.create()
    with meeting.line():
        assert [match["match_id"] for match in client.get("/api/matches")["matches"]] == [meeting.match_id]
    forgotten(running, meeting)
    assert client.get("/api/matches")["matches"] == []
    with meeting.line():
        assert [match["match_id"] for match in client.get("/api/matches")["matches"]] == [meeting.match_id]


def test_deleted_match_is_gone_for_everybody(running: Running, client: Client, store: SQLiteStore) -> None:
    """A match that was deleted is answered like one that never was, by whichever way it is asked for."""
    meeting, kept = played(client), played(client)
    forgotten(running, meeting, kept)
    gc.collect()
    asyncio.run(store.delete(meeting.match_id))
    token = meeting.tokens["blue.captain"]
    for path in ("", "/view", "/record", "/analysis", "/announcements", "/rematch", "/invitation"):
        deleted = client.refused("no_such_match", "GET", meeting.path + path, token)
        assert deleted == client.refused("no_such_match", "GET", f"/api/matches/none{path}", token)
    client.refused("no_such_match", "GET", f"/api/join/{meeting.join_code}")
    line = client.line(meeting.match_id)
    line.say({"type": "hello", "token": token})
    assert line.closing()[:2] == (4403, "no_such_match")
    assert kept.state()["status"] == "finished"
