"""What the Captain's choices are worth: courses, surfacing, weapons, detection and silence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from typing import Any, Final

from sonar_referee.bots.captain_sonar.engineer import best_mark, burden
from sonar_referee.bots.captain_sonar.exposure import Exposure
from sonar_referee.bots.captain_sonar.helm import ROOM_ENOUGH, Helm
from sonar_referee.bots.captain_sonar.knowledge import Knowledge
from sonar_referee.bots.captain_sonar.sight import Sight
from sonar_referee.bots.captain_sonar.temper import Temper
from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.panel import BLOCKED_BY
from sonar_referee.games.captain_sonar.terms import HEADING_NUMBER, TORPEDO, Team
from sonar_referee.games.grid import bits

Order = dict[str, Any]

_SONAR_TELLS: Final = 0.8
"""Bits that an answer to a sonar brings on the average."""
_COST_OF_A_GAUGE: Final = 0.02
_COST_OF_SILENCE: Final = 0.25


class Captain:
    """Weighs orders for one submarine as it is seen now."""

    def __init__(self, temper: Temper, knowledge: Knowledge, team: Team, sight: Sight, here: int) -> None:
        self._temper = temper
        self._knowledge = knowledge
        self._chart = knowledge.chart
        self._team = team
        self._sight = sight
        self._here = here
        self._target = knowledge.suspected("yellow" if team == "blue" else "blue")
        self._helm = Helm(knowledge.chart, temper, self._target)
        self._exposure = Exposure(temper, knowledge, team, sight)

    def best(self, orders: Sequence[Order]) -> Order:
        """The order that is worth most; what is not weighed, such as ending the round, is worth nothing."""
        return max(orders, key=self._worth)

    def _worth(self, order: Order) -> float:
        weigh: dict[str, Callable[[Order], float]] = {
            "head": self._worth_of_course,
            "surface": self._worth_of_surfacing,
            "launch_torpedo": self._worth_of_torpedo,
            "trigger_mine": self._worth_of_trigger,
            "trigger_archer_mine": self._worth_of_trigger,
            "drop_mine": self._worth_of_mine,
            "launch_drone": self._worth_of_drone,
            "activate_sonar": self._worth_of_sonar,
            "activate_silence": self._worth_of_silence,
        }
        return weigh[order["type"]](order) if order["type"] in weigh else 0.0

    # -- the order step

    def _worth_of_course(self, order: Order) -> float:
        heading = HEADING_NUMBER[order["heading"]]
        cell = self._chart.beyond[self._here][heading]
        worth = self._worth_of_place(cell, self._sight.trail) - self._burden_after(heading)
        return worth - self._exposure.cost((a.Course(self._team, order["heading"]),), cell)

    def _burden_after(self, heading: int) -> float:
        if self._sight.breakdowns is None:
            return 0.0
        return self._temper.burden * best_mark(self._sight.breakdowns, heading)

    def _burden_now(self) -> float:
        return 0.0 if self._sight.breakdowns is None else self._temper.burden * burden(self._sight.breakdowns)

    def _worth_of_place(self, cell: int, trail: int) -> float:
        """Room to go on, and how well the enemy is within reach from there."""
        worth = self._helm.worth(cell, trail | self._sight.mines | 1 << self._here)
        if self._temper.aim and self._sight.full(TORPEDO) and self._in_order(TORPEDO):
            worth += self._temper.aim * self._target.best_hit(self._chart.torpedo_reach[cell])
        return worth

    def _in_order(self, system: int) -> bool:
        return self._sight.breakdowns is None or not self._sight.breakdowns & BLOCKED_BY[system]

    def _worth_of_surfacing(self, _order: Order) -> float:
        here, chart = self._here, self._chart
        worth = self._burden_now() - self._temper.surfacing
        worth -= self._exposure.cost((a.Surfaced(self._team, chart.sector[here]),), here, rounds=3)
        if chart.holes and not chart.holes >> here & 1:
            worth -= self._temper.own_hull
        return worth

    # -- weapons

    def _worth_of_blast(self, cell: int) -> float:
        """Damage done less damage suffered; to destroy is worth more, to be destroyed costs much more."""
        hull, near = self._knowledge.options.hull, self._chart.near[cell] >> self._here & 1
        worth = self._target.hit(cell)
        direct = self._target.of.get(cell, 0.0)
        left = hull - self._sight.enemy_damage
        if left <= 2:
            worth += 2.0 * (direct if left == 2 else worth - direct)
        if self._knowledge.options.self_damage:
            own = 2 if cell == self._here else near
            worth -= own * self._temper.own_hull
            if own and self._sight.damage + own >= hull:
                worth -= 20.0
        return worth

    def _worth_of_torpedo(self, order: Order) -> float:
        return self._worth_of_blast(self._chart.number[order["cell"]]) - self._temper.threshold

    def _worth_of_trigger(self, order: Order) -> float:
        return self._worth_of_blast(self._chart.number[order["cell"]]) - 0.75 * self._temper.threshold

    def _worth_of_mine(self, order: Order) -> float:
        """A mine is worth something where the enemy may come by, apart from others, and not in one's own way."""
        chart = self._chart
        cell = chart.number[order["cell"]]
        if self._shuts_in(cell):
            return -1.0
        alone = not any(chart.near[cell] & chart.near[mine] for mine in bits(self._sight.mines))
        aside = abs(cell % chart.columns - chart.columns / 2) + abs(cell // chart.columns - chart.rows / 2)
        in_the_middle = 1.0 - aside / (chart.columns + chart.rows)
        in_the_way = bool(1 << cell & chart.cross[self._here])
        visited = self._target.within(chart.flood(cell, chart.sea, 3))
        return self._temper.mine * (0.4 + 0.3 * in_the_middle + visited + 0.3 * alone - 0.6 * in_the_way)

    def _shuts_in(self, cell: int) -> bool:
        """Whether a mine leaves less than room enough: surfacing erases a route, but not mines."""
        chart, open_sea = self._chart, self._chart.sea & ~self._sight.mines
        before, after = (
            chart.flood(self._here, sea, ROOM_ENOUGH).bit_count() for sea in (open_sea, open_sea & ~(1 << cell))
        )
        return after < min(before - 1, ROOM_ENOUGH)

    # -- detection and silence

    def _worth_of_drone(self, order: Order) -> float:
        inside = sum(1 << cell for cell, sector in enumerate(self._chart.sector) if sector == order["sector"])
        yes = self._target.within(inside)
        return self._worth_of_knowing(-sum(p * log2(p) for p in (yes, 1.0 - yes) if p > 0.0))

    def _worth_of_sonar(self, _order: Order) -> float:
        return self._worth_of_knowing(_SONAR_TELLS)

    def _worth_of_knowing(self, learned: float) -> float:
        """What it is worth to learn so many bits: nothing about an enemy who is known well enough to be shot at."""
        need = min(1.0, max(0.0, (self._target.doubt - 2.0) / 2.0))
        return self._temper.curiosity * learned * need - _COST_OF_A_GAUGE

    def _worth_of_silence(self, order: Order) -> float:
        if order["distance"] == 0:
            return -1.0
        heading = HEADING_NUMBER[order["heading"]]
        cell, trail = self._here, self._sight.trail
        for _ in range(order["distance"]):
            cell = self._chart.beyond[cell][heading]
            trail |= 1 << cell
        worth = self._worth_of_place(cell, trail) - self._worth_of_place(self._here, self._sight.trail)
        worth += self._burden_now() - self._burden_after(heading)
        worth += self._exposure.cost((), self._here) - self._exposure.cost((a.SilenceActivated(self._team),), cell)
        return worth - _COST_OF_SILENCE
