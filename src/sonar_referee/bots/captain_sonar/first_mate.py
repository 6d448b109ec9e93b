"""What the First Mate marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sonar_referee.bots.captain_sonar.sight import Sight
from sonar_referee.games.captain_sonar.panel import BLOCKED_BY
from sonar_referee.games.captain_sonar.terms import SYSTEM_NUMBER

_WORTH: Final = {"torpedo": 5.0, "mine": 3.0, "silence": 2.6, "sonar": 2.2, "scenario": 2.0, "drone": 1.8}
_WORTH_OF_SEEING: Final = {"sonar": 3.0, "drone": 2.4}
_HIDDEN: Final = 4.0
"""Bits of doubt from which the enemy has to be found first."""


def best_gauge(sight: Sight, doubt: float, eyes: float, orders: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The gauge to mark: weapons first, but `eyes` while the enemy may be anywhere (`doubt` in bits)."""

    def worth(order: dict[str, Any]) -> float:
        system = order["system"]
        number = SYSTEM_NUMBER[system]
        value = _WORTH[system] + (eyes * _WORTH_OF_SEEING.get(system, 0.0) if doubt > _HIDDEN else 0.0)
        if sight.gauges is not None and sight.sizes is not None:
            value += 1.2 * sight.gauges[number] / sight.sizes[number]
        if sight.breakdowns is not None and sight.breakdowns & BLOCKED_BY[number]:
            value -= 1.0
        return value

    return max(orders, key=worth)
