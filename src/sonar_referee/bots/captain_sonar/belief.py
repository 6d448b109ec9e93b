"""How likely a submarine is in each cell, and what an explosion would do to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from math import log2

from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.grid import bits


class Belief:
    """Probabilities of cells, from weights."""

    def __init__(self, chart: Chart, weights: Mapping[int, float]) -> None:
        total = sum(weights.values()) or 1.0
        self._chart = chart
        self.of = {cell: weight / total for cell, weight in weights.items() if weight}

    @cached_property
    def hits(self) -> dict[int, float]:
        """The expected damage of an explosion in each cell where it is more than nothing (R110)."""
        damage: dict[int, float] = {}
        for cell, probability in self.of.items():
            for there in bits(self._chart.near[cell]):
                damage[there] = damage.get(there, 0.0) + probability
            damage[cell] += probability
        return damage

    def hit(self, cell: int) -> float:
        """The expected damage of an explosion in a cell."""
        return self.hits.get(cell, 0.0)

    def best_hit(self, cells: int) -> float:
        """The most damage to expect of an explosion in one of these cells."""
        return max((damage for cell, damage in self.hits.items() if cells >> cell & 1), default=0.0)

    def within(self, cells: int) -> float:
        """How likely the submarine is in one of these cells."""
        return sum(probability for cell, probability in self.of.items() if cells >> cell & 1)

    @cached_property
    def doubt(self) -> float:
        """The entropy in bits."""
        return -sum(probability * log2(probability) for probability in self.of.values())
