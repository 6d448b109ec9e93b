"""The part of the soak run that sends frames."""

from __future__ import annotations

import time

import pytest

from tests.fuzz.fuzzer import Fuzzer
from tests.soak.frames import run


@pytest.mark.slow
def test_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """It sends what was asked for to a server as users start it, and counts each fuzzer that fails as a fault."""
    row = run(150, time.monotonic() + 60)
    assert row.done >= 150
    assert row.faults == 0

    def fail(fuzzer: Fuzzer, _wrong: int, _right: int) -> None:
        fuzzer.frames += 100
        raise AssertionError("something changed")

    monkeypatch.setattr(Fuzzer, "batch", fail)
    row = run(150, time.monotonic() + 60)
    assert (row.done, row.faults) == (200, 2)
