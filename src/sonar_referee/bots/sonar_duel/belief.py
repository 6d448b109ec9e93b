"""Where the enemy can be, how likely, and where the enemy can think that we are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sonar_referee.bots.sonar_duel.manner import Manner, is_torpedo
from sonar_referee.bots.sonar_duel.waters import Waters
from sonar_referee.games.grid import bits
from sonar_referee.games.sonar_duel import referee
from sonar_referee.games.sonar_duel.announcements import Emission, Reading
from sonar_referee.games.sonar_duel.terms import TORPEDOES, System

Weights = Mapping[int, float]
"""How likely the enemy is in each cell, in any measure."""
Suspects = Mapping[int, int]
"""For each cell where the enemy can be, the cells in which an enemy there can think that we are."""


def read_reading(document: Mapping[str, Any]) -> Reading:
    """A reading as the protocol gives it."""
    block = document["block"]
    return Reading(
        turn=document["turn"],
        detected=document["detected"],
        sector=document["sector"],
        direction=document["direction"],
        band=document["band"],
        block=block and (block[0], block[1]),
    )


def read_emission(document: Mapping[str, Any]) -> Emission:
    """An emission as the protocol gives it."""
    block = document["block"]
    return Emission(
        system=document["system"],
        turn=document["turn"],
        sector=document["sector"],
        block=block and (block[0], block[1]),
        detected=document["detected"],
    )


_ANY_SHOT: Final = 0.15
"""How readily an enemy fires who has no aim, in the measure of a chance to hit."""
_NO_AIM: Final = 0.05
_GOOD_AIM: Final = 0.25
"""The chances to hit below which a keen enemy does not fire, and from which on it does."""


class Belief:
    """What follows from the own deeds and from what was heard, turn by turn.

    The cells that have a weight are exactly those where the enemy can be. The weights are those of an enemy who sails
    at random, but rather fires where it can aim.
    """

    def __init__(self, waters: Waters, start: int, kind_told: bool) -> None:
        self._waters = waters
        self._kind_told = kind_told
        self.likely: dict[int, float] = {}
        self.suspects: dict[int, int] = {}
        for pair in waters.chart.possible_starts:
            for own, enemy in (pair, pair[::-1]):
                self.suspects[enemy] = self.suspects.get(enemy, 0) | 1 << own
                if own == start:
                    self.likely[enemy] = self.likely.get(enemy, 0.0) + 1.0
        self._keep(self.likely)
        self.manner = Manner()
        self.enemy_torpedoes = TORPEDOES

    @property
    def cells(self) -> int:
        """Where the enemy can be, as a set."""
        return sum(1 << cell for cell in self.likely)

    # -- own turns

    def passed(self) -> None:
        """We moved or waited."""
        self.suspects = {enemy: self._waters.spread(cells) for enemy, cells in self.suspects.items()}

    def scanned(self, cell: int, reading: Reading) -> None:
        """Our sonar told this."""
        self._keep(bits(self._waters.fits_reading(cell, reading)))
        self.suspects = self.suspects_after("sonar", cell)

    def missed(self, cell: int, heading: str) -> None:
        """Our torpedo missed."""
        self._keep(bits(self.cells & ~self._waters.paths[cell].get(heading, 0)))
        self.suspects = self.suspects_after("torpedo", cell)

    def suspects_after(self, system: System, cell: int) -> dict[int, int]:
        """What an enemy in each cell can think after hearing our sonar or torpedo from a cell."""
        waters, chart = self._waters, self._waters.chart
        return {
            enemy: cells & waters.fits_emission(enemy, referee.emission(chart, 0, system, cell, enemy, self._kind_told))
            for enemy, cells in self.suspects.items()
        }

    # -- the enemy's turns

    def enemy_passed(self) -> None:
        """The enemy moved or waited."""
        self._judge(None)
        suspects: dict[int, int] = {}
        for enemy, cells in self.suspects.items():
            for there in self._waters.beside[enemy]:
                suspects[there] = suspects.get(there, 0) | cells
        self.suspects = suspects
        self.likely = spread_weights(self._waters, self.likely)

    def heard(self, cell: int, emission: Emission) -> None:
        """We heard this of the enemy, being in a cell."""
        waters = self._waters
        self._judge(emission)
        self.enemy_torpedoes -= is_torpedo(emission)
        if emission.system == "torpedo":
            # who fires does so rather from where a line covers much of where we may be
            for enemy, cells in self.suspects.items():
                self.likely[enemy] *= _ANY_SHOT + best_shot(waters, enemy, cells)
        self._keep(bits(waters.fits_emission(cell, emission)))
        if emission.system == "sonar" or emission.detected:
            for enemy in self.suspects:
                told = referee.reading(waters.chart, 0, enemy, cell)
                self.suspects[enemy] &= waters.fits_reading(enemy, told)

    def _judge(self, emission: Emission | None) -> None:
        aim = sum(
            weight * readiness(best_shot(self._waters, enemy, self.suspects[enemy]))
            for enemy, weight in self.likely.items()
        )
        self.manner = self.manner.after(emission, aim)

    def _keep(self, cells: Iterable[int]) -> None:
        """Only these cells are left."""
        left = {cell: self.likely[cell] for cell in cells if cell in self.likely}
        total = sum(left.values())
        self.likely = {cell: weight / total for cell, weight in left.items()}
        self.suspects = {cell: self.suspects[cell] for cell in left}


def spread_weights(waters: Waters, likely: Weights, stays: float = 0.0) -> dict[int, float]:
    """The weights after a turn of an enemy who so often stays for sure, and else as likely waits as takes any way."""
    after: dict[int, float] = {}
    for cell, weight in likely.items():
        ways = waters.beside[cell]
        share = weight * (1.0 - stays) / len(ways)
        after[cell] = after.get(cell, 0.0) + weight * stays
        for there in ways:
            after[there] = after.get(there, 0.0) + share
    return after


def best_shot(waters: Waters, cell: int, targets: int) -> float:
    """The best chance to hit, from a cell, somebody who may be in any of these cells."""
    most = max(((path & targets).bit_count() for path in waters.paths[cell].values()), default=0)
    return most / targets.bit_count()


def readiness(chance: float) -> float:
    """How ready a keen enemy is to fire at such a chance to hit, 0 to 1."""
    return min(1.0, max(0.0, (chance - _NO_AIM) / (_GOOD_AIM - _NO_AIM)))
