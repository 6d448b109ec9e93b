"""A write-ahead log that a killed server has left: damage is told, the ragged end of a crash is not."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from sonar_referee.store import SQLiteStore, StoreUnusable
from sonar_referee.store.wal import is_damaged, wal_of

FRAME = 24 + 4096
ENTRIES = 12

KILLED = """
import asyncio, os, signal
from pathlib import Path
from sonar_referee.store import Entry, SQLiteStore, StoredMatch

async def write():
    store = SQLiteStore.open(Path(sys.argv[1]))
    await store.create(StoredMatch("m1", "j1", "2030-01-01T00:00:00Z", "lobby", "{}", "[]"))
    for number in range(1, int(sys.argv[2]) + 1):
        await store.append("m1", Entry(number, "2030-01-01T00:00:00Z", "anna", "alpha", "x" * 900, None))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(write())
"""


def killed_server(path: Path) -> tuple[bytes, bytes]:
    """Return the files that a killed server has left at `path`: database and write-ahead log."""
    path.unlink(missing_ok=True)
    prelude = f"import sys; sys.path[:] = {[str(Path(place).resolve()) for place in sys.path]!r}\n"
    subprocess.run([sys.executable, "-c", prelude + KILLED, str(path), str(ENTRIES)], check=False)
    return path.read_bytes(), wal_of(path).read_bytes()


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """Return the files of one."""
    return killed_server(tmp_path_factory.mktemp("killed") / "matches.db")


def put(path: Path, database: bytes, wal: bytes) -> None:
    """Put the files in their place."""
    path.write_bytes(database)
    wal_of(path).write_bytes(wal)


def entries_in(path: Path) -> int:
    """How many entries are left when a server opens the log."""

    async def count() -> int:
        store = SQLiteStore.open(path)
        try:
            return len(await store.entries("m1")) if await store.matches() else 0
        finally:
            await store.close()

    return asyncio.run(count())


def test_sound_wal_is_read_to_its_end(path: Path, left: tuple[bytes, bytes]) -> None:
    put(path, *left)
    assert not is_damaged(wal_of(path))
    assert entries_in(path) == ENTRIES


def test_no_wal_is_not_damaged(path: Path) -> None:
    assert not is_damaged(wal_of(path))
    for content in (b"", b"7", b"\0" * 32, b"\0" * 5000):
        wal_of(path).write_bytes(content)
        assert not is_damaged(wal_of(path))


def test_damage_before_the_last_transaction_is_refused_and_left_alone(path: Path, left: tuple[bytes, bytes]) -> None:
    database, wal = left
    frames = (len(wal) - 32) // FRAME
    for frame in range(0, frames - 6, 5):  # the last transaction has fewer frames than that
        for place in (4, 9, 17, 24, 2000, 4119):
            at = 32 + frame * FRAME + place
            put(path, database, wal[:at] + bytes([wal[at] ^ 0x41]) + wal[at + 1 :])
            assert is_damaged(wal_of(path)), (frame, place)
    before = path.read_bytes(), wal_of(path).read_bytes()
    with pytest.raises(StoreUnusable) as refused:
        SQLiteStore.open(path)
    assert str(refused.value) == (
        f"{path}-wal is damaged: orders that were stored are missing in it; put a backup of it and of matches.db in "
        "their place, or move it away to go on without all that it holds."
    )
    assert (path.read_bytes(), wal_of(path).read_bytes()) == before


@pytest.mark.parametrize("place", [0, 5, 9, 13, 17, 25, 31])
def test_damaged_header_is_refused(path: Path, left: tuple[bytes, bytes], place: int) -> None:
    database, wal = left
    put(path, database, wal[:place] + bytes([wal[place] ^ 0x10]) + wal[place + 1 :])
    assert is_damaged(wal_of(path))


@pytest.mark.parametrize("width", [4096, 3 * 4096, 5 * FRAME])
def test_wide_damage_is_refused(path: Path, left: tuple[bytes, bytes], width: int) -> None:
    database, wal = left
    for at in range(32, len(wal) - width - 9 * FRAME, 7000):
        put(path, database, wal[:at] + b"\0" * width + wal[at + width :])
        assert is_damaged(wal_of(path)), at


def test_ragged_end_is_that_of_a_crash(path: Path, left: tuple[bytes, bytes]) -> None:
    """Wherever a crash cuts the log, what was committed before is read, and nothing is called damaged."""
    database, wal = left
    counts = []
    for end in range(0, len(wal), 9001):
        for rest in (b"", b"\0" * 3000, b"\xa5" * 9000):
            put(path, database, wal[:end] + rest if end > 32 else wal[:end])
            assert not is_damaged(wal_of(path)), end
        counts.append(entries_in(path))
    assert counts == sorted(counts)
    assert counts[-1] in (ENTRIES, ENTRIES - 1)


def test_transactions_that_failed_leave_no_damage(path: Path, left: tuple[bytes, bytes]) -> None:
    """Frames of transactions that were written but not confirmed, and overwritten by shorter ones, are no damage.

    The end of a second one that failed stands behind what is sound, and behind that the end of a longer first one.
    """
    database, wal = left
    frames = [wal[at : at + FRAME] for at in range(32, len(wal), FRAME)]
    commits = [number for number, frame in enumerate(frames) if frame[4:8] != b"\0" * 4]
    kept, second, first = commits[-ENTRIES + 1] + 1, commits[-ENTRIES + 3], commits[-ENTRIES + 5]
    stale = [*frames[second - 1 : second + 1], *frames[first - 1 : first + 1]]
    put(path, database, wal[:32] + b"".join([*frames[:kept], *stale]))
    assert not is_damaged(wal_of(path))
    assert entries_in(path) == 2
