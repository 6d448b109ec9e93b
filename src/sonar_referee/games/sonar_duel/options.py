"""What a host may choose when creating a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sonar_referee.games.game import Absence
from sonar_referee.games.options import Clock, choice, require_sound


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of one match; every default is the rules' own."""

    map: str = choice("twelve", "The chart to play on, one of the game's maps.", "1.5")
    announce_kind: bool = choice(True, "Whether the enemy is told if a sound was a sonar or a torpedo.", "3.8")
    reveal_at_end: bool = choice(True, "Whether everybody sees both tracks after the end.", "5.3")
    clock: Clock | None = choice(
        Clock(45),
        "Seconds for each turn; then the referee waits in place of the player, or the player has lost. Null is no "
        "limit.",
        "4.1",
    )
    presence: Absence = choice(
        "forfeit",
        "What happens when a player stays away for good: the enemy has won, a bot takes over, or the table waits. "
        "In a match with a bot nobody loses so, and the clock does not stand still.",
        "4.4",
    )
    spectator_view: Literal["none", "public"] = choice(
        "none",
        "What somebody without a seat sees: nothing, or what both players know, and the tracks at the end.",
        "5.3",
    )

    def __post_init__(self) -> None:
        require_sound(self)
