"""Forgetting: a match that nobody uses leaves the memory, comes back when asked for, and may be deleted in the end."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections import Counter
from collections.abc import Coroutine
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.game import SPECTATOR
from sonar_referee.match.match import Match
from sonar_referee.match.matches import Matches
from sonar_referee.match.table import Table
from sonar_referee.store import Entry, MemoryStore, StoredMatch, StoreFailed
from sonar_referee.wire.problems import Problem
from tests.match.clock import SEATS, Crews, full_table, make_matches, put_forward, settle

FORGET_AFTER = 1800.0


class CountingStore(MemoryStore):
    """A store that counts how often a match's log is read, and can be slow or fail."""

    def __init__(self) -> None:
        super().__init__()
        self.reads: Counter[str] = Counter()
        self.failing = False

    async def entries(self, match_id: str) -> list[Entry]:
        if self.failing:
            raise StoreFailed("the disk fails")
        self.reads[match_id] += 1
        await asyncio.sleep(0)
        return await super().entries(match_id)


async def over_table(matches: Matches) -> Table:
    """A finished match."""
    crews = Crews(*await full_table(matches))
    await crews.place()
    await crews.order("blue.captain", "resign")
    return crews.table


async def swept(matches: Matches, seconds: float) -> list[str]:
    """The ids in memory after so long and a sweep."""
    await put_forward(seconds)
    await matches.sweep()
    return [table.match.match_id for table in matches.all()]


async def test_unused_match_leaves_the_memory_and_comes_back_the_same() -> None:
    """Half an hour after it was last asked for a match is let go; who asks then finds it as it was."""
    matches = make_matches(MemoryStore())
    crews = Crews(*await full_table(matches))
    await crews.place()
    match_id, code = crews.table.match.match_id, crews.table.match.join_code
    views = [crews.table.match.view_json(frozenset({seat})) for seat in SEATS]
    token = crews.table.match.setup.host_token_hash
    assert await swept(matches, FORGET_AFTER - 1) == [match_id]
    assert await matches.find(match_id) is crews.table
    assert await swept(matches, FORGET_AFTER - 1) == [match_id], "asking counts as use"
    assert await swept(matches, 2) == []
    del crews
    gc.collect()
    table = await matches.find(await matches.find_code(code))
    assert [table.match.view_json(frozenset({seat})) for seat in SEATS] == views
    assert table.match.setup.host_token_hash == token
    assert await swept(matches, FORGET_AFTER - 1) == [match_id]


async def left_behind(making: Coroutine[Any, Any, Table | tuple[Table, object]]) -> list[weakref.ref[Table | Match]]:
    """Make a match and leave it; what may not stay in memory."""
    made = await making
    table = made[0] if isinstance(made, tuple) else made
    return [weakref.ref(table), weakref.ref(table.match)]


async def test_nothing_is_left_of_forgotten_matches() -> None:
    """Of many matches that were played and left, no table and no match stays in memory."""
    matches = make_matches(MemoryStore())
    left: list[weakref.ref[Table | Match]] = []
    for number in range(30):
        left += await left_behind(over_table(matches) if number % 2 else full_table(matches))
    assert await swept(matches, FORGET_AFTER) == []
    gc.collect()
    assert [one() for one in left if one() is not None] == []


async def test_match_in_use_is_never_let_go() -> None:
    """A match stays while somebody listens, while the clock runs, and while an order is at work."""
    matches = make_matches(MemoryStore(), forget_after=60)
    watched, timed = (await full_table(matches))[0], (await full_table(matches, placement_timeout_s=3600))[0]
    names = [watched.match.match_id, timed.match.match_id]
    with watched.listeners.listening(SPECTATOR, None):
        assert await swept(matches, 600) == names
        assert await swept(matches, 600) == names
    assert await swept(matches, 59) == names, "the time runs from the end of the last use"
    assert await swept(matches, 2) == names[1:]


async def test_order_at_work_keeps_its_match() -> None:
    """However long the disk takes for an order, its match stays in memory."""
    store = SlowStore()
    matches = make_matches(store)
    crews = Crews(*await full_table(matches))
    store.gate = asyncio.Event()
    placing = asyncio.create_task(crews.order("blue.captain", "place", cell="C2"))
    assert await swept(matches, FORGET_AFTER * 2) == [crews.table.match.match_id]
    store.gate.set()
    await placing
    assert len(await store.entries(crews.table.match.match_id)) == 1


class SlowStore(MemoryStore):
    """A store that takes an entry only when its gate is open."""

    gate: asyncio.Event | None = None

    async def append(self, match_id: str, entry: Entry) -> None:
        if self.gate is not None:
            await self.gate.wait()
        await super().append(match_id, entry)


async def test_bots_that_wait_for_people_who_left_hold_no_match_but_play_on_when_it_is_back() -> None:
    """Bots that have nothing to do do not keep a match in memory; asked for again, it has its bots."""
    store = MemoryStore()
    matches = make_matches(store)
    table, _token = await matches.create(CAPTAIN_SONAR, {"first_team": "blue"}, "", public=True)
    player, _secret = await table.join("Ada", SEATS[:4])
    await table.add_bots("random", SEATS[4:])
    await matches.start(table)
    await settle()
    match_id, entries = table.match.match_id, table.match.entries
    assert entries == 1, "yellow's bot has chosen its start"
    assert await swept(matches, FORGET_AFTER) == []
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    assert tasks == []
    del table
    gc.collect()
    table = await matches.find(match_id)
    player = next(one for one in table.match.roster.players if not one.bot)
    await table.order(player, "blue.captain", {"type": "place", "cell": "C2"}, None)
    await table.order(player, "blue.captain", {"type": "head", "heading": "north"}, None)
    await table.order(player, "blue.engineer", {"type": "mark_breakdown", "symbol": "N1"}, None)
    await table.order(player, "blue.first_mate", {"type": "mark_gauge", "system": "mine"}, None)
    await table.order(player, "blue.captain", {"type": "end_round"}, None)
    while table.match.entries < 8:
        await asyncio.sleep(0)
    await table.close()


async def test_bots_at_work_keep_their_match() -> None:
    """A match that bots play among themselves stays in memory to its end, however slow they are."""
    matches = make_matches(MemoryStore(), bot_delay=60, forget_after=10)
    table, _token = await matches.create(CAPTAIN_SONAR, {"max_rounds": 2}, "", public=True)
    await table.add_bots("random", SEATS)
    await matches.start(table)
    await settle()
    while table.match.status == "running":
        assert matches.all() == [table]
        await swept(matches, 30)
    await matches.sweep()
    assert await swept(matches, 11) == []


async def test_match_asked_for_while_it_is_let_go_has_its_bots() -> None:
    """Who asks for a match in the moment in which it leaves the memory gets it with its bots at work."""
    matches = make_matches(MemoryStore())
    table, _token = await matches.create(CAPTAIN_SONAR, {"first_team": "blue"}, "", public=True)
    player, _secret = await table.join("Ada", SEATS[:4])
    await table.add_bots("random", SEATS[4:])
    await matches.start(table)
    await settle()
    await put_forward(FORGET_AFTER)
    sweeping = asyncio.create_task(matches.sweep())
    while matches.all():
        await asyncio.sleep(0)
    assert await matches.find(table.match.match_id) is table
    await sweeping
    await settle()
    assert len([listener for listener in table.listeners if listener.player and listener.player.bot]) == 4
    await table.order(player, "blue.captain", {"type": "resign"}, None)
    await settle()
    assert list(table.listeners) == []


async def test_table_that_is_still_held_is_not_made_twice() -> None:
    """Who still holds a table that was let go of, and who asks for the match anew, share one."""
    matches = make_matches(MemoryStore())
    crews = Crews(*await full_table(matches))
    assert await swept(matches, FORGET_AFTER) == []
    again = await matches.find(crews.table.match.match_id)
    assert again is crews.table
    await crews.place()
    assert [table.match.entries for table in matches.all()] == [2]


async def test_match_is_loaded_once_for_all_who_ask_at_once() -> None:
    """Many calls for a match that is not in memory read its log once and get the same table; one may give up."""
    store = CountingStore()
    first = make_matches(store)
    match_id = (await over_table(first)).match.match_id
    again = make_matches(store)
    asking = [asyncio.create_task(again.find(match_id)) for _ in range(20)]
    await asyncio.sleep(0)
    asking[0].cancel()
    tables = await asyncio.gather(*asking[1:])
    assert store.reads[match_id] == 1
    assert len(set(tables)) == 1


async def test_finished_matches_are_left_in_the_store_at_the_start() -> None:
    """A server that starts reads the matches in lobby and play; a finished one when somebody asks for it."""
    store = CountingStore()
    first = make_matches(store)
    over, running = await over_table(first), (await full_table(first))[0]
    lobby, _token = await first.create(CAPTAIN_SONAR, {}, "", public=True)
    again = make_matches(store)
    await again.resume()
    names = [table.match.match_id for table in again.all()]
    assert names == [running.match.match_id, lobby.match.match_id]
    assert store.reads[over.match.match_id] == 0
    assert (await again.find(over.match.match_id)).match.status == "finished"
    assert len(again.all()) == 3
    await again.close()


async def test_end_that_was_not_stored_is_stored_at_the_next_start() -> None:
    """A match whose last order was stored, but not that it is over, is over after a restart, in the store as well."""
    store = MemoryStore()
    table = await over_table(make_matches(store))
    match_id = table.match.match_id
    await store.save_roster(match_id, table.match.roster.as_json(), "running")
    again = make_matches(store)
    await again.resume()
    assert (await again.find(match_id)).match.status == "finished"
    assert (await store.find(match_id)).status == "finished"
    await again.close()


async def test_disk_that_cannot_be_read_is_told_and_tried_again() -> None:
    """While the log cannot be read, a match that is not in memory is refused as such, and afterwards found."""
    store = CountingStore()
    match_id = (await over_table(make_matches(store))).match.match_id
    again = make_matches(store)
    store.failing = True
    with pytest.raises(Problem) as refused:
        await again.find(match_id)
    assert refused.value.code == "not_stored"
    store.failing = False
    assert (await again.find(match_id)).match.match_id == match_id


@pytest.mark.parametrize("asked", ["none", "", "\ud800"])
async def test_match_that_does_not_exist(asked: str) -> None:
    """An id or a code of no match is refused as such, whatever its characters."""
    matches = make_matches(MemoryStore())
    for call in (matches.find(asked), matches.find_code(asked)):
        with pytest.raises(Problem) as refused:
            await call
        assert refused.value.code == "no_such_match"
    assert matches.all() == []


class Calendar:
    """The date that the server goes by."""

    def __init__(self) -> None:
        self.date = datetime(2026, 3, 1, tzinfo=UTC)

    def __call__(self) -> str:
        return self.date.isoformat(timespec="milliseconds").replace("+00:00", "Z")


async def test_old_matches_are_deleted_after_the_days_set() -> None:
    """So many days after the last order a match is deleted, finished or not; one in use stays, and so do later ones."""
    store, calendar = MemoryStore(), Calendar()
    matches = make_matches(store, now=calendar, keep_days=10)
    over, used = await over_table(matches), await over_table(matches)
    names = {"over": over.match.match_id, "used": used.match.match_id}
    lobby, _token = await matches.create(CAPTAIN_SONAR, {}, "", public=True)
    played = Crews(*await full_table(matches))
    names |= {"lobby": lobby.match.match_id, "played": played.table.match.match_id}
    calendar.date += timedelta(days=9)
    await played.place()
    over_ref = weakref.ref(over)
    del over, lobby, played
    gc.collect()

    async def kept() -> set[str]:
        stored = {match.match_id for match in await store.matches()}
        return {name for name, match_id in names.items() if match_id in stored}

    with used.listeners.listening(SPECTATOR, None):
        assert await swept(matches, FORGET_AFTER) == [names["used"]]
        gc.collect()
        assert over_ref() is None
        assert await kept() == set(names)
        calendar.date += timedelta(days=1, seconds=1)
        await matches.sweep()
        assert await kept() == {"used", "played"}
        with pytest.raises(Problem, match="no match with this id"):
            await matches.find(names["over"])
        calendar.date += timedelta(days=9)
        await matches.sweep()
        assert await kept() == {"used"}


async def test_without_the_setting_nothing_is_deleted() -> None:
    """Matches are kept for ever unless a number of days is set."""
    store, calendar = MemoryStore(), Calendar()
    matches = make_matches(store, now=calendar)
    await over_table(matches)
    calendar.date += timedelta(days=40_000)
    assert await swept(matches, FORGET_AFTER) == []
    assert len(await store.matches()) == 1


async def test_overdue_matches_are_deleted_at_the_start_and_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that starts deletes what is overdue before it reads; one sweep deletes no more than a few."""
    monkeypatch.setattr("sonar_referee.match.matches.MOST_DELETED", 4)
    store, calendar = MemoryStore(), Calendar()
    for number in range(10):
        await store.create(StoredMatch(f"m{number}", f"j{number}", calendar(), "finished", "{}", "[]"))
    calendar.date += timedelta(days=2)
    matches = make_matches(store, now=calendar, keep_days=1)
    await matches.resume()
    assert [match.match_id for match in await store.matches()] == [f"m{number}" for number in range(4, 10)]
    await settle()
    await put_forward(61)
    assert len(await store.matches()) == 2, "the next sweep comes by itself"
    await matches.close()


async def test_sweep_that_fails_is_made_again() -> None:
    """If the disk refuses while old matches are deleted, the next sweep deletes them."""
    store, calendar = MemoryStore(), Calendar()
    matches = make_matches(store, now=calendar, keep_days=1)
    await matches.resume()
    await settle()
    await store.create(StoredMatch("m", "j", calendar(), "finished", "{}", "[]"))
    calendar.date += timedelta(days=2)
    store._closed = True
    await put_forward(61)
    store._closed = False
    assert len(await store.matches()) == 1
    await put_forward(61)
    assert await store.matches() == []
    await matches.close()
