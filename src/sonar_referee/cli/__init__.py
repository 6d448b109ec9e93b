"""The command `sonar-referee`."""

from sonar_referee.cli.commands import app, main

__all__ = ["app", "main"]
