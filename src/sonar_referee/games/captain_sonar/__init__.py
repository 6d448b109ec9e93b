"""Turn-by-turn Captain Sonar."""

from sonar_referee.games.captain_sonar.captain_sonar import CAPTAIN_SONAR

__all__ = ["CAPTAIN_SONAR"]
