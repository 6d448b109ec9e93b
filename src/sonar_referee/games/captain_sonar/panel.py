"""The Engineer's sheet: four control panels of six symbols, three circuits and the reactor (R4, R5).

A symbol is a number: panel (in the order of `HEADINGS`) times six plus its place. A set of crossed symbols is an
integer with their bits set.
"""

from __future__ import annotations

from typing import Final

PANEL_SIZE: Final = 6
FULL_PANEL: Final = (1 << PANEL_SIZE) - 1

_LETTER = "NESW"
_COLOURS = {
    "N": ("yellow", "red", "yellow", "green", "red", "radiation"),
    "E": ("green", "yellow", "red", "radiation", "green", "radiation"),
    "S": ("green", "yellow", "red", "red", "radiation", "yellow"),
    "W": ("red", "yellow", "green", "green", "radiation", "radiation"),
}
_CIRCUITS = {
    "yellow": ("W1", "W2", "W3", "E3"),
    "orange": ("N1", "N2", "N3", "E1"),
    "gray": ("S1", "S2", "S3", "E2"),
}

SYMBOLS: Final = tuple(f"{panel}{place}" for panel in _LETTER for place in range(1, PANEL_SIZE + 1))
SYMBOL_NUMBER: Final = {name: number for number, name in enumerate(SYMBOLS)}


def symbol_set(*names: str) -> int:
    """The set of the symbols with these names."""
    return sum(1 << SYMBOL_NUMBER[name] for name in names)


def _of_colour(colour: str) -> int:
    return symbol_set(
        *(f"{panel}{place}" for panel in _LETTER for place, c in enumerate(_COLOURS[panel], 1) if c == colour)
    )


CIRCUITS: Final = {name: symbol_set(*symbols) for name, symbols in _CIRCUITS.items()}
RADIATION: Final = _of_colour("radiation")
RED: Final = _of_colour("red")
GREEN: Final = _of_colour("green")
YELLOW: Final = _of_colour("yellow")

BLOCKED_BY: Final = (RED, RED, GREEN, GREEN, YELLOW, YELLOW)
"""For each system, in the order of `SYSTEMS`, the symbols that put it out of order (R3, R58)."""

COLOUR_OF_SYSTEM: Final = ("red", "red", "green", "green", "yellow", "yellow")

CIRCUIT_OF: Final = tuple(
    next((circuit for circuit in CIRCUITS.values() if circuit >> symbol & 1), 0) for symbol in range(len(SYMBOLS))
)
"""For each symbol the set of its circuit, 0 if it is in none (R5)."""

RADIATION_IN_SHEET_ORDER: Final = tuple(SYMBOL_NUMBER[name] for name in ("W5", "W6", "N6", "S5", "E4", "E6"))


def cross(breakdowns: int, symbol: int, double_damage: int) -> tuple[int, int]:
    """Cross one symbol: the breakdowns afterwards and the hull damage it costs.

    A completed circuit repairs itself and nothing more happens (R52, D4). Else six radiation symbols (R53) or a full
    panel (R54) cost one damage and clear the whole sheet (R55); both by one mark cost `double_damage` (R56, D5).
    """
    breakdowns |= 1 << symbol
    circuit = CIRCUIT_OF[symbol]
    if circuit and breakdowns & circuit == circuit:
        return breakdowns & ~circuit, 0
    panel = symbol // PANEL_SIZE * PANEL_SIZE
    radiation = breakdowns & RADIATION == RADIATION
    area = breakdowns >> panel & FULL_PANEL == FULL_PANEL
    if radiation and area:
        return 0, double_damage
    return (0, 1) if radiation or area else (breakdowns, 0)


def can_stay(breakdowns: int) -> bool:
    """Whether a sheet can look like this after a mark: nothing on it is complete (R52–R55)."""
    panels = (FULL_PANEL << start for start in range(0, len(SYMBOLS), PANEL_SIZE))
    return all(breakdowns & whole != whole for whole in (*CIRCUITS.values(), RADIATION, *panels))


def crossed_names(breakdowns: int) -> tuple[str, ...]:
    """The names of the crossed symbols in sheet order: west, north, south, east."""
    return tuple(name for name in _SHEET_ORDER if breakdowns >> SYMBOL_NUMBER[name] & 1)


_SHEET_ORDER: Final = tuple(f"{panel}{place}" for panel in "WNSE" for place in range(1, PANEL_SIZE + 1))
