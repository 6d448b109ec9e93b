"""Fixtures of the store's tests; a test written as a coroutine runs in an event loop of its own."""

import asyncio
import inspect
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sonar_referee.store import MemoryStore, SQLiteStore, Store


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run coroutine tests with asyncio.run."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return where a log may be made."""
    return tmp_path / "matches.db"


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, path: Path) -> Iterator[Store]:
    """Return each implementation in turn, empty."""
    store: Store = MemoryStore() if request.param == "memory" else SQLiteStore.open(path)
    yield store
    asyncio.run(store.close())


@pytest.fixture
def sqlite_store(path: Path) -> Iterator[SQLiteStore]:
    """Return an empty SQLite store."""
    store = SQLiteStore.open(path)
    yield store
    asyncio.run(store.close())


@pytest.fixture
def python() -> Callable[..., list[str]]:
    """Return a function that gives the command line for Python code, with this process's import path."""
    prelude = f"import sys; sys.path[:] = {[str(Path(place).resolve()) for place in sys.path]!r}\n"
    return lambda code, *arguments: [sys.executable, "-c", prelude + code, *map(str, arguments)]
