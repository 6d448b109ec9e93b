"""A trace: one route as drawn on the transparent sheet, and the starts at which the sheet may lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sonar_referee.games.captain_sonar.tracker.frame import Frame
from sonar_referee.games.grid import bits

Mines = tuple[tuple[int, int], ...]
"""The mines that lie for certain or perhaps: which drop it was, and the places where that mine can be."""


class Way(NamedTuple):
    """A route, from its end backwards."""

    place: int
    before: Way | None

    def places(self) -> list[int]:
        """The places from the start to the end."""
        found: list[int] = []
        way: Way | None = self
        while way is not None:
            found.append(way.place)
            way = way.before
        return found[::-1]


class Trace(NamedTuple):
    """Routes of one shape. Whatever holds for a trace holds for each of its starts."""

    place: int
    """Where the submarine is, seen from the start."""
    trail: int
    """The places of the route as a set."""
    starts: int
    """The cells at which the route may have begun, as a set."""
    mines: Mines
    way: Way


def first_trace(frame: Frame, cells: int) -> Trace:
    """A route that has only begun, on any of these cells."""
    return Trace(frame.origin, frame.bit[frame.origin], cells, (), Way(frame.origin, None))


def step(frame: Frame, trace: Trace, place: int) -> Trace | None:
    """The trace after a move to a place, or None if no such route is legal (R32–R36)."""
    bit = frame.bit[place]
    if trace.trail & bit:
        return None
    starts = trace.starts & frame.sea[place]
    if not starts:
        return None
    moved = Trace(place, trace.trail | bit, starts, trace.mines, Way(place, trace.way))
    return without_mines(frame, moved, bit) if trace.mines else moved


def without_mines(frame: Frame, trace: Trace, places: int) -> Trace | None:
    """The trace if no mine of its own lies on these places, or None."""
    mines = tuple((drop, where & ~places) for drop, where in trace.mines)
    return trace if mines == trace.mines else laid(frame, trace, mines)


def laid(frame: Frame, trace: Trace, mines: Mines) -> Trace | None:
    """The trace with these mines, or None if they cannot all lie at the same time."""
    starts = trace.starts
    for _, where in mines:
        if not where & 1:
            starts &= _sea_somewhere(frame, where)
    if len(mines) > 1 and starts:
        starts = _room_for_all(frame, starts, [where for _, where in mines if not where & 1])
    return Trace(trace.place, trace.trail, starts, mines, trace.way) if starts else None


def _sea_somewhere(frame: Frame, places: int) -> int:
    """The starts from which at least one of the places is sea."""
    starts = 0
    for place in bits(places):
        starts |= frame.sea[place]
    return starts


def _room_for_all(frame: Frame, starts: int, mines: list[int]) -> int:
    """The starts from which every mine can have a place of its own (R91)."""
    crowded = [where for where in mines if any(where & other for other in mines if other is not where)]
    if len(crowded) < 2:
        return starts
    allowed = 0
    for start in bits(starts):
        seas = frame.places_at_sea[start]
        if _places_of_their_own([where & seas for where in crowded], 0):
            allowed |= 1 << start
    return allowed


def _places_of_their_own(mines: list[int], taken: int) -> bool:
    choices = [(where & ~taken).bit_count() for where in mines]
    fewest = min(choices)
    if fewest >= len(mines):
        return True
    tight = choices.index(fewest)
    rest = mines[:tight] + mines[tight + 1 :]
    return any(_places_of_their_own(rest, taken | 1 << place) for place in bits(mines[tight] & ~taken))


def split(frame: Frame, trace: Trace, cells: int) -> tuple[int, Iterator[tuple[Trace, int]]]:
    """Take apart by where mines may lie.

    The starts from which no mine can lie on the cells, and for each other start its trace alone, with the places
    that the cells are from there.
    """
    touched = 0
    for _, where in trace.mines:
        for place in bits(where & ~1):
            touched |= frame.starts(place, cells)
    touched &= trace.starts
    alone = ((trace._replace(starts=1 << start), frame.places(cells, start)) for start in bits(touched))
    return trace.starts & ~touched, alone


def taken_from(frame: Frame, trace: Trace, places: int) -> Iterator[Trace]:
    """The trace with one start for each mine that may be on the one place and is not there any more."""
    for number, (_, where) in enumerate(trace.mines):
        if where & places:
            others = trace.mines[:number] + trace.mines[number + 1 :]
            left = laid(frame, trace, tuple((drop, there & ~places) for drop, there in others))
            if left is not None:
                yield left


def mines_from_here(frame: Frame, trace: Trace) -> Mines:
    """The trace's mines as seen from where the submarine is, without places that are sea from no start."""
    return tuple(
        (
            drop,
            frame.seen_from(
                sum(1 << p for p in bits(where & ~1) if frame.sea[p] & trace.starts) | where & 1, trace.place
            ),
        )
        for drop, where in trace.mines
    )


def merged(traces: Iterable[Trace]) -> list[Trace]:
    """The traces with those put together that differ in their starts only."""
    found: dict[tuple[int, int, Mines, int], Trace] = {}
    for trace in traces:
        key = (trace.place, trace.trail, trace.mines, id(trace.way))
        known = found.get(key)
        found[key] = trace if known is None else trace._replace(starts=trace.starts | known.starts)
    return list(found.values())
