"""All matches of a server: made, found by id or code, and brought back from the log."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

import structlog

from sonar_referee.games.game import Game
from sonar_referee.match import tokens
from sonar_referee.match.bot_driver import set_bots_to_work
from sonar_referee.match.maps import Maps
from sonar_referee.match.match import Match
from sonar_referee.match.roster import Player, Roster
from sonar_referee.match.seating import saved
from sonar_referee.match.setup import Setup
from sonar_referee.match.table import Table
from sonar_referee.store import Entry, MatchExists, Store, StoredMatch
from sonar_referee.wire.adapters import read_options
from sonar_referee.wire.problems import Problem

log = structlog.get_logger("sonar_referee")


class Matches:
    """The matches of one server. `now` gives the time as RFC 3339 text, `bot_delay` the bots' pause in seconds."""

    def __init__(self, store: Store, maps: Maps, now: Callable[[], str], bot_delay: float) -> None:
        self._store = store
        self._maps = maps
        self._now = now
        self._bot_delay = bot_delay
        self._tables: dict[str, Table] = {}
        self._by_code: dict[str, str] = {}

    async def resume(self) -> None:
        """Bring every match of the store back, and the running ones to work."""
        for stored in await self._store.matches():
            try:
                match = await self._read(stored)
            except Exception as error:  # one match that cannot be read must not keep the others from being played
                log.error("match left out", match_id=stored.match_id, exc_info=error)
            else:
                self._set_to_work(self._seat(match))

    async def _read(self, stored: StoredMatch) -> Match:
        setup = Setup.read(stored.setup)
        roster = Roster.read(setup.game, stored.roster)
        match = Match(stored.match_id, stored.join_code, stored.created_at, setup, roster)
        if stored.status != "lobby":
            match.start()
        match.replay(await self._store.entries(stored.match_id))
        match.read_notes(await self._store.notes(stored.match_id))
        return match

    def _seat(self, match: Match) -> Table:
        table = Table(match, self._store, self._now)
        table.set_timer()
        self._tables[match.match_id] = table
        self._by_code[match.join_code] = match.match_id
        return table

    def _set_to_work(self, table: Table) -> None:
        if table.match.status == "running":
            set_bots_to_work(table, self._bot_delay)

    async def create(self, game: Game[Any], options: Mapping[str, Any], name: str, public: bool) -> tuple[Table, str]:
        """Make a match in the lobby; returns it with the host's secret token."""
        chosen = read_options(game, dict(options))
        chart = self._maps.find(game, chosen.map)
        host_token = tokens.new_token(tokens.HOST)
        setup = Setup(
            game=game,
            options=chosen,
            chart=chart,
            map_text=chart.text,
            seed=secrets.randbits(53),
            name=name,
            public=public,
            host_token_hash=tokens.token_hash(host_token),
        )
        return await self.open(setup, Roster(game)), host_token

    async def open(self, setup: Setup, roster: Roster) -> Table:
        """Make a match in the lobby with these players."""
        while True:
            match = Match(tokens.new_id(), tokens.new_join_code(), self._now(), setup, roster)
            stored = StoredMatch(
                match.match_id, match.join_code, match.created_at, "lobby", setup.as_json(), roster.as_json()
            )
            try:
                await saved(self._store.create(stored))
            except MatchExists:
                continue
            log.info("match created", match_id=match.match_id, game=match.game.id)
            return self._seat(match)

    async def start(self, table: Table) -> None:
        """Begin a match and set its bots to work."""
        await table.start()
        log.info("match started", match_id=table.match.match_id)
        self._set_to_work(table)

    def find(self, match_id: str) -> Table:
        """The match with this id; raises `no_such_match`."""
        table = self._tables.get(match_id)
        if table is None:
            raise Problem("no_such_match", "There is no match with this id.")
        return table

    def find_code(self, join_code: str) -> str:
        """The id of the match with this join code; raises `no_such_match`."""
        match_id = self._by_code.get(join_code.strip().upper())
        if match_id is None:
            raise Problem("no_such_match", "There is no match with this code.")
        return match_id

    def player(self, match_id: str, player_id: str) -> Player | None:
        """A player of a match at work."""
        players = self._tables[match_id].match.roster.players
        return next((player for player in players if player.player_id == player_id), None)

    def public(self) -> list[Table]:
        """The matches that anybody may see in the list, the newest first."""
        return [table for table in reversed(self._tables.values()) if table.match.setup.public]

    def all(self) -> list[Table]:
        """Every match, the oldest first."""
        return list(self._tables.values())

    async def entries(self, table: Table) -> list[Entry]:
        """The log of a match."""
        return await saved(self._store.entries(table.match.match_id))

    async def close(self) -> None:
        """Finish what is at work at every table."""
        for table in self._tables.values():
            await table.close()
