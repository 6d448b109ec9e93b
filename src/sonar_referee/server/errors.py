"""What keeps a server from starting."""

from __future__ import annotations

from sonar_referee.games.errors import RefereeError


class CannotServe(RefereeError):
    """The server cannot start; the message is one sentence that says why."""
