"""Places as seen from the start of a route: the frame in which traces are drawn, as on the transparent sheet.

A place in the frame is a number, like a cell of the chart, but it counts from a start: `origin` is the start itself.
A set of places is an integer with their bits set. The frame is wide enough for every start, with a border that is
never sea, so that a step over the edge of the chart falls on no sea whatever the start.
"""

from __future__ import annotations

from functools import cached_property, lru_cache

from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.grid import bits

GONE = 0
"""The place, never reached, of a mine that may be swept away already."""


class Frame:
    """The frame of one chart."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self._columns, self._rows = chart.columns, chart.rows
        self.stride = 2 * self._columns + 1
        self.origin = self._rows * self.stride + self._columns
        self.size = (2 * self._rows + 1) * self.stride
        self.steps = (-self.stride, 1, self.stride, -1)
        """What a move adds to a place, in the order of `HEADINGS`."""
        self.line = tuple(
            cell // self._columns * self.stride + cell % self._columns for cell in range(self._columns * self._rows)
        )
        """The place of a cell seen from a start is `origin + line[cell] - line[start]`."""
        self.bit = tuple(1 << place for place in range(self.size))
        self._shift = tuple(
            (place // self.stride - self._rows) * self._columns + place % self.stride - self._columns
            for place in range(self.size)
        )
        self._inside = tuple(self._starts_inside(place) for place in range(self.size))
        self.sea = tuple(self.starts(place, chart.sea) for place in range(self.size))
        """For each place the starts from which it is sea."""

    def _starts_inside(self, place: int) -> int:
        """The starts from which a place is on the chart."""
        right, down = place % self.stride - self._columns, place // self.stride - self._rows
        columns = sum(1 << column for column in range(self._columns) if 0 <= column + right < self._columns)
        rows = (row for row in range(self._rows) if 0 <= row + down < self._rows)
        return sum(columns << row * self._columns for row in rows)

    def starts(self, place: int, cells: int) -> int:
        """The starts from which a place is one of the cells."""
        shift = self._shift[place]
        return (cells >> shift if shift >= 0 else cells << -shift) & self._inside[place]

    def cells(self, place: int, starts: int) -> int:
        """The cells on which a place falls, seen from starts from which it is on the chart."""
        shift = self._shift[place]
        return starts << shift if shift >= 0 else starts >> -shift

    def places(self, cells: int, start: int) -> int:
        """The places that cells are, seen from one start."""
        base = self.origin - self.line[start]
        return sum(1 << base + self.line[cell] for cell in bits(cells))

    @cached_property
    def places_at_sea(self) -> tuple[int, ...]:
        """For each start the places that are sea from there."""
        return tuple(self.places(self.chart.sea, start) for start in range(len(self.line)))

    def seen_from(self, places: int, place: int) -> int:
        """Places as seen from another place; `GONE` stays."""
        shift = place - self.origin
        moved = places & ~1
        return (moved >> shift if shift >= 0 else moved << -shift) | places & 1

    @cached_property
    def _rings(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        across = (1, -1, self.stride, -self.stride)
        around = (*across, self.stride + 1, self.stride - 1, -self.stride + 1, -self.stride - 1)
        return across, around

    def ring(self, place: int, adjacency: int) -> int:
        """The 4 or 8 places around a place (D8)."""
        return sum(1 << place + step for step in self._rings[adjacency == 8])


@lru_cache(maxsize=8)
def frame_of(chart: Chart) -> Frame:
    """The frame of a chart, made once."""
    return Frame(chart)
