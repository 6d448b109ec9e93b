"""Bots for Sonar duel."""

from sonar_referee.bots.sonar_duel.hunter import Hunter

__all__ = ["Hunter"]
