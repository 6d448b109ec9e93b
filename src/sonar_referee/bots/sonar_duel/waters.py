"""A chart as sets of cells: what can be reached, and from where something would have been heard as it was."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from sonar_referee.games.grid import bits
from sonar_referee.games.sonar_duel.announcements import Emission, Reading
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.terms import DIRECTIONS, NEAR, SONAR_REACH, Direction

Drawing = Mapping[str, Any]
"""A map as `GET /api/games/{game}/maps/{name}` describes it."""

_CLOSE: Final = 1
"""The distance of the band "1"."""


def chart_of(drawing: Drawing) -> Chart:
    """The chart that a drawing shows."""
    sector_of = {cell: int(sector) for sector, cells in drawing["sectors"].items() for cell in cells}
    names = [f"{column}{row}" for row in drawing["rows"] for column in drawing["columns"]]
    number = {name: cell for cell, name in enumerate(names)}
    return Chart(
        name=drawing["name"],
        title=drawing["title"],
        grid=tuple(drawing["grid"]),
        sector=tuple(sector_of[name] for name in names),
        start_distance=drawing["start_distance"],
        starts=tuple((number[one], number[other]) for one, other in drawing["starts"]),
    )


class Waters:
    """Sets of sea cells, as integers with the bits of their cells set."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.sea = chart.sea
        self._columns = chart.columns
        row = range(0, len(chart.names), chart.columns)
        self._not_west = chart.sea & ~sum(1 << cell for cell in row)
        self._not_east = chart.sea & ~sum(1 << cell + chart.columns - 1 for cell in row)
        cells = range(len(chart.names))
        self.beside = tuple((cell, *chart.beyond[cell].values()) for cell in cells)
        """For each cell those where a submarine can be after a silent turn: there, or one further."""
        self.paths = tuple(
            {heading: sum(1 << there for there in path) for heading, path in paths.items() if path}
            for paths in chart.torpedo_paths
        )
        """For each cell by heading what a torpedo would hit."""
        self.shots = tuple(tuple(path for path in paths.values() if path) for paths in chart.torpedo_paths)
        """The same as cells one by one."""
        self.lines = tuple(sum(paths.values()) for paths in self.paths)
        """For each cell those that can be hit from there, and from which it can be hit."""
        self._sector = {
            sector: sum(1 << cell for cell in cells if chart.sector[cell] == sector) & chart.sea
            for sector in chart.sector
        }
        self._block: dict[tuple[int, int], int] = {}
        for cell in bits(chart.sea):
            block = chart.block(cell)
            self._block[block] = self._block.get(block, 0) | 1 << cell
        self.heard = tuple(self._within(cell, SONAR_REACH) for cell in cells)
        """For each cell those that a sonar reaches."""
        self._near = tuple(self._within(cell, NEAR) for cell in cells)
        self._close = tuple(self._within(cell, _CLOSE) for cell in cells)
        self._bearing = tuple(self._bearings(cell) for cell in cells)

    def _within(self, cell: int, distance: int) -> int:
        column, row = cell % self._columns, cell // self._columns
        last_column, last_row = self._columns - 1, self.chart.rows - 1
        west, east = max(0, column - distance), min(last_column, column + distance)
        line = (1 << east + 1) - (1 << west)
        rows = range(max(0, row - distance), min(last_row, row + distance) + 1)
        return sum(line << one * self._columns for one in rows) & self.sea

    def _bearings(self, cell: int) -> dict[Direction | None, int]:
        """By direction the cells that a sonar in a cell can find there."""
        found: dict[Direction | None, int] = {}
        for there in bits(self.heard[cell]):
            across, down = self.chart.offset(cell, there)
            direction = DIRECTIONS[(across > 0) - (across < 0), (down > 0) - (down < 0)]
            found[direction] = found.get(direction, 0) | 1 << there
        return found

    def spread(self, cells: int) -> int:
        """Where a submarine that was in one of these cells can be after a silent turn (3.2, 3.5)."""
        around = cells << self._columns | cells >> self._columns
        around |= (cells & self._not_east) << 1 | (cells & self._not_west) >> 1
        return cells | around & self.sea

    def fits_reading(self, cell: int, reading: Reading) -> int:
        """Where an enemy is of whom a sonar in a cell tells this (3.6)."""
        if not reading.detected:
            return self.sea & ~self.heard[cell]
        assert reading.sector is not None
        found = self._sector[reading.sector] & self._bearing[cell].get(reading.direction, 0)
        if reading.band == "1":
            found &= self._close[cell]
        elif reading.band == "2-4":
            found &= ~self._close[cell]
        return found & (self._block[reading.block] & self._near[cell] if reading.block else ~self._near[cell])

    def fits_emission(self, hearer: int, emission: Emission) -> int:
        """Where an enemy is of whom a hearer in a cell hears this (3.6, 3.7).

        A sound of an untold kind may be of a torpedo, which says nothing about the reach of sonar.
        """
        found = self._sector[emission.sector]
        found &= self._block[emission.block] & self._near[hearer] if emission.block else ~self._near[hearer]
        if emission.detected:
            found &= self.heard[hearer]
        elif emission.system == "sonar":
            found &= ~self.heard[hearer]
        return found


@lru_cache(maxsize=8)
def waters_of(chart: Chart) -> Waters:
    """The waters of a chart, reckoned once."""
    return Waters(chart)
