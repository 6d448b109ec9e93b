"""A bot that knows all cells where the enemy can be, and weighs sonar, torpedo and silence against each other."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from sonar_referee.bots.bot import Bot, Brief, Choice
from sonar_referee.bots.sonar_duel.belief import Belief, read_emission, read_reading
from sonar_referee.bots.sonar_duel.waters import chart_of, waters_of
from sonar_referee.bots.sonar_duel.weighing import Temper, Weighing
from sonar_referee.games.sonar_duel.terms import MOST_TURNS

_AS_GOOD: Final = 0.003
"""Orders whose worth differs by less are as good as each other."""


class Hunter(Bot):
    """Goes by its view alone, which has everything that it did and heard."""

    temper: ClassVar[Temper] = Temper()

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self._random = random.Random(brief.seed)
        self._waters = waters_of(chart_of(brief.map))
        self._number = self._waters.chart.number
        self._belief: Belief | None = None
        self._cell = 0
        self._turn = 1

    def choose(self, view: Mapping[str, Any]) -> Choice | None:
        """The order that is worth most, drawn from those as good; None out of its turn."""
        orders = view["legal_orders"]
        if not orders:
            return None
        belief = self.know(view)
        turns = (MOST_TURNS - view["turn"]) // 2 + 1
        weighing = Weighing(self.temper, self._waters, belief, self._cell, view["torpedoes"], turns)
        worths = [weighing.worth(order) for order in orders]
        good = [order for order, worth in zip(orders, worths, strict=True) if worth >= max(worths) - _AS_GOOD]
        return self.split(self._random.choice(good))

    def know(self, view: Mapping[str, Any]) -> Belief:
        """What follows from all turns that have passed; for who stands in for somebody, from the first on."""
        if self._belief is None:
            self._cell = self._number[view["start"]]
            self._belief = Belief(self._waters, self._cell, self.brief.options["announce_kind"])
        deeds, readings, emissions = (
            {one["turn"]: one for one in view[member]} for member in ("deeds", "readings", "emissions")
        )
        for turn in range(self._turn, view["turn"]):
            if turn in deeds:
                self._cell = self._number[deeds[turn]["cell"]]
                self._did(self._belief, deeds[turn]["action"], readings.get(turn))
            elif turn in emissions:
                self._belief.heard(self._cell, read_emission(emissions[turn]))
            else:
                self._belief.enemy_passed()
        self._turn = view["turn"]
        return self._belief

    def _did(self, belief: Belief, action: Mapping[str, Any], reading: Mapping[str, Any] | None) -> None:
        if reading is not None:
            belief.scanned(self._cell, read_reading(reading))
        elif action["type"] == "torpedo":
            belief.missed(self._cell, action["heading"])
        else:
            belief.passed()
