"""Sonar Referee: a server that referees submarine games with hidden information."""

__version__ = "0.1.0"
