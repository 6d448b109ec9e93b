"""The true state of a match: two submarines and whose turn it is for what. It changes in place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.gauges import GAUGE_SIZES
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.order_book import OrderBook, order_book
from sonar_referee.games.captain_sonar.radio_sheet import RadioSheets
from sonar_referee.games.captain_sonar.terms import SCENARIO, SYSTEMS, Phase
from sonar_referee.games.game import Outcome

NOBODY = -1
"""In place of a team, a heading or a cell: none."""


class Question(NamedTuple):
    """What the enemy Captain has yet to confirm (D22), and the phase to go back to, if any."""

    asker: int
    kind: str
    place: int
    back_to: Phase | None


@dataclass(slots=True)
class Submarine:
    """One team's sheets. Cells are numbers, sets of cells and of symbols are integers (see `chart` and `panel`)."""

    cell: int
    route: list[int]
    """The current route from its first space to `cell` (R19, R133)."""
    trail: int
    """The cells of `route` as a set."""
    past_routes: list[tuple[int, ...]]
    """The routes erased by surfacing, told after the end only."""
    mines: int
    damage: int
    surfaced: bool
    surface_round: int
    dive_due: bool
    """Whether the next move is a dive (R30)."""
    breakdowns: int
    gauges: list[int]
    room: int
    """The systems whose gauge can take a mark, as a set."""
    heading_to_mark: int
    """The course whose mark the Engineer owes, or `NOBODY`."""
    gauge_to_mark: bool
    """Whether the First Mate owes a mark."""

    def copy(self) -> Submarine:
        """An independent copy."""
        return Submarine(
            self.cell,
            self.route.copy(),
            self.trail,
            self.past_routes.copy(),
            self.mines,
            self.damage,
            self.surfaced,
            self.surface_round,
            self.dive_due,
            self.breakdowns,
            self.gauges.copy(),
            self.room,
            self.heading_to_mark,
            self.gauge_to_mark,
        )


@dataclass(slots=True)
class State:
    """A position. Teams are numbers: 0 blue, 1 yellow."""

    options: Options
    chart: Chart
    book: OrderBook
    """Every order of the chart, ready made."""
    sizes: tuple[int, ...]
    """The marks that fill each gauge."""
    markable: int
    """The systems that are marked in this match, as a set (D20)."""
    hull: int
    seed: int
    first_team: int
    phase: Phase
    round: int
    to_act: int
    submarines: tuple[Submarine, Submarine]
    activation_used: bool
    archer_mines: int
    """The Archer mines that are still armed (R144b)."""
    draw_offer: int
    """The team whose offer of a draw stands, or `NOBODY`."""
    question: Question | None
    outcome: Outcome | None
    radio_sheets: RadioSheets | None = field(compare=False)
    """What is worked out for the Radio Operators: what was heard before, which is not the position's. None without
    `radio_assist: cells`, nor in a position read from text."""

    def copy(self) -> State:
        """An independent copy; what never changes is shared."""
        blue, yellow = self.submarines
        return State(
            self.options,
            self.chart,
            self.book,
            self.sizes,
            self.markable,
            self.hull,
            self.seed,
            self.first_team,
            self.phase,
            self.round,
            self.to_act,
            (blue.copy(), yellow.copy()),
            self.activation_used,
            self.archer_mines,
            self.draw_offer,
            self.question,
            self.outcome,
            self.radio_sheets and (self.radio_sheets[0].copy(), self.radio_sheets[1].copy()),
        )


def fresh_submarine(markable: int) -> Submarine:
    """A submarine before its start is chosen: empty sheets (R15)."""
    return Submarine(
        cell=NOBODY,
        route=[],
        trail=0,
        past_routes=[],
        mines=0,
        damage=0,
        surfaced=False,
        surface_round=0,
        dive_due=True,
        breakdowns=0,
        gauges=[0] * len(SYSTEMS),
        room=markable,
        heading_to_mark=NOBODY,
        gauge_to_mark=False,
    )


def fresh_state(options: Options, chart: Chart, seed: int, first_team: int) -> State:
    """The state before the first order: both captains choose a start."""
    markable = (1 << len(SYSTEMS)) - 1
    if not chart.archer_mines and not options.unused_scenario_gauge_markable:
        markable &= ~(1 << SCENARIO)
    return State(
        options=options,
        chart=chart,
        book=order_book(chart),
        sizes=GAUGE_SIZES[options.gauges],
        markable=markable,
        hull=options.hull,
        seed=seed,
        first_team=first_team,
        phase="placement",
        round=0,
        to_act=NOBODY,
        submarines=(fresh_submarine(markable), fresh_submarine(markable)),
        activation_used=False,
        archer_mines=chart.archer_mines,
        draw_offer=NOBODY,
        question=None,
        outcome=None,
        radio_sheets=None,
    )
