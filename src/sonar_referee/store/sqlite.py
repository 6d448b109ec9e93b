"""The store in an SQLite file: one connection, one thread, one commit for all that is waiting."""

import sqlite3
from dataclasses import astuple, fields
from pathlib import Path
from typing import Self

from sonar_referee.store.errors import LogGap, MatchExists, NoSuchMatch, OrderRepeated
from sonar_referee.store.log import Entry, StoredMatch, require_utf8
from sonar_referee.store.opening import open_log, read_setting
from sonar_referee.store.writer import Writer

_SYNCHRONOUS = {"0": "off", "1": "normal", "2": "full", "3": "extra"}


class SQLiteStore:
    """A durable store in one file, which no other connection can open while this one is.

    The process must not read the file by other means meanwhile: closing a second handle on it drops the lock.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take over a connection from `open_log`; only the store's thread uses it from now on."""
        self._durability = {
            "journal_mode": read_setting(connection, "journal_mode"),
            "synchronous": _SYNCHRONOUS[read_setting(connection, "synchronous")],
            "locking_mode": read_setting(connection, "locking_mode"),
            "sqlite": sqlite3.sqlite_version,
            "format": read_setting(connection, "user_version"),
        }
        self._writer = Writer(connection)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the log at `path`, making it and its folder if missing; StoreUnusable."""
        return cls(open_log(path))

    def durability(self) -> dict[str, str]:
        """Return the settings that keep the log safe, as SQLite confirmed them on opening."""
        return dict(self._durability)

    @property
    def refusal(self) -> str | None:
        """See Store.refusal."""
        return self._writer.refusal

    async def create(self, match: StoredMatch) -> None:
        """See Store.create."""
        row = astuple(match)
        require_utf8(*row)
        await self._writer.run(lambda cursor: _create(cursor, row))

    async def append(self, match_id: str, entry: Entry) -> None:
        """See Store.append."""
        require_utf8(match_id, entry.at, entry.player, entry.seat, entry.order, entry.order_id)
        await self._writer.run(lambda cursor: _append(cursor, match_id, entry))

    async def save_roster(self, match_id: str, roster: str, status: str) -> None:
        """See Store.save_roster."""
        require_utf8(match_id, roster, status)
        await self._writer.run(lambda cursor: _save_roster(cursor, match_id, roster, status))

    async def save_document(self, match_id: str, name: str, document: str) -> None:
        """See Store.save_document."""
        require_utf8(match_id, name, document)
        await self._writer.run(lambda cursor: _save_document(cursor, match_id, name, document))

    async def matches(self) -> list[StoredMatch]:
        """See Store.matches."""
        return await self._writer.run(_matches)

    async def unfinished(self) -> list[StoredMatch]:
        """See Store.unfinished."""
        return await self._writer.run(lambda cursor: _matches(cursor, "WHERE status <> 'finished'"))

    async def find(self, match_id: str) -> StoredMatch:
        """See Store.find."""
        require_utf8(match_id)
        return await self._writer.run(lambda cursor: _find(cursor, match_id))

    async def find_code(self, join_code: str) -> str | None:
        """See Store.find_code."""
        require_utf8(join_code)
        return await self._writer.run(lambda cursor: _id_where(cursor, "join_code = ?", join_code))

    async def find_rematch(self, match_id: str) -> str | None:
        """See Store.find_rematch."""
        require_utf8(match_id)
        return await self._writer.run(lambda cursor: _id_where(cursor, "rematch_of = ?", match_id))

    async def idle_since(self, time: str, most: int) -> list[str]:
        """See Store.idle_since."""
        require_utf8(time)
        return await self._writer.run(lambda cursor: _idle_since(cursor, time, most))

    async def entries(self, match_id: str) -> list[Entry]:
        """See Store.entries."""
        require_utf8(match_id)
        return await self._writer.run(lambda cursor: _entries(cursor, match_id))

    async def documents(self, match_id: str) -> dict[str, str]:
        """See Store.documents."""
        require_utf8(match_id)
        return await self._writer.run(lambda cursor: _documents(cursor, match_id))

    async def delete(self, match_id: str) -> None:
        """See Store.delete."""
        require_utf8(match_id)
        await self._writer.run(lambda cursor: _delete(cursor, match_id))

    async def close(self) -> None:
        """See Store.close."""
        await self._writer.close()


_COLUMNS = ", ".join(field.name for field in fields(StoredMatch))


def _create(cursor: sqlite3.Cursor, row: tuple[str | None, ...]) -> None:
    try:
        cursor.execute(f"INSERT INTO matches ({_COLUMNS}) VALUES ({', '.join('?' * len(row))})", row)
    except sqlite3.IntegrityError as conflict:
        if conflict.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise
        raise MatchExists(str(row[0])) from None


def _append(cursor: sqlite3.Cursor, match_id: str, entry: Entry) -> None:
    key = _key(cursor, match_id)
    (last,) = cursor.execute("SELECT coalesce(max(number), 0) FROM entries WHERE match_key = ?", (key,)).fetchone()
    if entry.number != last + 1:
        raise LogGap(match_id, entry.number, last + 1)
    try:
        cursor.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
            (key, entry.number, entry.at, entry.player, entry.seat, entry.order, entry.order_id),
        )
    except sqlite3.IntegrityError as conflict:
        if entry.order_id is None or conflict.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise
        raise OrderRepeated(match_id, entry.order_id) from None


def _save_roster(cursor: sqlite3.Cursor, match_id: str, roster: str, status: str) -> None:
    key = _key(cursor, match_id)
    cursor.execute("UPDATE matches SET roster = ?, status = ? WHERE match_key = ?", (roster, status, key))


def _save_document(cursor: sqlite3.Cursor, match_id: str, name: str, document: str) -> None:
    key = _key(cursor, match_id)
    cursor.execute("REPLACE INTO documents VALUES (?, ?, ?)", (key, name, document))


def _matches(cursor: sqlite3.Cursor, condition: str = "") -> list[StoredMatch]:
    rows = cursor.execute(f"SELECT {_COLUMNS} FROM matches {condition} ORDER BY match_key")
    return [StoredMatch(*row) for row in rows]


def _find(cursor: sqlite3.Cursor, match_id: str) -> StoredMatch:
    row = cursor.execute(f"SELECT {_COLUMNS} FROM matches WHERE match_id = ?", (match_id,)).fetchone()
    if row is None:
        raise NoSuchMatch(match_id)
    return StoredMatch(*row)


def _id_where(cursor: sqlite3.Cursor, condition: str, value: str) -> str | None:
    rows = cursor.execute(f"SELECT match_id FROM matches WHERE {condition} ORDER BY match_key LIMIT 1", (value,))
    row: tuple[str] | None = rows.fetchone()
    return None if row is None else row[0]


def _idle_since(cursor: sqlite3.Cursor, time: str, most: int) -> list[str]:
    last = "SELECT at FROM entries WHERE entries.match_key = matches.match_key ORDER BY number DESC LIMIT 1"
    rows = cursor.execute(
        f"SELECT match_id FROM matches WHERE created_at < ?1 AND coalesce(({last}) < ?1, TRUE)"
        " ORDER BY created_at, match_key LIMIT ?2",
        (time, most),
    )
    return [match_id for (match_id,) in rows]


def _entries(cursor: sqlite3.Cursor, match_id: str) -> list[Entry]:
    rows = cursor.execute(
        'SELECT number, at, player, seat, "order", order_id FROM entries WHERE match_key = ? ORDER BY number',
        (_key(cursor, match_id),),
    )
    return [Entry(*row) for row in rows]


def _documents(cursor: sqlite3.Cursor, match_id: str) -> dict[str, str]:
    key = _key(cursor, match_id)
    return dict(cursor.execute("SELECT name, document FROM documents WHERE match_key = ?", (key,)).fetchall())


def _delete(cursor: sqlite3.Cursor, match_id: str) -> None:
    cursor.execute("DELETE FROM matches WHERE match_key = ?", (_key(cursor, match_id),))


def _key(cursor: sqlite3.Cursor, match_id: str) -> int:
    row: tuple[int] | None = cursor.execute("SELECT match_key FROM matches WHERE match_id = ?", (match_id,)).fetchone()
    if row is None:
        raise NoSuchMatch(match_id)
    return row[0]
