"""Opening a log: what it sets up, and the one sentence that says why a file cannot be one."""

import asyncio
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonar_referee.store import Entry, SQLiteStore, StoredMatch, StoreError, StoreUnusable
from sonar_referee.store.opening import APPLICATION_ID, FORMAT, open_log

NAME_PLACE = "name a file in a folder where this user may make and write files"


def refusal(path: Path) -> str:
    """Return the sentence with which opening is refused."""
    with pytest.raises(StoreUnusable) as caught:
        SQLiteStore.open(path)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def make_log(path: Path, entries: int = 200) -> None:
    """Leave a closed log with one match at `path`."""

    async def write() -> None:
        store = SQLiteStore.open(path)
        await store.create(StoredMatch("m1", "j1", "2030-01-01T00:00:00Z", "lobby", "{}", "[]"))
        await asyncio.gather(
            *(
                store.append("m1", Entry(number, "2030-01-01T00:00:00Z", "anna", "alpha", "x" * 200, None))
                for number in range(1, entries + 1)
            )
        )
        await store.close()

    asyncio.run(write())


def alter(path: Path, *statements: str) -> None:
    """Change a database behind the store's back."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def test_new_log_is_durable_locked_and_marked(path: Path) -> None:
    connection = open_log(path)
    pragmas = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in (
            "journal_mode",
            "synchronous",
            "locking_mode",
            "foreign_keys",
            "application_id",
            "user_version",
        )
    }
    strict = connection.execute("SELECT name, strict FROM pragma_table_list WHERE name NOT LIKE 'sqlite_%'")
    assert dict(strict.fetchall()) == {"matches": 1, "entries": 1, "documents": 1, "trial": 1}
    connection.close()
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,
        "locking_mode": "exclusive",
        "foreign_keys": 1,
        "application_id": APPLICATION_ID,
        "user_version": FORMAT,
    }


def test_durability_reports_what_was_confirmed(path: Path) -> None:
    store = SQLiteStore.open(path)
    assert store.durability() == {
        "journal_mode": "wal",
        "synchronous": "full",
        "locking_mode": "exclusive",
        "sqlite": sqlite3.sqlite_version,
        "format": str(FORMAT),
    }
    asyncio.run(store.close())


def test_reopened_log_has_the_same_settings(path: Path) -> None:
    make_log(path)
    store = SQLiteStore.open(path)
    report = store.durability()
    assert (report["journal_mode"], report["synchronous"], report["locking_mode"]) == (
        "wal",
        "full",
        "exclusive",
    )
    asyncio.run(store.close())


def test_missing_folders_are_made(tmp_path: Path) -> None:
    make_log(tmp_path / "a" / "b" / "matches.db")
    assert (tmp_path / "a" / "b" / "matches.db").is_file()


def test_empty_file_becomes_a_log(path: Path) -> None:
    path.touch()
    make_log(path)


@pytest.mark.parametrize("done", ["BEGIN", "PRAGMA user_version"])
def test_log_whose_making_was_interrupted_is_made_again(path: Path, monkeypatch: pytest.MonkeyPatch, done: str) -> None:
    class Interrupted(sqlite3.Connection):
        def executescript(self, script: str) -> sqlite3.Cursor:
            super().executescript(script[: script.index(done)])
            raise sqlite3.OperationalError("interrupted")

    with monkeypatch.context() as patched:
        use_connection(patched, Interrupted)
        assert "(interrupted)" in refusal(path)
    make_log(path)


def test_path_is_a_file_whatever_sqlite_reads_in_its_name(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    make_log(Path(":memory:"))
    assert (path.parent / ":memory:").is_file()


@pytest.mark.parametrize("content", [b"hello", b"hello " * 2000, b"\0" * 100])
def test_other_file_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert refusal(path) == (
        f"{path} is not a database file; name a log of Sonar Referee, or a file that does not exist yet."
    )
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE theirs (a)"],
        ["PRAGMA application_id = 7"],
        ["PRAGMA user_version = 1"],
        ["CREATE TABLE theirs (a)", "PRAGMA journal_mode = WAL"],
    ],
)
def test_database_of_another_program_is_refused_and_left_alone(path: Path, statements: list[str]) -> None:
    alter(path, *statements)
    before = path.read_bytes()
    assert refusal(path) == (
        f"{path} is the database of another program; name a log of Sonar Referee, or a file that does not exist yet."
    )
    assert path.read_bytes() == before
    alter(path, "CREATE TABLE more (a)")  # and the lock is gone


def test_newer_format_is_refused(path: Path) -> None:
    make_log(path)
    alter(path, f"PRAGMA user_version = {FORMAT + 1}")
    assert refusal(path) == (
        f"{path} has format {FORMAT + 1} and this server reads format {FORMAT}; "
        "run the version of Sonar Referee that wrote it, or name another file."
    )


def test_read_only_file_is_refused(path: Path) -> None:
    make_log(path)
    with path.open("r+b") as file:
        file.seek(18)
        file.write(b"\x03")  # a write version that SQLite does not know makes it read the file only, even as root
    assert refusal(path) == f"{path} is read-only; make it and its folder writable for the user who runs this server."


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "told"),
    [
        (0o444, 0o777, "cannot be locked; make it writable for the user who runs this server, on a local disk."),
        (0o666, 0o555, "is read-only; make it and its folder writable for the user who runs this server."),
        (0o000, 0o777, f"cannot be opened; {NAME_PLACE}."),
    ],
)
def test_missing_permission_is_told(
    python: Callable[..., list[str]], file_mode: int, folder_mode: int, told: str
) -> None:
    code = """
import os
from pathlib import Path
from sonar_referee.store import SQLiteStore, StoreUnusable
if os.getuid() == 0:
    os.setuid(65534)  # root may do anything
try:
    SQLiteStore.open(Path(sys.argv[1]))
except StoreUnusable as refused:
    print(refused)
"""
    with tempfile.TemporaryDirectory() as folder:  # whose parents, unlike those of pytest's, are open to all
        path = Path(folder, "matches.db")
        make_log(path)
        path.chmod(file_mode)
        path.parent.chmod(folder_mode)
        said = subprocess.run(python(code, path), capture_output=True, text=True, check=True).stdout
        path.parent.chmod(0o777)
    assert said.strip() == f"{path} {told}"


def test_folder_in_the_files_place_is_refused(path: Path) -> None:
    path.mkdir()
    assert refusal(path) == f"{path} is a folder; name a file in it."


def test_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refusal(tmp_path / "file" / "deeper" / "matches.db") == (
        f"the folder {tmp_path}/file/deeper cannot be made or entered (Not a directory); {NAME_PLACE}."
    )


def test_file_that_cannot_be_opened_is_refused(path: Path) -> None:
    path.symlink_to(path.parent / "missing" / "matches.db")
    assert refusal(path) == (f"{path} cannot be opened; {NAME_PLACE}.")


def test_other_errors_of_the_disk_are_named(path: Path) -> None:
    path.with_name(path.name + "-wal").mkdir()
    assert refusal(path) == f"{path} cannot be used (disk I/O error); check its disk, or name another file."


@pytest.mark.parametrize("fault", ["overwritten", "truncated", "miscounted"])
def test_damaged_file_is_refused(path: Path, fault: str) -> None:
    make_log(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        if fault == "overwritten":
            file.seek(4096)
            file.write(b"\xa5" * (size - 4096))
        elif fault == "truncated":
            file.truncate(size - 4096)
        else:
            file.seek(size - 4096 + 3)
            file.write(b"\x00\x01")  # the number of cells in the last page
    assert refusal(path) == f"{path} is damaged; put a backup in its place, or move it away to begin a new log."


def test_errors_of_the_binding_are_named(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            raise sqlite3.OperationalError("could not decode")  # raised by Python, hence without a code

    use_connection(monkeypatch, Failing)
    assert refusal(path) == f"{path} cannot be used (could not decode); check its disk, or name another file."


def test_damage_that_sqlite_quotes_is_refused(path: Path) -> None:
    make_log(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"CREATE TABLE documents", b"CREATE\xffTABLE documents"))
    assert refusal(path) == f"{path} is damaged; put a backup in its place, or move it away to begin a new log."


def test_kinds_of_an_error_share_its_sentence(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(sqlite3.Connection):
        def execute(self, *arguments: Any) -> sqlite3.Cursor:
            error = sqlite3.OperationalError("attempt to write a readonly database")
            error.sqlite_errorcode = sqlite3.SQLITE_READONLY_DIRECTORY
            raise error

    use_connection(monkeypatch, Failing)
    assert refusal(path) == f"{path} is read-only; make it and its folder writable for the user who runs this server."


@pytest.fixture(scope="module")
def sound_log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the content of a log of some pages."""
    path = tmp_path_factory.mktemp("sound") / "matches.db"
    make_log(path)
    return path.read_bytes()


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_any_damage_is_refused_or_harmless(sound_log: bytes, data: st.DataObject) -> None:
    offset = data.draw(st.one_of(st.integers(0, 99), st.integers(0, len(sound_log) - 1)), "offset")
    damage = data.draw(st.binary(min_size=1, max_size=40), "damage")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "matches.db")
        path.write_bytes(sound_log[:offset] + damage + sound_log[offset + len(damage) :])
        with suppress(StoreError):
            asyncio.run(read_all(SQLiteStore.open(path)))


async def read_all(store: SQLiteStore) -> None:
    """Read a whole store, then close it."""
    try:
        for one in await store.matches():
            await store.entries(one.match_id)
            await store.documents(one.match_id)
    finally:
        await store.close()


def test_file_in_use_by_another_server_is_refused(path: Path, python: Callable[..., list[str]]) -> None:
    make_log(path)
    store = SQLiteStore.open(path)
    code = """
from pathlib import Path
from typing import Any
from sonar_referee.store import SQLiteStore, StoreUnusable
try:
    SQLiteStore.open(Path(sys.argv[1]))
except StoreUnusable as refused:
    print(refused)
"""
    sentence = f"{path} is in use by another server or program; stop that one, or name another file."
    told = subprocess.run(python(code, path), capture_output=True, text=True, check=True).stdout
    assert told.strip() == sentence
    assert refusal(path) == sentence  # and in this process too
    asyncio.run(store.close())
    asyncio.run(SQLiteStore.open(path).close())


@pytest.mark.parametrize("fresh", [True, False])
def test_no_other_connection_can_write_or_read(path: Path, fresh: bool, python: Callable[..., list[str]]) -> None:
    if not fresh:
        make_log(path)
    store = SQLiteStore.open(path)
    code = """
import sqlite3
connection = sqlite3.connect(sys.argv[1], timeout=0)
for statement in ("DELETE FROM matches", "SELECT * FROM matches"):
    try:
        connection.execute(statement)
    except sqlite3.OperationalError as refused:
        print(refused)
"""
    told = subprocess.run(python(code, path), capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["database is locked"] * 2
    asyncio.run(store.close())


def use_connection(monkeypatch: pytest.MonkeyPatch, kind: type[sqlite3.Connection]) -> None:
    """Let stores open their files with another kind of connection."""
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: connect(*given, factory=kind, **named))


@pytest.mark.parametrize(
    ("setting", "told", "needed"),
    [
        ("journal_mode = WAL", "journal_mode is delete", "wal"),
        ("synchronous = FULL", "synchronous is 1", "2"),
        ("foreign_keys = ON", "foreign_keys is 0", "1"),
        ("locking_mode = EXCLUSIVE", "locking_mode is normal", "exclusive"),
    ],
)
def test_setting_that_does_not_take_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, told: str, needed: str
) -> None:
    class Deaf(sqlite3.Connection):
        def execute(self, statement: str, *arguments: Any) -> sqlite3.Cursor:
            if statement == "PRAGMA synchronous = FULL":
                super().execute("PRAGMA synchronous = NORMAL")
            if statement == f"PRAGMA {setting}":
                statement = "SELECT 1"
            return super().execute(statement, *arguments)

    use_connection(monkeypatch, Deaf)
    assert refusal(path) == f"{path} cannot be kept safe: SQLite says {told}, where {needed} is needed."


def test_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 36, 0))
    monkeypatch.setattr(sqlite3, "sqlite_version", "3.36.0")
    assert refusal(path) == "SQLite 3.36.0 is too old; use a Python with SQLite 3.37.0 or newer."
    assert not path.exists()
