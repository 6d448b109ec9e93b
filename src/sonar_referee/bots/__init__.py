"""Built-in players. A bot sees what a player sees over the wire, and nothing else."""

from sonar_referee.bots.bot import Bot, Choice
from sonar_referee.bots.random_bot import RandomBot

BOTS: dict[str, type[Bot]] = {"random": RandomBot}
"""The built-in bots by name."""


def make_bot(name: str, seed: str) -> Bot:
    """A bot of this name; the same seed and views give the same orders."""
    return BOTS[name](seed)


__all__ = ["BOTS", "Bot", "Choice", "RandomBot", "make_bot"]
