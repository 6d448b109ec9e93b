"""The analysis of a finished match: what each team could know of its enemy's place."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from weakref import WeakKeyDictionary

from sonar_referee.games.game import Whereabouts
from sonar_referee.match.match import Match
from sonar_referee.match.matches import Matches
from sonar_referee.match.table import Table
from sonar_referee.store import Entry
from sonar_referee.wire.adapters import read_logged_order
from sonar_referee.wire.encode import dump
from sonar_referee.wire.problems import Problem


class Analyses:
    """Works analyses out, one at a time, and keeps each as long as its match is in memory."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._made: WeakKeyDictionary[Table, str] = WeakKeyDictionary()
        self._one_at_a_time = asyncio.Lock()

    async def of(self, table: Table) -> str:
        """The analysis of a finished match as JSON text; raises `not_finished`, `not_stored`.

        The server goes on meanwhile.
        """
        if table.match.status != "finished":
            raise Problem("not_finished", "The analysis is open when the match is over.")
        if table not in self._made:
            async with self._one_at_a_time:
                if table not in self._made:
                    entries = await self._matches.entries(table)
                    self._made[table] = await asyncio.to_thread(analysis_of, table.match, entries)
        return self._made[table]


def analysis_of(match: Match, entries: Sequence[Entry]) -> str:
    """What each team could know, as JSON text: for each team a step whenever that changed."""
    game, setup = match.game, match.setup
    orders = [(entry.seat, read_logged_order(game, json.loads(entry.order))) for entry in entries]
    steps: dict[str, list[dict[str, object]]] = {team: [] for team in game.teams}
    latest: dict[str, Whereabouts] = {}
    insights = game.analysis(game.new(setup.options, setup.chart, setup.seed), orders)
    for entry, (number, teams) in zip(entries, insights, strict=False):
        for team, known in teams.items():
            if known != latest.get(team):
                latest[team] = known
                steps[team].append(
                    {"number": entry.number, "round": number, "cells": known.cells, "exact": known.exact}
                )
    return dump({"match_id": match.match_id, "game": game.id, "teams": steps})
