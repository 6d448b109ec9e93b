"""A map's grid: rows of one character per cell, the names of cells, and what makes a sea that can be sailed.

A cell is a number, row by row from the north-west, and a set of cells is an integer with the bits of its cells set.
Outside the rules a cell is a column letter and a row number, `C6`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

SEA = "."
ISLAND = "#"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SMALLEST = 2
LARGEST = 26

Grid = tuple[str, ...]


def bits(cells: int) -> Iterator[int]:
    """The numbers of the cells in a set, ascending."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def cell_names(columns: int, rows: int) -> tuple[str, ...]:
    """The name of each cell of a grid of this size."""
    return tuple(f"{LETTERS[column]}{row + 1}" for row in range(rows) for column in range(columns))


class OnGrid:
    """What all charts have that are drawn on a grid."""

    grid: Grid

    @cached_property
    def columns(self) -> int:
        """Number of columns."""
        return len(self.grid[0])

    @cached_property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.grid)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell."""
        return cell_names(self.columns, self.rows)

    @cached_property
    def number(self) -> dict[str, int]:
        """The number of each cell's name."""
        return {name: cell for cell, name in enumerate(self.names)}

    def cells_of(self, kinds: str) -> int:
        """The cells of these kinds, as a set."""
        return sum(1 << cell for cell, kind in enumerate("".join(self.grid)) if kind in kinds)


def grid_fault(grid: Grid, kinds: Mapping[str, str]) -> tuple[int, str] | None:
    """What is wrong with the shape of a grid, as the row's number from 0 and the reason, or None.

    `kinds` says what each known character stands for.
    """
    width = len(grid[0]) if grid else 0
    for number, row in enumerate(grid):
        for column, kind in enumerate(row):
            if kind not in kinds:
                known = ", ".join(f"{character} for {meaning}" for character, meaning in kinds.items())
                return number, f"unknown character {kind!r} in column {column + 1}; use {known}"
        if len(row) != width:
            return number, f"this row has {len(row)} cells, the first has {width}; all need the same number"
    if not (SMALLEST <= width <= LARGEST and SMALLEST <= len(grid) <= LARGEST):
        return 0, f"the grid has {width} columns and {len(grid)} rows; both must be {SMALLEST} to {LARGEST}"
    return None


def sector_size_fault(grid: Grid, size: int) -> str | None:
    """Why square sectors of this size do not fill a grid, if so."""
    if size < 1 or len(grid[0]) % size or len(grid) % size:
        return f"sector_size {size} does not divide the {len(grid[0])} columns and {len(grid)} rows"
    return None


def square_sectors(columns: int, rows: int, size: int) -> tuple[int, ...]:
    """The sector of each cell, counted row by row from the north-west, from 1."""
    across = columns // size
    return tuple(row // size * across + column // size + 1 for row in range(rows) for column in range(columns))


def sea_fault(grid: Grid, sea: int, rule: str) -> tuple[int, str] | None:
    """Why a submarine could not sail everywhere on this sea, as the row's number and the reason, or None."""
    columns = len(grid[0])
    names = cell_names(columns, len(grid))
    if not sea:
        return 0, "there is no sea on this map"
    first = next(bits(sea))
    if sea == 1 << first:
        return first // columns, f"{names[first]} is the only sea; a submarine could not move"
    connected = _connected(columns, sea, first)
    if cut_off := sea & ~connected:
        lost = next(bits(min(cut_off, connected, key=int.bit_count)))
        return (
            lost // columns,
            f"{names[lost]} is land-locked sea; every sea cell needs a way to all the others ({rule})",
        )
    return None


def _connected(columns: int, sea: int, start: int) -> int:
    """The cells of the sea that can be reached from one of them."""
    reached, waiting = 1 << start, [start]
    while waiting:
        cell = waiting.pop()
        around = [cell - columns, cell + columns]
        around += [cell - 1] * (cell % columns > 0) + [cell + 1] * (cell % columns < columns - 1)
        for there in around:
            if there >= 0 and sea >> there & 1 and not reached >> there & 1:
                reached |= 1 << there
                waiting.append(there)
    return reached
