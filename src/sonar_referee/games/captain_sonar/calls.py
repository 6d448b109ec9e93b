"""The announcements that name no cell, made once, by team."""

from __future__ import annotations

from typing import Final

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.terms import HEADINGS, SYSTEMS, TEAMS

DIVE: Final = tuple(a.Dive(team) for team in TEAMS)
COURSE: Final = tuple(tuple(a.Course(team, heading) for heading in HEADINGS) for team in TEAMS)
ENGINEER_OK: Final = tuple(a.CrewOk(team, "engineer") for team in TEAMS)
FIRST_MATE_OK: Final = tuple(a.CrewOk(team, "first_mate") for team in TEAMS)
READY: Final = tuple(tuple(a.SystemReady(team, system) for system in SYSTEMS) for team in TEAMS)
STOP: Final = tuple(a.Stop(team) for team in TEAMS)
MINE_DROPPED: Final = tuple(a.MineDropped(team) for team in TEAMS)
SONAR_ACTIVATED: Final = tuple(a.SonarActivated(team) for team in TEAMS)
SILENCE_ACTIVATED: Final = tuple(a.SilenceActivated(team) for team in TEAMS)
DESTROYED: Final = tuple(a.Destroyed(team) for team in TEAMS)
ROUND_ENDED: Final = tuple(a.RoundEnded(team) for team in TEAMS)
SURFACE_ROUND: Final = tuple({count: a.SurfaceRound(team, count) for count in (2, 3)} for team in TEAMS)
IMPACT: Final = tuple(
    (a.Impact(team, "all_clear"), a.Impact(team, "indirect_hit"), a.Impact(team, "direct_hit")) for team in TEAMS
)
"""For each team, by damage done."""
DRONE_NO_OR_YES: Final = tuple((a.DroneAnswer(team, "no"), a.DroneAnswer(team, "yes")) for team in TEAMS)
