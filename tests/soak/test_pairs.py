"""The part of the soak run that compares pairs of worlds."""

from __future__ import annotations

import time

import pytest

from tests.soak import pairs


@pytest.mark.slow
def test_it_compares_as_many_pairs_as_are_asked_for() -> None:
    """Without a leak there is no fault."""
    row = pairs.run(40, time.monotonic() + 100)
    assert row.part == "pairs"
    assert row.done >= row.asked == 40
    assert row.faults == 0


@pytest.mark.slow
def test_it_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is asked for is not waited for beyond the deadline."""
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    row = pairs.run(1_000_000, time.monotonic())
    assert row.done < 1_000_000
    assert row.faults == 0
