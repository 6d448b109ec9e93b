"""`sonar-referee verify`: what it says of sound and of faulty databases and records, and that it changes nothing."""

import json
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, Ended
from tests.cli.process import ServeProcess
from tests.server.client import Client, Meeting

Serve = Callable[..., ServeProcess]


def played(client: Client) -> Meeting:
    """A match that is over after a few orders."""
    meeting = client.full(first_team="blue")
    meeting.place()
    meeting.quiet_round("blue", "north")
    meeting.order("yellow.captain", "resign")
    return meeting


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Where the server of the tests keeps its matches."""
    return tmp_path / "matches.sqlite3"


@pytest.fixture
def left(serve: Serve) -> dict[str, Any]:
    """Three matches that a stopped server has left, and the record of the one that is over."""
    server = serve("--host", "127.0.0.1")
    with Client(f"127.0.0.1:{server.port}") as client:
        over, running, lobby = played(client), client.full(first_team="blue"), client.create()
        running.place()
        record = client.get(f"{over.path}/record")
    assert server.stop() == (0, "")
    return {"over": over.match_id, "running": running.match_id, "lobby": lobby.match_id, "record": record}


def test_sound_database(command: Command, database: Path, left: dict[str, Any]) -> None:
    before = database.read_bytes()
    ended = command("verify", database)
    assert (ended.code, ended.err) == (0, "")
    head, over, running, lobby, nothing, last = ended.out.splitlines()
    assert head.split() == ["match", "status", "orders", "state", "hash", "verdict"]
    for row, name, status, orders in ((over, "over", "finished", "7"), (running, "running", "running", "2")):
        assert row.split()[:3] == [left[name], status, orders]
        assert row.endswith("  follows from the rules")
        assert len(row.split()[3]) == 16
    assert lobby.split()[:3] == [left["lobby"], "lobby", "0"]
    assert (nothing, last) == ("", "3 matches, no faults.")
    assert database.read_bytes() == before
    assert [file.name for file in database.parent.iterdir()] == [database.name]


@pytest.mark.slow
def test_database_that_a_killed_server_has_left(command: Command, serve: Serve, database: Path) -> None:
    server = serve("--host", "127.0.0.1")
    with Client(f"127.0.0.1:{server.port}") as client:
        played(client)
        ended = command("verify", database)
        assert (ended.code, ended.err) == (
            2,
            f"sonar-referee: {database} is in use by a server; stop that one first.\n",
        )
        server.stop(signal.SIGKILL)
    before = {file.name: file.read_bytes() for file in database.parent.iterdir()}
    assert len(before) == 2
    ended = command("verify", database)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith("\n1 match, no faults.\n")
    assert {file.name: file.read_bytes() for file in database.parent.iterdir()} == before


def test_the_servers_own_database_is_the_default(
    command: Command, database: Path, left: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SONAR_DATABASE", str(database))
    assert left["over"] in command("verify").out


FAULTS = {
    'UPDATE entries SET "order" = \'{"type":"end_round"}\' WHERE match_key = 1 AND number = 3': ", entry 3: ",
    "DELETE FROM entries WHERE match_key = 1 AND number = 4": ", entry 5: this entry stands where number 4 should.",
    "UPDATE entries SET seat = 'blue.cook' WHERE match_key = 1 AND number = 3": "entry 3: 'blue.cook' is no seat",
    "UPDATE entries SET at = '1999-01-01T00:00:00Z' WHERE match_key = 1 AND number = 3": "entry 3: it was given at",
    "UPDATE entries SET player = 'clock' WHERE match_key = 1 AND number = 3": "entry 3: this is not what the referee",
    "UPDATE entries SET \"order\" = 'no JSON' WHERE match_key = 1 AND number = 3": "entry 3: the order cannot be read",
    "UPDATE matches SET status = 'lobby' WHERE match_key = 1": ": the match is in the lobby, but its log holds orders.",
    "UPDATE matches SET status = 'finished' WHERE match_key = 2": ": the match is finished, but its log does not lead",
    "UPDATE matches SET setup = '{}' WHERE match_key = 1": ": the setup cannot be read (KeyError: 'game').",
    "UPDATE matches SET roster = '[1]' WHERE match_key = 1": ": the roster cannot be read (TypeError: ",
}


@pytest.mark.slow
def test_each_fault_is_named(command: Command, database: Path, left: dict[str, Any], tmp_path: Path) -> None:
    sound = database.read_bytes()
    for number, (statement, said) in enumerate(FAULTS.items()):
        faulty = tmp_path / f"faulty{number}.db"
        faulty.write_bytes(sound)
        with closing(sqlite3.connect(faulty)) as connection, connection:
            assert connection.execute(statement).rowcount == 1
        ended = command("verify", faulty)
        assert (ended.code, ended.err) == (1, "")
        faults = [line for line in ended.out.splitlines() if line.startswith("  match ")]
        match_id = left["running" if "match_key = 2" in statement else "over"]
        assert faults, statement
        assert faults[0].startswith(f"  match {match_id}"), statement
        assert any(said in fault for fault in faults), (statement, faults)
        assert ended.out.endswith("\n3 matches, 1 with faults.\n")
    refused = command("verify", tmp_path / "faulty0.db").out
    assert "(R" in refused or "(D" in refused or "(P" in refused, "the rule is named"


def test_json(command: Command, database: Path, left: dict[str, Any]) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("UPDATE matches SET status = 'finished' WHERE match_id = ?", [left["running"]])
    ended = command("verify", "--json", database)
    assert (ended.code, ended.err) == (1, "")
    told = json.loads(ended.out)
    assert told["sound"] is False
    by_id = {match["match_id"]: match for match in told["matches"]}
    assert by_id[left["over"]]["faults"] == []
    assert len(by_id[left["over"]]["state_hash"]) == 64
    assert by_id[left["over"]]["outcome"] == {"winner": "blue", "reason": "resignation"}
    assert by_id[left["running"]]["faults"] == [
        {"entry": None, "reason": "the match is finished, but its log does not lead to an end", "rule": None}
    ]


def test_record(command: Command, database: Path, left: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    record = left["record"]

    def verified(**changes: Any) -> Ended:
        file.write_text(json.dumps(record | changes), encoding="utf-8")
        return command("verify", file)

    ended = verified()
    assert (ended.code, ended.err) == (0, "")
    row = ended.out.splitlines()[1].split()
    of_database = command("verify", database).out.splitlines()[1].split()
    assert row == of_database, "the record and the database have one hash"
    orders = record["orders"]
    changed = [*orders[:2], orders[2] | {"order": {"type": "head", "heading": "west"}}, *orders[3:]]
    ended = verified(orders=changed)
    assert (ended.code, ended.err) == (1, "")
    assert f"  match {left['over']}, entry " in ended.out
    ended = verified(orders=orders[:-1])
    assert "the match is finished, but its log does not lead to an end" in ended.out
    ended = verified(outcome={"winner": "yellow", "reason": "resignation"})
    assert "the record says that yellow won (resignation), the log that blue won (resignation)." in ended.out
    assert ended.code == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is neither a database of Sonar Referee nor the record of a match: invalid JSON"),
        (b"{}", "is neither a database of Sonar Referee nor the record of a match: match_id: is missing"),
        (b"SQLite format 3\0 and rubbish", "is not a database file"),
    ],
)
def test_what_is_neither(command: Command, tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    ended = command("verify", file)
    assert ended.code == 2
    assert ended.err.startswith(f"sonar-referee: {file} {said}")
    assert ended.err.count("\n") == 1
    assert file.read_bytes() == content


def test_file_that_does_not_exist(command: Command, tmp_path: Path) -> None:
    ended = command("verify", tmp_path / "none")
    assert ended.code == 2
    assert ended.err == f"sonar-referee: {tmp_path / 'none'} cannot be read: no such file or directory.\n"
