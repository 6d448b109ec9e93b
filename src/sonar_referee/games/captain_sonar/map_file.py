"""Map files: one TOML file per map, read into a `Chart`."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from sonar_referee.games.captain_sonar.chart import LETTERS, Chart, bits, check_grid
from sonar_referee.games.errors import BadMap

_REQUIRED: dict[str, type[Any]] = {"name": str, "grid": str, "sector_size": int}
_OPTIONAL: dict[str, type[Any]] = {
    "game": str,
    "title": str,
    "source": str,
    "confidence": float,
    "unofficial": bool,
    "notes": str,
}
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_WORD = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false"}


def read_map(text: str, source: str) -> Chart:
    """Read a map file's text; `source` is what error messages call the file.

    Raises `BadMap` with file, line and reason.
    """
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number too long or brackets too deep are no TOMLDecodeError
        raise BadMap(_toml_message(source, text, str(error))) from error
    _check_keys(found, text, source)
    grid = tuple(row.strip() for row in found["grid"].strip().split("\n"))
    fault = check_grid(grid, found["sector_size"])
    if fault is not None:
        row, reason = fault
        line = _line_of(text, "sector_size") if reason.startswith("sector_size") else _grid_line(text, row)
        raise BadMap(f"{source}, line {line}: {reason}")
    return Chart(
        name=found["name"],
        title=found.get("title", found["name"].replace("-", " ").title()),
        grid=grid,
        sector_size=found["sector_size"],
        source=found.get("source", ""),
        confidence=float(found.get("confidence", 1.0)),
        unofficial=found.get("unofficial", False),
        notes=found.get("notes", ""),
        text=text,
    )


def _toml_message(source: str, text: str, message: str) -> str:
    where = re.search(r"\(at line (\d+), column \d+\)", message)
    line = where.group(1) if where else str(text.count("\n") + 1)
    reason = re.sub(r"\s*\(at [^)]*\)", "", message)
    return f"{source}, line {line}: not valid TOML: {reason[:1].lower()}{reason[1:]}"


def _check_keys(found: dict[str, Any], text: str, source: str) -> None:
    known = _REQUIRED | _OPTIONAL
    for key, value in found.items():
        if key not in known:
            raise BadMap(f"{source}, line {_line_of(text, key)}: unknown key {key!r}; known are {', '.join(known)}")
        wanted = known[key]
        fits = isinstance(value, (int, float) if wanted is float else wanted)
        if not fits or (isinstance(value, bool) and wanted is not bool):
            raise BadMap(f"{source}, line {_line_of(text, key)}: {key} must be {_WORD[wanted]}")
    for key in _REQUIRED:
        if key not in found:
            raise BadMap(f"{source}, line 1: the key {key!r} is missing")
    if not _NAME.fullmatch(found["name"]):
        raise BadMap(
            f"{source}, line {_line_of(text, 'name')}: name {found['name']!r} must be 1 to 40 "
            "lower-case letters, digits, - or _"
        )
    if not 0 <= found.get("confidence", 1.0) <= 1:
        raise BadMap(f"{source}, line {_line_of(text, 'confidence')}: confidence must be 0 to 1")


def _line_of(text: str, key: str) -> int:
    match = re.search(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[.=]|^[ \t]*\[+{re.escape(key)}", text, re.MULTILINE)
    return text.count("\n", 0, match.start()) + 1 if match else 1


def _grid_line(text: str, row: int) -> int:
    """The line of a row of the grid, which starts after the opening quotes, on their line or the next."""
    opening = re.search(r"^[ \t]*[\"']?grid[\"']?[ \t]*=[ \t]*(?:\"\"\"|''')(?:\\?[ \t]*[\r\n])*", text, re.MULTILINE)
    if opening is None:
        return _line_of(text, "grid")
    return text.count("\n", 0, opening.end()) + 1 + row


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
        "islands": [name for cell, name in enumerate(chart.names) if not chart.sea >> cell & 1],
        "holes": [chart.names[cell] for cell in bits(chart.holes)],
        "archer_mines": [chart.names[cell] for cell in bits(chart.archer_mines)],
        "source": chart.source,
        "confidence": chart.confidence,
        "unofficial": chart.unofficial,
        "notes": chart.notes,
    }
