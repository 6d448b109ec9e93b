"""Why an order is refused: the sets of `choices` tested for one order, with the rule's id and a plain sentence.

A reason depends only on what the sender may know: the public course of the match and the own team's sheets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.choices import (
    TRIGGER_PHASES,
    captain_asked,
    free_symbols,
    gauge_full,
    in_order,
    may_detect,
    may_surface,
    mine_spaces,
    open_gauges,
    open_headings,
    silent_reach,
    torpedo_targets,
    trigger_open,
)
from sonar_referee.games.captain_sonar.order_book import true_facts
from sonar_referee.games.captain_sonar.panel import COLOUR_OF_SYSTEM, PANEL_SIZE, SYMBOL_NUMBER
from sonar_referee.games.captain_sonar.refusal_words import (
    BadActivation,
    no_such_cell,
    out_of_step,
    role_refusal,
    why_no_mine_there,
    why_no_move,
    why_not_reached,
)
from sonar_referee.games.captain_sonar.state import NOBODY, State
from sonar_referee.games.captain_sonar.terms import (
    DRONE,
    HEADING_NUMBER,
    HEADINGS,
    MINE,
    SCENARIO,
    SILENCE,
    SILENCE_REACH,
    SONAR,
    STATION,
    SYSTEM_NUMBER,
    SYSTEMS,
    TEAMS,
    TORPEDO,
)
from sonar_referee.games.errors import IllegalOrder

Refusal = IllegalOrder | None


def refusal(state: State, seat: str, order: o.Order) -> Refusal:
    """Why `seat` may not give `order` now, or None if it may."""
    team, role = STATION[seat]
    if isinstance(order, o.Forfeit):
        return _forfeit(state, team, order)
    test = _TESTS_OF_ROLE[role].get(type(order))
    return role_refusal(order) if test is None else test(state, team, role, order)


def _place(state: State, team: int, _role: int, order: o.Place) -> Refusal:
    if state.phase != "placement":
        return IllegalOrder("R17", "The start cannot be changed once both teams have placed.", "wrong_phase")
    cell = state.chart.number.get(order.cell)
    if cell is None:
        return no_such_cell("R16", state.chart, order.cell)
    if not state.chart.sea >> cell & 1:
        return IllegalOrder("R16", f"{order.cell} is an island; a submarine starts on the sea.")
    return None


def _head(state: State, team: int, _role: int, order: o.Head) -> Refusal:
    if state.phase != "order" or state.to_act != team:
        return out_of_step(state, team, "order", "R21")
    sub = state.submarines[team]
    heading = HEADING_NUMBER.get(order.heading)
    if heading is None:
        return IllegalOrder("R32", f"A heading is one of {', '.join(HEADINGS)}.")
    if open_headings(state, sub) >> heading & 1:
        return None
    return why_no_move(state, sub, heading)


def _surface(state: State, team: int, _role: int, order: o.Surface) -> Refusal:
    if state.phase != "order" or state.to_act != team:
        return out_of_step(state, team, "order", "R131")
    if may_surface(state, state.submarines[team]):
        return None
    return IllegalOrder("R31", "This round is a dive: order a heading. Surfacing is open from the next round on.")


def _mark_breakdown(state: State, team: int, _role: int, order: o.MarkBreakdown) -> Refusal:
    sub = state.submarines[team]
    if state.to_act != team or sub.heading_to_mark == NOBODY or state.phase == "answer":
        if sub.surfaced:
            return IllegalOrder("R77", "Nothing is marked while surfaced.", "wrong_phase")
        return out_of_step(state, team, "marks", "R50")
    symbol = SYMBOL_NUMBER.get(order.symbol)
    if symbol is None:
        return IllegalOrder("R50", "A symbol is a panel's letter, N, E, S or W, and a number from 1 to 6.")
    if symbol // PANEL_SIZE != sub.heading_to_mark:
        heading = HEADINGS[sub.heading_to_mark]
        return IllegalOrder("R50", f"The course is {heading}: cross a symbol of the {heading} panel.")
    if free_symbols(sub) >> symbol % PANEL_SIZE & 1:
        return None
    return IllegalOrder("R50", f"{order.symbol} is crossed already; choose another symbol of its panel.")


def _mark_gauge(state: State, team: int, _role: int, order: o.MarkGauge) -> Refusal:
    sub = state.submarines[team]
    if state.to_act != team or not sub.gauge_to_mark or state.phase == "answer":
        if sub.surfaced:
            return IllegalOrder("R77", "Nothing is marked while surfaced.", "wrong_phase")
        return out_of_step(state, team, "marks", "R70")
    system = SYSTEM_NUMBER.get(order.system)
    if system is None:
        return IllegalOrder("R70", f"A system is one of {', '.join(SYSTEMS)}.")
    if open_gauges(state, sub) >> system & 1:
        return None
    if not state.markable >> system & 1:
        return IllegalOrder("D20", "The Scenario gauge is not used on this chart.")
    if gauge_full(state, sub, system):
        return IllegalOrder("R71", f"The {order.system} gauge is full; mark another.")
    return IllegalOrder("R125", "The mark during silence goes on another gauge than Silence.")


def _activation(state: State, team: int, system: int) -> Refusal:
    """The tests that all activations share, in the order of R82: turn, slot, breakdowns, gauge."""
    if state.phase != "activation" or state.to_act != team:
        return out_of_step(state, team, "activation", "R24")
    if state.activation_used:
        return IllegalOrder("R25", "This round's activation is used up.")
    sub = state.submarines[team]
    name = SYSTEMS[system]
    if not in_order(sub, system):
        return BadActivation("R58", f"A crossed {COLOUR_OF_SYSTEM[system]} symbol blocks {name}.")
    if not state.markable >> system & 1 or not gauge_full(state, sub, system):
        return BadActivation("R80", f"The {name} gauge is not full.")
    return None


def _drop_mine(state: State, team: int, _role: int, order: o.DropMine) -> Refusal:
    fault = _activation(state, team, MINE)
    if fault is not None:
        return fault
    cell = state.chart.number.get(order.cell)
    if cell is None:
        return no_such_cell("R91", state.chart, order.cell)
    sub = state.submarines[team]
    if mine_spaces(state, sub) >> cell & 1:
        return None
    return why_no_mine_there(state, sub, cell)


def _trigger_mine(state: State, team: int, _role: int, order: o.TriggerMine) -> Refusal:
    sub = state.submarines[team]
    if sub.surfaced:
        return IllegalOrder("R101", "A surfaced submarine triggers no mine.")
    anytime = state.options.mine_trigger == "anytime"
    if not anytime and (state.phase != "activation" or state.to_act != team):
        return out_of_step(state, team, "activation", "R101")
    if anytime and state.phase not in TRIGGER_PHASES:
        return _until_the_end(state) or IllegalOrder("R101", "No mine can be triggered in this step.", "wrong_phase")
    if not trigger_open(state, team):
        if state.options.mine_trigger_needs_red_ok and not in_order(sub, MINE):
            return BadActivation("R58", "A crossed red symbol blocks triggering a mine.")
        return IllegalOrder("R101", "This round's activation is used up.")
    cell = state.chart.number.get(order.cell)
    if cell is None:
        return no_such_cell("R100", state.chart, order.cell)
    if sub.mines >> cell & 1:
        return None
    return IllegalOrder("R100", f"No mine of yours lies on {order.cell}.")


def _launch_torpedo(state: State, team: int, _role: int, order: o.LaunchTorpedo) -> Refusal:
    fault = _activation(state, team, TORPEDO)
    if fault is not None:
        return fault
    cell = state.chart.number.get(order.cell)
    if cell is None:
        return no_such_cell("R106", state.chart, order.cell)
    sub = state.submarines[team]
    if torpedo_targets(state, sub) >> cell & 1:
        return None
    return why_not_reached(state, sub, cell)


def _launch_drone(state: State, team: int, role: int, order: o.LaunchDrone) -> Refusal:
    if not may_detect(state, role):
        return IllegalOrder("D21", "In this match the First Mate orders drone and sonar.")
    fault = _activation(state, team, DRONE)
    if fault is not None:
        return fault
    if 1 <= order.sector <= state.chart.sectors:
        return None
    return IllegalOrder("R118", f"The sectors of this chart are 1 to {state.chart.sectors}.")


def _activate_sonar(state: State, team: int, role: int, _order: o.ActivateSonar) -> Refusal:
    if not may_detect(state, role):
        return IllegalOrder("D21", "In this match the First Mate orders drone and sonar.")
    return _activation(state, team, SONAR)


def _answer_sonar(state: State, team: int, _role: int, order: o.AnswerSonar) -> Refusal:
    if state.phase != "sonar_answer" or captain_asked(state) != team:
        if state.phase == "sonar_answer":
            return IllegalOrder("R119", "The enemy Captain answers your sonar.", "not_your_turn")
        return IllegalOrder("R119", "No sonar asks you now.", "wrong_phase")
    first, second = order.facts
    if first.kind == second.kind:
        return IllegalOrder("R119a", "Give two facts of different kinds: row, column or sector.")
    chart = state.chart
    on_the_map = {
        "row": range(1, chart.rows + 1),
        "column": {chart.column_letter(cell) for cell in range(chart.columns)},
        "sector": range(1, chart.sectors + 1),
    }
    for fact in order.facts:
        if fact.value not in on_the_map.get(fact.kind, ()):
            return IllegalOrder("R119a", f"There is no such {fact.kind} on this chart.")
    truth = true_facts(chart, state.submarines[team].cell)
    true_ones = (first in truth) + (second in truth)
    if true_ones == 1:
        return None
    both = "true" if true_ones else "false"
    return IllegalOrder("R119a", f"Both facts are {both}; one must be true and one false.")


def _activate_silence(state: State, team: int, _role: int, order: o.ActivateSilence) -> Refusal:
    fault = _activation(state, team, SILENCE)
    if fault is not None:
        return fault
    heading = HEADING_NUMBER.get(order.heading)
    if heading is None:
        return IllegalOrder("R123", "Silence needs a heading, also for 0 spaces: north, east, south or west.")
    if not 0 <= order.distance <= SILENCE_REACH:
        return IllegalOrder("R122", f"Silence goes 0 to {SILENCE_REACH} spaces.")
    sub = state.submarines[team]
    reach = silent_reach(state, sub, heading)
    if order.distance <= reach:
        return None
    return IllegalOrder(
        "R122",
        f"The way {order.heading} is open for {reach} spaces: then edge, island, own route or own mine.",
    )


def _trigger_archer_mine(state: State, team: int, _role: int, order: o.TriggerArcherMine) -> Refusal:
    if not state.chart.archer_mines:
        return IllegalOrder("R144", "There are no Archer mines on this chart.")
    fault = _activation(state, team, SCENARIO)
    if fault is not None:
        return fault
    cell = state.chart.number.get(order.cell)
    if cell is None:
        return no_such_cell("R144", state.chart, order.cell)
    if state.archer_mines >> cell & 1:
        return None
    return IllegalOrder("R144b", f"No armed Archer mine lies on {order.cell}.")


def _confirm_answer(state: State, team: int, _role: int, _order: o.ConfirmAnswer) -> Refusal:
    if state.phase == "answer" and captain_asked(state) == team:
        return None
    return IllegalOrder("D22", "No answer of yours is awaited.", "wrong_phase")


def _end_round(state: State, team: int, _role: int, _order: o.EndRound) -> Refusal:
    if state.phase != "activation" or state.to_act != team:
        return out_of_step(state, team, "activation", "R22")
    return None


def _until_the_end(state: State) -> Refusal:
    if state.phase == "game_over":
        return IllegalOrder("R29", "The match is over.", "wrong_phase")
    return None


def _resign(state: State, _team: int, _role: int, _order: o.Resign) -> Refusal:
    return _until_the_end(state)


def _offer_draw(state: State, _team: int, _role: int, _order: o.OfferDraw) -> Refusal:
    if state.phase != "game_over" and state.draw_offer != NOBODY:
        return IllegalOrder("P16", "An offer of a draw stands already.")
    return _until_the_end(state)


def _reply_to_draw(state: State, team: int, _role: int, _order: o.AcceptDraw | o.DeclineDraw) -> Refusal:
    if state.phase != "game_over" and state.draw_offer != 1 - team:
        return IllegalOrder("P16", "The enemy has not offered a draw.")
    return _until_the_end(state)


def _forfeit(state: State, team: int, order: o.Forfeit) -> Refusal:
    """The referee's order; it is entered under a seat of a team that loses by it."""
    if TEAMS[team] not in order.teams or len(set(order.teams)) < len(order.teams):
        return IllegalOrder("R147", "A forfeit names each team that stayed away, or let its time run out, once.")
    return _until_the_end(state)


_TESTS: dict[type[Any], Callable[[State, int, int, Any], Refusal]] = {
    o.Place: _place,
    o.Head: _head,
    o.Surface: _surface,
    o.MarkBreakdown: _mark_breakdown,
    o.MarkGauge: _mark_gauge,
    o.DropMine: _drop_mine,
    o.TriggerMine: _trigger_mine,
    o.LaunchTorpedo: _launch_torpedo,
    o.LaunchDrone: _launch_drone,
    o.ActivateSonar: _activate_sonar,
    o.AnswerSonar: _answer_sonar,
    o.ActivateSilence: _activate_silence,
    o.TriggerArcherMine: _trigger_archer_mine,
    o.ConfirmAnswer: _confirm_answer,
    o.EndRound: _end_round,
    o.Resign: _resign,
    o.OfferDraw: _offer_draw,
    o.AcceptDraw: _reply_to_draw,
    o.DeclineDraw: _reply_to_draw,
}

_TESTS_OF_ROLE = tuple({kind: _TESTS[kind] for kind in kinds} for kinds in o.ORDERS_OF_ROLE)
