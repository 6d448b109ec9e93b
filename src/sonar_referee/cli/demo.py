"""`sonar-referee demo`: a whole match of Captain Sonar between two crews of bots, over HTTP and WebSocket."""

from __future__ import annotations

import asyncio
import random
import secrets
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sonar_referee.bots import Brief, make_bot
from sonar_referee.cli.charts import LEGEND, Track, draw, side_by_side
from sonar_referee.cli.transcript import Transcript
from sonar_referee.client import Connection, Referee
from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.server.logs import configure_logs
from sonar_referee.server.run import serving
from sonar_referee.server.settings import Settings
from sonar_referee.store import SQLiteStore


class Place(NamedTuple):
    """Where to play: at a running server, or at one of its own with these settings."""

    own: Settings | None
    url: str | None
    host_password: str | None


def demo(chart: str, seed: int | None, quiet: bool, place: Place) -> None:
    """Play a match and print it; raises `ClientError`, `CannotServe`."""
    configure_logs()
    asyncio.run(_demo(chart, secrets.randbits(32) if seed is None else seed, quiet, place))


async def _demo(chart: str, seed: int, quiet: bool, place: Place) -> None:
    async with AsyncExitStack() as stack:
        url = place.url
        if url is None:
            url = await stack.enter_async_context(_own_server(place.own or Settings()))
        referee = await stack.enter_async_context(Referee(url, place.host_password))
        await _play(referee, chart, seed, quiet)


@asynccontextmanager
async def _own_server(settings: Settings) -> AsyncIterator[str]:
    with tempfile.TemporaryDirectory(prefix="sonar-referee-") as folder:
        async with serving(settings, SQLiteStore.open(Path(folder) / "matches.sqlite3")) as url:
            yield url


async def _play(referee: Referee, chart: str, seed: int, quiet: bool) -> None:
    first_team = random.Random(seed).choice(list(CAPTAIN_SONAR.teams))
    created = await referee.create_match({"map": chart, "first_team": first_team}, name="Demonstration")
    match_id = created.match_id
    print(f"Two crews of random bots play on {chart} at {referee.url}, seed {seed}.", flush=True)
    async with AsyncExitStack() as stack:
        onlooker = await stack.enter_async_context(referee.connect(match_id))
        seats = {}
        for seat in CAPTAIN_SONAR.seats:
            player = await referee.join(match_id, f"Bot on {seat}", [seat])
            seats[seat] = await stack.enter_async_context(referee.connect(match_id, player.player_token))
        options = (await referee.start(match_id, created.host_token)).options
        drawing = await referee.map(chart)
        began = time.monotonic()
        crews = [
            _play_seat(connection, Brief(CAPTAIN_SONAR.id, options, drawing, (seat,), f"{seed} {seat}"))
            for seat, connection in seats.items()
        ]
        await asyncio.gather(_follow(onlooker, quiet), *crews)
        _print_end(drawing, onlooker.view, time.monotonic() - began)


async def _play_seat(connection: Connection, brief: Brief) -> None:
    """Give orders until the match is over.

    Where the table waits for several seats, one comes after the other: so a seed gives the same match again.
    """
    bot = make_bot("random", brief)
    async for _frame in connection:
        while connection.view["awaiting"][:1] == [*brief.seats]:
            choice = bot.choose(connection.view)
            if choice is None:
                break
            await connection.order(choice.order)
        if connection.view["status"] == "finished":
            return


async def _follow(onlooker: Connection, quiet: bool) -> None:
    """Print what is announced until the match is over and its last view is there."""
    transcript = Transcript(sys.stdout)
    if not quiet:
        print()
    async for frame in onlooker:
        if frame["type"] == "announcement" and not quiet:
            transcript.hear(frame)
        if onlooker.view["status"] == "finished":
            return


def _print_end(chart: dict[str, Any], view: dict[str, Any], seconds: float) -> None:
    outcome = view["outcome"]
    winner = f"{outcome['winner']} wins" if outcome["winner"] else "a draw"
    reason = outcome["reason"].replace("_", " ")
    print(f"\nGame over after {view['round']} rounds: {winner} ({reason}). The match took {seconds:.1f} s.\n")
    drawn = []
    for team in CAPTAIN_SONAR.teams:
        truth = view["reveal"][team]
        track = Track(truth["past_routes"], truth["route"], truth["mines"])
        drawn.append([f"{team}, damage {truth['damage']}", "", *draw(chart, track, sys.stdout)])
    print("\n".join(side_by_side(*drawn)))
    print(f"\n{LEGEND}")
