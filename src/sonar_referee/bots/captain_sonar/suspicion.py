"""Where a submarine is likely to be: its possible routes, each weighed by how a sensible Captain sails."""

from __future__ import annotations

from collections.abc import Iterator, Set
from math import exp
from typing import Final

from sonar_referee.bots.captain_sonar.belief import Belief
from sonar_referee.bots.captain_sonar.engineer import best_mark, marked
from sonar_referee.bots.captain_sonar.helm import Helm
from sonar_referee.bots.captain_sonar.temper import OFFICER
from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.terms import HEADING_NUMBER, SILENCE_REACH, SYSTEM_NUMBER, Team
from sonar_referee.games.grid import bits

Route = tuple[int, int]
"""The cell where a route ends, and all its cells as a set."""

_MOST_ROUTES: Final = 600
"""Routes that are weighed apart; of more the likeliest are kept."""
_LENIENCE: Final = 0.03
"""How much less a course may be worth than the best and still be likely."""
_ANY_COURSE: Final = 0.05
"""How likely any course is at least: a Captain may have reasons that nobody else sees."""


class Suspicion:
    """The possible routes of one submarine and how likely each is."""

    def __init__(self, chart: Chart, team: Team) -> None:
        self.team = team
        self._chart = chart
        self._weights: dict[Route, float] = {(cell, 1 << cell): 1.0 for cell in bits(chart.sea)}
        self._breakdowns = 0
        """What a sensible Engineer would have crossed."""
        self._belief: Belief | None = None
        self._kept = chart.sea

    @property
    def belief(self) -> Belief:
        """How likely the submarine is in each cell."""
        if self._belief is None:
            weights: dict[int, float] = {}
            for (cell, _), weight in self._weights.items():
                weights[cell] = weights.get(cell, 0.0) + weight
            self._belief = Belief(self._chart, weights)
        return self._belief

    def hear(self, said: a.Announcement, ready: Set[str], prey: Belief) -> None:
        """What the submarine's own team does; it has these systems ready and takes its enemy to be in `prey`."""
        if isinstance(said, a.Course):
            self._sail(HEADING_NUMBER[said.heading], prey)
            full = tuple(sorted(SYSTEM_NUMBER[system] for system in ready))
            self._breakdowns = marked(self._breakdowns, HEADING_NUMBER[said.heading], full)
        elif isinstance(said, a.SilenceActivated):
            self._weigh_anew(self._silent_ways())
        elif isinstance(said, a.Surfaced):
            self._breakdowns = 0
            self._weigh_anew(((cell, 1 << cell), weight) for (cell, _), weight in self._weights.items())
        elif isinstance(said, a.Damage):
            self._breakdowns = 0

    def keep(self, cells: int) -> None:
        """The submarine is on one of these cells for certain."""
        if cells == self._kept and self._weights:
            return
        self._kept = cells
        routes = ((route, weight) for route, weight in self._weights.items() if cells >> route[0] & 1)
        self._weigh_anew(routes)
        if not self._weights:
            self._weigh_anew(((cell, 1 << cell), 1.0) for cell in bits(cells))

    def _weigh_anew(self, routes: Iterator[tuple[Route, float]]) -> None:
        weights: dict[Route, float] = {}
        for route, weight in routes:
            weights[route] = weights.get(route, 0.0) + weight
        likeliest = sorted(weights, key=weights.__getitem__, reverse=True)[:_MOST_ROUTES]
        total = sum(weights[route] for route in likeliest)
        self._weights = {route: weights[route] / total for route in likeliest}
        self._belief = None

    def _sail(self, heading: int, prey: Belief) -> None:
        helm = Helm(self._chart, OFFICER, prey)
        burdens = [OFFICER.burden * best_mark(self._breakdowns, course) for course in range(4)]
        self._weigh_anew(
            ((there, trail | 1 << there), weight * self._likelihood(helm, burdens, cell, trail, heading))
            for (cell, trail), weight in self._weights.items()
            for there in (self._chart.beyond[cell][heading],)
            if there >= 0 and self._open_sea(trail) >> there & 1
        )

    def _open_sea(self, trail: int) -> int:
        return self._chart.sea & ~trail

    def _likelihood(self, helm: Helm, burdens: list[float], cell: int, trail: int, heading: int) -> float:
        """How likely a sensible Captain takes this course of those that are legal (R32–R35)."""
        worths = {
            course: helm.worth(there, trail) - burdens[course]
            for course, there in enumerate(self._chart.beyond[cell])
            if there >= 0 and self._open_sea(trail) >> there & 1
        }
        best = max(worths.values())
        likely = {course: exp((worth - best) / _LENIENCE) for course, worth in worths.items()}
        return _ANY_COURSE + likely[heading] / sum(likely.values())

    def _silent_ways(self) -> Iterator[tuple[Route, float]]:
        """Every silent course, each as likely as any other from there (R122)."""
        for (cell, trail), weight in self._weights.items():
            ways = [(cell, trail)]
            for heading in range(4):
                there, sailed = cell, trail
                for _ in range(SILENCE_REACH):
                    there = self._chart.beyond[there][heading]
                    if there < 0 or not self._open_sea(sailed) >> there & 1:
                        break
                    sailed |= 1 << there
                    ways.append((there, sailed))
            for way in ways:
                yield way, weight / len(ways)
