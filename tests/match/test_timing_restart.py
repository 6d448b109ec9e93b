"""What is left of all times when the server comes back."""

from __future__ import annotations

from sonar_referee.match.roster import STAND_IN
from sonar_referee.match.table import CLOCK
from sonar_referee.match.timing import DOCUMENT
from sonar_referee.store import MemoryStore
from tests.match.clock import SEATS, Crews, full_table, make_matches, put_forward, settle
from tests.match.timed import (
    CLOCK_OF_45,
    FailingStore,
    away,
    brought_back,
    clock_in,
    come_back,
    givers,
    go_away,
    playing,
)


async def test_clean_stop_keeps_all_times() -> None:
    """After a clean stop clock, pauses and the time to return go on where they stood, however long it lasted."""
    store = MemoryStore()
    crews = await playing(store, clock=CLOCK_OF_45, presence="forfeit")
    go_away(crews, "blue.engineer")
    await put_forward(15.01)
    await put_forward(10)
    assert clock_in(crews.table) == (45, 30.0, False)
    await crews.table.close()
    await put_forward(10_000)
    table = await brought_back(store, crews)
    assert clock_in(table) == (45, 30.0, False)
    assert away(table) == {"blue.engineer": 50.0}
    table.timing.opened(crews.players["blue.engineer"])
    await put_forward(29.5)
    assert clock_in(table) == (45, 0.5, True)
    await put_forward(0.6)
    assert await givers(crews, store) == [CLOCK]


async def test_clean_stop_of_a_running_clock() -> None:
    """A clock that runs when the server stops has as much left afterwards."""
    store = MemoryStore()
    crews = await playing(store, clock=CLOCK_OF_45)
    await put_forward(10)
    await crews.table.close()
    await put_forward(100)
    assert clock_in(await brought_back(store, crews)) == (45, 35.0, True)


async def test_kill_gives_no_less_time() -> None:
    """After a kill a wait has what was left at the last pause or warning, or all of it if nothing was stored of it."""
    store = MemoryStore()
    crews = await playing(store, clock=CLOCK_OF_45)
    await put_forward(15.01)
    await put_forward(2)
    crews.table.timing.close()
    table = await brought_back(store, crews)
    assert clock_in(table) == (45, 30.0, True), "as it was warned"
    await crews.order("blue.captain", "head", heading="north")
    table = await brought_back(store, crews)
    assert clock_in(table) == (45, 45.0, True), "another wait"


async def test_kill_during_an_absence() -> None:
    """What was stored when a player was disconnected or came back is taken up after a kill."""
    store = MemoryStore()
    crews = await playing(store, clock=CLOCK_OF_45)
    go_away(crews, "blue.engineer")
    await put_forward(15.01)
    await put_forward(30)
    crews.table.timing.close()
    table = await brought_back(store, crews)
    assert clock_in(table) == (45, 30.0, False)
    assert round(away(table)["blue.engineer"]) == 60, "never less than was told"
    table.timing.opened(crews.players["blue.engineer"])
    await settle()
    table.timing.close()
    table = await brought_back(store, crews)
    assert (clock_in(table), away(table)) == ((45, 30.0, True), {})


async def test_times_that_cannot_be_stored() -> None:
    """A disk that refuses to keep the times stops nothing."""
    store = FailingStore()
    crews = await playing(store)
    store.failing = True
    go_away(crews, "blue.engineer")
    await put_forward(15.1)
    assert set(away(crews.table)) == {"blue.engineer"}
    await crews.table.close()
    assert DOCUMENT not in await store.documents(crews.table.match.match_id)


async def test_stand_in_goes_on_after_a_restart() -> None:
    """Who had not returned before the restart is still played for by a bot."""
    store = MemoryStore()
    crews = await playing(store, presence="bot")
    go_away(crews, "yellow.captain")
    await put_forward(75.1)
    await crews.table.close()
    table = await brought_back(store, crews)
    crews.table = table
    assert away(table) == {"yellow.captain": None}
    await crews.quiet_round("blue", "north", "mine")
    await settle()
    assert (await givers(crews, store))[-1] == STAND_IN


async def test_closed_table_that_is_found_again() -> None:
    """A match that was let go of and is asked for again goes on where its times stood."""
    matches = make_matches(forget_after=10)
    crews = Crews(*await full_table(matches))
    go_away(crews, *SEATS)
    await put_forward(80)
    await matches.sweep()
    await put_forward(20)
    await matches.sweep()
    assert matches.all() == []
    assert await matches.find(crews.table.match.match_id) is crews.table
    assert away(crews.table) == dict.fromkeys(SEATS)
    come_back(crews, "blue.captain")
    assert "blue.captain" not in away(crews.table)
