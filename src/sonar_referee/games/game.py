"""What a game is to the rest of the server: seats, orders, announcements and views, and nothing else."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from sonar_referee.games.errors import IllegalOrder

PUBLIC = "all"
"""The audience of what everybody at the table hears, spectators included."""

Viewer = frozenset[str]
"""Who looks: the seats of one player, one seat alone, or nobody's seat (a spectator)."""

SPECTATOR: Viewer = frozenset()

Absence = Literal["wait", "bot", "forfeit"]
"""What happens when a player stays away: the table waits, a bot takes over, or the player's team has lost."""

S = TypeVar("S")


class Absent:
    """The type of `ABSENT`, which stands in a view for a field that its viewer does not get."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = Absent()


class Said(NamedTuple):
    """What the referee says: in which round, to whom (`PUBLIC`, a team or a seat), and what."""

    round: int
    audience: str
    announcement: Any


@dataclasses.dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the winning team or seat, or null for a draw, and the reason."""

    winner: str | None
    reason: str


class Map(Protocol):
    """What the server itself needs of a game's map."""

    @property
    def name(self) -> str:
        """By which a match chooses it."""

    @property
    def text(self) -> str:
        """The file that it was read from, kept so that a match can be replayed without the file."""


@dataclasses.dataclass(frozen=True, slots=True)
class Whereabouts:
    """The cells where a team could think its enemy to be; if not `exact`, some may be too many, but none is missing."""

    cells: tuple[str, ...]
    exact: bool


class Insight(NamedTuple):
    """What each team could know of its enemy's place after an order, and the round in which the order was given."""

    round: int
    teams: Mapping[str, Whereabouts]


class Game(Protocol[S]):
    """The rules of one game over a state `S` that only this game can read.

    `apply` changes the state in place; `check` tells beforehand whether it would be accepted. Both share one
    predicate with `legal_orders`. A viewer is a set of seats of one team; the empty set is a spectator.

    A game inherits from it. Members with a body are what most games do; the others are a game's own.
    """

    @property
    def id(self) -> str:
        """The game's name on the wire."""

    @property
    def title(self) -> str:
        """The game's name for people."""

    @property
    def teams(self) -> Mapping[str, tuple[str, ...]]:
        """Each team's seats."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Every seat, team by team."""

    @property
    def note_takers(self) -> tuple[str, ...]:
        """The seats that write their team's notes; none."""
        return ()

    @property
    def options(self) -> type[Any]:
        """The dataclass of the game's options; one is `map`, and one `max_rounds` where a match might never end."""

    @property
    def orders(self) -> tuple[type[Any], ...]:
        """The dataclasses of the orders that players give."""

    @property
    def resignation(self) -> str | None:
        """The type of the standing order by which each team can give the match up, if there is one; none."""
        return None

    @property
    def referee_orders(self) -> tuple[type[Any], ...]:
        """The dataclasses of orders that only the referee itself gives; none."""
        return ()

    @property
    def example_order(self) -> Any:
        """An order that some seat can give first, to show what one looks like."""

    @property
    def announcements(self) -> tuple[type[Any], ...]:
        """The dataclasses of all announcements."""

    @property
    def view_type(self) -> type[Any]:
        """The dataclass of views."""

    def read_map(self, text: str, source: str, /) -> Map:
        """Read a map file; raises `BadMap` with file, line and reason."""

    def describe_map(self, chart: Any, /) -> dict[str, Any]:
        """What a client needs to draw the map, as JSON values."""

    def new(self, options: Any, chart: Any, seed: int, /) -> S:
        """The state before the first order. The same three inputs always give the same state."""

    def crews_refusal(self, options: Any, crews: Sequence[Sequence[str]], bots: Sequence[str], /) -> str | None:
        """Why these players (a list of each person's seats, and the seats of bots) may not start, if so; any may."""
        return None

    def rematch_options(self, options: Any, outcome: Outcome | None, swapped: bool, /) -> Any:
        """The options for playing again after this outcome, with the teams on swapped sides or not; the same."""
        return options

    def givers(self, order: Any, /) -> tuple[str, ...]:
        """The seats whose role gives orders of this type; every seat."""
        return self.seats

    def role_refusal(self, order: Any, /) -> IllegalOrder:
        """The refusal for a player none of whose seats has the role for this order."""
        return IllegalOrder("seats", f"This order is given by {' or '.join(self.givers(order))}.")

    def check(self, state: S, seat: str, order: Any, /) -> None:
        """Raise `IllegalOrder` if `apply` would; changes nothing."""

    def apply(self, state: S, seat: str, order: Any, /) -> list[Said]:
        """Carry out an order and return what is said; raises `IllegalOrder` and then changes nothing."""

    def legal_orders(self, state: S, seat: str, /) -> tuple[Any, ...]:
        """Every order that this seat can give now, each complete; without the standing orders."""

    def standing_orders(self, state: S, seat: str, /) -> tuple[Any, ...]:
        """The orders that stand open to this seat at any time, such as `resign`; none."""
        return ()

    def vantage(self, state: S, viewer: Viewer, /) -> Hashable:
        """From where a viewer looks: viewers of the same vantage have equal views. Each viewer has its own."""
        return viewer

    def view(self, state: S, viewer: Viewer, /) -> Any:
        """Everything that this viewer may know now."""

    def hears(self, state: S, viewer: Viewer, /) -> frozenset[str]:
        """The audiences that this viewer belongs to: everybody, its seats, and their team."""
        teams = {team for team, seats in self.teams.items() if viewer & set(seats)}
        return frozenset({PUBLIC, *viewer, *teams})

    def spectators_allowed(self, options: Any, /) -> bool:
        """Whether somebody without a seat may look at all; yes."""
        return True

    def open_at_end(self, options: Any, /) -> bool:
        """Whether everybody may have the record and the analysis after the end, or only the host; everybody."""
        return True

    def notes_refusal(self, state: S, seat: str, /) -> IllegalOrder | None:
        """Why this note taker may not write its team's notes now, if so; it may."""
        return None

    def reads_notes(self, state: S, viewer: Viewer, /) -> str | None:
        """The team whose notes this viewer may read, if any; none."""
        return None

    def to_act(self, state: S, /) -> tuple[str, ...]:
        """The seats that the table waits for."""

    def round(self, state: S, /) -> int:
        """The number of the round being played; 0 before the first."""

    def outcome(self, state: S, /) -> Outcome | None:
        """How the match ended, or None while it runs."""

    def copy(self, state: S, /) -> S:
        """An independent copy."""
        return copy.deepcopy(state)

    def position(self, state: S, /) -> str:
        """The whole state as text: equal states give equal texts."""

    def analysis(self, state: S, orders: Iterable[tuple[str, Any]], /) -> Iterator[Insight]:
        """What each team could know after each of these orders, played with their seats on this first state; nothing.

        Of what a team did not know nothing may show in it.
        """
        return iter(())

    def waits_for(self, state: S, /) -> Hashable:
        """What the table waits for, as far as everybody may know: the clock starts anew when it changes."""

    def time_allowed(self, state: S, /) -> float | None:
        """Seconds for the present wait, or None for no limit; none."""
        return None

    def on_timeout(self, state: S, /) -> tuple[str, Any]:
        """The next order when the time is up, with its seat: a default order, or the forfeit if the options say so.

        One order need not end the wait: ask again as long as `waits_for` is what it was.
        """
        raise AssertionError(f"{self.title} has no clock")

    def absence(self, options: Any, bots: Sequence[str], /) -> Absence:
        """What happens when a player stays away, where these seats are bots'; the table waits."""
        return "wait"

    def pauses(self, options: Any, bots: Sequence[str], /) -> bool:
        """Whether the clock stands still while a player is away, where these seats are bots'; it does."""
        return True

    def on_absence(self, state: S, seats: Sequence[str], /) -> tuple[str, Any]:
        """The order that ends the match because the players of these seats stayed away, and the seat it is entered
        under; with seats of both teams it is a draw. For games whose `absence` can be `forfeit`."""
        raise AssertionError(f"{self.title} goes on without players who stay away")


def bounded(game: Game[Any], rounds: int) -> dict[str, Any]:
    """The options with which every match of a game ends, by itself or after so many rounds."""
    unbounded = any(option.name == "max_rounds" for option in dataclasses.fields(game.options))
    return {"max_rounds": rounds} if unbounded else {}


def audience_of_fields(cls: type[Any]) -> dict[str, str]:
    """The audience declared for each field of a view; raises `TypeError` for a field without one."""
    audiences: dict[str, str] = {}
    for field in dataclasses.fields(cls):
        audience = field.metadata.get("audience")
        if not audience:
            raise TypeError(f"{cls.__name__}.{field.name} has no audience: say who may see it")
        audiences[field.name] = audience
    return audiences
