"""What a seat may ask for. Orders are small frozen values; `type` names the kind on the wire."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from sonar_referee.games.captain_sonar.terms import Heading, System, Team


@dataclass(frozen=True, slots=True)
class Place:
    """The Captain's choice of a start (R16)."""

    type: Literal["place"] = field(default="place", kw_only=True)
    cell: str


@dataclass(frozen=True, slots=True)
class Head:
    """A move of one space (R32)."""

    type: Literal["head"] = field(default="head", kw_only=True)
    heading: Heading


@dataclass(frozen=True, slots=True)
class Surface:
    """Surfacing instead of a move (R130)."""

    type: Literal["surface"] = field(default="surface", kw_only=True)


@dataclass(frozen=True, slots=True)
class MarkBreakdown:
    """The Engineer crosses a symbol (R50)."""

    type: Literal["mark_breakdown"] = field(default="mark_breakdown", kw_only=True)
    symbol: str


@dataclass(frozen=True, slots=True)
class MarkGauge:
    """The First Mate marks a gauge (R70)."""

    type: Literal["mark_gauge"] = field(default="mark_gauge", kw_only=True)
    system: System


@dataclass(frozen=True, slots=True)
class DropMine:
    """A mine is dropped on a neighbouring space (R90)."""

    type: Literal["drop_mine"] = field(default="drop_mine", kw_only=True)
    cell: str


@dataclass(frozen=True, slots=True)
class TriggerMine:
    """A mine dropped earlier explodes (R100)."""

    type: Literal["trigger_mine"] = field(default="trigger_mine", kw_only=True)
    cell: str


@dataclass(frozen=True, slots=True)
class LaunchTorpedo:
    """A torpedo at a space 1 to 4 steps away (R105)."""

    type: Literal["launch_torpedo"] = field(default="launch_torpedo", kw_only=True)
    cell: str


@dataclass(frozen=True, slots=True)
class LaunchDrone:
    """Ask the enemy whether he is in a sector (R118)."""

    type: Literal["launch_drone"] = field(default="launch_drone", kw_only=True)
    sector: int


@dataclass(frozen=True, slots=True)
class ActivateSonar:
    """Ask the enemy Captain for one true and one false fact (R119)."""

    type: Literal["activate_sonar"] = field(default="activate_sonar", kw_only=True)


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement of a sonar answer: a row's number, a column's letter or a sector's number."""

    kind: Literal["row", "column", "sector"]
    value: int | str


@dataclass(frozen=True, slots=True)
class AnswerSonar:
    """The enemy Captain's two facts, one of them true (R119)."""

    type: Literal["answer_sonar"] = field(default="answer_sonar", kw_only=True)
    facts: tuple[Fact, Fact]


@dataclass(frozen=True, slots=True)
class ActivateSilence:
    """A silent course of 0 to 4 spaces (R120)."""

    type: Literal["activate_silence"] = field(default="activate_silence", kw_only=True)
    heading: Heading
    distance: int


@dataclass(frozen=True, slots=True)
class TriggerArcherMine:
    """One of the chart's own mines explodes (R144)."""

    type: Literal["trigger_archer_mine"] = field(default="trigger_archer_mine", kw_only=True)
    cell: str


@dataclass(frozen=True, slots=True)
class ConfirmAnswer:
    """The Captain who is asked lets the referee give the true answer (D22 `captain_confirms`)."""

    type: Literal["confirm_answer"] = field(default="confirm_answer", kw_only=True)


@dataclass(frozen=True, slots=True)
class EndRound:
    """The Captain ends the round without another activation (R26)."""

    type: Literal["end_round"] = field(default="end_round", kw_only=True)


@dataclass(frozen=True, slots=True)
class Resign:
    """The Captain gives the match up (P16)."""

    type: Literal["resign"] = field(default="resign", kw_only=True)


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """The Captain offers a draw (P16)."""

    type: Literal["offer_draw"] = field(default="offer_draw", kw_only=True)


@dataclass(frozen=True, slots=True)
class AcceptDraw:
    """The enemy's offer of a draw is accepted."""

    type: Literal["accept_draw"] = field(default="accept_draw", kw_only=True)


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """The enemy's offer of a draw is declined."""

    type: Literal["decline_draw"] = field(default="decline_draw", kw_only=True)


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Teams have lost because they stayed away or let the time run out; both teams make a draw."""

    type: Literal["forfeit"] = field(default="forfeit", kw_only=True)
    teams: tuple[Team, ...]
    reason: Literal["absence", "time"]


PlayersOrder = (
    Place
    | Head
    | Surface
    | MarkBreakdown
    | MarkGauge
    | DropMine
    | TriggerMine
    | LaunchTorpedo
    | LaunchDrone
    | ActivateSonar
    | AnswerSonar
    | ActivateSilence
    | TriggerArcherMine
    | ConfirmAnswer
    | EndRound
    | Resign
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
)
Order = PlayersOrder | Forfeit
"""What goes into a match: the players' orders and the referee's."""

CAPTAINS_ORDERS = frozenset(
    (
        Place,
        Head,
        Surface,
        DropMine,
        TriggerMine,
        LaunchTorpedo,
        LaunchDrone,
        ActivateSonar,
        AnswerSonar,
        ActivateSilence,
        TriggerArcherMine,
        ConfirmAnswer,
        EndRound,
        Resign,
        OfferDraw,
        AcceptDraw,
        DeclineDraw,
    )
)
FIRST_MATES_ORDERS = frozenset((MarkGauge, LaunchDrone, ActivateSonar))
ENGINEERS_ORDERS = frozenset((MarkBreakdown,))

ORDERS_OF_ROLE: tuple[frozenset[type[Any]], ...] = (
    CAPTAINS_ORDERS,
    FIRST_MATES_ORDERS,
    ENGINEERS_ORDERS,
    frozenset(),
)
"""The types of orders that each role gives, in the order of `ROLES` (R12, R81)."""
