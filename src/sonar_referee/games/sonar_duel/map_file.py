"""Map files of Sonar duel, read into a `Chart`."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

from sonar_referee.games.grid import LARGEST, LETTERS, Grid, sector_size_fault, square_sectors
from sonar_referee.games.map_file import MapFile
from sonar_referee.games.sonar_duel.chart import KINDS, Chart, check_grid
from sonar_referee.games.sonar_duel.terms import SONAR_REACH

_SECTOR = re.compile(r"[1-9][0-9]?")


def read_map(text: str, source: str) -> Chart:
    """Read a map file's text; `source` is what error messages call the file.

    Raises `BadMap` with file, line and reason.
    """
    optional = {"sector_size": int, "sectors": str, "start_distance": int, "starts": list}
    file = MapFile(text, source, required={}, optional=optional)
    grid = file.rows()
    fault = check_grid(grid)
    if fault is not None:
        raise file.fault("grid", fault[1], fault[0])
    sector = _sectors(file, grid)
    distance = file.found.get("start_distance", SONAR_REACH + 1)
    if not 1 <= distance < LARGEST:
        raise file.fault("start_distance", f"start_distance must be 1 to {LARGEST - 1}, not {distance}")
    chart = Chart(grid=grid, sector=sector, start_distance=distance, **file.provenance())
    if "starts" in file.found:
        chart = dataclasses.replace(chart, starts=_starts(file, chart))
    if not chart.possible_starts:
        raise file.fault("start_distance", f"no two sea cells are {distance} apart; a match could not begin (2.2)")
    return chart


def _sectors(file: MapFile, grid: Grid) -> tuple[int, ...]:
    """The sector of each cell: squares of one size, or as the file lists them (1.3)."""
    if ("sector_size" in file.found) == ("sectors" in file.found):
        raise file.fault("sectors", "give either sector_size, for square sectors, or sectors, a number for each cell")
    if "sector_size" in file.found:
        size = file.found["sector_size"]
        uneven = sector_size_fault(grid, size)
        if uneven is not None:
            raise file.fault("sector_size", uneven)
        return square_sectors(len(grid[0]), len(grid), size)
    listed = [row.split() for row in file.rows("sectors")]
    if len(listed) != len(grid):
        raise file.fault("sectors", f"sectors has {len(listed)} rows, the grid has {len(grid)}")
    for number, row in enumerate(listed):
        if len(row) != len(grid[0]):
            raise file.fault("sectors", f"this row has {len(row)} sectors, the grid {len(grid[0])} columns", number)
        for word in row:
            if not _SECTOR.fullmatch(word):
                raise file.fault("sectors", f"a sector is a number from 1 to 99, not {word[:20]!r}", number)
    return tuple(int(word) for row in listed for word in row)


def _starts(file: MapFile, chart: Chart) -> tuple[tuple[int, int], ...]:
    """The pairs of starts that the file lists (2.2)."""
    pairs: list[tuple[int, int]] = []
    for pair in file.found["starts"]:
        if not (isinstance(pair, list) and len(pair) == 2):
            raise file.fault("starts", f"a start is a pair of cells as in ['A1', 'L12'], not {pair!r}")
        for name in pair:
            if not isinstance(name, str) or name not in chart.number or not chart.sea >> chart.number[name] & 1:
                raise file.fault("starts", f"{name!r} is no sea cell of this map")
        one, other = (chart.number[name] for name in pair)
        if chart.distance(one, other) < chart.start_distance:
            apart = f"{pair[0]} and {pair[1]} are {chart.distance(one, other)} apart"
            raise file.fault("starts", f"{apart}; starts are at least start_distance {chart.start_distance} apart")
        pairs.append((one, other))
    if not pairs:
        raise file.fault("starts", "starts lists no pair; leave it out for starts drawn from the whole sea")
    return tuple(pairs)


def describe_map(chart: Chart) -> dict[str, Any]:
    """What a client needs to draw a chart, as JSON values; cells by name, sectors by number."""
    cells = list(zip(chart.names, chart.sector, strict=True))
    return {
        "name": chart.name,
        "title": chart.title,
        "columns": list(LETTERS[: chart.columns]),
        "rows": list(range(1, chart.rows + 1)),
        "sectors": {str(sector): [name for name, of in cells if of == sector] for sector in sorted(set(chart.sector))},
        "grid": list(chart.grid),
        "legend": KINDS,
        "islands": [name for cell, name in enumerate(chart.names) if not chart.sea >> cell & 1],
        "starts": [[chart.names[cell] for cell in pair] for pair in chart.starts],
        "start_distance": chart.start_distance,
        "source": chart.source,
        "confidence": chart.confidence,
        "unofficial": chart.unofficial,
        "notes": chart.notes,
    }
