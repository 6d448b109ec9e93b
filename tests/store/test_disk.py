"""What the disk may do to a store: fill up, fail, damage a text; and how much of it the WAL may take."""

import asyncio
import resource
from contextlib import suppress
from pathlib import Path

import pytest

from sonar_referee.store import Entry, SQLiteStore, StoredMatch, StoreFailed
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
