"""How many of what there may be at a time. What has ended makes room again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from sonar_referee.games.game import Viewer
from sonar_referee.match.matches import Matches
from sonar_referee.match.roster import Player
from sonar_referee.match.table import Table
from sonar_referee.server.settings import Settings
from sonar_referee.wire.problems import Problem

K = TypeVar("K", bound=Hashable)

_SWEEP_FROM = 256


class Quota(Generic[K]):
    """How many living things each address may have made; without a number any."""

    def __init__(self, most: int, things: str, is_living: Callable[[K], bool]) -> None:
        self._most = most
        self._things = things
        self._is_living = is_living
        self._made: dict[str, set[K]] = {}
        self._being_made: Counter[str] = Counter()
        self._sweep_at = _SWEEP_FROM

    @contextmanager
    def one_more(self, address: str) -> Iterator[Callable[[K], None]]:
        """For the time of making one: call what it gives with what was made. Raises `too_many`."""
        if self._most and self._count(address) + self._being_made[address] >= self._most:
            raise Problem("too_many", f"Your address has {self._most} {self._things} already; end some of them first.")
        self._being_made[address] += 1
        try:
            yield lambda thing: self._keep(address, thing)
        finally:
            self._being_made[address] -= 1
            self._being_made += Counter()  # keeps only what is not zero

    def _count(self, address: str) -> int:
        if len(self._made.get(address, ())) >= self._most:
            self._forget_the_dead(address)
        return len(self._made.get(address, ()))

    def _keep(self, address: str, thing: K) -> None:
        if not self._most:
            return
        if len(self._made) >= self._sweep_at:
            for one in tuple(self._made):
                self._forget_the_dead(one)
            self._sweep_at = max(_SWEEP_FROM, 2 * len(self._made))
        self._made.setdefault(address, set()).add(thing)

    def _forget_the_dead(self, address: str) -> None:
        living = {thing for thing in self._made.pop(address, ()) if self._is_living(thing)}
        if living:
            self._made[address] = living


class Connections:
    """How many calls and sockets of one address are open."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[str, int] = {}

    def enter(self, address: str) -> None:
        """Count one more, which must `leave` again; raises `too_many`."""
        count = self._open.get(address, 0)
        if self._most and count >= self._most:
            raise Problem("too_many", f"Your address has {self._most} connections open already; close some of them.")
        self._open[address] = count + 1

    def leave(self, address: str) -> None:
        """Count one less."""
        count = self._open.pop(address) - 1
        if count:
            self._open[address] = count


class Caps:
    """The caps of one server, from its settings; 0 is none."""

    def __init__(self, settings: Settings, matches: Matches) -> None:
        self._settings = settings
        self._matches = matches
        self._matches_made = Quota[str](settings.matches_per_address, "unfinished matches", self._is_unfinished)
        self._players = Quota[tuple[str, str]](settings.players_per_address, "players", self._is_playing)
        self._being_made = 0
        self.connections = Connections(settings.connections_per_address)

    @contextmanager
    def making_a_match(self, address: str) -> Iterator[Callable[[str], None]]:
        """For the time of making a match; then call what it gives with the match's id. Raises `too_many`."""
        most = self._settings.most_matches
        if most and self._unfinished() + self._being_made >= most:
            raise Problem("too_many", f"This server has {most} unfinished matches, as many as it takes; try later.")
        with self._matches_made.one_more(address) as keep:
            self._being_made += 1
            try:
                yield keep
            finally:
                self._being_made -= 1

    @contextmanager
    def joining(self, address: str, table: Table) -> Iterator[Callable[[str], None]]:
        """For the time of joining; then call what it gives with the player's id. Raises `too_many`."""
        with self._players.one_more(address) as keep:
            yield lambda player_id: keep((table.match.match_id, player_id))

    def require_place(self, table: Table, viewer: Viewer, player: Player | None) -> None:
        """Raise `too_many` unless one more may listen as this viewer."""
        others = [one for one in table.listeners if (one.player is None) == (player is None)]
        if player is None:
            if 0 < self._settings.spectators_per_match <= len(others):
                raise Problem("too_many", f"This match has {len(others)} spectators, as many as it takes; try later.")
            return
        same = sum(one.viewer == viewer and _is(one.player, player) for one in others)
        if 0 < self._settings.connections_per_viewer <= same:
            advice = "close one of the other tabs or programs, or wait a minute."
            raise Problem("too_many", f"You have {same} connections open for the same seats; {advice}")

    def _unfinished(self) -> int:
        return sum(table.match.status != "finished" for table in self._matches.all())

    def _is_unfinished(self, match_id: str) -> bool:
        table = self._matches.in_memory(match_id)
        return table is not None and table.match.status != "finished"

    def _is_playing(self, joined: tuple[str, str]) -> bool:
        match_id, player_id = joined
        table = self._matches.in_memory(match_id)
        if table is None or table.match.status == "finished":
            return False
        return any(player.player_id == player_id for player in table.match.roster.players)


def _is(one: Player | None, player: Player) -> bool:
    return one is not None and one.player_id == player.player_id
