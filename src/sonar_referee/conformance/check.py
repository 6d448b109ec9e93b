"""Playing games with a bot and watching it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from sonar_referee.bots.guest import Guest, Seating
from sonar_referee.client import Referee, awaited_orders
from sonar_referee.conformance.seen import Seen
from sonar_referee.conformance.starting import brought
from sonar_referee.conformance.witness import Witness
from sonar_referee.games.game import bounded
from sonar_referee.games.registry import GAMES
from sonar_referee.match.table import Table
from sonar_referee.server.run import Server, at_work, local_url
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore

MOST_ROUNDS = 100
"""After so many rounds a game is a draw, if the options say nothing else."""


@dataclass(frozen=True)
class Terms:
    """How a bot is checked; times are in seconds."""

    game: str
    games: int = 4
    against: str = "random"
    limit: float = 5.0
    """An order that takes longer is slow."""
    patience: float = 30.0
    """A bot that is waited for so long has given up."""
    options: dict[str, Any] = field(default_factory=dict)
    """Options of the matches."""


async def check(bot: str, terms: Terms, settings: Settings, on_game: Callable[[Seen], None]) -> list[Seen]:
    """Play games with a bot, a command or the address of a service, on a server of its own with these settings.

    What is seen of each game is also told to `on_game`. Raises `CannotServe`, `CannotStart`, `Refused`.
    """
    found: list[Seen] = []
    rules = GAMES[terms.game]
    teams = list(rules.teams.items())
    options = bounded(rules, MOST_ROUNDS) | terms.options
    async with _watched_server(settings) as (server, witness, url), Referee(url) as referee:
        for number in range(terms.games):
            team, seats = teams[number % len(teams)]
            game = _Game(Seen(team), witness, terms.patience)
            created = await referee.create_match(options, game=rules.id, name=f"Check {number + 1}")
            player = await referee.join(created.match_id, "Bot under check", seats)
            for others in (crew for other, crew in teams if other != team):
                await referee.add_bots(created.match_id, created.host_token, others, terms.against)
            await referee.start(created.match_id, created.host_token)
            table = await server.matches.find(created.match_id)
            await game.play(bot, table, Seating(url, created.match_id, player.player_token, seats))
            found.append(game.seen)
            on_game(game.seen)
    return found


@asynccontextmanager
async def _watched_server(settings: Settings) -> AsyncIterator[tuple[Server, Witness, str]]:
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    witnesses: list[Witness] = []

    def cut() -> None:
        server.cut_connections()

    def around(app: Any) -> Witness:
        witnesses.append(Witness(app, cut))
        return witnesses[0]

    server = Server(settings, MemoryStore(), port.set_result, around)
    async with at_work(server, port) as chosen:
        yield server, witnesses[0], local_url(settings, chosen)


class _Game:
    """One game, from the bot's start to its end."""

    def __init__(self, seen: Seen, witness: Witness, patience: float) -> None:
        self.seen = seen
        self._witness = witness
        self._patience = patience

    async def play(self, bot: str, table: Table, seating: Seating) -> None:
        """Bring the bot and watch until the match is over or the bot has given up."""
        self._witness.watch(seating.match_id, self.seen, lambda: table.match.status == "finished")
        async with brought(bot, seating) as guest:
            following = asyncio.create_task(self._follow(table, seating))
            gone = asyncio.create_task(guest.gone() if guest else asyncio.Event().wait())
            try:
                await asyncio.wait({following, gone}, return_when=asyncio.FIRST_COMPLETED)
                if following.done():
                    following.result()
                elif guest and table.match.status == "running":
                    self.seen.unfinished = f"its process ended in the middle, {guest.ending}"
                if table.match.status == "finished":
                    await self._see_off(table, guest)
            finally:
                for task in (following, gone):
                    task.cancel()
                self.seen.said = guest.last_words() if guest else ""

    async def _follow(self, table: Table, seating: Seating) -> None:
        """Watch until the match is over, or the table has waited for the bot too long."""
        viewer = frozenset(seating.seats)
        revision, since = -1, 0.0
        with table.listeners.listening(viewer, None) as listener:
            while table.match.status == "running":
                listener.changed.clear()
                listener.outbox.clear()
                view = json.loads(table.match.view_json(viewer))
                awaited = bool(awaited_orders(view))
                self._witness.await_bot(awaited)
                if view["revision"] != revision:  # orders that are refused and new connections give no more time
                    revision, since = view["revision"], monotonic()
                try:
                    async with asyncio.timeout(since + self._patience - monotonic() if awaited else None):
                        await listener.changed.wait()
                except TimeoutError:
                    self.seen.unfinished = f"no order that is legal came for {self._patience:g} seconds"
                    return

    async def _see_off(self, table: Table, guest: Guest | None) -> None:
        outcome = table.match.game.outcome(table.match.state)
        if outcome and outcome.reason == "resignation" and outcome.winner != self.seen.team:
            self.seen.unfinished = "it resigned"
        if guest is None:
            return
        try:
            async with asyncio.timeout(self._patience):
                code = await guest.gone()
        except TimeoutError:
            self.seen.unfinished = f"its process did not end within {self._patience:g} seconds of the match's end"
        else:
            if code:
                self.seen.unfinished = f"after the match its process ended {guest.ending}"
