"""A view of Captain Sonar as a bot works with it: cells and symbols as numbers, and what is not shown as None."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.panel import symbol_set
from sonar_referee.games.captain_sonar.terms import SYSTEMS


@dataclass(frozen=True, slots=True)
class Sight:
    """What a bot sees of its own submarine; sheets that its seats may not see are None."""

    cell: int | None
    trail: int
    mines: int
    damage: int
    surfaced: bool
    surface_round: int
    gauges: tuple[int, ...] | None
    sizes: tuple[int, ...] | None
    """Marks made and marks that fill, in the order of `SYSTEMS`; 0 of 0 where a gauge is not used."""
    breakdowns: int | None
    enemy_damage: int
    enemy_surfaced: bool
    enemy_surface_round: int

    def full(self, system: int) -> bool:
        """Whether a gauge is known to be full."""
        return self.gauges is not None and self.sizes is not None and 0 < self.sizes[system] <= self.gauges[system]


def _set(chart: Chart, names: Sequence[str]) -> int:
    return sum(1 << chart.number[name] for name in names)


def sight_of(chart: Chart, view: Mapping[str, Any]) -> Sight:
    """Read a view of the protocol."""
    own, enemy = view["submarine"], view["enemy"]
    gauges, breakdowns = view.get("gauges"), view.get("breakdowns")
    cell = own.get("cell")
    return Sight(
        cell=None if cell is None else chart.number[cell],
        trail=_set(chart, own.get("route", ())),
        mines=_set(chart, own.get("mines", ())),
        damage=own["damage"],
        surfaced=own["surfaced"],
        surface_round=own["surface_round"],
        gauges=None if gauges is None else tuple(gauges.get(one, {"marked": 0})["marked"] for one in SYSTEMS),
        sizes=None if gauges is None else tuple(gauges.get(one, {"size": 0})["size"] for one in SYSTEMS),
        breakdowns=None if breakdowns is None else symbol_set(*breakdowns),
        enemy_damage=enemy["damage"],
        enemy_surfaced=enemy["surfaced"],
        enemy_surface_round=enemy["surface_round"],
    )
