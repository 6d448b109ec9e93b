"""The kills of a soak run: in nights of twenty-five, each fault counted, within the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.crash.night import Tally
from tests.soak import kills

Spend = Callable[[Tally, int], None]


@pytest.fixture(name="nights")
def kills_a_night(monkeypatch: pytest.MonkeyPatch) -> Callable[[Spend], list[int]]:
    """Puts something else in place of the nights; returns how many kills each was asked for."""

    def put(spend: Spend) -> list[int]:
        asked: list[int] = []

        async def spend_night(_folder: Path, _seed: int, kills: int, tally: Tally, _deadline: float) -> None:
            asked.append(kills)
            spend(tally, kills)

        monkeypatch.setattr("tests.soak.kills.spend_night", spend_night)
        return asked

    return put


def in_an_hour() -> float:
    return time.monotonic() + 3600


def test_as_many_as_asked_for(nights: Callable[[Spend], list[int]]) -> None:
    """As many nights as it takes, and the figures of all together."""

    def spend(tally: Tally, kills: int) -> None:
        tally.kills, tally.orders, tally.in_commit = kills, 1000, 7

    asked = nights(spend)
    row = kills.run(60, in_an_hour())
    assert asked == [25, 25, 10]
    assert (row.part, row.asked, row.done, row.faults) == ("kills", 60, 60, 0)
    assert row.remark.startswith("3,000 orders")
    assert row.remark.endswith("21 in a commit")


def test_a_fault_is_counted_with_the_kills_before_it(nights: Callable[[Spend], list[int]]) -> None:
    """A night in which something goes wrong is a fault; the next one follows all the same."""

    def spend(tally: Tally, kills: int) -> None:
        tally.kills = 20
        if kills == 25:
            raise AssertionError("lost")

    nights(spend)
    row = kills.run(40, in_an_hour())
    assert (row.done, row.faults) == (40, 1)


def test_what_fails_each_time_is_given_up(nights: Callable[[Spend], list[int]]) -> None:
    """After five faults the rest is left out."""

    def spend(_tally: Tally, _kills: int) -> None:
        raise AssertionError("broken")

    asked = nights(spend)
    assert kills.run(500, in_an_hour()).faults == 5
    assert len(asked) == 5


def test_no_longer_than_until_the_deadline(nights: Callable[[Spend], list[int]]) -> None:
    """What the time does not suffice for is not done."""
    assert nights(lambda _tally, _kills: None) == []
    row = kills.run(500, time.monotonic())
    assert (row.asked, row.done, row.faults) == (500, 0, 0)


def test_an_interrupt_reports_what_was_done(nights: Callable[[Spend], list[int]]) -> None:
    """Ctrl+C in a night loses none of the figures."""

    def spend(tally: Tally, _kills: int) -> None:
        tally.kills = 3
        raise KeyboardInterrupt

    nights(spend)
    row = kills.run(500, in_an_hour())
    assert (row.done, row.faults) == (3, 0)
    assert row.remark.startswith("interrupted")
