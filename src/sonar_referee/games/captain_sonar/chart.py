"""The chart: cells, islands, sectors, open-water holes, Archer mines, and which cells neighbour which.

Cells and sets of cells are those of `games.grid`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from sonar_referee.games.captain_sonar.terms import TORPEDO_REACH
from sonar_referee.games.grid import (
    ISLAND,
    LETTERS,
    SEA,
    OnGrid,
    grid_fault,
    sea_fault,
    sector_size_fault,
    square_sectors,
)

HOLE = "o"
ARCHER_MINE = "*"
KINDS = {SEA: "sea", ISLAND: "island", HOLE: "open-water hole", ARCHER_MINE: "Archer mine"}

_OFFSETS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Column and row steps in the order of `HEADINGS`."""


@dataclass(frozen=True)
class Chart(OnGrid):
    """One map. `grid` is a tuple of rows of the characters `.` sea, `#` island, `o` hole, `*` Archer mine."""

    name: str
    title: str
    grid: tuple[str, ...]
    sector_size: int
    source: str = ""
    confidence: float = 1.0
    unofficial: bool = False
    notes: str = ""
    text: str = ""
    """The map file that this chart was read from, kept so that a match can be replayed without the file."""

    def __hash__(self) -> int:
        return hash((self.name, self.grid, self.sector_size))

    @cached_property
    def sea(self) -> int:
        """Every cell that is no island."""
        return self.cells_of(SEA + HOLE + ARCHER_MINE)

    @cached_property
    def holes(self) -> int:
        """The open-water holes; a chart that has some lies under ice (R141)."""
        return self.cells_of(HOLE)

    @cached_property
    def archer_mines(self) -> int:
        """The Archer mines printed on the chart; a chart that has some uses the Scenario gauge (R143)."""
        return self.cells_of(ARCHER_MINE)

    @cached_property
    def sectors(self) -> int:
        """Number of sectors, counted row by row from the north-west, from 1 (R6)."""
        return (self.columns // self.sector_size) * (self.rows // self.sector_size)

    @cached_property
    def sector(self) -> tuple[int, ...]:
        """The sector of each cell (R6)."""
        return square_sectors(self.columns, self.rows, self.sector_size)

    def column_letter(self, cell: int) -> str:
        """The column of a cell."""
        return LETTERS[cell % self.columns]

    def row_number(self, cell: int) -> int:
        """The row of a cell, from 1."""
        return cell // self.columns + 1

    def _at(self, column: int, row: int) -> int:
        """The number of a cell, -1 beyond the edge."""
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return row * self.columns + column
        return -1

    @cached_property
    def beyond(self) -> tuple[tuple[int, int, int, int], ...]:
        """For each cell the cell north, east, south and west of it, land or not; -1 beyond the edge."""
        return tuple(
            (
                self._at(column, row - 1),
                self._at(column + 1, row),
                self._at(column, row + 1),
                self._at(column - 1, row),
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @cached_property
    def steps(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each cell its sea neighbours, as pairs of the cell's bit and the heading's bit (R32–R34)."""
        return tuple(
            tuple(
                (1 << there, 1 << heading)
                for heading, there in enumerate(around)
                if there >= 0 and self.sea >> there & 1
            )
            for around in self.beyond
        )

    @cached_property
    def near(self) -> tuple[int, ...]:
        """For each cell the set of cells at Chebyshev distance 0 or 1, land included (R110)."""
        return tuple(
            sum(
                1 << there
                for d_row in (-1, 0, 1)
                for d_column in (-1, 0, 1)
                if (there := self._at(cell % self.columns + d_column, cell // self.columns + d_row)) >= 0
            )
            for cell in range(self.columns * self.rows)
        )

    @cached_property
    def ring(self) -> tuple[int, ...]:
        """For each cell the set of its sea neighbours, diagonals included (R91, D8)."""
        return tuple(near & self.sea & ~(1 << cell) for cell, near in enumerate(self.near))

    @cached_property
    def cross(self) -> tuple[int, ...]:
        """For each cell the set of its sea neighbours north, east, south and west."""
        return tuple(sum(bit for bit, _ in steps) for steps in self.steps)

    @cached_property
    def _not_west_edge(self) -> int:
        return sum(1 << cell for cell in range(self.columns * self.rows) if cell % self.columns != 0)

    @cached_property
    def _not_east_edge(self) -> int:
        return sum(1 << cell for cell in range(self.columns * self.rows) if cell % self.columns != self.columns - 1)

    def flood(self, start: int, open_cells: int, steps: int) -> int:
        """The cells that 1 to `steps` steps N, E, S or W over `open_cells` reach from the cell `start`."""
        reached = frontier = 1 << start
        for _ in range(steps):
            frontier = (
                (
                    (frontier << self.columns)
                    | (frontier >> self.columns)
                    | ((frontier & self._not_east_edge) << 1)
                    | ((frontier & self._not_west_edge) >> 1)
                )
                & open_cells
                & ~reached
            )
            if not frontier:
                break
            reached |= frontier
        return reached & ~(1 << start)

    @cached_property
    def torpedo_reach(self) -> tuple[int, ...]:
        """For each sea cell what a torpedo reaches over the sea (R106, D9 `sea_bfs`)."""
        return tuple(
            self.flood(cell, self.sea, TORPEDO_REACH) if self.sea >> cell & 1 else 0
            for cell in range(self.columns * self.rows)
        )

    @cached_property
    def torpedo_diamond(self) -> tuple[int, ...]:
        """The same by plain orthogonal distance, islands notwithstanding (D9 `manhattan`)."""
        everywhere = (1 << self.columns * self.rows) - 1
        return tuple(self.flood(cell, everywhere, TORPEDO_REACH) & self.sea for cell in range(self.columns * self.rows))


def check_grid(grid: tuple[str, ...], sector_size: int) -> tuple[int, str] | None:
    """What is wrong with a grid, as the row's number from 0 and the reason, or None.

    A sea cell without a way to the rest of the sea is refused: a submarine placed there could not move (R41).
    """
    fault = grid_fault(grid, KINDS)
    if fault is not None:
        return fault
    uneven = sector_size_fault(grid, sector_size)
    if uneven is not None:
        return 0, uneven
    return sea_fault(grid, Chart(name="", title="", grid=grid, sector_size=sector_size).sea, "R41")
