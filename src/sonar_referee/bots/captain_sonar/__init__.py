"""Bots for Captain Sonar."""

from sonar_referee.bots.captain_sonar.levels import Cadet, Hunter, Officer

__all__ = ["Cadet", "Hunter", "Officer"]
