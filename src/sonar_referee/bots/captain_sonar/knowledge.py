"""What a bot has heard: where each submarine can be, and which of the enemy's systems are ready."""

from __future__ import annotations

from typing import Final

from sonar_referee.bots.captain_sonar.belief import Belief
from sonar_referee.bots.captain_sonar.suspicion import Suspicion
from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import TEAMS, Team
from sonar_referee.games.captain_sonar.tracker import Tracker

_USES = {
    a.MineDropped: "mine",
    a.TorpedoLaunched: "torpedo",
    a.DroneLaunched: "drone",
    a.SonarActivated: "sonar",
    a.SilenceActivated: "silence",
    a.ArcherMineTriggered: "scenario",
}


MOST_TRACES: Final = 1500
"""Shapes of routes that a bot keeps apart: what it can weigh in a fraction of a second."""


class Knowledge:
    """What everybody can know, kept from announcements alone, and what can be suspected of one team besides."""

    def __init__(self, chart: Chart, options: Options, suspect: Team | None = None) -> None:
        self.chart = chart
        self.options = options
        self.trackers = {team: Tracker(chart, options, team, MOST_TRACES) for team in TEAMS}
        self.ready: dict[Team, set[str]] = {team: set() for team in TEAMS}
        self._beliefs: dict[Team, Belief] = {}
        self._suspicion = None if suspect is None else Suspicion(chart, suspect)

    def hear(self, announcement: a.Announcement) -> None:
        """Take in the next announcement."""
        suspicion = self._suspicion
        if suspicion is not None and getattr(announcement, "team", None) == suspicion.team:
            prey = self.belief("yellow" if suspicion.team == "blue" else "blue")
            suspicion.hear(announcement, self.ready[suspicion.team], prey)
        self._beliefs.clear()
        for tracker in self.trackers.values():
            tracker.hear(announcement)
        if suspicion is not None:
            suspicion.keep(self.trackers[suspicion.team].cells)
        if isinstance(announcement, a.SystemReady):
            self.ready[announcement.team].add(announcement.system)
        elif type(announcement) in _USES:
            self.ready[announcement.team].discard(_USES[type(announcement)])  # type: ignore[attr-defined]

    def belief(self, team: Team) -> Belief:
        """How likely everybody must think a team's submarine is in each cell."""
        known = self._beliefs.get(team)
        if known is None:
            known = self._beliefs[team] = Belief(self.chart, self.trackers[team].weights())
        return known

    def suspected(self, team: Team) -> Belief:
        """How likely a team's submarine is in each cell, also judged by how it sails if it is the one suspected."""
        suspicion = self._suspicion
        return suspicion.belief if suspicion is not None and suspicion.team == team else self.belief(team)

    def may_use(self, team: Team, system: str) -> bool:
        """Whether a team may have a system ready; it is told only under `announce_ready: public` (D16)."""
        return system in self.ready[team] or self.options.announce_ready != "public"
