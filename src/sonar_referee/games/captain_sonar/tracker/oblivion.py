"""When there are too many traces: the oldest parts of routes are forgotten, which may only add cells."""

from __future__ import annotations

from collections.abc import Sequence

from sonar_referee.games.captain_sonar.tracker.frame import GONE, Frame
from sonar_referee.games.captain_sonar.tracker.trace import Mines, Trace, Way, mines_from_here

LENGTHS = (16, 12, 8, 6, 4, 3, 2, 1)
"""How many of the last spaces of a route are remembered, tried one after another."""


def forget(frame: Frame, traces: Sequence[Trace], most: int) -> list[Trace]:
    """At most about half of `most` traces that hold every cell that these hold."""
    found: list[Trace] = []
    for length in LENGTHS:
        found = _shortened(frame, traces, length)
        if len(found) <= most // 2:
            break
    return found


def _shortened(frame: Frame, traces: Sequence[Trace], length: int) -> list[Trace]:
    by_end: dict[tuple[int, ...], Trace] = {}
    for trace in traces:
        end = tuple(place - trace.place for place in trace.way.places()[-length:])
        short = _seen_from_its_end(frame, trace, end)
        known = by_end.get(end)
        by_end[end] = short if known is None else _either(known, short)
    return list(by_end.values())


def _seen_from_its_end(frame: Frame, trace: Trace, end: tuple[int, ...]) -> Trace:
    """The trace with the end of its route only, and with that end as what the sheet is laid by."""
    way: Way | None = None
    trail = 0
    for away in end:
        way = Way(frame.origin + away, way)
        trail |= frame.bit[frame.origin + away]
    assert way is not None
    cells = frame.cells(trace.place, trace.starts)
    return Trace(frame.origin, trail, cells, mines_from_here(frame, trace), way)


def _either(one: Trace, other: Trace) -> Trace:
    return one._replace(starts=one.starts | other.starts, mines=_either_mines(one.mines, other.mines))


def _either_mines(one: Mines, other: Mines) -> Mines:
    """Each mine wherever it can be in one or the other; one that is missing may be gone."""
    first, second = dict(one), dict(other)
    gone = 1 << GONE
    return tuple((drop, first.get(drop, gone) | second.get(drop, gone)) for drop in sorted(first | second))
