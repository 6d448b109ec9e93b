"""The same people again: a new match made of a finished one."""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
from typing import Any

from sonar_referee.games.game import Game
from sonar_referee.match import tokens
from sonar_referee.match.match import Match
from sonar_referee.match.matches import Matches
from sonar_referee.match.roster import Roster
from sonar_referee.match.setup import Setup
from sonar_referee.match.table import Table
from sonar_referee.wire.encode import dump
from sonar_referee.wire.problems import Problem


class Rematches:
    """Makes rematches, one of each match. Which they are stands in their setups, and so outlives the server."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._one_at_a_time = asyncio.Lock()

    def of(self, table: Table) -> Table | None:
        """The rematch of a match, if there is one."""
        match_id = table.match.match_id
        return next((one for one in self._matches.all() if one.match.setup.rematch_of == match_id), None)

    async def make(self, table: Table, swap: bool) -> Table:
        """The running rematch of a finished match, on swapped sides or the same; raises `not_finished`.

        All tokens go on working in it. Whoever listens to the old match is told once.
        """
        if table.match.status != "finished":
            raise Problem("not_finished", "A rematch can be made when the match is over.")
        async with self._one_at_a_time:
            made = self.of(table)
            if made is None:
                setup = _setup_again(table.match, self._options_as_created(table), swap)
                made = await self._matches.open(setup, _roster_again(table.match, swap))
            if made.match.status == "lobby":
                await self._matches.start(made)
                frame = dump({"type": "rematch", "match_id": made.match.match_id})
                for listener in table.listeners:
                    listener.send(frame)
        return made

    def _options_as_created(self, table: Table) -> Any:
        """The options of the first match of a series: those of a rematch say who begins it."""
        first = table
        while first.match.setup.rematch_of is not None:
            first = self._matches.find(first.match.setup.rematch_of)
        return first.match.setup.options


def _setup_again(match: Match, options: Any, swap: bool) -> Setup:
    return dataclasses.replace(
        match.setup,
        options=match.game.rematch_options(options, match.game.outcome(match.state), swap),
        seed=secrets.randbits(53),
        rematch_of=match.match_id,
    )


def _roster_again(match: Match, swap: bool) -> Roster:
    """Everybody with name, token or bot as before; ids are new, as they name a player of one match."""
    other = _other_side(match.game) if swap else {seat: seat for seat in match.game.seats}
    players = (
        dataclasses.replace(player, player_id=tokens.new_id(), seats=tuple(other[seat] for seat in player.seats))
        for player in match.roster.players
    )
    return Roster(match.game, players)


def _other_side(game: Game[Any]) -> dict[str, str]:
    """For each seat the same seat of the next team."""
    sides = list(game.teams.values())
    turned = [*sides[1:], sides[0]]
    return {
        seat: other
        for side, next_side in zip(sides, turned, strict=True)
        for seat, other in zip(side, next_side, strict=True)
    }
