"""Built-in players. A bot hears and sees what a player does over the wire, and nothing else."""

from collections.abc import Mapping
from typing import Final

from sonar_referee.bots.bot import Bot, Brief, Choice
from sonar_referee.bots.captain_sonar import Cadet, Hunter, Officer
from sonar_referee.bots.random_bot import RandomBot
from sonar_referee.bots.sonar_duel import Hunter as DuelHunter

BOTS: Final[Mapping[str, Mapping[str, type[Bot]]]] = {
    "captain-sonar": {"officer": Officer, "hunter": Hunter, "cadet": Cadet, "random": RandomBot},
    "sonar-duel": {"hunter": DuelHunter, "random": RandomBot},
}
"""The built-in bots of each game by name; the first is for those who do not choose."""


def default_bot(game: str) -> str:
    """The bot to take where nobody has chosen one."""
    return next(iter(BOTS[game]))


def make_bot(name: str, brief: Brief) -> Bot:
    """A bot of this name; with the same brief, announcements and views it gives the same orders."""
    return BOTS[brief.game][name](brief)


__all__ = ["BOTS", "Bot", "Brief", "Choice", "RandomBot", "default_bot", "make_bot"]
