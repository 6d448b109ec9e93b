"""Somebody is away: what everybody is told, and what becomes of those who stay away."""

from __future__ import annotations

import asyncio
import json

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.game import SPECTATOR
from sonar_referee.match.roster import STAND_IN
from sonar_referee.match.table import CLOCK
from sonar_referee.store import MemoryStore
from sonar_referee.wire.encode import dump
from tests.match.clock import SEATS, ClockedLoop, Crews, SlowStore, full_table, make_matches, put_forward, settle
from tests.match.timed import (
    CLOCK_OF_45,
    ENEMY,
    FailingStore,
    away,
    clock_in,
    come_back,
    everybody,
    givers,
    go_away,
    kinds,
    playing,
)


async def test_presence_is_told_when_it_changes() -> None:
    """Everybody is told when a player is disconnected, when the time to return is over, and when it is back."""
    crews = await playing(MemoryStore())
    table = crews.table
    with everybody(table) as listeners:

        async def told(passed: float) -> list[str]:
            await put_forward(passed)
            found = [kinds(listener) for listener in listeners.values()]
            assert all(one == found[0] for one in found)
            return found[0]

        go_away(crews, "blue.engineer")
        assert (await told(14.5), away(table)) == ([], {})
        assert (await told(0.6), away(table)) == (["presence"], {"blue.engineer": 59.9})
        assert [seat["seat"] for seat in table.summary()["seats"] if not seat["connected"]] == ["blue.engineer"]
        assert await told(59.4) == []
        assert (await told(0.6), away(table)) == (["presence"], {"blue.engineer": None})
        assert await told(1000) == []
        come_back(crews, "blue.engineer")
        assert (await told(0), away(table)) == (["presence"], {})
        assert await told(1000) == []


async def test_bots_are_always_there() -> None:
    """The server's bots are connected and never away."""
    matches = make_matches(bot_delay=1000)
    table, _token = await matches.create(CAPTAIN_SONAR, {}, "", public=True)
    await table.add_bots("random", SEATS)
    await put_forward(100)
    assert all(seat["connected"] for seat in table.summary()["seats"])
    await matches.start(table)
    await put_forward(100)
    assert away(table) == {}
    assert all(seat["connected"] for seat in table.summary()["seats"])
    await table.close()


async def test_nobody_is_away_in_the_lobby() -> None:
    """Before the start and after the end disconnected players are shown as such, and nobody waits for them."""
    matches = make_matches()
    crews = Crews(*await full_table(matches))
    lobby, _token = await matches.create(crews.table.match.game, {}, "", public=True)
    await lobby.join("Ada", ["blue.captain"])
    await crews.order("blue.captain", "resign")
    go_away(crews, "blue.captain")
    with crews.table.listeners.listening(SPECTATOR, None) as one, lobby.listeners.listening(SPECTATOR, None) as other:
        await put_forward(15.1)
        assert (kinds(one), kinds(other)) == (["presence"], ["presence"])
        await put_forward(100)
        assert (kinds(one), kinds(other)) == ([], [])
    for table in (crews.table, lobby):
        assert away(table) == {}
        assert not table.summary()["seats"][0]["connected"]


async def test_at_the_start_contact_begins_anew() -> None:
    """Who was long gone in the lobby is expected for 15 seconds from the start on."""
    matches = make_matches()
    table, _token = await matches.create(CAPTAIN_SONAR, {}, "", public=True)
    for seat in SEATS:
        await table.join("Ada", [seat])
    await put_forward(1000)
    await matches.start(table)
    await put_forward(14.5)
    assert away(table) == {}
    await put_forward(0.6)
    assert set(away(table)) == set(SEATS)


async def test_clock_stands_while_somebody_is_away() -> None:
    """The clock stops for all to see, and goes on with the player's return; an order counts as one."""
    store = MemoryStore()
    crews = await playing(store, clock=CLOCK_OF_45)
    await put_forward(10)
    go_away(crews, "yellow.engineer", "blue.captain")
    with crews.table.listeners.listening(ENEMY, None) as listener:
        await put_forward(15.1)
        assert kinds(listener) == ["presence", "clock"]
        assert clock_in(crews.table) == (45, 20.0, False)
        await put_forward(30)
        come_back(crews, "yellow.engineer")
        assert kinds(listener) == ["presence"]
        assert clock_in(crews.table) == (45, 20.0, False)
        player = crews.players["blue.captain"]
        assert crews.table.timing.away("blue.captain") is not None
        crews.table.timing.asked(player)
        assert kinds(listener) == ["presence", "clock"]
        await put_forward(5)
        assert clock_in(crews.table) == (45, 15.0, True)
    assert await givers(crews, store) == []


async def test_pauses_end_and_default_orders_are_given() -> None:
    """When 120 seconds of pauses are used up, the clock runs on and orders are given for who is still away."""
    store = MemoryStore()
    crews = await playing(store, clock=CLOCK_OF_45)
    go_away(crews, "blue.captain")
    await put_forward(15.1)
    await put_forward(119.5)
    assert clock_in(crews.table) == (45, 30.0, False)
    await put_forward(0.5 + 29.5)
    assert await givers(crews, store) == []
    await put_forward(0.6)
    assert await givers(crews, store) == [CLOCK]
    assert away(crews.table) == {"blue.captain": None}, "the match waits (presence: wait)"
    assert crews.table.match.status == "running"


async def test_forfeit_of_who_does_not_return() -> None:
    """Under presence=forfeit the team of a player who stays away has lost after 60 seconds, and not before."""
    store = MemoryStore()
    crews = await playing(store, presence="forfeit")
    go_away(crews, "yellow.first_mate")
    await put_forward(15.0 + 59.5)
    assert crews.table.match.status == "running"
    await put_forward(0.6)
    outcome = crews.table.summary()["outcome"]
    assert (outcome.winner, outcome.reason) == ("blue", "absence")
    assert await givers(crews, store) == [CLOCK]
    assert away(crews.table) == {}


async def test_return_in_time_loses_nothing() -> None:
    """Whoever is back within the 60 seconds has all of them the next time."""
    crews = await playing(MemoryStore(), presence="forfeit")
    for _ in range(3):
        go_away(crews, "blue.captain")
        await put_forward(15.0 + 59.5)
        come_back(crews, "blue.captain")
        await put_forward(60)
    assert crews.table.match.status == "running"


async def test_return_too_late_is_too_late() -> None:
    """Contact after the last instant does not count, whether or not the server has noticed its passing."""
    crews = await playing(MemoryStore(), presence="forfeit")
    go_away(crews, "blue.captain")
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ClockedLoop)
    loop.added += 75.1
    come_back(crews, "blue.captain")
    await settle()
    assert crews.table.summary()["outcome"].reason == "absence"


@pytest.mark.parametrize(("first", "winner"), [("blue.captain", "yellow"), ("yellow.engineer", "blue")])
async def test_of_two_teams_away_the_earlier_loses(first: str, winner: str) -> None:
    """Each has a deadline of its own, and the one that ends first decides."""
    crews = await playing(MemoryStore(), presence="forfeit")
    go_away(crews, first)
    await put_forward(0.2)
    go_away(crews, *{"blue.captain", "yellow.engineer"} - {first})
    await put_forward(100)
    assert crews.table.summary()["outcome"].winner == winner


async def test_equal_deadlines_are_a_draw() -> None:
    """If both teams' time to return ends at the same instant nobody wins."""
    matches = make_matches()
    table, _token = await matches.create(CAPTAIN_SONAR, {"presence": "forfeit"}, "", public=True)
    for seat in SEATS:
        await table.join("Ada", [seat])
    await matches.start(table)
    await put_forward(100)
    outcome = table.summary()["outcome"]
    assert (outcome.winner, outcome.reason) == (None, "absence")


async def test_forfeit_is_tried_again_when_the_disk_fails() -> None:
    """A forfeit that could not be stored is entered a second later."""
    store = FailingStore()
    crews = await playing(store, presence="forfeit")
    go_away(crews, "blue.captain")
    store.failing = True
    await put_forward(75.1)
    assert crews.table.match.status == "running"
    store.failing = False
    await put_forward(1.1)
    assert crews.table.summary()["outcome"].winner == "yellow"


async def test_forfeit_behind_a_last_order() -> None:
    """If an order that came in time ends the match, nobody loses by absence afterwards."""
    store = SlowStore()
    crews = await playing(store, presence="forfeit")
    go_away(crews, "blue.engineer")
    await put_forward(74)
    store.open.clear()
    crews.table.spawn(crews.order("yellow.captain", "resign"))
    await settle()
    await put_forward(1.1)
    store.open.set()
    await settle()
    assert crews.table.summary()["outcome"].reason == "resignation"
    assert await givers(crews, store) == ["yellow.captain"]


async def test_handover_in_time_on_a_slow_disk() -> None:
    """If the host frees the seat before the deadline, the absent player's team does not lose, however slow the disk."""
    store = SlowStore()
    crews = await playing(store, presence="forfeit")
    go_away(crews, "blue.engineer")
    await put_forward(74)
    store.open.clear()
    crews.table.spawn(crews.order("blue.captain", "head", heading="north"))
    crews.table.spawn(crews.table.free("blue.engineer"))
    await settle()
    await put_forward(1.1)
    store.open.set()
    await settle()
    assert crews.table.match.status == "running"
    assert away(crews.table) == {"blue.engineer": 60.0}, "but it loses if nobody sits down"
    await put_forward(60.1)
    assert crews.table.summary()["outcome"].winner == "yellow"


async def test_bot_stands_in_until_the_player_is_back() -> None:
    """Under presence=bot a bot plays the seats of who does not return, and stops at any contact of the player."""
    store = MemoryStore()
    crews = await playing(store, presence="bot")
    go_away(crews, "blue.captain")
    await put_forward(74.5)
    assert await givers(crews, store) == []
    await put_forward(0.6)
    assert await givers(crews, store) == [STAND_IN]
    assert crews.table.match.state.phase == "marks"
    crews.table.timing.asked(crews.players["blue.captain"])
    come_back(crews, "blue.captain")
    for seat in ("blue.engineer", "blue.first_mate"):
        order = crews.table.match.game.legal_orders(crews.table.match.state, seat)[0]
        await crews.table.order(crews.players[seat], seat, json.loads(dump(order)), None)
    await put_forward(100)
    assert (await givers(crews, store)).count(STAND_IN) == 1
    assert crews.table.match.state.phase == "activation"
    await crews.order("blue.captain", "end_round")


async def test_bots_play_on_when_nobody_returns() -> None:
    """If everybody stays away the stand-ins play the match, each for its own seat, to its end."""
    store = MemoryStore()
    crews = await playing(store, presence="bot", hull=1)
    go_away(crews, *SEATS)
    await put_forward(80)
    for _ in range(3000):
        if crews.table.match.status == "finished":
            break
        await settle()
    assert crews.table.match.status == "finished"
    assert set(await givers(crews, store)) == {STAND_IN}


async def test_order_of_a_stand_in_that_comes_too_late() -> None:
    """If the player comes back while the stand-in thinks, the player's own order counts and the bot's does not."""
    store = MemoryStore()
    crews = Crews(*await full_table(make_matches(store, bot_delay=5), presence="bot"))
    await crews.place()
    go_away(crews, "blue.captain")
    await put_forward(75.1)
    come_back(crews, "blue.captain")
    await put_forward(6)
    assert await givers(crews, store) == []
    await crews.order("blue.captain", "head", heading="north")
    go_away(crews, "blue.captain")
    await put_forward(16)
    come_back(crews, "blue.captain")
    await put_forward(100)
    assert await givers(crews, store) == ["blue.captain"]
