"""The orders that the referee gives in place of a player whose time is up: cautious, and the same every time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from sonar_referee.games.captain_sonar import order_book as book
from sonar_referee.games.captain_sonar.choices import free_symbols, open_gauges, open_headings
from sonar_referee.games.captain_sonar.legal import legal_orders
from sonar_referee.games.captain_sonar.orders import MarkBreakdown, MarkGauge, Order
from sonar_referee.games.captain_sonar.panel import BLOCKED_BY, PANEL_SIZE, RADIATION, SYMBOLS, cross
from sonar_referee.games.captain_sonar.state import NOBODY, State, Submarine
from sonar_referee.games.captain_sonar.terms import ENGINEER, SCENARIO, STATION, SYSTEMS
from sonar_referee.games.grid import bits


def default_order(state: State, seat: str) -> Order:
    """The order for a seat that the table waits for."""
    team, role = STATION[seat]
    sub = state.submarines[team]
    if state.phase in ("marks", "silence_marks"):
        return _mark_breakdown(state, sub) if role == ENGINEER else _mark_gauge(state, sub)
    return _CAPTAINS[state.phase](state, seat, sub)


def _course(state: State, _seat: str, sub: Submarine) -> Order:
    """Straight on, else where most of the sea stays open, else to the surface."""
    headings = open_headings(state, sub)
    if not headings:
        return book.SURFACE[0]
    straight_on = _last_heading(state, sub)
    if straight_on != NOBODY and headings >> straight_on & 1:
        return book.HEADS[1 << straight_on][0]
    heading = max(bits(headings), key=lambda heading: (_room_ahead(state, sub, heading), -heading))
    return book.HEADS[1 << heading][0]


def _last_heading(state: State, sub: Submarine) -> int:
    """The heading of the route's last step, or `NOBODY` at its start."""
    return state.chart.beyond[sub.route[-2]].index(sub.cell) if len(sub.route) > 1 else NOBODY


def _room_ahead(state: State, sub: Submarine, heading: int) -> int:
    """How many spaces can still be reached after a move."""
    open_cells = state.chart.sea & ~sub.trail & ~sub.mines
    return state.chart.flood(state.chart.beyond[sub.cell][heading], open_cells, len(state.chart.names)).bit_count()


def _mark_breakdown(state: State, sub: Submarine) -> MarkBreakdown:
    """The mark after which least is broken: damage counts most, then systems, then radiation, then all symbols."""

    def cost(symbol: int) -> tuple[int, int, int, int]:
        crossed, damage = cross(sub.breakdowns, symbol, state.options.double_breakdown_damage)
        systems = sum(1 for symbols in BLOCKED_BY if crossed & symbols)
        return damage, systems, (crossed & RADIATION).bit_count(), crossed.bit_count()

    panel = sub.heading_to_mark * PANEL_SIZE
    return MarkBreakdown(SYMBOLS[min((panel + place for place in bits(free_symbols(sub))), key=cost)])


def _mark_gauge(state: State, sub: Submarine) -> MarkGauge:
    """The gauge that lacks fewest marks; the Scenario only if nothing else can be marked."""
    gauge = min(bits(open_gauges(state, sub)), key=lambda s: (s == SCENARIO, state.sizes[s] - sub.gauges[s], s))
    return MarkGauge(SYSTEMS[gauge])


def _any(state: State, seat: str, _sub: Submarine) -> Order:
    """Any legal order, drawn from the seed (R17, D23)."""
    return Random(f"{state.seed} {state.round} {seat}").choice(legal_orders(state, seat))


def _end_round(_state: State, _seat: str, _sub: Submarine) -> Order:
    return book.END_ROUND[0]


def _confirm(_state: State, _seat: str, _sub: Submarine) -> Order:
    return book.CONFIRM_ANSWER[0]


_CAPTAINS: Final[dict[str, Callable[[State, str, Submarine], Order]]] = {
    "placement": _any,
    "order": _course,
    "activation": _end_round,
    "sonar_answer": _any,
    "answer": _confirm,
}
"""The Captain's default order in each phase."""
