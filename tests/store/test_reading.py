"""Reading a log that no server has open: everything in it is read, and its files stay as they are."""

import asyncio
import os
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from sonar_referee.store import Entry, SQLiteStore, StoredMatch, StoreUnusable, reading
from sonar_referee.store.opening import is_in_use
from sonar_referee.store.wal import wal_of

WRITE = """
import asyncio, os, signal
from pathlib import Path
from sonar_referee.store import Entry, SQLiteStore, StoredMatch

async def write():
    store = SQLiteStore.open(Path(sys.argv[1]))
    await store.create(StoredMatch("m1", "j1", "2030-01-01T00:00:00Z", "lobby", "{}", "[]"))
    await store.append("m1", Entry(1, "2030-01-01T00:00:00Z", "anna", "alpha", "{}", None))
    if sys.argv[2] == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    print("ready", flush=True)
    await asyncio.sleep(600)

asyncio.run(write())
"""
ENTRIES = [Entry(1, "2030-01-01T00:00:00Z", "anna", "alpha", "{}", None)]


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


async def read_by(path: Path) -> list[Entry]:
    """The entries that are read without opening the log."""
    async with reading(path) as store:
        return await store.entries("m1")


async def test_closed_log_is_read_and_left_alone(path: Path) -> None:
    store = SQLiteStore.open(path)
    await store.create(StoredMatch("m1", "j1", "2030-01-01T00:00:00Z", "lobby", "{}", "[]"))
    await store.append("m1", ENTRIES[0])
    await store.close()
    before = contents(path.parent)
    assert list(before) == [path.name]
    assert await read_by(path) == ENTRIES
    assert contents(path.parent) == before


def test_log_of_a_killed_server_is_read_and_left_alone(path: Path, python: Callable[..., list[str]]) -> None:
    subprocess.run(python(WRITE, path, "killed"), check=False)
    before = contents(path.parent)
    assert len(before[wal_of(path).name]) > 0
    link = path.with_name("link.db")
    link.symlink_to(path)
    assert asyncio.run(read_by(path)) == asyncio.run(read_by(link)) == ENTRIES
    link.unlink()
    assert contents(path.parent) == before
    path.chmod(0o444)
    assert asyncio.run(read_by(path)) == ENTRIES


def test_log_of_a_running_server_is_refused(path: Path, python: Callable[..., list[str]]) -> None:
    with subprocess.Popen(python(WRITE, path, "runs"), stdout=subprocess.PIPE) as server:
        assert server.stdout
        server.stdout.readline()
        before = contents(path.parent)
        assert is_in_use(path)
        with pytest.raises(StoreUnusable) as refused:
            asyncio.run(read_by(path))
        assert str(refused.value) == f"{path} is in use by a server; stop that one first."
        assert contents(path.parent) == before
        server.kill()
    assert not is_in_use(path)
    assert asyncio.run(read_by(path)) == ENTRIES


def test_what_is_no_log_is_refused_by_its_own_name(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE songs (name)")
    before = contents(path.parent)
    with pytest.raises(StoreUnusable) as refused:
        asyncio.run(read_by(path))
    assert str(refused.value).startswith(f"{path} is the database of another program;")
    assert contents(path.parent) == before


def test_missing_log_is_refused_and_not_made(path: Path) -> None:
    with pytest.raises(StoreUnusable) as refused:
        asyncio.run(read_by(path))
    assert str(refused.value) == f"{path} cannot be read ({os.strerror(2)})."
    assert contents(path.parent) == {}
