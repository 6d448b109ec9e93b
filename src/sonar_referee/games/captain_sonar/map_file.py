"""Map files of Captain Sonar, read into a `Chart`."""

from __future__ import annotations

from typing import Any

from sonar_referee.games.captain_sonar.chart import KINDS, Chart, check_grid
from sonar_referee.games.grid import LETTERS, bits
from sonar_referee.games.map_file import MapFile


def read_map(text: str, source: str) -> Chart:
    """Read a map file's text; `source` is what error messages call the file.

    Raises `BadMap` with file, line and reason.
    """
    file = MapFile(text, source, required={"sector_size": int}, optional={})
    grid, sector_size = file.rows(), file.found["sector_size"]
    fault = check_grid(grid, sector_size)
    if fault is not None:
        row, reason = fault
        raise file.fault("sector_size", reason) if reason.startswith("sector_size") else file.fault("grid", reason, row)
    return Chart(grid=grid, sector_size=sector_size, **file.provenance())


def describe_map(chart: Chart) -> dict[str, Any]:
    """What a client needs to draw a chart, as JSON values; cells by name, sectors by number."""
    return {
        "name": chart.name,
        "title": chart.title,
        "columns": list(LETTERS[: chart.columns]),
        "rows": list(range(1, chart.rows + 1)),
        "sector_size": chart.sector_size,
        "sectors": {
            str(sector): [name for name, s in zip(chart.names, chart.sector, strict=True) if s == sector]
            for sector in range(1, chart.sectors + 1)
        },
        "grid": list(chart.grid),
        "legend": KINDS,
        "islands": [name for cell, name in enumerate(chart.names) if not chart.sea >> cell & 1],
        "holes": [chart.names[cell] for cell in bits(chart.holes)],
        "archer_mines": [chart.names[cell] for cell in bits(chart.archer_mines)],
        "source": chart.source,
        "confidence": chart.confidence,
        "unofficial": chart.unofficial,
        "notes": chart.notes,
    }
