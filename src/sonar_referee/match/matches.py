"""All matches of a server: made, found by id or code, brought back from the log, and forgotten."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import Context
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakValueDictionary

import structlog

from sonar_referee.games.game import Game
from sonar_referee.match import tokens
from sonar_referee.match.bot_driver import BotDriver
from sonar_referee.match.maps import Maps
from sonar_referee.match.match import Match
from sonar_referee.match.roster import Player, Roster
from sonar_referee.match.seating import saved
from sonar_referee.match.setup import Setup
from sonar_referee.match.table import Table
from sonar_referee.store import Entry, MatchExists, NoSuchMatch, Store, StoredMatch, StoreFailed
from sonar_referee.wire.adapters import read_options
from sonar_referee.wire.problems import Problem

log = structlog.get_logger("sonar_referee")


SWEEP_EVERY = 60.0
"""Seconds between two looks for matches that nobody uses."""

MOST_DELETED = 20
"""Matches deleted from the store in one sweep, so that no order waits long for it."""


class Matches:
    """The matches of one server: those in use in memory, all in the store, from where they come back when asked for.

    `now` gives the time as RFC 3339 text, `bot_delay` is the bots' pause in seconds. A match that nobody has used for
    `forget_after` seconds leaves the memory; without an order for `keep_days` days, if set, it is deleted as well.
    """

    def __init__(
        self,
        store: Store,
        maps: Maps,
        now: Callable[[], str],
        bot_delay: float,
        forget_after: float,
        keep_days: int | None,
    ) -> None:
        self._store = store
        self._maps = maps
        self._now = now
        self._bots = BotDriver(bot_delay)
        self._forget_after = forget_after
        self._keep_days = keep_days
        self._last_used: dict[Table, float] = {}
        # Every table that exists: one that was let go of but is still held somewhere is never made a second time.
        self._existing: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._unreadable: set[str] = set()
        self._sweeping: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Bring the matches in lobby and play back and to work; from now on, forget what nobody uses."""
        await self.sweep()
        for stored in await self._store.unfinished():
            try:
                await self.find(stored.match_id)
            except Problem as problem:  # one match that cannot be read must not keep the others from being played
                if problem.code != "no_such_match":
                    log.error("match not brought back yet", match_id=stored.match_id, reason=problem.detail)
        self._sweeping = asyncio.create_task(self._sweep_regularly())

    # -- from the store into memory

    async def find(self, match_id: str) -> Table:
        """The match with this id; raises `no_such_match`, `not_stored`."""
        table = self._existing.get(match_id) or await self._load(match_id)
        if table not in self._last_used:
            Context().run(table.resume)  # what its bots log must not bear the id of the connection that asked
        self._last_used[table] = asyncio.get_running_loop().time()
        return table

    async def _load(self, match_id: str) -> Table:
        """Bring a match back, once for all who ask for it at the same time."""
        if match_id in self._unreadable:
            raise _no_such_match()
        loading = self._loading.get(match_id)
        if loading is None:
            loading = self._loading[match_id] = asyncio.create_task(self._bring_back(match_id))
            loading.add_done_callback(lambda done: self._loaded(match_id, done))
        return await asyncio.shield(loading)

    def _loaded(self, match_id: str, done: asyncio.Task[Table]) -> None:
        del self._loading[match_id]
        if not done.cancelled():
            done.exception()  # it is told to those who still wait, if any

    async def _bring_back(self, match_id: str) -> Table:
        try:
            stored = await self._store.find(match_id)
            match, documents = await self._read(stored)
        except (NoSuchMatch, UnicodeEncodeError):
            raise _no_such_match() from None
        except StoreFailed as failure:
            raise Problem("not_stored", "The disk cannot be read now. Try again.") from failure
        except Exception as error:
            self._unreadable.add(match_id)
            log.error("match left out", match_id=match_id, exc_info=error)
            raise _no_such_match() from error
        return self._seat(match, documents)

    async def _read(self, stored: StoredMatch) -> tuple[Match, dict[str, str]]:
        setup = Setup.read(stored.setup)
        roster = Roster.read(setup.game, stored.roster)
        match = Match(stored.match_id, stored.join_code, stored.created_at, setup, roster)
        if stored.status != "lobby":
            match.start()
        for entry in await self._store.entries(stored.match_id):
            match.replay([entry])
            await asyncio.sleep(0)  # other matches go on meanwhile
        documents = await self._store.documents(stored.match_id)
        match.read_notes(documents)
        if match.status == "finished" != stored.status:
            with suppress(StoreFailed):  # as when the last order was given: the log tells it as well
                await self._store.save_roster(match.match_id, stored.roster, "finished")
        return match, documents

    def _seat(self, match: Match, documents: Mapping[str, str]) -> Table:
        table = Table(match, self._store, self._now, self._bots.set_to_work, documents)
        self._existing[match.match_id] = table
        return table

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
            first_options=chosen,
        )
        return await self.open(setup, Roster(game)), host_token

    async def open(self, setup: Setup, roster: Roster, rematch_of: str | None = None) -> Table:
        """Make a match in the lobby with these players."""
        while True:
            match = Match(tokens.new_id(), tokens.new_join_code(), self._now(), setup, roster)
            stored = StoredMatch(
                match_id=match.match_id,
                join_code=match.join_code,
                created_at=match.created_at,
                status=match.status,
                setup=setup.as_json(),
                roster=roster.as_json(),
                rematch_of=rematch_of,
            )
            try:
                await saved(self._store.create(stored))
            except MatchExists:
                continue
            log.info("match created", match_id=match.match_id, game=match.game.id)
            table = self._seat(match, {})
            table.resume()
            self._last_used[table] = asyncio.get_running_loop().time()
            return table

    async def start(self, table: Table) -> None:
        """Begin a match and set its bots to work."""
        await table.start()
        log.info("match started", match_id=table.match.match_id)
        self._bots.set_to_work(table)

    async def find_code(self, join_code: str) -> str:
        """The id of the match with this join code; raises `no_such_match`, `not_stored`."""
        try:
            match_id = await saved(self._store.find_code(join_code.strip().upper()))
        except UnicodeEncodeError:
            match_id = None
        if match_id is None:
            raise Problem("no_such_match", "There is no match with this code.")
        return match_id

    def player(self, match_id: str, player_id: str) -> Player | None:
        """A player of a match in memory."""
        table = self._existing.get(match_id)
        players = table.match.roster.players if table else ()
        return next((player for player in players if player.player_id == player_id), None)

    async def rematch_of(self, table: Table) -> str | None:
        """The id of the match that was made as a rematch of this one, if there is one; raises `not_stored`."""
        return await saved(self._store.find_rematch(table.match.match_id))

    def public(self) -> list[Table]:
        """The matches in memory that anybody may see in the list, the newest first."""
        listed = [table for table in reversed(self._last_used) if table.match.setup.public]
        return sorted(listed, key=lambda table: table.match.created_at, reverse=True)

    def in_memory(self, match_id: str) -> Table | None:
        """The match with this id if it is in memory."""
        return self._existing.get(match_id)

    def all(self) -> list[Table]:
        """Every match in memory."""
        return list(self._last_used)

    async def entries(self, table: Table) -> list[Entry]:
        """The log of a match."""
        return await saved(self._store.entries(table.match.match_id))

    @property
    def disk_refusal(self) -> str | None:
        """Why the disk takes nothing at the moment, if so."""
        return self._store.refusal

    # -- forgetting

    async def _sweep_regularly(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            try:
                await self.sweep()
            except Exception as error:  # the next one may do better
                log.error("sweep failed", reason=type(error).__name__)

    async def sweep(self) -> None:
        """Let go of the matches that nobody uses any more, and delete those that have been kept long enough."""
        if self._store.refusal is not None:  # there is work to be made up for
            return
        time = asyncio.get_running_loop().time()
        for table, last_used in list(self._last_used.items()):
            if table.in_use:
                self._last_used[table] = time
            elif time - last_used >= self._forget_after:
                del self._last_used[table]
                await table.close()
                if table in self._last_used:  # somebody has asked for it meanwhile
                    table.resume()
        if self._keep_days is not None:
            await self._delete_old(timedelta(days=self._keep_days))

    async def _delete_old(self, kept: timedelta) -> None:
        time = (datetime.fromisoformat(self._now()) - kept).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        idle = await self._store.idle_since(time, MOST_DELETED + len(self._existing))
        unused = [one for one in idle if one not in self._existing and one not in self._loading][:MOST_DELETED]
        await asyncio.gather(*(self._store.delete(match_id) for match_id in unused))
        for match_id in unused:
            log.info("match deleted", match_id=match_id)

    # -- the end

    @property
    def listened_to(self) -> bool:
        """Whether somebody, bots aside, has a connection open."""
        return any(table.listened_to for table in self._last_used)

    def end_connections(self) -> None:
        """Ask whoever listens to come back later, as the server stops."""
        for table in self._last_used:
            for listener in table.listeners:
                listener.end("stopping")

    async def close(self) -> None:
        """Finish what is at work at every table."""
        if self._sweeping is not None:
            self._sweeping.cancel()
        for table in self.all():
            await table.close()


def _no_such_match() -> Problem:
    return Problem("no_such_match", "There is no match with this id.")
