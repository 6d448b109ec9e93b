"""What a seat may ask for, and what the referee itself enters. `type` names the kind on the wire."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from sonar_referee.games.sonar_duel.terms import HEADINGS, Heading, Seat


@dataclass(frozen=True, slots=True)
class Move:
    """A move of one cell (3.2)."""

    type: Literal["move"] = field(default="move", kw_only=True)
    heading: Heading


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is done; the enemy cannot tell it from a move (3.4, 3.5)."""

    type: Literal["wait"] = field(default="wait", kw_only=True)


@dataclass(frozen=True, slots=True)
class Sonar:
    """A scan of the cells up to 4 away (3.6)."""

    type: Literal["sonar"] = field(default="sonar", kw_only=True)


@dataclass(frozen=True, slots=True)
class Torpedo:
    """A torpedo along a heading, up to 4 cells far (3.7)."""

    type: Literal["torpedo"] = field(default="torpedo", kw_only=True)
    heading: Heading


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The seat gives up (3.10)."""

    type: Literal["forfeit"] = field(default="forfeit", kw_only=True)


@dataclass(frozen=True, slots=True)
class Default:
    """Seats have lost because they stayed away or let the time run out; both seats make a draw (4.4, 4.6)."""

    type: Literal["default"] = field(default="default", kw_only=True)
    seats: tuple[Seat, ...]
    reason: Literal["absence", "time"]


Action = Move | Wait | Sonar | Torpedo
"""What fills a turn (3.1)."""
PlayersOrder = Action | Forfeit
Order = PlayersOrder | Default
"""What goes into a match: the players' orders and the referee's."""

MOVES: Final[dict[str, Move]] = {heading: Move(heading) for heading in HEADINGS}
TORPEDOES: Final = tuple(Torpedo(heading) for heading in HEADINGS)
WAIT: Final = Wait()
SONAR: Final = Sonar()
FORFEIT: Final = Forfeit()
