"""Time at a table: what everybody is told of the clock, and what is entered in the log when it runs out."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

from sonar_referee.games.game import SPECTATOR, Viewer
from sonar_referee.match.table import CLOCK
from sonar_referee.store import MemoryStore
from sonar_referee.wire.problems import Problem
from tests.match.clock import put_forward
from tests.match.timed import (
    CLOCK_OF_45,
    ENEMY,
    FailingStore,
    clock_in,
    everybody,
    givers,
    playing,
)


async def test_clock_in_views() -> None:
    """A view shows the clock as it is when the view is asked for, also when nothing else has changed in it."""
    crews = await playing(MemoryStore(), clock=CLOCK_OF_45)
    assert clock_in(crews.table) == (45, 45.0, True)
    revision = crews.table.match.revision(SPECTATOR)
    await put_forward(4)
    assert clock_in(crews.table) == (45, 41.0, True)
    assert crews.table.match.revision(SPECTATOR) == revision
    await crews.order("blue.captain", "head", heading="north")
    assert clock_in(crews.table) == (45, 45.0, True), "another wait"
    await crews.order("blue.captain", "resign")
    assert clock_in(crews.table) is None


async def test_no_clock_without_the_option() -> None:
    """Without a clock views have none, in the lobby and later."""
    crews = await playing(MemoryStore())
    assert clock_in(crews.table) is None


async def test_default_order_when_time_is_up() -> None:
    """After 45 seconds without an order the referee gives one, enters it as the clock's, and goes on to the next."""
    store = MemoryStore()
    crews = await playing(store, clock=CLOCK_OF_45)
    await put_forward(44.5)
    assert await givers(crews, store) == []
    await put_forward(0.6)
    assert await givers(crews, store) == [CLOCK]
    assert crews.table.match.state.phase == "marks"
    assert clock_in(crews.table) == (45, 45.0, True)
    await put_forward(45.1)
    assert await givers(crews, store) == [CLOCK] * 2
    assert crews.table.match.state.phase == "marks", "the First Mate is awaited after the Engineer's OK"
    assert clock_in(crews.table) == (45, 45.0, True)


@pytest.mark.parametrize(("passed", "giver"), [(44.9, "blue.captain"), (45.0, "blue.captain"), (45.1, CLOCK)])
async def test_order_at_the_last_instant(passed: float, giver: str) -> None:
    """An order that arrives 45.0 seconds after the wait began counts; after that the referee has given one."""
    store = MemoryStore()
    crews = await playing(store, clock=CLOCK_OF_45)
    await put_forward(passed)
    with suppress(Problem):
        await crews.order("blue.captain", "head", heading="west")
    assert await givers(crews, store) == [giver]


async def test_forfeit_when_time_is_up() -> None:
    """If the match was created so, the team that lets its time run out has lost."""
    store = MemoryStore()
    crews = await playing(store, clock={"seconds": 45, "on_expiry": "forfeit"})
    await put_forward(45.1)
    assert await givers(crews, store) == [CLOCK]
    assert crews.table.summary()["outcome"].winner == "yellow"
    assert crews.table.summary()["outcome"].reason == "time"
    assert clock_in(crews.table) is None


async def test_warnings_are_told_to_everybody() -> None:
    """When 30 and 10 seconds are left everybody gets a frame with the clock, and no view."""
    crews = await playing(MemoryStore(), clock=CLOCK_OF_45)
    with everybody(crews.table) as listeners:
        revisions = [crews.table.match.revision(viewer) for viewer in listeners]
        for passed, shown in ((14.5, None), (0.6, 30), (19.4, None), (0.6, 10)):
            await put_forward(passed)
            for listener in listeners.values():
                frames = [json.loads(frame) for frame in listener.outbox]
                listener.outbox.clear()
                assert [(one["type"], round(one["clock"]["left"])) for one in frames] == [("clock", shown)] * bool(
                    shown
                )
        assert [crews.table.match.revision(viewer) for viewer in listeners] == revisions


@pytest.mark.parametrize("viewer", [ENEMY, SPECTATOR], ids=["enemy", "spectator"])
async def test_early_mark_is_kept_secret_by_the_clock(viewer: Viewer) -> None:
    """Whether a mark was made early, in secret, shows neither in the clock nor in what is told when (R53, P8)."""
    told = []
    for early in (False, True):
        crews = await playing(MemoryStore(), clock=CLOCK_OF_45)
        await crews.order("blue.captain", "head", heading="north")
        match = crews.table.match
        with crews.table.listeners.listening(viewer, None) as listener:
            story: list[Any] = []
            for passed in (10.0, 6.0, 20.0, 8.5):
                await put_forward(passed)
                frames = [json.loads(frame) for frame in listener.outbox]
                if early and passed == 6.0:
                    await crews.order("blue.first_mate", "mark_gauge", system="torpedo")
                    assert len(listener.outbox) == len(frames)
                listener.outbox.clear()
                story.append([(one["type"], round(one["clock"]["left"])) for one in frames])
                story.append((match.revision(viewer), match.streams.seq(viewer), clock_in(crews.table, viewer)))
        told.append(story)
        await crews.table.close()
    assert told[0] == told[1]
    assert [one for one in told[0] if isinstance(one, list)] == [[], [("clock", 29)], [("clock", 9)], []]
    assert told[0][-1][2] == (45, 0.5, True), "the time of the marks is nearly up"


async def test_clock_is_tried_again_when_the_disk_fails() -> None:
    """A default order that could not be stored is given a second later; once."""
    store = FailingStore()
    crews = await playing(store, clock=CLOCK_OF_45)
    store.failing = True
    await put_forward(45.1)
    await put_forward(1.1)
    assert await givers(crews, store) == []
    store.failing = False
    await put_forward(1.1)
    assert await givers(crews, store) == [CLOCK]
    await put_forward(20)
    assert await givers(crews, store) == [CLOCK]
