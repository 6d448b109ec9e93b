"""How the enemy plays, judged by what is heard of it turn by turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sonar_referee.games.sonar_duel.announcements import Emission

_LEAST: Final = 0.01
"""No kind of enemy is ever ruled out."""
_HEEDLESS_SHOT: Final = 0.02
_EAGER_SHOT: Final = 0.7
"""How often a keen enemy fires without an aim, and how much more often with a good one."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How often an enemy of one kind fires, uses sonar, and is silent."""

    torpedo: float
    sonar: float
    silent: float

    def likelihood(self, emission: Emission | None) -> float:
        """How likely such an enemy makes this sound, or none."""
        if emission is None:
            return self.silent
        if emission.system == "sonar" or emission.detected:
            return self.sonar
        if is_torpedo(emission):
            return self.torpedo
        return self.torpedo + self.sonar


CARELESS: Final = Habit(torpedo=0.4, sonar=0.1, silent=0.5)
QUIET: Final = Habit(torpedo=0.01, sonar=0.01, silent=0.98)


def is_torpedo(emission: Emission) -> bool:
    """Whether a sound is known to be of a torpedo: so it was called, or a sonar so near would have found us (3.6)."""
    return emission.system == "torpedo" or (emission.block is not None and not emission.detected)


@dataclass(frozen=True, slots=True)
class Manner:
    """How likely the enemy is of each kind: it hunts as we do, draws its orders, or keeps quiet whatever it knows."""

    keen: float = 0.6
    careless: float = 0.25
    quiet: float = 0.15

    def after(self, emission: Emission | None, aim: float) -> Manner:
        """What to think after this sound, or none, of an enemy who could aim so well, 0 to 1."""
        fires = _HEEDLESS_SHOT + _EAGER_SHOT * aim
        keen = self.keen * Habit(torpedo=fires, sonar=0.15, silent=0.83 - fires).likelihood(emission)
        careless = self.careless * CARELESS.likelihood(emission)
        quiet = self.quiet * QUIET.likelihood(emission)
        total = keen + careless + quiet
        return Manner(*(max(_LEAST, weight / total) for weight in (keen, careless, quiet)))
