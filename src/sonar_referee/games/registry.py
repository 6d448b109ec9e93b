"""The games that this server referees. A new game is a package and a line here."""

from __future__ import annotations

from typing import Any

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.game import Game
from sonar_referee.games.sonar_duel import SONAR_DUEL

GAMES: dict[str, Game[Any]] = {game.id: game for game in (CAPTAIN_SONAR, SONAR_DUEL)}
"""Every game by its id."""
