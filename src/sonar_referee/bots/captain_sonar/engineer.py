"""What the Engineer crosses, and what a sheet of breakdowns is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sonar_referee.games.captain_sonar.panel import (
    BLOCKED_BY,
    CIRCUITS,
    FULL_PANEL,
    GREEN,
    PANEL_SIZE,
    RADIATION,
    RED,
    YELLOW,
    cross,
)
from sonar_referee.games.grid import bits

DAMAGE_COST: Final = 12.0
"""The burden that a point of hull damage weighs as."""
_NEEDED: Final = 1.5
"""What it costs besides that a system is out of order whose gauge is full."""
_CENTRAL: Final = sum(CIRCUITS.values())
_COLOURS: Final = ((RED, 2.4), (GREEN, 0.9), (YELLOW, 1.1))
"""What it costs that a colour's systems are out of order."""


@lru_cache(maxsize=1 << 16)
def burden(breakdowns: int) -> float:
    """How bad a sheet of breakdowns is, 0 for a clean one."""
    cost = 0.0
    for colour, weight in _COLOURS:
        broken = breakdowns & colour
        if broken:
            # what a circuit will repair is half as bad as what only surfacing does
            lasting = broken & ~_CENTRAL
            cost += weight * (1.0 if lasting else 0.55) + 0.12 * broken.bit_count() + 0.15 * lasting.bit_count()
    cost += (breakdowns & RADIATION).bit_count() ** 2 * 0.14
    for panel in range(0, PANEL_SIZE * 4, PANEL_SIZE):
        cost += max(0, (breakdowns >> panel & FULL_PANEL).bit_count() - 3) ** 2 * 0.5
    return cost


def mark_burden(breakdowns: int, symbol: int, needed: tuple[int, ...] = ()) -> float:
    """The burden after a mark, hull damage included; it weighs more that `needed` systems are out of order."""
    after, damage = cross(breakdowns, symbol, 1)
    lost = sum(1 for system in needed if after & BLOCKED_BY[system])
    return burden(after) + damage * DAMAGE_COST + lost * _NEEDED


@lru_cache(maxsize=1 << 16)
def best_mark(breakdowns: int, heading: int) -> float:
    """The burden after the best mark for a course."""
    return min(mark_burden(breakdowns, symbol) for symbol in _free(breakdowns, heading))


def marked(breakdowns: int, heading: int, needed: tuple[int, ...]) -> int:
    """The sheet after the best mark for a course where these systems are `needed`."""
    best = min(_free(breakdowns, heading), key=lambda symbol: mark_burden(breakdowns, symbol, needed))
    return cross(breakdowns, best, 1)[0]


def _free(breakdowns: int, heading: int) -> list[int]:
    """The symbols that may be crossed for a course (R50)."""
    first = heading * PANEL_SIZE
    return [first + place for place in bits(~(breakdowns >> first) & FULL_PANEL)]
