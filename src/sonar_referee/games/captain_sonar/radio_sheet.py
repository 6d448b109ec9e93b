"""What the referee works out for a Radio Operator under `radio_assist: cells`: where the enemy can be."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import TEAMS
from sonar_referee.games.captain_sonar.tracker import Tracker
from sonar_referee.games.game import PUBLIC, Said

MOST_TRACES: Final = 1500
"""Shapes of routes that are kept apart: what one order can bring up to date without holding up the table."""


@dataclass(slots=True)
class RadioSheet:
    """One team's sheet: what it heard of the enemy, and the cells as they are drawn on it."""

    tracker: Tracker
    """Where the enemy can be; it hears on while nothing is drawn."""
    cells: int
    exact: bool

    def copy(self) -> RadioSheet:
        """An independent copy."""
        return RadioSheet(self.tracker.copy(), self.cells, self.exact)

    def hear(self, said: Iterable[Said]) -> None:
        """Take in what everybody heard; nothing is drawn yet."""
        for one in said:
            if one.audience == PUBLIC:
                self.tracker.hear(one.announcement)

    def draw(self) -> None:
        """Draw what is known now."""
        self.cells, self.exact = self.tracker.cells, self.tracker.exact


RadioSheets = tuple[RadioSheet, RadioSheet]
"""The sheets of both teams; each is about the other one."""


def fresh_sheets(options: Options, chart: Chart) -> RadioSheets | None:
    """The sheets before anything was heard, where the options ask for them."""
    if options.radio_assist != "cells":
        return None
    return _fresh_sheet(options, chart, 1), _fresh_sheet(options, chart, 0)


def _fresh_sheet(options: Options, chart: Chart, enemy: int) -> RadioSheet:
    return RadioSheet(Tracker(chart, options, TEAMS[enemy], MOST_TRACES), chart.sea, True)
