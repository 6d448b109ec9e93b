"""What it is worth to lie in a cell: room to go on, and the enemy near enough."""

from __future__ import annotations

from typing import Final

from sonar_referee.bots.captain_sonar.belief import Belief
from sonar_referee.bots.captain_sonar.temper import Temper
from sonar_referee.games.captain_sonar.chart import Chart

ROOM_ENOUGH: Final = 18
"""Spaces to go on to beyond which there is room enough."""
_GOOD_DISTANCE: Final = 3
"""Spaces up to which the enemy is near enough for torpedoes."""


class Helm:
    """Weighs cells for a submarine that takes its enemy to be somewhere."""

    def __init__(self, chart: Chart, temper: Temper, target: Belief) -> None:
        self._chart = chart
        self._temper = temper
        self._target = target
        self._too_far: dict[int, float] = {}

    def worth(self, cell: int, closed: int) -> float:
        """What it is worth to be in a cell from where the `closed` cells cannot be sailed."""
        room = min(self._chart.flood(cell, self._chart.sea & ~closed, ROOM_ENOUGH).bit_count(), ROOM_ENOUGH)
        cramped = 4.0 if room == 0 else 1.5 if room < 3 else 0.0
        return self._temper.room * (room / ROOM_ENOUGH - 1.0) - cramped - self._temper.closeness * self.too_far(cell)

    def too_far(self, cell: int) -> float:
        """How many spaces the enemy is to be expected beyond a good distance."""
        known = self._too_far.get(cell)
        if known is None:
            columns = self._chart.columns
            column, row = cell % columns, cell // columns
            known = self._too_far[cell] = sum(
                probability * max(0, abs(there % columns - column) + abs(there // columns - row) - _GOOD_DISTANCE)
                for there, probability in self._target.of.items()
            )
        return known
