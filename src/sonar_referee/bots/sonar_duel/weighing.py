"""What each order is worth: the chance to win with it, as far as the next turns tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sonar_referee.bots.sonar_duel.belief import Belief, Suspects, Weights, best_shot, readiness, spread_weights
from sonar_referee.bots.sonar_duel.waters import Waters
from sonar_referee.games.grid import bits
from sonar_referee.games.sonar_duel import referee
from sonar_referee.games.sonar_duel.announcements import Reading
from sonar_referee.games.sonar_duel.terms import MOST_TURNS, TORPEDOES

Order = Mapping[str, Any]

_OWN_TURNS: Final = MOST_TURNS // 2
_LEAST, _MOST = 0.02, 0.95
"""Between these is the chance to win of who has no shot in sight."""


@dataclass(frozen=True, slots=True)
class Temper:
    """What a hunter goes by; chances to win, unless it says otherwise."""

    ahead: int = 5
    """Own turns to look ahead for a shot."""
    fade: float = 0.85
    """What a chance is worth one turn later."""
    draw: float = 0.35
    """What a draw counts; less than a half makes bold towards the end."""
    threat: float = 0.6
    """How much the aim counts that the enemy may have in its next but one turn."""
    shell: float = 0.12
    """What the last torpedo but one is worth; each before it is worth three quarters of the one after."""
    prey: float = 0.4
    """What it is worth to have a careless enemy, who needs only time to lose."""
    prey_turns: int = 15
    """Own turns that this takes."""
    search: float = 0.3
    """What it is worth to have a quiet enemy within the reach of sonar."""
    blind: float = 0.03
    """How often a keen enemy hits without an aim whom it can reach."""
    careless_hit: float = 0.1
    quiet_hit: float = 0.003
    """The same for the other kinds."""
    careless_stays: float = 0.5
    stays: float = 0.2
    """How often a careless enemy, and any other, does something else than to sail."""


class Outlook(NamedTuple):
    """How likely the enemy will be in each cell, and those cells as a set."""

    likely: Weights
    cells: int


class Weighing:
    """Weighs the orders of one turn, `turns` being the own turns left with this one."""

    def __init__(self, temper: Temper, waters: Waters, belief: Belief, cell: int, torpedoes: int, turns: int) -> None:
        self._temper = temper
        self._waters = waters
        self._belief = belief
        self._manner = belief.manner
        self._cell = cell
        self._torpedoes = torpedoes
        self._turns = turns
        self._after_silence = {enemy: waters.spread(cells) for enemy, cells in belief.suspects.items()}
        self._to_come = self._coming(belief.likely)

    def worth(self, order: Order) -> float:
        """The chance to win with this order."""
        if order["type"] == "sonar":
            return self._worth_of_sonar()
        if order["type"] == "torpedo":
            return self._worth_of_torpedo(order["heading"])
        there = self._cell if order["type"] == "wait" else self._waters.chart.beyond[self._cell][order["heading"]]
        soon = self._hit_soon(there, self._to_come)
        return self._standing(self._belief.likely, self._after_silence, there, soon, self._torpedoes)

    def _worth_of_sonar(self) -> float:
        """For each reading the shots that it would open, against what the enemy would hear."""
        chart, likely = self._waters.chart, self._belief.likely
        told: dict[Reading, dict[int, float]] = {}
        for enemy, weight in likely.items():
            told.setdefault(referee.reading(chart, 0, self._cell, enemy), {})[enemy] = weight
        soon = sum(self._hit_soon(self._cell, self._coming(weights)) for weights in told.values())
        suspects = self._belief.suspects_after("sonar", self._cell)
        return self._standing(likely, suspects, self._cell, soon, self._torpedoes)

    def _worth_of_torpedo(self, heading: str) -> float:
        """The chance to hit, and what is left after a miss; the last torpedo's miss is the end (3.9)."""
        path = self._waters.paths[self._cell].get(heading, 0)
        missed = {enemy: weight for enemy, weight in self._belief.likely.items() if not path >> enemy & 1}
        miss = sum(missed.values())
        if not missed or self._torpedoes == 1:
            return 1.0 - miss
        left = {enemy: weight / miss for enemy, weight in missed.items()}
        suspects = self._belief.suspects_after("torpedo", self._cell)
        soon = self._hit_soon(self._cell, self._coming(left))
        return 1.0 - miss + miss * self._standing(left, suspects, self._cell, soon, self._torpedoes - 1)

    def _standing(self, likely: Weights, suspects: Suspects, cell: int, soon: float, torpedoes: int) -> float:
        """The chance to win for who is in a cell, may hit soon, and has told the enemy so much."""
        if torpedoes == 1:
            soon /= 2.0  # it is the last one, and must not be wasted
        later = self._later(torpedoes, self._threat(likely, suspects)) + self._search(likely, cell)
        return max(0.0, 1.0 - self._danger(likely, suspects, cell)) * (soon + (1.0 - soon) * later)

    def _later(self, torpedoes: int, threat: float) -> float:
        """The chance to win of who has no shot in sight."""
        temper, manner = self._temper, self._manner
        time = self._turns / _OWN_TURNS
        even = (temper.draw + (0.5 - temper.draw) * time) * (1.0 - temper.threat * manner.keen * threat)
        prey = temper.prey * manner.careless * min(1.0, self._turns / temper.prey_turns)
        ammunition = self._spent(self._belief.enemy_torpedoes) - self._spent(torpedoes)
        return min(_MOST, max(_LEAST, even + prey + ammunition))

    def _search(self, likely: Weights, cell: int) -> float:
        """An enemy that does not show itself has to be looked for."""
        heard = self._waters.heard[cell]
        within = sum(weight for enemy, weight in likely.items() if heard >> enemy & 1)
        return self._temper.search * self._manner.quiet * within

    def _spent(self, left: int) -> float:
        """What the torpedoes were worth that somebody with so many left has fired; nothing once time is shorter."""
        if self._turns <= left:
            return 0.0
        return sum(self._temper.shell * 0.75**place for place in range(max(left, 1) - 1, TORPEDOES - 1))

    def _threat(self, likely: Weights, suspects: Suspects) -> float:
        """How good a shot the enemy is to have one silent turn later."""
        waters = self._waters
        return sum(
            weight * best_shot(waters, enemy, waters.spread(suspects[enemy])) for enemy, weight in likely.items()
        )

    def _danger(self, likely: Weights, suspects: Suspects, cell: int) -> float:
        """The chance that the enemy's next turn is our end."""
        temper, manner = self._temper, self._manner
        others = manner.careless * temper.careless_hit + manner.quiet * temper.quiet_hit
        return sum(
            likely[enemy] * (others + manner.keen * max(temper.blind, self._aimed(enemy, suspects[enemy], cell)))
            for enemy in bits(self._waters.lines[cell])
            if enemy in likely
        )

    def _aimed(self, enemy: int, suspects: int, cell: int) -> float:
        """How likely a keen enemy that can hit us fires, and in our direction: the more it suspects there."""
        paths = self._waters.paths[enemy].values()
        counts = {path: (path & suspects).bit_count() for path in paths}
        best = max(counts.values())
        here = next(count for path, count in counts.items() if path >> cell & 1)
        if not here:
            return 0.0
        return readiness(best / suspects.bit_count()) * here**3 / sum(count**3 for count in counts.values())

    def _coming(self, likely: Weights) -> list[Outlook]:
        """What is to be expected after each of the enemy's next turns."""
        careless = self._manner.careless
        stays = careless * self._temper.careless_stays + (1.0 - careless) * self._temper.stays
        cells = sum(1 << cell for cell in likely)
        to_come: list[Outlook] = []
        for _ in range(self._temper.ahead):
            likely, cells = spread_weights(self._waters, likely, stays), self._waters.spread(cells)
            to_come.append(Outlook(likely, cells))
        return to_come

    def _hit_soon(self, cell: int, to_come: Sequence[Outlook]) -> float:
        """The best chance to hit in the next turns of who is in a cell and moves as is best for it."""
        best, reach, worth = 0.0, 1 << cell, 1.0
        for likely, cells in to_come:
            for there in bits(reach):
                if self._waters.lines[there] & cells:
                    for path in self._waters.shots[there]:
                        best = max(best, worth * sum(likely.get(target, 0.0) for target in path))
            reach = self._waters.spread(reach)
            worth *= self._temper.fade
        return best
