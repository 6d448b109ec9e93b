"""Charts as text, from the description of a map that the server gives to clients."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TextIO

from sonar_referee.cli.terminal import can_show

WIDTH = 80
"""Columns of a terminal that output fits in."""

_NORTH, _EAST, _SOUTH, _WEST = 1, 2, 4, 8
_LINES = {5: "│", 10: "─", 3: "└", 6: "┌", 9: "┘", 12: "┐"}
"""A piece of the route by the sides on which it goes on."""
_PLAIN_LINES = {5: "|", 10: "-", 3: "+", 6: "+", 9: "+", 12: "+"}

LEGEND = (
    "S start   E end   ^ surfaced   M mine   ~ route before the last surfacing\n"
    "# island   o open-water hole   * Archer mine"
)


@dataclass(frozen=True, slots=True)
class Track:
    """What is drawn of a submarine: the routes that surfacing erased, the last route, and the mines that lie."""

    past_routes: Sequence[Sequence[str]] = ()
    route: Sequence[str] = ()
    mines: Sequence[str] = ()


def draw(chart: Mapping[str, Any], track: Track, out: TextIO) -> list[str]:
    """A chart as lines with column letters above and row numbers to the left; for `out`, in its characters."""
    lines = _LINES if can_show(out, "".join(_LINES.values())) else _PLAIN_LINES
    level = lines[_EAST | _WEST]
    sides = _sides(track.route)
    signs = _signs(chart, track) | {cell: lines[side] for cell, side in sides.items() if side in lines}
    signs |= dict(_marks(track))
    drawn = ["  " + "".join(f" {letter} " for letter in chart["columns"]).rstrip()]
    for row in chart["rows"]:
        cells = []
        for letter in chart["columns"]:
            cell = f"{letter}{row}"
            side = sides.get(cell, 0)
            west, east = (level if side & way else " " for way in (_WEST, _EAST))
            cells.append(f"{west}{signs[cell]}{east}")
        drawn.append(f"{row:2}" + "".join(cells).rstrip())
    return drawn


def side_by_side(left: Sequence[str], right: Sequence[str]) -> list[str]:
    """Two drawings next to each other, or one above the other where that is too wide."""
    width = max(map(len, left)) + 4
    if width + max(map(len, right)) > WIDTH:
        return [*left, "", *right]
    return [f"{one:{width}}{other}".rstrip() for one, other in zip(left, right, strict=True)]


def _sides(route: Sequence[str]) -> dict[str, int]:
    """For each cell of a route the sides on which it goes on."""
    sides = dict.fromkeys(route, 0)
    for here, there in pairwise(route):
        across, down = ord(there[0]) - ord(here[0]), int(there[1:]) - int(here[1:])
        sides[here] |= {(0, -1): _NORTH, (1, 0): _EAST, (0, 1): _SOUTH, (-1, 0): _WEST}[across, down]
        sides[there] |= {(0, -1): _SOUTH, (1, 0): _WEST, (0, 1): _NORTH, (-1, 0): _EAST}[across, down]
    return sides


def _signs(chart: Mapping[str, Any], track: Track) -> dict[str, str]:
    signs = {
        f"{letter}{row}": kind
        for row, kinds in zip(chart["rows"], chart["grid"], strict=True)
        for letter, kind in zip(chart["columns"], kinds, strict=True)
    }
    signs.update((cell, "~") for route in track.past_routes for cell in route if signs[cell] == ".")
    return signs


def _marks(track: Track) -> Iterator[tuple[str, str]]:
    """What is drawn over everything else; what comes later wins."""
    yield from ((route[-1], "^") for route in track.past_routes)
    yield from ((cell, "M") for cell in track.mines)
    yield from ((route[0], "S") for route in [*track.past_routes, track.route][:1] if route)
    yield from ((cell, "E") for cell in track.route[-1:])
