"""What was seen of a bot in one game."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Seen:
    """One game of a bot under check; what is listed is what went wrong, a sentence each."""

    team: str
    orders: int = 0
    """Orders that arrived, those that were refused included."""
    refused: list[str] = field(default_factory=list)
    """Orders that were refused."""
    misspoken: list[str] = field(default_factory=list)
    """Frames and calls other than orders that were refused."""
    wrong_ids: list[str] = field(default_factory=list)
    """Orders whose `order_id` did not do its work."""
    answers: list[float] = field(default_factory=list)
    """Seconds that each order was waited for."""
    cuts: int = 0
    """How often the connections were cut."""
    returns: int = 0
    """After how many of these cuts the bot came back."""
    unfinished: str | None = None
    """Why the game has no proper end, if so."""
    said: str = ""
    """What its process wrote to standard error, the end of it."""

    @property
    def lost(self) -> bool:
        """Whether the bot has not come back from a cut."""
        return self.returns < self.cuts
