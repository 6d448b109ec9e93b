"""Lists of legal orders: the sets of `choices` turned into orders."""

from __future__ import annotations

from sonar_referee.games.captain_sonar import order_book as book
from sonar_referee.games.captain_sonar.choices import (
    activation_open,
    captain_asked,
    free_symbols,
    gauge_full,
    in_order,
    may_detect,
    mine_spaces,
    open_gauges,
    open_headings,
    silent_reach,
    torpedo_targets,
    trigger_open,
)
from sonar_referee.games.captain_sonar.order_book import Orders
from sonar_referee.games.captain_sonar.state import NOBODY, State, Submarine
from sonar_referee.games.captain_sonar.terms import (
    CAPTAIN,
    DRONE,
    ENGINEER,
    FIRST_MATE,
    MINE,
    SCENARIO,
    SILENCE,
    SONAR,
    STATION,
    TORPEDO,
)


def legal_orders(state: State, seat: str) -> Orders:
    """Every order that this seat can give now, without the standing ones; empty if it is not to act."""
    team, role = STATION[seat]
    if role == CAPTAIN:
        return _captains_orders(state, team)
    if state.to_act != team:
        return book.NONE
    sub = state.submarines[team]
    if role == ENGINEER:
        if sub.heading_to_mark == NOBODY or state.phase == "answer":
            return book.NONE
        return book.CROSSES[sub.heading_to_mark][free_symbols(sub)]
    if role == FIRST_MATE:
        if sub.gauge_to_mark and state.phase != "answer":
            return book.GAUGE_MARKS[open_gauges(state, sub)]
        if activation_open(state, team):
            return _detections(state, sub, role)
    return book.NONE


def standing_orders(state: State, seat: str) -> Orders:
    """The orders that stand open to this seat at any time until the end (P16)."""
    team, role = STATION[seat]
    if role != CAPTAIN or state.phase == "game_over":
        return book.NONE
    if state.draw_offer == NOBODY:
        return book.RESIGN_OR_OFFER
    return book.RESIGN if state.draw_offer == team else book.RESIGN_OR_REPLY


def _captains_orders(state: State, team: int) -> Orders:
    phase = state.phase
    if phase == "placement":
        return state.book.places
    own_turn = state.to_act == team
    if phase == "order" and own_turn:
        orders = _courses(state, state.submarines[team])
    elif phase == "activation" and own_turn:
        return _activations(state, team)
    elif captain_asked(state) == team:
        if phase == "answer":
            return book.CONFIRM_ANSWER
        return state.book.sonar_answers(state.submarines[team].cell)
    else:
        orders = book.NONE
    if state.options.mine_trigger == "anytime" and trigger_open(state, team):
        orders += state.book.triggers(state.submarines[team].mines)
    return orders


def _courses(state: State, sub: Submarine) -> Orders:
    headings = open_headings(state, sub)
    if sub.dive_due and headings and not state.options.surface_on_dive_turn:
        return book.HEADS[headings]
    return book.HEADS_AND_SURFACE[headings]


def _activations(state: State, team: int) -> Orders:
    sub = state.submarines[team]
    full = state.markable & ~sub.room
    if not full and not sub.mines:
        return book.END_ROUND
    orders = book.NONE
    if full and not state.activation_used:
        orders = _systems(state, sub, full)
        if full & _DETECTION:
            orders += _detections(state, sub, CAPTAIN)
    if sub.mines and trigger_open(state, team):
        orders += state.book.triggers(sub.mines)
    return orders + book.END_ROUND


_DETECTION = 1 << DRONE | 1 << SONAR


def _systems(state: State, sub: Submarine, full: int) -> Orders:
    """What the Captain alone activates (R81), of the systems in `full`."""
    orders = book.NONE
    if full >> MINE & 1 and in_order(sub, MINE):
        orders += state.book.drops(mine_spaces(state, sub))
    if full >> TORPEDO & 1 and in_order(sub, TORPEDO):
        orders += state.book.torpedoes(torpedo_targets(state, sub))
    if full >> SILENCE & 1 and in_order(sub, SILENCE):
        orders += book.silent_courses(*[silent_reach(state, sub, heading) for heading in range(4)])
    if full >> SCENARIO & 1 and state.archer_mines and in_order(sub, SCENARIO):
        orders += state.book.archers(state.archer_mines)
    return orders


def _detections(state: State, sub: Submarine, role: int) -> Orders:
    if not may_detect(state, role) or not in_order(sub, DRONE):
        return book.NONE
    orders = book.NONE
    if gauge_full(state, sub, DRONE):
        orders = state.book.drones
    if gauge_full(state, sub, SONAR):
        orders += book.ACTIVATE_SONAR
    return orders
