"""How much a captain minds each thing; one point of hull damage done to the enemy counts 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Temper:
    """The weights by which orders are compared. They were found by playing tournaments."""

    own_hull: float = 1.0
    """What a point of one's own hull is worth."""
    threshold: float = 0.45
    """The damage that a torpedo must promise."""
    room: float = 1.2
    """Sea to move on."""
    burden: float = 0.12
    """Breakdowns, see `engineer.burden`."""
    closeness: float = 0.03
    """Each space that the enemy is too far for torpedoes."""
    aim: float = 0.0
    """The best shot that a course opens."""
    curiosity: float = 0.2
    """A bit learned about a hidden enemy."""
    eyes: float = 1.0
    """How much the First Mate minds not to see a hidden enemy."""
    mine: float = 0.12
    """A mine that lies well."""
    surfacing: float = 1.2
    """Three rounds without orders."""
    danger: float = 0.0
    """The damage to expect from the enemy's torpedo."""
    secrecy: float = 0.0
    """A bit of the enemy's doubt where we are."""
    foresight: float = 0.0
    """How much of that doubt is counted as it can be after the next courses."""

    @property
    def minds_the_enemy(self) -> bool:
        """Whether it matters what the enemy can know."""
        return bool(self.danger or self.secrecy)


CADET: Final = Temper(closeness=0.1, threshold=0.2, surfacing=2.0, eyes=0.8)
OFFICER: Final = Temper()
HUNTER: Final = Temper(own_hull=1.1, threshold=0.6, aim=0.7, danger=1.0, secrecy=0.4, foresight=0.5)
