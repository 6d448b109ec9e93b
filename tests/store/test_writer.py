"""Group commit: one transaction for all that waits, no answer before its commit, and no end by a fault."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self, cast

import pytest

from sonar_referee.store import Entry, LogGap, SQLiteStore, StoredMatch, StoreFailed, writer
from sonar_referee.store.opening import open_log
from sonar_referee.store.writer import Writer

PATIENCE = 20.0  # seconds; only a broken store ever waits so long


class Watched(sqlite3.Cursor):
    """A cursor whose statements a test can watch, hold up or let fail."""

    before: Callable[[str], None]

    def execute(self, statement: str, *arguments: Any) -> Self:
        self.before(statement)
        return super().execute(statement, *arguments)


class WatchedConnection:
    """A connection that gives out watched cursors."""

    def __init__(self, path: Path, before: Callable[[str], None]) -> None:
        self.inner = open_log(path)
        self.before = before

    def cursor(self) -> Watched:
        cursor = self.inner.cursor(Watched)
        cursor.before = self.before
        return cursor

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)


def watched(path: Path, before: Callable[[str], None]) -> SQLiteStore:
    """Open a store that calls `before` ahead of each statement."""
    return SQLiteStore(cast(sqlite3.Connection, WatchedConnection(path, before)))


def match(match_id: str = "m1") -> StoredMatch:
    return StoredMatch(match_id, match_id, "2030-01-01T00:00:00Z", "lobby", "{}", "[]")


def entry(number: int, order: str = "{}") -> Entry:
    return Entry(number, "2030-01-01T00:00:00Z", "anna", "alpha", order, str(number))


class Hold:
    """Stops the store's thread ahead of a statement until it is released."""

    def __init__(self, statement: str) -> None:
        self.statement = statement
        self.reached = threading.Event()
        self.released = threading.Event()

    def __call__(self, statement: str) -> None:
        if statement == self.statement:
            self.reached.set()
            assert self.released.wait(PATIENCE)

    async def wait_until_reached(self) -> None:
        assert await asyncio.to_thread(self.reached.wait, PATIENCE)


async def turns(count: int = 20) -> None:
    """Give the event loop the time to deliver whatever is on its way."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_no_answer_comes_before_its_commit(path: Path) -> None:
    hold = Hold("COMMIT")
    store = watched(path, hold)
    calls = [asyncio.create_task(store.create(match())), asyncio.create_task(store.append("m1", entry(2)))]
    await hold.wait_until_reached()
    await turns()
    assert not any(call.done() for call in calls)
    hold.released.set()
    created, refused = await asyncio.gather(*calls, return_exceptions=True)
    assert created is None
    assert isinstance(refused, LogGap)
    await store.close()


async def test_many_waiting_appends_share_a_transaction(path: Path) -> None:
    commits: list[str] = []
    connection = open_log(path)
    connection.set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
    store = SQLiteStore(connection)
    await asyncio.gather(*(store.create(match(str(index))) for index in range(64)))
    for number in range(1, 11):
        await asyncio.gather(*(store.append(str(index), entry(number)) for index in range(64)))
    await store.close()
    # 704 calls; the thread may find only some of each 64 when it looks, but never one by one.
    assert len(commits) <= 704 / 8


async def test_all_that_waits_goes_into_the_next_transaction_and_wakes_the_loop_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits: list[str] = []
    hold = Hold("COMMIT")
    wakes: list[object] = []

    def before(statement: str) -> None:
        commits.extend([statement] if statement == "COMMIT" else [])
        hold(statement)

    store = watched(path, before)
    first = asyncio.create_task(store.create(match()))
    await hold.wait_until_reached()
    others = [asyncio.create_task(store.append("m1", entry(number))) for number in range(1, 101)]
    await turns()
    loop = asyncio.get_running_loop()
    wake = loop.call_soon_threadsafe

    def counted(*given: Any) -> asyncio.Handle:
        wakes.append(given)
        return wake(*given)

    monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
    hold.released.set()
    await asyncio.gather(first, *others)
    assert len(commits) == 2
    assert len(wakes) == 2
    monkeypatch.undo()
    await store.close()


async def test_failed_commit_fails_its_whole_batch_and_the_store_goes_on(path: Path) -> None:
    hold = Hold("BEGIN")
    failing = False

    def before(statement: str) -> None:
        hold(statement)
        if failing and statement == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")

    store = watched(path, before)
    hold.released.set()
    await store.create(match())
    await store.append("m1", entry(1))
    hold.reached.clear()
    hold.released.clear()
    first = asyncio.create_task(store.append("m1", entry(2)))
    await hold.wait_until_reached()
    hold.released.set()
    await first

    failing = True
    batch = await asyncio.gather(
        store.append("m1", entry(3)),
        store.append("m1", entry(3)),
        store.entries("m1"),
        store.delete("m1"),
        return_exceptions=True,
    )
    assert [type(answer) for answer in batch] == [StoreFailed] * 4
    assert isinstance(batch[0], StoreFailed)
    assert "disk I/O error" in str(batch[0].__cause__)
    failing = False
    assert await store.entries("m1") == [entry(1), entry(2)]
    await store.append("m1", entry(3))
    assert await store.entries("m1") == [entry(1), entry(2), entry(3)]
    await store.close()


async def test_failing_rollback_does_not_end_the_store(path: Path) -> None:
    failing = True

    def before(statement: str) -> None:
        if failing and statement in ("COMMIT", "ROLLBACK"):
            raise sqlite3.OperationalError("disk I/O error")

    store = watched(path, before)
    with pytest.raises(StoreFailed):
        await store.create(match())
    failing = False
    with pytest.raises(StoreFailed):  # finds the transaction that could not be ended, and ends it
        await store.create(match())
    await store.create(match())
    assert await store.matches() == [match()]
    await store.close()


async def test_fault_in_one_call_fails_that_call_alone(path: Path) -> None:
    def before(statement: str) -> None:
        if statement.startswith("REPLACE"):
            raise sqlite3.OperationalError("faulty")

    store = watched(path, before)
    await store.create(match())
    answers = await asyncio.gather(
        store.append("m1", entry(1)),
        store.save_document("m1", "red", "text"),
        store.append("m1", entry(2)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), StoreFailed, type(None)]
    assert await store.entries("m1") == [entry(1), entry(2)]
    await store.close()


async def test_failed_work_is_undone_as_a_whole(path: Path) -> None:
    thread = Writer(open_log(path))

    def insert(cursor: sqlite3.Cursor, match_id: str) -> None:
        cursor.execute("INSERT INTO matches VALUES (NULL, ?1, ?1, '', '', '', '', NULL)", (match_id,))

    def fail_halfway(cursor: sqlite3.Cursor) -> None:
        insert(cursor, "undone")
        raise LookupError

    answers = await asyncio.gather(
        thread.run(lambda cursor: insert(cursor, "before")),
        thread.run(fail_halfway),
        thread.run(lambda cursor: insert(cursor, "after")),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [type(None), StoreFailed, type(None)]
    kept = await thread.run(lambda cursor: cursor.execute("SELECT match_id FROM matches ORDER BY match_key").fetchall())
    assert kept == [("before",), ("after",)]
    await thread.close()


async def test_value_that_the_table_refuses_fails_that_call_alone(sqlite_store: SQLiteStore) -> None:
    await sqlite_store.create(match())
    bad_match = StoredMatch("m2", "m2", cast(str, None), "lobby", "{}", "[]")
    bad_entry = Entry(1, cast(str, None), "anna", "alpha", "{}", None)
    answers = await asyncio.gather(
        sqlite_store.create(bad_match),
        sqlite_store.append("m1", bad_entry),
        sqlite_store.append("m1", entry(1)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [StoreFailed, StoreFailed, type(None)]


async def test_cancelled_call_disturbs_nobody_and_is_still_written(path: Path) -> None:
    hold = Hold("COMMIT")
    store = watched(path, hold)
    await_created = asyncio.create_task(store.create(match()))
    await hold.wait_until_reached()
    cancelled = asyncio.create_task(store.append("m1", entry(1)))
    kept = asyncio.create_task(store.append("m1", entry(2)))
    await turns()
    cancelled.cancel()
    await turns()
    hold.released.set()
    await await_created
    await kept
    assert cancelled.cancelled()
    assert await store.entries("m1") == [entry(1), entry(2)]
    await store.close()


def test_loop_that_ended_disturbs_nobody(path: Path) -> None:
    hold = Hold("COMMIT")
    store = watched(path, hold)

    async def leave() -> None:
        asyncio.create_task(store.create(match()))  # noqa: RUF006
        await hold.wait_until_reached()

    asyncio.run(leave())
    hold.released.set()

    async def come_back() -> list[StoredMatch]:
        try:
            return await asyncio.wait_for(store.matches(), PATIENCE)
        finally:
            await store.close()

    assert asyncio.run(come_back()) == [match()]


def test_several_loops_may_use_one_store(sqlite_store: SQLiteStore) -> None:
    async def play(match_id: str) -> None:
        await sqlite_store.create(match(match_id))
        for number in range(1, 51):
            await sqlite_store.append(match_id, entry(number))

    threads = [threading.Thread(target=lambda name=name: asyncio.run(play(name))) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)

    async def counts() -> list[int]:
        return [len(await sqlite_store.entries(name)) for name in "abcd"]

    assert asyncio.run(counts()) == [50] * 4


async def test_close_writes_what_was_accepted_and_ends_the_thread(path: Path) -> None:
    hold = Hold("COMMIT")
    others = set(threading.enumerate())
    store = watched(path, hold)
    (thread,) = set(threading.enumerate()) - others
    calls = [asyncio.create_task(store.create(match()))]
    await hold.wait_until_reached()
    calls += [asyncio.create_task(store.append("m1", entry(number))) for number in range(1, 11)]
    await turns()
    closings = [asyncio.create_task(store.close()) for _ in range(2)]
    await turns()
    assert not any(closing.done() for closing in closings)
    hold.released.set()
    await asyncio.gather(*closings)
    assert await asyncio.gather(*calls) == [None] * 11
    assert not thread.is_alive()
    assert sorted(file.name for file in path.parent.iterdir()) == [path.name]  # the WAL is folded in
    reopened = SQLiteStore.open(path)
    assert len(await reopened.entries("m1")) == 10
    await reopened.close()


async def test_idle_store_checkpoints_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "IDLE_SECONDS", 0.01)
    done = threading.Event()
    checkpoints: list[str] = []

    def before(statement: str) -> None:
        if "wal_checkpoint" in statement:
            checkpoints.append(statement)
            done.set()
            raise sqlite3.OperationalError("disk I/O error")  # must not end the thread

    store = watched(path, before)
    await store.create(match())
    assert await asyncio.to_thread(done.wait, PATIENCE)
    await store.matches()  # nothing new: no second checkpoint follows
    await asyncio.sleep(5 * writer.IDLE_SECONDS)
    assert len(checkpoints) == 1
    done.clear()
    await store.append("m1", entry(1))
    assert await asyncio.to_thread(done.wait, PATIENCE)
    assert len(checkpoints) == 2
    await store.close()
