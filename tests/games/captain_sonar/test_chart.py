"""The chart's tables of neighbours and reaches against slow and plain computations."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sonar_referee.games.captain_sonar.chart import Chart, check_grid
from sonar_referee.games.captain_sonar.terms import HEADINGS
from sonar_referee.games.grid import ISLAND, LETTERS, SEA, bits
from tests.games.captain_sonar.table import CHARTS

Cell = tuple[int, int]
"""Column and row, from 0."""

STEP = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


@st.composite
def drawn_charts(draw: st.DrawFn) -> Chart:
    """Small charts of all shapes; they need not be playable."""
    size = draw(st.integers(1, 3))
    columns, rows = size * draw(st.integers(1, 3)), size * draw(st.integers(1, 3))
    kinds = st.sampled_from(f"{SEA}{SEA}{SEA}{ISLAND}o*")
    grid = [draw(st.text(kinds, min_size=columns, max_size=columns)) for _ in range(rows)]
    return Chart("drawn", "Drawn", tuple(grid), size)


def cells_of(chart: Chart) -> list[Cell]:
    """All cells row by row from the north-west, in the order of their numbers."""
    return [(column, row) for row in range(len(chart.grid)) for column in range(len(chart.grid[0]))]


def is_sea(chart: Chart, cell: Cell) -> bool:
    """Whether a cell is on the chart and no island."""
    column, row = cell
    return 0 <= row < len(chart.grid) and 0 <= column < len(chart.grid[0]) and chart.grid[row][column] != ISLAND


def named(chart: Chart, cells: set[Cell]) -> set[str]:
    """The names of cells."""
    return {f"{LETTERS[column]}{row + 1}" for column, row in cells}


def names_in(chart: Chart, cells: int) -> set[str]:
    """The names of a set of cells as the chart keeps it."""
    return {chart.names[cell] for cell in bits(cells)}


def steps_to(chart: Chart, start: Cell) -> dict[Cell, int]:
    """The fewest steps north, east, south or west over the sea from a cell to every cell that can be reached."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for d_column, d_row in STEP.values():
            there = here[0] + d_column, here[1] + d_row
            if is_sea(chart, there) and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps


def check_chart(chart: Chart) -> None:
    """Everything that the chart knows of its cells."""
    cells = cells_of(chart)
    assert chart.names == tuple(f"{LETTERS[column]}{row + 1}" for column, row in cells)
    assert [chart.number[name] for name in chart.names] == list(range(len(cells)))
    assert names_in(chart, chart.sea) == named(chart, {cell for cell in cells if is_sea(chart, cell)})
    for number, cell in enumerate(cells):
        check_cell(chart, number, cell, cells)


def check_cell(chart: Chart, number: int, cell: Cell, cells: list[Cell]) -> None:
    """A cell's sector, neighbours, surroundings and reach."""
    column, row = cell
    size = chart.sector_size
    corners = [(c, r) for r in range(0, chart.rows, size) for c in range(0, chart.columns, size)]
    assert corners[chart.sector[number] - 1] == (column - column % size, row - row % size)
    assert chart.sectors == len(corners)
    assert (chart.column_letter(number), chart.row_number(number)) == (LETTERS[column], row + 1)

    beyond = [(column + STEP[heading][0], row + STEP[heading][1]) for heading in HEADINGS]
    assert chart.beyond[number] == tuple(cells.index(there) if there in cells else -1 for there in beyond)
    open_sea = {there for there in beyond if is_sea(chart, there)}
    assert names_in(chart, chart.cross[number]) == named(chart, open_sea)
    assert {heading.bit_length() - 1: names_in(chart, there) for there, heading in chart.steps[number]} == {
        heading: named(chart, {there}) for heading, there in enumerate(beyond) if there in open_sea
    }

    around = {other for other in cells if max(abs(other[0] - column), abs(other[1] - row)) <= 1}
    assert names_in(chart, chart.near[number]) == named(chart, around)
    ring = {other for other in around if other != cell and is_sea(chart, other)}
    assert names_in(chart, chart.ring[number]) == named(chart, ring)

    reach = {there for there, steps in steps_to(chart, cell).items() if 1 <= steps <= 4}
    assert names_in(chart, chart.torpedo_reach[number]) == (named(chart, reach) if is_sea(chart, cell) else set())
    diamond = {
        other for other in cells if is_sea(chart, other) and 1 <= abs(other[0] - column) + abs(other[1] - row) <= 4
    }
    assert names_in(chart, chart.torpedo_diamond[number]) == named(chart, diamond)


@pytest.mark.parametrize("name", sorted(CHARTS))
def test_tables_of_the_shipped_maps(name: str) -> None:
    """Sectors, neighbours, mine spaces, blasts and torpedo reaches are those of a plain count (R6, R91, R106, R110)."""
    check_chart(CHARTS[name])


@settings(deadline=None)
@given(drawn_charts())
def test_tables_of_any_map(chart: Chart) -> None:
    """The same on charts of other sizes and shapes."""
    check_chart(chart)


@settings(deadline=None)
@given(drawn_charts())
def test_a_chart_is_playable_if_and_only_if_all_its_sea_hangs_together(chart: Chart) -> None:
    """Refused is a chart that is too small, without sea, or with sea that cannot be reached from the rest (R41)."""
    sea = [cell for cell in cells_of(chart) if is_sea(chart, cell)]
    playable = min(chart.columns, chart.rows) >= 2 and len(sea) >= 2 and len(steps_to(chart, sea[0])) == len(sea)
    assert (check_grid(chart.grid, chart.sector_size) is None) == playable


def test_sectors_around_the_middle_of_a_turn_by_turn_map() -> None:
    """E5, F5, D6 and F6 are in sectors 1, 2, 3 and 4 (R6, E113)."""
    chart = CHARTS["alpha"]
    assert [chart.sector[chart.number[name]] for name in ("E5", "F5", "D6", "F6")] == [1, 2, 3, 4]


def test_a_torpedo_goes_round_islands() -> None:
    """On Alpha C3 reaches C5 behind the island C4 in 4 steps, but not C6; B1 does not reach E1 (R106)."""
    chart = CHARTS["alpha"]
    from_c3 = names_in(chart, chart.torpedo_reach[chart.number["C3"]])
    assert "C5" in from_c3
    assert "C6" not in from_c3
    assert "C4" not in from_c3
    assert "E1" not in names_in(chart, chart.torpedo_reach[chart.number["B1"]])


def test_charts_are_equal_by_what_is_on_them() -> None:
    """Two charts read from the same file are the same chart, also as a key."""
    chart = CHARTS["alpha"]
    again = Chart(
        chart.name,
        chart.title,
        chart.grid,
        chart.sector_size,
        chart.source,
        chart.confidence,
        chart.unofficial,
        chart.notes,
        chart.text,
    )
    assert again == chart
    assert {chart: 1}[again] == 1
    assert again != CHARTS["bravo"]
