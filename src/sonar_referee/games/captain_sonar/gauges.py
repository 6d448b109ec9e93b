"""The First Mate's gauges: how many marks fill each system (R2, D27)."""

from __future__ import annotations

from typing import Final, Literal

GaugeSheet = Literal["turn-by-turn", "real-time"]

SCENARIO_GAUGE: Final = 4
GAUGE_SIZES: Final[dict[GaugeSheet, tuple[int, int, int, int, int, int]]] = {
    "turn-by-turn": (2, 3, 3, 2, 5, SCENARIO_GAUGE),
    "real-time": (3, 3, 4, 3, 6, SCENARIO_GAUGE),
}
"""Marks that fill each gauge, in the order of `SYSTEMS`."""
