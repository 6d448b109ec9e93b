"""Runs coroutine tests in an event loop whose clock the test can put forward."""

from __future__ import annotations

import asyncio
import inspect

import pytest

from sonar_referee.bots import BOTS, default_bot
from tests.match.clock import ClockedLoop


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    with asyncio.Runner(loop_factory=ClockedLoop) as runner:
        runner.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(autouse=True)
def bots_that_take_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let bots choose in the loop itself: a thread would need time that does not pass here."""
    monkeypatch.setattr(BOTS["captain-sonar"][default_bot("captain-sonar")], "thinks", False)
