"""Verifying a match: whatever in it does not follow from the rules is found, and named with entry and rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.match.audit import Fault, Finding, audit
from sonar_referee.store import Entry, MemoryStore, StoredMatch
from tests.match.clock import Crews, full_table, make_matches, put_forward

Stored = tuple[StoredMatch, list[Entry]]
TIMES = [f"2026-01-31T19:{minute:02}:00.000Z" for minute in range(31, 60)]


async def played(end: bool = True, **options: Any) -> Stored:
    """A match as it is stored after two rounds, one entry a minute; over, or running."""
    store = MemoryStore()
    crews = Crews(*await full_table(make_matches(store), **options))
    await crews.place()
    await crews.quiet_round("blue", "north", "mine")
    await crews.quiet_round("yellow", "west", "mine")
    if end:
        await crews.order("blue.captain", "resign")
    (stored,) = await store.matches()
    entries = await store.entries(stored.match_id)
    return stored, [replace(entry, at=at) for entry, at in zip(entries, TIMES, strict=False)]


def found(stored: StoredMatch, entries: list[Entry]) -> list[Fault]:
    """The faults; where the log could not be played, there is no hash."""
    finding = audit(stored, entries)
    assert finding.orders == len(entries)
    return finding.faults


async def test_matches_that_were_played_have_no_faults() -> None:
    """Whatever the server has stored follows from the rules: a lobby, a running match, a finished one."""
    store = MemoryStore()
    matches = make_matches(store)
    await matches.create(CAPTAIN_SONAR, {}, "", public=True)
    for stored in await store.matches():
        assert audit(stored, await store.entries(stored.match_id)).faults == []
    for end in (True, False):
        finding = audit(*await played(end))
        assert finding.faults == []
        assert len(finding.state_hash or "") == 64
        assert (finding.status, finding.outcome is not None) == (("finished", True) if end else ("running", False))


async def test_end_that_only_the_log_tells_is_no_fault() -> None:
    """A server that was killed between the last order and noting the end has left nothing wrong."""
    stored, entries = await played()
    assert found(replace(stored, status="running"), entries) == []


async def test_the_same_log_has_the_same_hash_and_another_log_another() -> None:
    """The hash depends on the orders, and not on who gave them or when."""
    stored, entries = await played(end=False)
    finding = audit(stored, entries)
    later = [replace(entry, at=TIMES[number + 5]) for number, entry in enumerate(entries)]
    assert audit(stored, later).state_hash == finding.state_hash
    assert audit(stored, entries[:-1]).state_hash != finding.state_hash


def setup_with(**members: Any) -> Callable[[Stored], Stored]:
    """A change of the setup."""
    return lambda match: (replace(match[0], setup=json.dumps(json.loads(match[0].setup) | members)), match[1])


def stored_with(**members: Any) -> Callable[[Stored], Stored]:
    """A change of the match's row."""
    return lambda match: (replace(match[0], **members), match[1])


def roster_with(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[Stored], Stored]:
    """A change of the roster."""

    def changed(match: Stored) -> Stored:
        players = json.loads(match[0].roster)
        change(players)
        return replace(match[0], roster=json.dumps(players)), match[1]

    return changed


def entry_with(number: int, /, **members: Any) -> Callable[[Stored], Stored]:
    """A change of one entry."""

    def changed(match: Stored) -> Stored:
        entries = [replace(one, **members) if one.number == number else one for one in match[1]]
        return match[0], entries

    return changed


def order(**members: Any) -> str:
    """An order as it is stored."""
    return json.dumps(members)


FAULTS: dict[str, tuple[Callable[[Stored], Stored], Fault]] = {
    "setup is no JSON": (
        stored_with(setup="{"),
        Fault(None, "the setup cannot be read (JSONDecodeError: Expecting property name enclosed in double quotes: "),
    ),
    "game unknown": (setup_with(game="chess"), Fault(None, "the setup cannot be read (KeyError: 'chess')")),
    "option unknown": (
        setup_with(options={"speed": 3}),
        Fault(None, "the setup cannot be read: options.speed: is unk"),
    ),
    "map damaged": (setup_with(map="name = 3"), Fault(None, "the setup cannot be read: the stored map, line ")),
    "roster is no JSON": (stored_with(roster="?"), Fault(None, "the roster cannot be read (JSONDecodeError: ")),
    "seat of nobody's": (
        roster_with(lambda players: players[0].update(seats=["blue.cook"])),
        Fault(None, "the roster cannot be read: 'blue.cook' is no seat of this game; seats are "),
    ),
    "seat taken twice": (
        roster_with(lambda players: players[1].update(seats=["blue.captain"])),
        Fault(None, "the roster cannot be read: blue.captain is taken by player of blue.captain."),
    ),
    "status unknown": (
        stored_with(status="over"),
        Fault(None, "the status is 'over', not one of lobby, running, fini"),
    ),
    "lobby with orders": (
        stored_with(status="lobby"),
        Fault(None, "the match is in the lobby, but its log holds orders"),
    ),
    "finished without an end": (
        lambda match: (match[0], match[1][:-1]),
        Fault(None, "the match is finished, but its log does not lead to an end"),
    ),
    "made at no time": (
        stored_with(created_at="yesterday"),
        Fault(None, "the match was made at 'yesterday', which is no time"),
    ),
    "entry missing": (
        lambda match: (match[0], match[1][:-2] + match[1][-1:]),
        Fault(11, "this entry stands where number 10 should"),
    ),
    "number changed": (entry_with(11, number=12), Fault(12, "this entry stands where number 11 should")),
    "entry at no time": (entry_with(4, at="19:40"), Fault(4, "it was given at '19:40', which is no time")),
    "time runs backwards": (
        entry_with(4, at="2026-01-31T19:30:59.000Z"),
        Fault(4, "it was given at 2026-01-31T19:30:59.000Z, before what stands before it"),
    ),
    "seat unknown": (entry_with(3, seat="blue.cook"), Fault(3, "'blue.cook' is no seat of this game")),
    "order is no JSON": (entry_with(3, order="head"), Fault(3, "the order cannot be read (JSONDecodeError: ")),
    "order unknown": (entry_with(3, order=order(type="dance")), Fault(3, "the order cannot be read: order: ")),
    "heading unknown": (
        entry_with(3, order=order(type="head", heading="up")),
        Fault(3, "the order cannot be read: order.head.heading: "),
    ),
    "order out of turn": (
        entry_with(3, seat="yellow.captain", player="player"),
        Fault(3, "whoever gave it is not in the roster"),
    ),
    "order of another role": (
        entry_with(3, seat="blue.engineer"),
        Fault(3, "", "R"),
    ),
    "order of the other team's player": (
        entry_with(6, seat="yellow.captain"),
        Fault(6, "yellow.captain is no seat of the team of player of blue.captain, who gave it"),
    ),
    "forfeit that a player gave": (
        entry_with(11, order=order(type="forfeit", teams=["yellow"], reason="time")),
        Fault(11, "only the referee gives such an order"),
    ),
    "clock without a limit": (
        entry_with(3, player="clock"),
        Fault(3, "this is not what the referee orders when time is up or players stay away"),
    ),
    "absence where nobody loses by it": (
        entry_with(11, player="clock", order=order(type="forfeit", teams=["blue"], reason="absence")),
        Fault(11, "this is not what the referee orders when time is up or players stay away"),
    ),
    "stand-in where none is allowed": (
        entry_with(3, player="stand_in"),
        Fault(3, "a bot stood in for a player, which this match does not allow"),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
async def test_fault_is_found(name: str) -> None:
    """Each kind of fault is found, at its place, and it is the only one found."""
    change, expected = FAULTS[name]
    stored, entries = change(await played())
    finding = audit(stored, entries)
    (fault,) = finding.faults
    assert fault.entry == expected.entry
    assert fault.reason.startswith(expected.reason)
    assert (fault.rule or "").startswith(expected.rule or "")
    assert (fault.rule is None) == (expected.rule is None)


async def test_order_after_the_end_is_refused_by_its_rule() -> None:
    """Orders after the end of a match, and repeated ones, are named with the rule that refuses them."""
    stored, entries = await played()
    (fault,) = found(stored, [*entries, replace(entries[-1], number=12, at=TIMES[12])])
    assert (fault.entry, fault.reason) == (12, "The match is over.")
    assert fault.rule
    stored, entries = await played()
    again = [*entries[:3], *(replace(one, number=one.number + 1) for one in entries[2:])]
    assert [fault.entry for fault in found(stored, again)] == [4]


async def test_nothing_is_said_of_what_cannot_be_played() -> None:
    """After the first refused order nothing more can be told but gaps and times, and there is no hash."""
    stored, entries = entry_with(3, order=order(type="end_round"))(await played())
    finding: Finding = audit(stored, [*entries[:-2], replace(entries[-1], at="never")])
    assert [fault.entry for fault in finding.faults] == [3, 11, 11]
    assert finding.state_hash is None


@pytest.mark.parametrize("options", [{"placement_timeout_s": 30}, {"clock": {"seconds": 60}}])
async def test_orders_of_the_clock_follow_if_they_are_those_that_it_gives(options: dict[str, Any]) -> None:
    """What the clock gave is checked against what it gives: the default order of that seat and no other."""
    store = MemoryStore()
    matches = make_matches(store)
    await full_table(matches, **options)
    await put_forward(400)
    (stored,) = await store.matches()
    entries = await store.entries(stored.match_id)
    assert {entry.player for entry in entries[:2]} == {"clock"}
    assert found(stored, entries) == []
    cell = "A1" if '"A1"' not in entries[0].order else "C2"
    wrong = replace(entries[0], order=order(type="place", cell=cell))
    assert [fault.entry for fault in found(stored, [wrong, *entries[1:]])] == [1]


async def test_who_has_left_may_have_given_any_order() -> None:
    """The orders of a player whose seats were given to others stay as they are."""
    stored, entries = roster_with(lambda players: players[0].update(seats=[], token_hash=""))(await played())
    assert found(stored, entries) == []
