"""Where a submarine can be, judged by what everybody has heard of it."""

from sonar_referee.games.captain_sonar.tracker.tracker import Tracker

__all__ = ["Tracker"]
