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
    """Makes rematches, one of each match. Which they are stands in the store, and so outlives the server."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._one_at_a_time = asyncio.Lock()

    async def of(self, table: Table) -> Table | None:
        """The rematch of a match, if there is one; raises `not_stored`."""
        match_id = await self._matches.rematch_of(table)
        return None if match_id is None else await self._matches.find(match_id)

    async def make(self, table: Table, swap: bool) -> Table:
        """The running rematch of a finished match, on swapped sides or the same; raises `not_finished`, `seats_empty`.

        If seats were empty at the end the rematch waits in its lobby for somebody to take them.

        All tokens go on working in it. Whoever listens to the old match is told once.
        """
        if table.match.status != "finished":
            raise Problem("not_finished", "A rematch can be made when the match is over.")
        async with self._one_at_a_time:
            made = await self.of(table)
            if made is None:
                setup, roster = _setup_again(table.match, swap), _roster_again(table.match, swap)
                made = await self._matches.open(setup, roster, rematch_of=table.match.match_id)
            if made.match.status == "lobby":
                await self._matches.start(made)
                frame = dump({"type": "rematch", "match_id": made.match.match_id})
                for listener in table.listeners:
                    listener.send(frame)
        return made


def _setup_again(match: Match, swap: bool) -> Setup:
    options = match.game.rematch_options(match.setup.first_options, match.game.outcome(match.state), swap)
    return dataclasses.replace(match.setup, options=options, seed=secrets.randbits(53))


def _roster_again(match: Match, swap: bool) -> Roster:
    """Everybody with name, token or bot as before; ids are new, as they name a player of one match."""
    other = _other_side(match.game) if swap else {seat: seat for seat in match.game.seats}
    players = (
        dataclasses.replace(player, player_id=tokens.new_id(), seats=tuple(other[seat] for seat in player.seats))
        for player in match.roster.players
        if player.seats
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
