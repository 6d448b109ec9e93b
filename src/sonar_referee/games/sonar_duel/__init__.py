"""Sonar duel: two submarines, twelve torpedoes each."""

from sonar_referee.games.sonar_duel.sonar_duel import SONAR_DUEL

__all__ = ["SONAR_DUEL"]
