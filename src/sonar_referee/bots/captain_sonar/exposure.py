"""What the enemy can know of us after what it hears, and what that costs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import log2
from typing import Final

from sonar_referee.bots.captain_sonar.belief import Belief
from sonar_referee.bots.captain_sonar.knowledge import Knowledge
from sonar_referee.bots.captain_sonar.sight import Sight
from sonar_referee.bots.captain_sonar.temper import Temper
from sonar_referee.games.captain_sonar.announcements import Announcement
from sonar_referee.games.captain_sonar.calls import COURSE
from sonar_referee.games.captain_sonar.terms import TEAMS, Team
from sonar_referee.games.captain_sonar.tracker import Tracker
from sonar_referee.games.grid import bits

ENOUGH_DOUBT: Final = 5.0
"""Bits of doubt beyond which we are hidden well enough."""
_NOT_SHOT_AT: Final = 0.3
"""Nobody fires a torpedo that promises less damage."""
_FEW_SHAPES: Final = 40
"""Up to so many shapes of our route the next courses are looked at as well."""
_COURSES_AHEAD: Final = 3


class Exposure:
    """What it costs one team to be heard, in points of damage."""

    def __init__(self, temper: Temper, knowledge: Knowledge, team: Team, sight: Sight) -> None:
        self._temper = temper
        self._knowledge = knowledge
        self._chart = knowledge.chart
        self._team = team
        self._enemy: Team = "yellow" if team == "blue" else "blue"
        self._sight = sight
        self._seen: dict[tuple[Announcement, ...], tuple[Tracker, Belief]] = {}

    def cost(self, announcements: Sequence[Announcement], cell: int, rounds: int = 1) -> float:
        """The cost of being in a cell after the enemy has heard this, until our next order in so many rounds."""
        if not self._temper.minds_the_enemy:
            return 0.0
        tracker, seen = self._after(announcements)
        doubt = min(seen.doubt, ENOUGH_DOUBT)
        if rounds == 1 and tracker.shapes <= _FEW_SHAPES:
            ahead = self._doubt_ahead(tracker, cell, self._sight.trail | 1 << cell, _COURSES_AHEAD)
            doubt += self._temper.foresight * (ahead - doubt)
        return self._danger(seen, cell, rounds) - self._temper.secrecy * doubt

    def _after(self, announcements: Sequence[Announcement]) -> tuple[Tracker, Belief]:
        heard = tuple(announcements)
        if heard not in self._seen:
            tracker = self._knowledge.trackers[self._team].after(*heard)
            self._seen[heard] = tracker, Belief(self._chart, tracker.weights())
        return self._seen[heard]

    def _doubt_ahead(self, tracker: Tracker, cell: int, trail: int, courses: int) -> float:
        """The doubt that the enemy can be left in by the best of the next courses."""
        if not courses:
            return min(log2(max(1, tracker.cells.bit_count())), ENOUGH_DOUBT)
        open_sea = self._chart.sea & ~trail & ~self._sight.mines
        return max(
            (
                self._doubt_ahead(
                    tracker.after(COURSE[TEAMS.index(self._team)][heading]), there, trail | 1 << there, courses - 1
                )
                for heading, there in enumerate(self._chart.beyond[cell])
                if there >= 0 and open_sea >> there & 1
            ),
            default=0.0,
        )

    def _danger(self, seen: Belief, cell: int, rounds: int) -> float:
        """The damage to expect from the enemy's torpedo before our next order."""
        temper, chart = self._temper, self._chart
        if not self._knowledge.may_use(self._enemy, "torpedo"):
            return 0.0
        shots = sorted(((hit, there) for there, hit in seen.hits.items() if hit >= _NOT_SHOT_AT), reverse=True)
        dealt = lru_cache(maxsize=None)(partial(self._dealt, shots, cell))
        expected = sum(
            probability * sum(dealt(there) for there in bits(ways)) / ways.bit_count()
            for origin, probability in self._knowledge.suspected(self._enemy).of.items()
            for ways in (chart.cross[origin],)
        )
        return temper.danger * temper.own_hull * expected * min(rounds, 2)

    def _dealt(self, shots: Sequence[tuple[float, int]], cell: int, origin: int) -> float:
        """The damage of the enemy's best shot from a cell, between what it promises and what it would do in truth."""
        reach = self._chart.torpedo_reach[origin]
        for hit, aimed in shots:
            if reach >> aimed & 1:
                return (hit + (2 if cell == aimed else self._chart.near[aimed] >> cell & 1)) / 2
        return 0.0
