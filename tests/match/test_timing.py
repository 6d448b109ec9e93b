"""Time at a table: what everybody is told, what is entered in the log, and what becomes of those who stay away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.game import SPECTATOR, Viewer
from sonar_referee.match.listeners import Listener
from sonar_referee.match.roster import STAND_IN
from sonar_referee.match.table import CLOCK, Table
from sonar_referee.match.timing import DOCUMENT
from sonar_referee.store import MemoryStore, StoreFailed
from sonar_referee.wire.encode import dump
from sonar_referee.wire.problems import Problem
from tests.match.clock import SEATS, ClockedLoop, Crews, SlowStore, full_table, make_matches, put_forward, settle

CLOCK_OF_45 = {"seconds": 45, "on_expiry": "default_order"}
ENEMY: Viewer = frozenset({"yellow.captain"})

Json = dict[str, Any]


async def playing(store: MemoryStore, **options: Any) -> Crews:
    """A match in blue's first round; everybody's connection is open."""
    crews = Crews(*await full_table(make_matches(store), **options))
    await crews.place()
    return crews


async def givers(crews: Crews, store: MemoryStore) -> list[str]:
    """Who gave the orders after both starts, as the log names them; a player by its seat."""
    seat_of = {player.player_id: seat for seat, player in crews.players.items()}
    entries = await store.entries(crews.table.match.match_id)
    return [seat_of.get(entry.player, entry.player) for entry in entries if '"place"' not in entry.order]


def clock_in(table: Table, viewer: Viewer = SPECTATOR) -> Any:
    """The clock in a viewer's view, to the tenth of a second."""
    clock: Any = json.loads(table.match.view_json(viewer))["clock"]
    return clock and (clock["seconds"], round(clock["left"], 1), clock["running"])


def away(table: Table) -> Json:
    """The seats that are shown as away, with the seconds that are left to return, to the tenth."""
    shown = {seat["seat"]: seat["away"] for seat in table.summary()["seats"] if seat["away"] is not None}
    return {seat: one["returns_within"] and round(one["returns_within"], 1) for seat, one in shown.items()}


def kinds(listener: Listener) -> list[str]:
    """The kinds of the frames that wait for a listener, which are taken away."""
    found = [json.loads(frame)["type"] for frame in listener.outbox]
    listener.outbox.clear()
    return found


def go_away(crews: Crews, *seats: str) -> None:
    """Close the connections of these seats' players."""
    for seat in seats:
        crews.table.timing.closed(crews.players[seat])


def come_back(crews: Crews, seat: str) -> None:
    """Open a connection of this seat's player."""
    crews.table.timing.opened(crews.players[seat])


@contextmanager
def everybody(table: Table) -> Iterator[dict[Viewer, Listener]]:
    """A connection of each viewer."""
    with ExitStack() as stack:
        yield {
            viewer: stack.enter_context(table.listeners.listening(viewer, None))
            for viewer in table.match.streams.viewers
        }


# -- the clock


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


class FailingStore(MemoryStore):
    """A store that can refuse to append and to keep documents."""

    failing = False

    async def append(self, match_id: str, entry: Any) -> None:
        if self.failing:
            raise StoreFailed("full")
        await super().append(match_id, entry)

    async def save_document(self, match_id: str, name: str, document: str) -> None:
        if self.failing:
            raise StoreFailed("full")
        await super().save_document(match_id, name, document)


# -- somebody is away


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


# -- a bot stands in


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


# -- over a restart


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


async def brought_back(store: MemoryStore, crews: Crews, *missing: str) -> Table:
    """The match as another server finds it; all but these are there, and those who were away."""
    matches = make_matches(store)
    await matches.resume()
    table = await matches.find(crews.table.match.match_id)
    gone = {*missing, *away(table)}
    for seat, player in crews.players.items():
        if seat not in gone:
            table.timing.opened(player)
    return table


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
