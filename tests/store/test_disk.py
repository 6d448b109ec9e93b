"""What the disk may do to a store: fill up, fail, damage a text; and how much of it the WAL may take."""

import asyncio
import resource
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from itertools import count as count_from
from pathlib import Path
from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from sonar_referee.store import Entry, LogGap, SQLiteStore, StoredMatch, StoreFailed, writer
from sonar_referee.store.opening import open_log


def match(match_id: str = "m1") -> StoredMatch:
    return StoredMatch(match_id, match_id, "2030-01-01T00:00:00Z", "lobby", "{}", "[]")


def entry(number: int, order: str = "{}") -> Entry:
    return Entry(number, "2030-01-01T00:00:00Z", "anna", "alpha", order, str(number))


async def test_failed_read_leaves_no_lock_behind(path: Path) -> None:
    connection = open_log(path)
    connection.execute("INSERT INTO matches VALUES (1, 'm1', 'm1', CAST(x'FF' AS TEXT), '', '', '', NULL)")
    store = SQLiteStore(connection)
    with pytest.raises(StoreFailed, match="OperationalError") as kept:
        await store.matches()
    await store.close()
    await SQLiteStore.open(path).close()
    assert "UTF-8" in str(kept.value.__cause__)
    assert "UTF-8" not in str(kept.value)  # the cause quotes what is stored


async def test_full_disk_fails_calls_but_no_acknowledged_entry_is_lost(path: Path) -> None:
    connection = open_log(path)
    store = SQLiteStore(connection)
    await store.create(match())
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages + 8}")
    big = "x" * 5000
    stored = 0
    with suppress(StoreFailed):
        while stored < 100:
            await store.append("m1", entry(stored + 1, big))
            stored += 1
    with pytest.raises(StoreFailed, match="SQLITE_FULL"):
        await store.append("m1", entry(stored + 1, big))
    together = await asyncio.gather(
        *(store.append("m1", entry(stored + 1 + more, big)) for more in range(10)), return_exceptions=True
    )
    assert {type(answer) for answer in together} == {StoreFailed}
    assert 0 < stored < 100
    assert len(await store.entries("m1")) == stored

    connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    await store.append("m1", entry(stored + 1, big))
    await store.close()
    reopened = SQLiteStore.open(path)
    assert [one.number for one in await reopened.entries("m1")] == list(range(1, stored + 2))
    await reopened.close()


async def test_write_error_during_commit_loses_nothing_that_was_acknowledged(path: Path) -> None:
    store = SQLiteStore.open(path)
    await store.create(match())
    await store.append("m1", entry(1))
    limit = path.with_name(path.name + "-wal").stat().st_size + 10_000
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))  # a longer file is an error, for root as well
    try:
        with pytest.raises(StoreFailed, match="SQLITE_IOERR_WRITE"):
            await store.append("m1", entry(2, "x" * 50_000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert await store.entries("m1") == [entry(1)]
    await store.append("m1", entry(2))
    await store.close()
    reopened = SQLiteStore.open(path)
    assert await reopened.entries("m1") == [entry(1), entry(2)]
    await reopened.close()


async def test_busy_store_bounds_its_wal(path: Path, sqlite_store: SQLiteStore) -> None:
    await sqlite_store.create(match())
    for letter in "abcdefghij" * 5:
        await sqlite_store.save_roster("m1", letter * 1_000_000, "running")
    assert path.with_name(path.name + "-wal").stat().st_size < 24_000_000


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so; the test's own time limit ends the wait."""
    while not condition():
        await asyncio.sleep(0.005)


async def test_refusing_disk_is_noticed_once_and_its_recovery_by_itself(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "TRIAL_SECONDS", 0.01)
    connection = open_log(path)
    store = SQLiteStore(connection)
    await store.create(match())
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    with capture_logs() as logged:
        connection.execute(f"PRAGMA max_page_count = {pages}")
        for number in range(20):
            with pytest.raises(StoreFailed):
                await store.append("m1", entry(1, "x" * 100_000))
            assert store.refusal == "SQLITE_FULL", number
            assert await store.entries("m1") == []
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")  # room, but not enough to go on
        with pytest.raises(StoreFailed):
            await store.append("m1", entry(1, "x" * 100_000))
        assert store.refusal == "SQLITE_FULL"
        connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
        await until(lambda: store.refusal is None)
        await store.append("m1", entry(1, "x" * 100_000))
    assert [(one["event"], one.get("reason")) for one in logged] == [
        ("disk refuses to write", "SQLITE_FULL"),
        ("disk writes again", None),
    ]
    await store.close()
    assert count(path, "trial") == 0


async def test_store_goes_on_although_nobody_takes_its_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_event: str, **_members: object) -> None:
        raise BrokenPipeError

    monkeypatch.setattr(writer, "TRIAL_SECONDS", 0.01)
    monkeypatch.setattr(writer, "log", SimpleNamespace(error=refuse, warning=refuse))
    connection = open_log(path)
    store = SQLiteStore(connection)
    await store.create(match())
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFailed):
        await store.append("m1", entry(1, "x" * 100_000))
    connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    await until(lambda: store.refusal is None)
    await store.append("m1", entry(1))
    await store.close()


async def test_disk_is_tried_while_only_reading_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "TRIAL_SECONDS", 0.3)
    connection = open_log(path)
    store = SQLiteStore(connection)
    await store.create(match())
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreFailed):
        await store.append("m1", entry(1, "x" * 100_000))
    connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    while store.refusal is not None:  # never idle for as long as a trial waits
        await store.entries("m1")
    await store.close()


async def test_failure_of_one_call_is_no_refusal_of_the_disk(path: Path, sqlite_store: SQLiteStore) -> None:
    await sqlite_store.create(match())
    with pytest.raises(LogGap):
        await sqlite_store.append("m1", entry(7))
    with pytest.raises(StoreFailed):
        await sqlite_store.append("m1", replace(entry(1), seat=None))  # type: ignore[arg-type]
    assert sqlite_store.refusal is None


def count(path: Path, table: str) -> int:
    """How many rows a table of a closed log has."""
    with closing(sqlite3.connect(path)) as connection:
        (rows,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
    return int(rows)


async def test_wal_shrinks_after_a_deletion(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "IDLE_SECONDS", 0.01)
    store = SQLiteStore.open(path)
    for name in ("m1", "m2"):
        await store.create(match(name))
    await asyncio.gather(*(store.append("m1", entry(number, "x" * 2000)) for number in range(1, 3001)))
    await store.delete("m1")
    wal = path.with_name(path.name + "-wal")
    assert wal.stat().st_size > 4_000_000
    for number in count_from(1):
        await store.append("m2", entry(number))
        if wal.stat().st_size <= 1 << 20:
            break
        await asyncio.sleep(0.02)  # idle for long enough to be folded in
    assert [one.match_id for one in await store.matches()] == ["m2"]
    await store.close()
    assert count(path, "entries") == number
