"""Reading a log that no server has open, without changing its files in any way."""

import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sonar_referee.store.errors import StoreUnusable
from sonar_referee.store.opening import is_in_use
from sonar_referee.store.sqlite import SQLiteStore
from sonar_referee.store.wal import wal_of


@asynccontextmanager
async def reading(path: Path) -> AsyncIterator[SQLiteStore]:
    """The store at `path` for the time of an `async with` block; StoreUnusable.

    It is a copy of the file and, where a killed server has left one, of its write-ahead log: to read that in place,
    SQLite would have to write to it.
    """
    file = path.resolve()
    with tempfile.TemporaryDirectory(prefix="sonar-referee-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / file.name
        _require_unused(path)
        try:
            shutil.copyfile(file, copy)
            if wal_of(file).exists():
                shutil.copyfile(wal_of(file), wal_of(copy))
        except OSError as failure:
            raise StoreUnusable(f"{path} cannot be read ({failure.strerror}).") from failure
        _require_unused(path)  # by a server that was started meanwhile
        try:
            store = SQLiteStore.open(copy)
        except StoreUnusable as refusal:
            raise StoreUnusable(str(refusal).replace(str(copy), str(path))) from refusal
        try:
            yield store
        finally:
            await store.close()


def _require_unused(path: Path) -> None:
    if is_in_use(path.resolve()):
        raise StoreUnusable(f"{path} is in use by a server; stop that one first.")
