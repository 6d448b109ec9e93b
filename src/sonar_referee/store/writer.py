"""The one thread that owns the connection: it commits all that is waiting as one transaction."""

import asyncio
import sqlite3
import threading
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar

import structlog

from sonar_referee.store.errors import StoreError, StoreFailed

log = structlog.get_logger("sonar_referee")

IDLE_SECONDS = 1.0
"""After so long without a call, what was committed is copied from the WAL into the database file."""

TRIAL_SECONDS = 1.0
"""While the disk refuses to write, it is tried again after so long."""

# Written for trial: with room for it there is room for the orders of all matches at the moment.
_TRIAL_BYTES = 64 * 1024
_TRIAL = (
    "BEGIN",
    "DELETE FROM trial",
    f"INSERT INTO trial VALUES (zeroblob({_TRIAL_BYTES}))",
    "COMMIT",
    "DELETE FROM trial",
)

_REFUSALS = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)

T = TypeVar("T")


@dataclass(slots=True)
class _Job:
    work: Callable[[sqlite3.Cursor], Any]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    answer: Any = None
    failure: Exception | None = None


class Writer:
    """Does work on a connection in a thread of its own, in the order of the calls, for any event loop.

    `refusal` is SQLite's name for the disk's refusal to write, from the first work that failed by it until the disk
    writes again, which this finds out by itself.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.refusal: str | None = None
        self._tried_at = 0.0
        self._connection = connection
        # The only one: a cursor that lived on in an error's traceback would keep the file locked after closing.
        self._cursor = connection.cursor()
        self._checkpointed_changes = connection.total_changes
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._closed = False
        self._gate = threading.Lock()  # so that no job follows the None that ends the queue
        self._thread = threading.Thread(target=self._serve, name="store-writer", daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[sqlite3.Cursor], T]) -> T:
        """Return what `work` returns, or raise its StoreError, once that is committed; StoreFailed."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        with self._gate:
            if self._closed:
                raise StoreFailed("the store is closed")
            self._queue.put(_Job(work, loop, future))
        return await future

    async def close(self) -> None:
        """Commit what is waiting, then end the thread and the connection."""
        with self._gate:
            self._closed = True
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _serve(self) -> None:
        while self._serve_waiting():
            pass
        self._cursor.close()
        self._connection.close()

    def _serve_waiting(self) -> bool:
        """Commit one batch and deliver its answers; return False after the last one."""
        first = self._next()
        batch = [first, *(self._queue.get_nowait() for _ in range(self._queue.qsize()))]
        jobs = [job for job in batch if job is not None]
        if jobs:
            self._commit(jobs)
            _deliver(jobs)
        if self.refusal is not None and monotonic() - self._tried_at >= TRIAL_SECONDS:
            self._try_disk()
        return batch[-1] is not None

    def _next(self) -> _Job | None:
        while self.refusal is not None or self._connection.total_changes != self._checkpointed_changes:
            try:
                return self._queue.get(timeout=IDLE_SECONDS if self.refusal is None else TRIAL_SECONDS)
            except Empty:
                if self.refusal is None:
                    self._checkpoint()
                else:
                    self._try_disk()
        return self._queue.get()

    def _checkpoint(self) -> None:
        self._checkpointed_changes = self._connection.total_changes
        # Nothing is lost if it fails: what was committed stays in the WAL for the next checkpoint.
        with suppress(sqlite3.Error):
            self._cursor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _try_disk(self) -> None:
        self._tried_at = monotonic()
        try:
            for statement in _TRIAL:
                self._cursor.execute(statement)
        except sqlite3.Error:
            self._roll_back()
        else:
            self._note_refusal(None)

    def _note_refusal(self, refusal: str | None) -> None:
        """Remember whether the disk refuses to write; the log is told when that changes."""
        before, self.refusal = self.refusal, refusal
        with suppress(OSError, ValueError):  # nobody takes what is logged: no reason to stop
            if before is None and refusal is not None:
                self._tried_at = monotonic()
                log.error("disk refuses to write", reason=refusal)
            elif before is not None and refusal is None:
                log.warning("disk writes again")

    def _commit(self, jobs: list[_Job]) -> None:
        changes = self._connection.total_changes
        self._attempt_together(jobs)
        refused = next(filter(None, (_refusal_in(job.failure) for job in jobs)), None)
        if refused is not None or self._connection.total_changes != changes:  # a read says nothing of writing
            self._note_refusal(refused)

    def _attempt_together(self, jobs: list[_Job]) -> None:
        try:
            self._cursor.execute("BEGIN")
            for job in jobs:
                self._attempt(job)
            self._cursor.execute("COMMIT")
        except Exception as failure:  # any: every caller needs an answer
            self._roll_back()
            for job in jobs:
                job.failure = _failed(failure)

    def _attempt(self, job: _Job) -> None:
        """Do one job such that its failure undoes only its own changes."""
        self._cursor.execute("SAVEPOINT job")
        try:
            job.answer = job.work(self._cursor)
        except Exception as failure:
            if not self._connection.in_transaction:  # a full disk makes SQLite roll all of it back
                raise
            self._cursor.execute("ROLLBACK TO job")
            job.failure = failure if isinstance(failure, StoreError) else _failed(failure)
        self._cursor.execute("RELEASE job")

    def _roll_back(self) -> None:
        if self._connection.in_transaction:
            with suppress(sqlite3.Error):
                self._cursor.execute("ROLLBACK")


def _failed(cause: Exception) -> StoreFailed:
    # The cause's own text may quote what is stored, and that may be a secret of the game.
    reason = getattr(cause, "sqlite_errorname", type(cause).__name__)
    failure = StoreFailed(f"the log could not be read or written ({reason})")
    failure.__cause__ = cause
    return failure


def _refusal_in(failure: Exception | None) -> str | None:
    """SQLite's name for the disk's refusal that is behind a failure, if that is what it was."""
    cause = failure and failure.__cause__
    if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _REFUSALS:
        return cause.sqlite_errorname
    return None


def _deliver(jobs: list[_Job]) -> None:
    """Hand the answers to their event loops, waking each loop once."""
    by_loop: defaultdict[asyncio.AbstractEventLoop, list[_Job]] = defaultdict(list)
    for job in jobs:
        by_loop[job.loop].append(job)
    for loop, answered in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed, and with it all who waited there
            loop.call_soon_threadsafe(_settle, answered)


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.future.done():  # the caller has given up waiting
            continue
        if job.failure is not None:
            job.future.set_exception(job.failure)
        else:
            job.future.set_result(job.answer)
