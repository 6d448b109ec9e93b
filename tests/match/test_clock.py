"""The clock: when the time for a start or a sonar's answer has run out, a default order is given and logged."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.game import Viewer
from sonar_referee.match.matches import Matches
from sonar_referee.match.table import CLOCK
from sonar_referee.store import Entry, MemoryStore
from sonar_referee.wire.problems import Problem
from tests.match.clock import ClockedLoop, Crews, SlowStore, full_table, make_matches, put_forward, settle

BLUE: Viewer = frozenset({"blue.captain"})


async def asked_by_sonar(matches: Matches, timeout: int | None = 20, **options: Any) -> Crews:
    """A match in which blue's sonar waits for yellow's answer."""
    crews = Crews(*await full_table(matches, sonar_timeout_s=timeout, **options))
    await crews.place()
    for heading in ("north", "west"):
        await crews.quiet_round("blue", heading, "sonar")
        await crews.quiet_round("yellow", heading, "mine")
    await crews.order("blue.captain", "head", heading="south")
    await crews.order("blue.engineer", "mark_breakdown", symbol="S2")
    await crews.order("blue.first_mate", "mark_gauge", system="mine")
    await crews.order("blue.first_mate", "activate_sonar")
    assert crews.table.match.state.phase == "sonar_answer"
    return crews


async def log(crews: Crews, store: MemoryStore) -> list[Entry]:
    """The orders in the store."""
    return await store.entries(crews.table.match.match_id)


async def test_sonar_is_answered_when_time_is_up() -> None:
    """After sonar_timeout_s a legal answer is given for the Captain who was asked, and everybody hears it (D23)."""
    store = MemoryStore()
    crews = await asked_by_sonar(make_matches(store))
    before = len(await log(crews, store))
    await put_forward(19.5)
    assert len(await log(crews, store)) == before
    await put_forward(0.6)
    entries = await log(crews, store)
    assert len(entries) == before + 1
    assert (entries[-1].player, entries[-1].seat, entries[-1].order_id) == (CLOCK, "yellow.captain", None)
    assert json.loads(entries[-1].order)["type"] == "answer_sonar"
    told = crews.table.match.streams.announcements(BLUE, 0)
    assert [json.loads(one)["kind"] for one in told[-3:]] == ["sonar_activated", "sonar_answer", "round_ended"]
    await put_forward(1000)
    assert len(await log(crews, store)) == before + 1, "nothing more is given"


async def test_answer_in_time_stops_the_clock() -> None:
    """An answer in time stops the clock; the next sonar has its whole time."""
    store = MemoryStore()
    crews = await asked_by_sonar(make_matches(store))
    await put_forward(19)
    facts = [{"kind": "row", "value": 8}, {"kind": "column", "value": "A"}]
    await crews.order("yellow.captain", "answer_sonar", facts=facts)
    before = len(await log(crews, store))
    await put_forward(1000)
    assert len(await log(crews, store)) == before


async def test_what_happens_meanwhile_does_not_start_the_clock_anew() -> None:
    """Offers, drawings and refused orders while the answer is awaited give no more time."""
    store = MemoryStore()
    crews = await asked_by_sonar(make_matches(store))
    await put_forward(10)
    await crews.order("yellow.captain", "offer_draw")
    await put_forward(9)
    await crews.order("blue.captain", "decline_draw")
    await crews.table.write_notes(crews.players["yellow.radio_operator"], None, {"ink": 1})
    await put_forward(1.1)
    assert (await log(crews, store))[-1].player == CLOCK


async def test_no_clock_without_the_option() -> None:
    """Without sonar_timeout_s the table waits however long it takes."""
    store = MemoryStore()
    crews = await asked_by_sonar(make_matches(store), None)
    before = len(await log(crews, store))
    await put_forward(10**7)
    assert len(await log(crews, store)) == before


async def test_starts_are_chosen_when_time_is_up() -> None:
    """After placement_timeout_s a team without a start gets a random sea space, and the first round begins (R17)."""
    store = MemoryStore()
    crews = Crews(*await full_table(make_matches(store), placement_timeout_s=60))
    await put_forward(60.1)
    entries = await log(crews, store)
    assert [(entry.player, entry.seat) for entry in entries] == [(CLOCK, "blue.captain"), (CLOCK, "yellow.captain")]
    assert crews.table.match.state.phase == "order"


async def test_start_that_was_chosen_stays() -> None:
    """Who has chosen a start keeps it when the other team's time runs out; choosing again gives no more time."""
    store = MemoryStore()
    crews = Crews(*await full_table(make_matches(store), placement_timeout_s=60))
    await put_forward(59)
    await crews.order("blue.captain", "place", cell="A1")
    await crews.order("blue.captain", "place", cell="C2")
    await put_forward(1.1)
    entries = await log(crews, store)
    assert [(entry.player == CLOCK, entry.seat) for entry in entries] == [
        (False, "blue.captain"),
        (False, "blue.captain"),
        (True, "yellow.captain"),
    ]
    assert crews.table.match.state.submarines[0].route == [crews.table.match.state.chart.number["C2"]]


async def test_clock_does_not_run_in_the_lobby() -> None:
    """The time for choosing a start runs from the start of the match."""
    store = MemoryStore()
    matches = make_matches(store)
    table, _token = await matches.create(CAPTAIN_SONAR, {"placement_timeout_s": 1}, "", public=True)
    await put_forward(1000)
    assert table.match.entries == 0


async def test_closed_table_has_no_clock() -> None:
    """A table that is closed gives no more orders."""
    store = MemoryStore()
    crews = await asked_by_sonar(make_matches(store))
    before = len(await log(crews, store))
    await crews.table.close()
    await put_forward(100)
    assert len(await log(crews, store)) == before


async def test_answer_in_time_on_a_slow_disk() -> None:
    """An answer that arrives in time counts, however long the disk takes for it; one that arrives later does not."""
    store = SlowStore()
    crews = await asked_by_sonar(make_matches(store))
    facts = [{"kind": "row", "value": 8}, {"kind": "column", "value": "A"}]
    store.open.clear()
    await put_forward(19.5)
    answering = asyncio.create_task(crews.order("yellow.captain", "answer_sonar", facts=facts))
    await settle()
    await put_forward(0.6)
    too_late = asyncio.create_task(crews.order("yellow.captain", "answer_sonar", facts=facts))
    await settle()
    store.open.set()
    await answering
    with pytest.raises(Problem, match="No sonar asks you now"):
        await too_late
    answers = [entry.player for entry in await log(crews, store) if "answer_sonar" in entry.order]
    assert answers == [crews.players["yellow.captain"].player_id]


async def test_answer_in_time_that_is_stored_before_the_timer_fires() -> None:
    """If the server notices late that an answered wait is over, the next wait does not pay for it."""
    store = SlowStore()
    crews = await asked_by_sonar(make_matches(store), clock={"seconds": 20})
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ClockedLoop)
    facts = [{"kind": "row", "value": 8}, {"kind": "column", "value": "A"}]
    await put_forward(19.5)
    store.open.clear()
    answering = asyncio.create_task(crews.order("yellow.captain", "answer_sonar", facts=facts))
    await settle()
    loop.added += 1
    store.open.set()
    await answering
    await settle()
    assert CLOCK not in [entry.player for entry in await log(crews, store)]


async def test_order_that_arrives_before_the_timer_but_too_late() -> None:
    """What counts is when an order arrives, not whether the server has noticed by then that the time is up."""
    store = MemoryStore()
    crews = await asked_by_sonar(make_matches(store))
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ClockedLoop)
    facts = [{"kind": "row", "value": 8}, {"kind": "column", "value": "A"}]
    loop.added += 20.1
    with pytest.raises(Problem, match="No sonar asks you now"):
        await crews.order("yellow.captain", "answer_sonar", facts=facts)
    assert [entry.player for entry in await log(crews, store)][-1] == CLOCK
