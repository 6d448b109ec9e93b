"""What the referee says, each to the seat that may hear it. `text` is the same in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sonar_referee.games.grid import LETTERS
from sonar_referee.games.sonar_duel.terms import BLOCK, Band, Direction, Seat, System

Block = tuple[int, int]
"""Column and row of a block of 2 by 2 cells, from the north-west, from 0."""


@dataclass(frozen=True, slots=True)
class TurnPassed:
    """A turn without a sound: a move, a wait, or time that has run out (3.4, 4.2). Everybody hears it."""

    kind: Literal["turn_passed"] = field(default="turn_passed", kw_only=True)

    @property
    def text(self) -> str:
        """In words."""
        return "TURN PASSED"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a sonar told who used it; null where nothing is learned (3.6)."""

    kind: Literal["reading"] = field(default="reading", kw_only=True)
    turn: int
    detected: bool
    sector: int | None
    direction: Direction | None
    band: Band | None
    block: Block | None

    @property
    def text(self) -> str:
        """In words."""
        if not self.detected:
            return "NOT DETECTED"
        where = f"SECTOR {self.sector}, {self.direction.upper() if self.direction else 'HERE'}, DISTANCE {self.band}"
        return f"DETECTED: {where}{_in_block(self.block)}"


@dataclass(frozen=True, slots=True)
class Emission:
    """What the enemy's sonar or torpedo gave away; `system` is null where its kind is not told (3.6, 3.7, 3.8).

    `detected` is true only where a sonar found the hearer.
    """

    kind: Literal["emission"] = field(default="emission", kw_only=True)
    system: System | None
    turn: int
    sector: int
    block: Block | None
    detected: bool

    @property
    def text(self) -> str:
        """In words."""
        what = self.system.upper() if self.system else "SOUND"
        found = "YOU WERE DETECTED: " if self.detected else ""
        return f"{found}{what} FROM SECTOR {self.sector}{_in_block(self.block)}"


@dataclass(frozen=True, slots=True)
class TorpedoMissed:
    """The own torpedo missed, and nothing more (3.7)."""

    kind: Literal["torpedo_missed"] = field(default="torpedo_missed", kw_only=True)

    @property
    def text(self) -> str:
        """In words."""
        return "MISS"


@dataclass(frozen=True, slots=True)
class TorpedoHit:
    """A torpedo hit (3.7). Everybody hears it."""

    kind: Literal["torpedo_hit"] = field(default="torpedo_hit", kw_only=True)

    @property
    def text(self) -> str:
        """In words."""
        return "HIT!"


@dataclass(frozen=True, slots=True)
class GameOver:
    """The match is over; no winner is a draw. Everybody hears it."""

    kind: Literal["game_over"] = field(default="game_over", kw_only=True)
    winner: Seat | None
    reason: str

    @property
    def text(self) -> str:
        """In words."""
        return f"GAME OVER, {self.winner.upper()} WINS!" if self.winner else "GAME OVER, DRAW!"


def _in_block(block: Block | None) -> str:
    """The block by its north-western and its south-eastern cell."""
    if block is None:
        return ""
    column, row = block[0] * BLOCK, block[1] * BLOCK
    return f", BLOCK {LETTERS[column]}{row + 1}-{LETTERS[column + BLOCK - 1]}{row + BLOCK}"


ANNOUNCEMENTS = (TurnPassed, Reading, Emission, TorpedoMissed, TorpedoHit, GameOver)
"""Everything that the referee says."""
