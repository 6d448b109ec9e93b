"""The chart of a duel: cells, islands, sectors, blocks and where a match may begin."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from sonar_referee.games.grid import ISLAND, SEA, Grid, OnGrid, bits, grid_fault, sea_fault
from sonar_referee.games.sonar_duel.terms import BLOCK, HEADINGS, STEPS, TORPEDO_REACH

KINDS = {SEA: "sea", ISLAND: "island"}


@dataclass(frozen=True)
class Chart(OnGrid):
    """One map. `sector` has the sector of each cell; starts are pairs of cells, any such pair where there are none."""

    name: str
    title: str
    grid: Grid
    sector: tuple[int, ...]
    start_distance: int
    starts: tuple[tuple[int, int], ...] = ()
    source: str = ""
    confidence: float = 1.0
    unofficial: bool = False
    notes: str = ""
    text: str = ""
    """The map file that this chart was read from, kept so that a match can be replayed without the file."""

    def __hash__(self) -> int:
        return hash((self.name, self.grid, self.sector))

    @cached_property
    def sea(self) -> int:
        """Every cell that is no island."""
        return self.cells_of(SEA)

    def at(self, column: int, row: int) -> int | None:
        """The sea cell at a place, None for land and beyond the edge."""
        inside = 0 <= column < self.columns and 0 <= row < self.rows
        return row * self.columns + column if inside and self.grid[row][column] == SEA else None

    @cached_property
    def beyond(self) -> tuple[dict[str, int], ...]:
        """For each cell by heading the sea cell that a move enters; a heading that is not open is missing (3.2)."""
        return tuple({heading: path[0] for heading, path in paths.items() if path} for paths in self.torpedo_paths)

    @cached_property
    def torpedo_paths(self) -> tuple[dict[str, tuple[int, ...]], ...]:
        """For each cell by heading the cells that a torpedo passes, up to island, edge or end of reach (3.7)."""
        return tuple({heading: self._path(cell, heading) for heading in HEADINGS} for cell in range(len(self.names)))

    def _path(self, cell: int, heading: str) -> tuple[int, ...]:
        row, column = divmod(cell, self.columns)
        across, down = STEPS[heading]
        path: list[int] = []
        for step in range(1, TORPEDO_REACH + 1):
            there = self.at(column + across * step, row + down * step)
            if there is None:
                break
            path.append(there)
        return tuple(path)

    def offset(self, cell: int, other: int) -> tuple[int, int]:
        """Columns east and rows south from one cell to another."""
        return other % self.columns - cell % self.columns, other // self.columns - cell // self.columns

    def distance(self, cell: int, other: int) -> int:
        """The Chebyshev distance of two cells (1.6)."""
        return max(map(abs, self.offset(cell, other)))

    def block(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell's block (1.4)."""
        return cell % self.columns // BLOCK, cell // self.columns // BLOCK

    @cached_property
    def possible_starts(self) -> tuple[tuple[int, int], ...]:
        """The pairs of cells in which a match may begin (2.2)."""
        return self.starts or tuple(
            pair for pair in combinations(bits(self.sea), 2) if self.distance(*pair) >= self.start_distance
        )


def check_grid(grid: Grid) -> tuple[int, str] | None:
    """What is wrong with a grid, as the row's number from 0 and the reason, or None."""
    sea = sum(1 << cell for cell, kind in enumerate("".join(grid)) if kind == SEA)
    return grid_fault(grid, KINDS) or sea_fault(grid, sea, "1.5")
