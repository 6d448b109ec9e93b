"""Opening the file of the log: made if it is missing, locked, checked, and proved durable."""

import sqlite3
from pathlib import Path

from sonar_referee.store.errors import StoreUnusable
from sonar_referee.store.wal import is_damaged, wal_of

FORMAT = 2
"""The version of the file's layout that this code reads and writes (SQLite's `user_version`)."""

APPLICATION_ID = 0x534F4E52
"""Marks a file as a log of Sonar Referee ("SONR", SQLite's `application_id`)."""

OLDEST_SQLITE = (3, 37, 0)
"""The first SQLite with STRICT tables."""

_SCHEMA = f"""
CREATE TABLE matches (
    match_key INTEGER PRIMARY KEY,
    match_id TEXT NOT NULL UNIQUE,
    join_code TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    status TEXT NOT NULL,
    setup TEXT NOT NULL,
    roster TEXT NOT NULL,
    rematch_of TEXT
) STRICT;
CREATE INDEX matches_by_age ON matches (created_at);
CREATE INDEX rematches ON matches (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE TABLE entries (
    match_key INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at TEXT NOT NULL,
    player TEXT NOT NULL,
    seat TEXT NOT NULL,
    "order" TEXT NOT NULL,
    order_id TEXT,
    PRIMARY KEY (match_key, number),
    UNIQUE (match_key, player, order_id)
) STRICT;
CREATE TABLE documents (
    match_key INTEGER NOT NULL REFERENCES matches ON DELETE CASCADE,
    name TEXT NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (match_key, name)
) STRICT;
CREATE TABLE trial (data BLOB NOT NULL) STRICT;
PRAGMA application_id = {APPLICATION_ID};
PRAGMA user_version = {FORMAT};
"""

# Bounds the WAL (to about 16 MiB) on a server that is never idle; SQLite's own 1000 would delay more commits.
_WAL_PAGES = 4096

# Bytes that the WAL keeps when it begins anew; what a burst or a deletion took beyond them goes back to the disk.
_WAL_KEPT = 1 << 20

_SETTINGS = {"journal_mode": "WAL", "synchronous": "FULL", "foreign_keys": "ON"}
_PROOF = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "locking_mode": "exclusive"}

_NAME_LOG = "name a log of Sonar Referee, or a file that does not exist yet"
_NAME_PLACE = "name a file in a folder where this user may make and write files"
_SENTENCES = {
    sqlite3.SQLITE_BUSY: "is in use by another server or program; stop that one, or name another file.",
    sqlite3.SQLITE_NOTADB: f"is not a database file; {_NAME_LOG}.",
    sqlite3.SQLITE_READONLY: "is read-only; make it and its folder writable for the user who runs this server.",
    # SQLite's answer to a file that it may only read, and to network folders without locks.
    sqlite3.SQLITE_IOERR_LOCK: "cannot be locked; make it writable for the user who runs this server, on a local disk.",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened; {_NAME_PLACE}.",
    sqlite3.SQLITE_CORRUPT: "is damaged; put a backup in its place, or move it away to begin a new log.",
}


def open_log(path: Path) -> sqlite3.Connection:
    """Open the log at `path`, or make it; StoreUnusable unless it is durable and this process's alone."""
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise StoreUnusable(f"SQLite {sqlite3.sqlite_version} is too old; use a Python with SQLite {oldest} or newer.")
    _prepare_place(path)
    _require_sound_wal(path.resolve())
    try:
        # The absolute path, since SQLite reads names such as ":memory:" in its own way.
        connection = sqlite3.connect(path.absolute(), timeout=0, isolation_level=None, check_same_thread=False)
        try:
            _lock(connection)
            is_new = _identify(connection, path)
            _configure(connection, path)
            if is_new:
                connection.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
        except BaseException:
            connection.close()
            raise
    except UnicodeDecodeError as failure:  # SQLite quotes the damage in its message, and Python cannot read it
        raise StoreUnusable(f"{path} {_SENTENCES[sqlite3.SQLITE_CORRUPT]}") from failure
    except sqlite3.Error as failure:
        fallback = f"cannot be used ({failure}); check its disk, or name another file."
        code = getattr(failure, "sqlite_errorcode", 0)  # missing where Python's binding itself complains
        sentence = _SENTENCES.get(code) or _SENTENCES.get(code & 0xFF, fallback)
        raise StoreUnusable(f"{path} {sentence}") from failure
    return connection


def read_setting(connection: sqlite3.Connection, name: str) -> str:
    """Return a PRAGMA's value as SQLite reports it."""
    return str(connection.execute(f"PRAGMA {name}").fetchone()[0])


def _prepare_place(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_folder = path.is_dir()
    except OSError as failure:
        reason = failure.strerror or type(failure).__name__
        raise StoreUnusable(
            f"the folder {path.parent} cannot be made or entered ({reason}); {_NAME_PLACE}."
        ) from failure
    if is_folder:
        raise StoreUnusable(f"{path} is a folder; name a file in it.")


def is_in_use(path: Path) -> bool:
    """Whether a server has the log at `path` open; asking changes nothing."""
    if not wal_of(path).exists():  # a server has one as long as it runs, and asking would make one
        return False
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&readonly_shm=1", uri=True, timeout=0)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    except sqlite3.Error as refusal:
        return getattr(refusal, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
    finally:
        connection.close()
    return False


def _require_sound_wal(path: Path) -> None:
    """Refuse a damaged write-ahead log before SQLite, which would take what is sound of it and delete the rest."""
    wal = wal_of(path)
    try:
        damaged = is_damaged(wal) and not is_in_use(path)
    except OSError:  # SQLite cannot read it either, and says so in its own way
        return
    if damaged:
        raise StoreUnusable(
            f"{wal} is damaged: orders that were stored are missing in it; put a backup of it and of {path.name} in "
            "their place, or move it away to go on without all that it holds."
        )


def _lock(connection: sqlite3.Connection) -> None:
    # Before the first access: then SQLite takes the lock at once, keeps it, and needs no shared memory.
    connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.execute("BEGIN EXCLUSIVE")
    connection.execute("COMMIT")


def _identify(connection: sqlite3.Connection, path: Path) -> bool:
    """Refuse a file that is not a sound log of this format; return whether it is empty."""
    application = int(read_setting(connection, "application_id"))
    version = int(read_setting(connection, "user_version"))
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if application == version == tables == 0:
        return True
    if application != APPLICATION_ID:
        raise StoreUnusable(f"{path} is the database of another program; {_NAME_LOG}.")
    if version != FORMAT:
        raise StoreUnusable(
            f"{path} has format {version} and this server reads format {FORMAT}; "
            "run the version of Sonar Referee that wrote it, or name another file."
        )
    if read_setting(connection, "quick_check(1)") != "ok":
        raise StoreUnusable(f"{path} {_SENTENCES[sqlite3.SQLITE_CORRUPT]}")
    return False


def _configure(connection: sqlite3.Connection, path: Path) -> None:
    """Make every commit durable, and refuse the file where SQLite does not confirm that."""
    for name, value in _SETTINGS.items():
        connection.execute(f"PRAGMA {name} = {value}")
    # On macOS, fsync alone leaves a commit in the drive's cache; elsewhere this changes nothing.
    connection.execute("PRAGMA fullfsync = ON")
    connection.execute(f"PRAGMA wal_autocheckpoint = {_WAL_PAGES}")
    connection.execute(f"PRAGMA journal_size_limit = {_WAL_KEPT}")
    for name, proof in _PROOF.items():
        value = read_setting(connection, name)
        if value != proof:
            raise StoreUnusable(f"{path} cannot be kept safe: SQLite says {name} is {value}, where {proof} is needed.")
