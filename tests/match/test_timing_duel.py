"""Time and absence in Sonar duel, exactly as section 4 of its rules: T10, through what times every game."""

from __future__ import annotations

import asyncio

import pytest

from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.match.table import CLOCK
from sonar_referee.wire.problems import Problem
from tests.match.clock import ClockedLoop, put_forward, settle
from tests.match.duel import OTHER, Duel
from tests.match.timed import away, clock_in, come_back, go_away

# -- 4.1 to 4.3: the clock


@pytest.mark.parametrize("at", [44.9, 45.0])
async def test_t10_an_order_within_45_seconds_counts(at: float) -> None:
    """The last instant is still in time (4.1)."""
    duel = await Duel.begun()
    seat = duel.act
    await put_forward(at)
    await duel.order(seat, "sonar")
    assert await duel.log() == [(seat, "sonar")]


async def test_t10_after_45_seconds_the_referee_waits() -> None:
    """The turn passes, the submarine stays, and the player's order comes too late (4.1)."""
    duel = await Duel.begun()
    seat = duel.act
    cell = duel.cell(seat)
    await put_forward(45.1)
    assert await duel.log() == [(CLOCK, "wait")]
    assert (duel.act, duel.turn, duel.cell(seat)) == (OTHER[seat], 2, cell)
    with pytest.raises(Problem) as late:
        await duel.order(seat, "sonar")
    assert late.value.code == "not_your_turn"


async def test_t10_an_order_after_the_last_instant_is_late_though_nobody_has_looked_at_the_clock() -> None:
    """The server's time counts, not when it gets round to it (4.1)."""
    duel = await Duel.begun()
    seat, loop = duel.act, asyncio.get_running_loop()
    assert isinstance(loop, ClockedLoop)
    loop.added += 45.0001
    with pytest.raises(Problem):
        await duel.order(seat, "sonar")
    await settle()
    assert await duel.log() == [(CLOCK, "wait")]


async def test_t10_each_turn_has_its_own_45_seconds() -> None:
    """Whether the last one ended by an action or by the clock; a refused order adds nothing (4.1)."""
    duel = await Duel.begun()
    first, second = duel.act, OTHER[duel.act]
    await put_forward(30)
    await duel.order(first, "wait")
    assert clock_in(duel.table, frozenset({first})) == (45, 45.0, True)
    await put_forward(40)
    with pytest.raises(Problem):
        await duel.order(first, "wait")
    assert clock_in(duel.table, frozenset({first})) == (45, 5.0, True)
    await put_forward(5.1)
    assert await duel.log() == [(first, "wait"), (CLOCK, "wait")]
    await put_forward(44.8)
    await duel.order(first, "wait")
    assert (duel.turn, duel.act) == (4, second)


async def test_4_3_a_duel_that_nobody_plays_is_a_draw_after_100_turns() -> None:
    """The clock's waits count as turns, 50 for each seat."""
    duel = await Duel.begun()
    for _ in range(99):
        await put_forward(45.1)
    assert (duel.end, duel.turn) == (None, 100)
    await put_forward(45.1)
    assert duel.end == (None, "turn_limit")
    assert await duel.log() == [(CLOCK, "wait")] * 100
    seats = [entry.seat for entry in await duel.store.entries(duel.table.match.match_id)]
    assert [seats.count(seat) for seat in SONAR_DUEL.seats] == [50, 50]


async def test_a_host_may_let_time_lose() -> None:
    """With `on_expiry: forfeit` who lets the time run out has lost."""
    duel = await Duel.begun(clock={"seconds": 10, "on_expiry": "forfeit"})
    seat = duel.act
    await put_forward(10.1)
    assert duel.end == (OTHER[seat], "time")


@pytest.mark.parametrize("own_turn", [True, False])
async def test_3_10_a_forfeit_counts_at_any_time(own_turn: bool) -> None:
    """In the own turn or the enemy's, also while the enemy is away."""
    duel = await Duel.begun()
    seat = duel.act if own_turn else OTHER[duel.act]
    go_away(duel, OTHER[seat])
    await put_forward(30)
    await duel.order(seat, "forfeit")
    assert duel.end == (OTHER[seat], "resignation")


# -- 4.4 to 4.6: absence


@pytest.mark.parametrize("whose_turn", [True, False])
async def test_t10_without_contact_for_15_seconds_a_player_is_away(whose_turn: bool) -> None:
    """Not at 14.9, but at 15; and from then on the clock stands, whoever's turn it is (4.4, 4.5)."""
    duel = await Duel.begun()
    gone = duel.act if whose_turn else OTHER[duel.act]
    go_away(duel, gone)
    await put_forward(14.9)
    assert (away(duel.table), clock_in(duel.table, frozenset({gone}))) == ({}, (45, 30.1, True))
    await put_forward(0.1 + 0.002)
    assert (away(duel.table), clock_in(duel.table, frozenset({gone}))) == ({gone: 60.0}, (45, 30.0, False))
    await put_forward(40)
    assert clock_in(duel.table, frozenset({gone})) == (45, 30.0, False), "the 15 seconds are not given back"
    come_back(duel, gone)
    assert clock_in(duel.table, frozenset({gone})) == (45, 30.0, True)
    await put_forward(30.1)
    assert await duel.log() == [(CLOCK, "wait")]


@pytest.mark.parametrize("at", [59.9, 60.0])
async def test_t10_who_returns_within_60_seconds_plays_on(at: float) -> None:
    """75 seconds after the last contact is still in time (4.4)."""
    duel = await Duel.begun()
    go_away(duel, "blue")
    await put_forward(15)
    await put_forward(at)
    come_back(duel, "blue")
    await put_forward(20)
    assert (duel.end, away(duel.table)) == (None, {})


@pytest.mark.parametrize("gone", ["blue", "yellow"])
async def test_t10_who_does_not_return_within_60_seconds_has_lost(gone: str) -> None:
    """From the last contact to the loss it is 75 seconds, whoever's turn it is (4.4)."""
    duel = await Duel.begun()
    go_away(duel, gone)
    await put_forward(75.0)
    assert duel.end is None
    await put_forward(0.1)
    assert duel.end == (OTHER[gone], "absence")


async def test_t10_the_clock_stands_for_120_seconds_in_all() -> None:
    """Over three drops of 50, 50 and 20 seconds, of either seat; then it runs on while a return is awaited (4.5)."""
    duel = await Duel.begun()
    seat = duel.act
    for who in ("blue", "yellow"):
        go_away(duel, who)
        await put_forward(15)
        await put_forward(50)
        assert clock_in(duel.table, frozenset({who})) == (45, 30.0, False)
        come_back(duel, who)
        await duel.order(duel.act, "wait")
    go_away(duel, "blue")
    await put_forward(15)
    await put_forward(19.9)
    assert clock_in(duel.table, frozenset({"blue"})) == (45, 30.0, False)
    await put_forward(0.11)
    assert clock_in(duel.table, frozenset({"blue"})) == (45, 30.0, True)
    assert away(duel.table) == {"blue": 40.0}
    await put_forward(30)
    assert await duel.log() == [(seat, "wait"), (OTHER[seat], "wait"), (CLOCK, "wait")]
    await put_forward(9.9)
    assert duel.end is None
    await put_forward(0.1)
    assert duel.end == ("yellow", "absence")


async def test_t10_with_the_pauses_used_up_a_return_in_time_is_still_one() -> None:
    """The 60 seconds do not depend on the clock (4.5)."""
    duel = await Duel.begun()
    for who in ("blue", "yellow"):
        go_away(duel, who)
        await put_forward(15)
        await put_forward(60)
        come_back(duel, who)
        await duel.order(duel.act, "wait")
    go_away(duel, "blue")
    await put_forward(45.1)
    await put_forward(29.8)
    assert (duel.turn, clock_in(duel.table, frozenset({"blue"}))) == (4, (45, 15.2, True))
    come_back(duel, "blue")
    await put_forward(1)
    assert duel.end is None


async def test_4_6_of_two_who_are_away_the_earlier_loses() -> None:
    """Each has a deadline of its own."""
    duel = await Duel.begun()
    go_away(duel, "yellow")
    await put_forward(0.2)
    go_away(duel, "blue")
    await put_forward(75)
    assert duel.end == ("blue", "absence")


async def test_4_6_equal_deadlines_are_a_draw() -> None:
    """Nobody wins when both give the match up at the same instant."""
    duel = await Duel.begun()
    go_away(duel, "blue", "yellow")
    await put_forward(75.1)
    assert duel.end == (None, "absence")


async def test_4_6_one_of_two_who_returns_wins() -> None:
    """The other's deadline stands."""
    duel = await Duel.begun()
    go_away(duel, "blue", "yellow")
    await put_forward(70)
    come_back(duel, "yellow")
    await put_forward(5.1)
    assert duel.end == ("yellow", "absence")


# -- 4.7: against a bot


async def test_4_7_against_a_bot_nobody_loses_by_absence_and_the_clock_does_not_stand() -> None:
    """The player's turns run out one by one, each after 45 seconds, and the match goes on."""
    duel = await Duel.begun("yellow")
    table = duel.table
    while duel.act != "blue":
        await settle()
    go_away(duel, "blue")
    turn = duel.turn
    await put_forward(44.9)
    assert clock_in(table, frozenset({"blue"})) == (45, 0.1, True)
    assert (duel.turn, away(table)) == (turn, {"blue": 30.1})
    await put_forward(0.2)
    assert duel.turn > turn, "the referee has waited"
    await put_forward(300)
    assert away(table) == {"blue": None}
    assert duel.end is None or duel.end[1] != "absence"
    await table.close()
