"""The words of the game: seats, headings, compass points, and the numbers of the rules."""

from __future__ import annotations

from typing import Final, Literal

Seat = Literal["blue", "yellow"]
Heading = Literal["north", "east", "south", "west"]
Direction = Literal["n", "ne", "e", "se", "s", "sw", "w", "nw"]
Band = Literal["0", "1", "2-4"]
System = Literal["sonar", "torpedo"]
Reason = Literal["torpedoed", "out_of_torpedoes", "resignation", "turn_limit", "absence", "time"]

SEATS: Final[tuple[Seat, ...]] = ("blue", "yellow")
SEAT_NUMBER: Final[dict[str, int]] = {seat: number for number, seat in enumerate(SEATS)}
HEADINGS: Final[tuple[Heading, ...]] = ("north", "east", "south", "west")
STEPS: Final[dict[str, tuple[int, int]]] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""Columns and rows that a step of a heading goes."""

DIRECTIONS: Final[dict[tuple[int, int], Direction | None]] = {
    (0, -1): "n",
    (1, -1): "ne",
    (1, 0): "e",
    (1, 1): "se",
    (0, 1): "s",
    (-1, 1): "sw",
    (-1, 0): "w",
    (-1, -1): "nw",
    (0, 0): None,
}
"""The compass point for the signs of columns and rows; a diagonal one stands for its whole quadrant (3.6)."""

TORPEDOES: Final = 12
TORPEDO_REACH: Final = 4
SONAR_REACH: Final = 4
NEAR: Final = 2
"""The distance within which sonar and torpedo give away the block (3.6, 3.7)."""
BLOCK: Final = 2
"""Cells along a block's side (1.4)."""
MOST_TURNS: Final = 100
"""Turns of a match, those of both seats counted (4.3)."""
