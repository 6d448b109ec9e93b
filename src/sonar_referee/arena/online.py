"""A match over HTTP and WebSocket, at a running server or at one for the occasion; a side may be a command's bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from random import Random
from typing import Any, NamedTuple

from sonar_referee.arena.entrants import BadArena, Entrant, Fixture
from sonar_referee.arena.offline import MOST_REFUSED, REFUSED_TOO_OFTEN, think
from sonar_referee.arena.results import Game, Result, Tally
from sonar_referee.bots import Bot, Brief, make_bot
from sonar_referee.bots.guest import Guest, Seating, end_on_termination, invited
from sonar_referee.client import Connection, Referee, Refused, awaited_orders
from sonar_referee.games.game import Game as Rules
from sonar_referee.match.matches import Matches
from sonar_referee.server.logs import configure_logs
from sonar_referee.server.run import Server, at_work, local_url
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore
from sonar_referee.wire.models import MatchRecord, RecordedOrder

_LONGEST_NAME = 40
_ENDS_WITHIN = 5.0
"""Seconds that a command has to end after its match."""


class Place(NamedTuple):
    """Where matches are played: at a running server, or (None) at one of its own; `patience` is how many seconds a
    command's bot may take for an order."""

    url: str | None = None
    host_password: str | None = None
    patience: float = 60.0


class _Venue(NamedTuple):
    """The server that is played at, with its matches if it is our own."""

    referee: Referee
    matches: Matches | None
    patience: float


class _Side(NamedTuple):
    """What one team's player needs."""

    connection: Connection
    rules: Rules[Any]
    seats: tuple[str, ...]
    tally: Tally


def play_online(fixture: Fixture, rules: Rules[Any], options: Mapping[str, Any], place: Place) -> Game:
    """Play a game; raises `ClientError`, `BadArena`, `CannotStart`."""
    return asyncio.run(_play(fixture, rules, options, place))


async def _play(fixture: Fixture, rules: Rules[Any], options: Mapping[str, Any], place: Place) -> Game:
    end_on_termination()
    async with _server(place.url) as (url, matches), Referee(url, place.host_password) as referee:
        return await _play_at(_Venue(referee, matches, place.patience), fixture, rules, options)


@asynccontextmanager
async def _server(url: str | None) -> AsyncIterator[tuple[str, Matches | None]]:
    if url is not None:
        yield url, None
        return
    configure_logs()
    own = Settings(host="127.0.0.1", port=0, tls=False, host_password=None, requests_per_second=0, frames_per_second=0)
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    server = Server(own, MemoryStore(), port.set_result)
    async with at_work(server, port) as chosen:
        yield local_url(own, chosen), server.matches


async def _play_at(venue: _Venue, fixture: Fixture, rules: Rules[Any], options: Mapping[str, Any]) -> Game:
    referee = venue.referee
    if options.get("first_team") == "random":  # drawn here, so that both games with this seed begin alike
        options = {**options, "first_team": Random(fixture.seed).choice(list(rules.teams))}
    created = await referee.create_match(options, game=rules.id, name=fixture.name[:_LONGEST_NAME], public=False)
    match_id = created.match_id
    drawing = await referee.map(options["map"], rules.id)
    entrants = fixture.sides(rules.teams)
    tallies = {team: Tally() for team in entrants}
    players = {
        team: await referee.join(match_id, entrant.name[:_LONGEST_NAME], rules.teams[team])
        for team, entrant in entrants.items()
    }
    async with AsyncExitStack() as stack:
        sides = {}
        for team, player in players.items():
            connection = await stack.enter_async_context(referee.connect(match_id, player.player_token, after=0))
            sides[team] = _Side(connection, rules, rules.teams[team], tallies[team])
        await referee.start(match_id, created.host_token)
        jobs = []
        for team, side in sides.items():
            if entrants[team].command:
                seating = Seating(referee.url, match_id, players[team].player_token, side.seats)
                jobs.append(_watch(side, entrants[team].command, seating, venue.patience))
            else:
                brief = Brief(rules.id, options, drawing, side.seats, f"{fixture.seed} {side.seats[0]}")
                jobs.append(_play_bot(side, make_bot(entrants[team].name, brief)))
        await asyncio.gather(*jobs)
    rounds = (await referee.match(match_id)).round
    record = await referee.record(match_id, created.host_token)
    _count_orders(record, rules, entrants, tallies)
    for team, entrant in entrants.items():
        if entrant.command:
            tallies[team].refused = await _refused(venue, match_id, players[team].player_id)
    if record.outcome is None:
        raise BadArena(f"The match {match_id} at {referee.url} has ended without an outcome")
    bots = {team: entrant.name for team, entrant in entrants.items()}
    result = Result(bots, fixture.seed, record.outcome.winner, record.outcome.reason, rounds, tallies)
    return Game(result, record.model_dump(mode="json"))


async def _refused(venue: _Venue, match_id: str, player_id: str) -> int | None:
    """How many orders of a player were refused, which only a server of our own tells."""
    return None if venue.matches is None else (await venue.matches.find(match_id)).refused[player_id]


async def _play_bot(side: _Side, bot: Bot) -> None:
    """Let a bot of this package play to the end."""
    news: list[Any] = []
    heard = 0
    async for frame in side.connection:
        if frame["type"] == "announcement":
            news.append(frame)
            heard = frame["seq"]
        view = side.connection.view
        if view["status"] == "finished":
            return
        if awaited_orders(view) and view["seq"] == heard:  # else there is more to hear first
            await _give(side, bot, news)
            news.clear()


async def _give(side: _Side, bot: Bot, news: Sequence[Any]) -> None:
    """Give one order; resign after too many that were refused."""
    view = side.connection.view
    for _try in range(MOST_REFUSED):
        choice = await asyncio.to_thread(think, bot, news, view, side.tally)
        news = ()
        try:
            if choice is not None:
                await side.connection.order(choice.order, seat=choice.seat)
                return
        except Refused:
            if side.connection.view["revision"] != view["revision"]:  # the enemy was faster: look again
                return
        side.tally.add_refusal()
    await _resign(side, REFUSED_TOO_OFTEN)


async def _resign(side: _Side, fault: str) -> None:
    """Let a side that has failed lose, unless the match was over before."""
    standing = side.connection.view["standing_orders"]
    order = next((one for one in standing if one["type"] == side.rules.resignation), None)
    try:
        await side.connection.order(order or {"type": side.rules.resignation})
    except Refused as refusal:
        if refusal.code != "not_running":
            raise
    else:
        side.tally.fault = fault


async def _watch(side: _Side, command: Sequence[str], seating: Seating, patience: float) -> None:
    """Start a command's bot and watch it until the match is over."""
    async with invited(command, seating) as guest:
        gone = asyncio.create_task(guest.gone())
        try:
            fault = await _failure(side, guest, gone, patience)
            if fault is not None:
                await _resign(side, ": ".join([fault, *guest.last_words().splitlines()[-1:]]))
            else:
                await asyncio.wait({gone}, timeout=_ENDS_WITHIN)
        finally:
            gone.cancel()


async def _failure(side: _Side, guest: Guest, gone: asyncio.Task[int], patience: float) -> str | None:
    """Wait for the end of the match, or for that of the command or of the patience with it: what went wrong then."""
    connection = side.connection
    while connection.view["status"] != "finished":
        awaited = awaited_orders(connection.view)
        frame = asyncio.ensure_future(anext(connection))
        await asyncio.wait({frame, gone}, timeout=patience if awaited else None, return_when=asyncio.FIRST_COMPLETED)
        if frame.done():
            frame.result()
            continue
        frame.cancel()
        await asyncio.wait({frame})
        return f"ended {guest.ending}" if gone.done() else f"gave no order for {patience:g} s"
    return None


def _count_orders(
    record: MatchRecord, rules: Rules[Any], entrants: Mapping[str, Entrant], tallies: Mapping[str, Tally]
) -> None:
    """Count each side's orders; of a command's bot, which nobody else watches, the time between them as well."""
    before: RecordedOrder | None = None
    for order in record.orders:
        team = next(team for team, seats in rules.teams.items() if order.seat in seats)
        tallies[team].orders += 1
        if entrants[team].command and before is not None:
            passed = datetime.fromisoformat(order.at) - datetime.fromisoformat(before.at)
            tallies[team].add_thought(passed.total_seconds())
        before = order
