"""What a user of the command line did wrong, or what stands in the way of what was asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sonar_referee.games.errors import RefereeError
from sonar_referee.games.game import Game
from sonar_referee.games.registry import GAMES


class BadInput(RefereeError):
    """One clear sentence for standard error; the command ends with exit code 2."""


def require_folder(folder: Path | None) -> None:
    """Raise `BadInput` for a folder of maps that does not exist."""
    if folder is not None and not folder.is_dir():
        raise BadInput(f"The folder of maps {str(folder)!r} does not exist")


def game_named(game: str) -> Game[Any]:
    """The game with this id; raises `BadInput`."""
    if game not in GAMES:
        raise BadInput(f"There is no game {game!r}; games are {', '.join(GAMES)}")
    return GAMES[game]
