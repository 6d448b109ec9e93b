"""Databases that cannot be kept safe: `serve` says why in one sentence, and leaves their files as they are."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sonar_referee.store import Entry, SQLiteStore, StoredMatch
from sonar_referee.store.opening import FORMAT
from tests.cli.conftest import Command
from tests.store.test_wal import FRAME, killed_server

PAGE = 4096


def make(path: Path) -> None:
    """Leave a sound database of several pages."""

    async def write() -> None:
        store = SQLiteStore.open(path)
        await store.create(StoredMatch("m1", "j1", "2030-01-01T00:00:00Z", "lobby", "{}", "[]"))
        for number in range(1, 40):
            await store.append("m1", Entry(number, "2030-01-01T00:00:00Z", "anna", "alpha", "x" * 900, None))
        await store.close()

    asyncio.run(write())


def overwrite(path: Path, offset: int, content: bytes) -> None:
    """Change some bytes of a file."""
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(content)


def alter(path: Path, statement: str) -> None:
    """Change a database by other means than a server's."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)


def damage_the_wal(path: Path) -> None:
    """Put the files of a killed server there, with a page of the write-ahead log zeroed."""
    database, wal = killed_server(path)
    path.write_bytes(database)
    path.with_name(path.name + "-wal").write_bytes(wal[: 32 + 24] + b"\0" * PAGE + wal[32 + FRAME :])


DAMAGED = "is damaged; put a backup in its place, or move it away to begin a new log."
FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "cut short": (lambda path: path.write_bytes(path.read_bytes()[: -2 * PAGE]), DAMAGED),
    "a page zeroed": (lambda path: overwrite(path, 3 * PAGE, b"\0" * PAGE), DAMAGED),
    "a page of rubbish": (lambda path: overwrite(path, PAGE, b"\xa5" * PAGE), DAMAGED),
    "rubbish for a header": (lambda path: overwrite(path, 0, b"rubbish" * 14), "is not a database file; "),
    "write-ahead log damaged": (damage_the_wal, "-wal is damaged: orders that were stored are missing in it; "),
    "newer format": (
        lambda path: alter(path, "PRAGMA user_version = 99"),
        f"has format 99 and this server reads format {FORMAT}; ",
    ),
    "another program's": (
        lambda path: alter(path, "PRAGMA application_id = 7"),
        "is the database of another program; ",
    ),
    "read-only": (lambda path: overwrite(path, 18, b"\x03"), "is read-only; make it and its folder writable "),
    "a text": (lambda path: path.write_text("Dear diary, " * 99), "is not a database file; "),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_it_is_refused_and_left_as_it_is(command: Command, tmp_path: Path, fault: str) -> None:
    path = tmp_path / "matches.sqlite3"
    make(path)
    damage, said = FAULTS[fault]
    damage(path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    ended = command("serve", "--host", "127.0.0.1", "--port", 0, "--database", path)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert ended.err.removeprefix(f"sonar-referee: {path}").lstrip().startswith(said)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
