"""Carrying out accepted orders: what changes and what is said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar import calls
from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.choices import open_gauges, passive_on_surface
from sonar_referee.games.captain_sonar.explosion import explosion
from sonar_referee.games.captain_sonar.panel import RADIATION_IN_SHEET_ORDER, SYMBOL_NUMBER, cross
from sonar_referee.games.captain_sonar.radio_sheet import RadioSheets
from sonar_referee.games.captain_sonar.refusal_words import BadActivation
from sonar_referee.games.captain_sonar.refusals import refusal
from sonar_referee.games.captain_sonar.state import NOBODY, Question, State, Submarine
from sonar_referee.games.captain_sonar.terms import (
    DRONE,
    HEADING_NUMBER,
    MINE,
    SCENARIO,
    SILENCE,
    SONAR,
    STATION,
    SURFACE_ROUNDS,
    SYSTEM_NUMBER,
    TEAMS,
    TORPEDO,
    Phase,
)
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import PUBLIC, Outcome, Said

Saying = list[Said]


def check(state: State, seat: str, order: o.Order) -> None:
    """Raise `IllegalOrder` if `apply` would refuse this order; changes nothing."""
    fault = refusal(state, seat, order)
    if fault is not None and not _has_a_price(state, fault):
        raise fault


def apply(state: State, seat: str, order: o.Order) -> Saying:
    """Carry out an order and return what is said; raises `IllegalOrder` and then changes nothing."""
    said: Saying = []
    fault = refusal(state, seat, order)
    if fault is None:
        _DEEDS[type(order)](state, STATION[seat][0], order, said)
    elif _has_a_price(state, fault):
        _pay_for_bad_activation(state, STATION[seat][0], said)
    else:
        raise fault
    if state.radio_sheets is not None:
        _keep_radio_sheets(state, state.radio_sheets, said)
    return said


def _keep_radio_sheets(state: State, sheets: RadioSheets, said: Saying) -> None:
    """Bring the sheets up to date; a surfaced team's stays as it was until the dive (R138, D24)."""
    for sub, sheet in zip(state.submarines, sheets, strict=True):
        sheet.hear(said)
        if not (sub.surfaced and state.options.surfaced_radio == "locked_overlay"):
            sheet.draw()


def _has_a_price(state: State, fault: IllegalOrder) -> bool:
    return state.options.bad_activation != "reject" and isinstance(fault, BadActivation)


def _say(state: State, said: Saying, announcement: a.Announcement) -> None:
    said.append(Said(state.round, PUBLIC, announcement))


# -- placement and rounds


def _place(state: State, team: int, order: o.Place, _said: Saying) -> None:
    sub = state.submarines[team]
    sub.cell = state.chart.number[order.cell]
    sub.route = [sub.cell]
    sub.trail = 1 << sub.cell
    if state.submarines[1 - team].cell != NOBODY:
        state.round = 1
        state.to_act = state.first_team
        state.phase = "order"


def _end_round(state: State, said: Saying) -> None:
    """End the round; play the passive rounds of surfaced submarines that come next (R132)."""
    while True:
        said.append(Said(state.round, PUBLIC, calls.ROUND_ENDED[state.to_act]))
        if state.round == state.options.max_rounds:
            _finish(state, said, None, "turn_limit")
            return
        state.round += 1
        state.to_act = 1 - state.to_act
        sub = state.submarines[state.to_act]
        if not passive_on_surface(sub):
            state.phase = "order"
            return
        sub.surface_round += 1
        _say(state, said, calls.SURFACE_ROUND[state.to_act][sub.surface_round])
        if sub.surface_round == SURFACE_ROUNDS:
            sub.breakdowns = 0


def _order_end_round(state: State, _team: int, _order: o.EndRound, said: Saying) -> None:
    _end_round(state, said)


def _end_activation(state: State, said: Saying) -> None:
    """A resolved activation ends the round, unless mines may still be triggered freely (P1)."""
    state.phase = "activation"
    state.activation_used = True
    if state.options.mine_trigger != "free_own_turn":
        _end_round(state, said)


# -- moving, surfacing, marks


def _head(state: State, team: int, order: o.Head, said: Saying) -> None:
    sub = state.submarines[team]
    heading = HEADING_NUMBER[order.heading]
    if sub.dive_due:
        sub.dive_due = sub.surfaced = False
        sub.surface_round = 0
        _say(state, said, calls.DIVE[team])
    said.append(Said(state.round, PUBLIC, calls.COURSE[team][heading]))
    _sail(state, sub, heading)
    if state.draw_offer == team:
        state.draw_offer = NOBODY
    _ask_for_marks(state, sub, heading, "marks")


def _sail(state: State, sub: Submarine, heading: int) -> None:
    cell = sub.cell = state.chart.beyond[sub.cell][heading]
    sub.route.append(cell)
    sub.trail |= 1 << cell


def _ask_for_marks(state: State, sub: Submarine, heading: int, phase: Phase) -> None:
    state.phase = phase
    state.activation_used = False
    sub.heading_to_mark = heading
    sub.gauge_to_mark = open_gauges(state, sub) != 0


def _mark_breakdown(state: State, team: int, order: o.MarkBreakdown, said: Saying) -> None:
    if not _cross(state, team, SYMBOL_NUMBER[order.symbol], said):
        return
    sub = state.submarines[team]
    sub.heading_to_mark = NOBODY
    said.append(Said(state.round, PUBLIC, calls.ENGINEER_OK[team]))
    _settle_marks(state, team, sub, said)


def _cross(state: State, team: int, symbol: int, said: Saying) -> bool:
    """Cross a symbol with all that follows (R52–R55); false if the submarine is destroyed by it (R62)."""
    sub = state.submarines[team]
    sub.breakdowns, damage = cross(sub.breakdowns, symbol, state.options.double_breakdown_damage)
    return not damage or _damage_by_breakdown(state, team, damage, said)


def _damage_by_breakdown(state: State, team: int, amount: int, said: Saying) -> bool:
    """Announce damage that no weapon did; false if it destroys the submarine."""
    sub = state.submarines[team]
    sub.damage = min(sub.damage + amount, state.hull)
    _say(state, said, a.Damage(TEAMS[team], amount, sub.damage))
    return not _anyone_destroyed(state, team, said)


def _mark_gauge(state: State, team: int, order: o.MarkGauge, said: Saying) -> None:
    sub = state.submarines[team]
    system = SYSTEM_NUMBER[order.system]
    sub.gauges[system] += 1
    sub.gauge_to_mark = False
    if sub.gauges[system] == state.sizes[system]:
        sub.room &= ~(1 << system)
        audience = PUBLIC if state.options.announce_ready == "public" else TEAMS[team]
        said.append(Said(state.round, audience, calls.READY[team][system]))
    _settle_marks(state, team, sub, said)


def _settle_marks(state: State, team: int, sub: Submarine, said: Saying) -> None:
    """Say the First Mate's OK, which waits for the Engineer's (R23, P8), and go on when both are said."""
    if sub.heading_to_mark != NOBODY or sub.gauge_to_mark:
        return
    said.append(Said(state.round, PUBLIC, calls.FIRST_MATE_OK[team]))
    if state.phase == "marks":
        state.phase = "activation"
    else:
        _end_activation(state, said)


def _surface(state: State, team: int, _order: o.Surface, said: Saying) -> None:
    sub = state.submarines[team]
    if state.draw_offer == team:
        state.draw_offer = NOBODY
    on_ice = state.chart.holes and not state.chart.holes >> sub.cell & 1
    if on_ice and not _damage_by_breakdown(state, team, 1, said):
        return
    _say(state, said, a.Surfaced(TEAMS[team], state.chart.sector[sub.cell]))
    sub.surfaced = sub.dive_due = True
    sub.surface_round = 1
    sub.past_routes.append(tuple(sub.route))
    sub.route = [sub.cell]
    sub.trail = 1 << sub.cell
    if state.options.surface_repair_at == "announcement":
        sub.breakdowns = 0
    enemy = state.submarines[1 - team]
    if state.options.double_surface == "official_forfeit" and passive_on_surface(enemy):
        enemy.surface_round = SURFACE_ROUNDS
        enemy.breakdowns = 0
    _end_round(state, said)


# -- activations


def _use(state: State, team: int, system: int, said: Saying) -> None:
    """STOP, and the gauge is erased (R82, R74)."""
    sub = state.submarines[team]
    _say(state, said, calls.STOP[team])
    sub.gauges[system] = 0
    sub.room |= state.markable & 1 << system


def _drop_mine(state: State, team: int, order: o.DropMine, said: Saying) -> None:
    _use(state, team, MINE, said)
    _say(state, said, calls.MINE_DROPPED[team])
    state.submarines[team].mines |= 1 << state.chart.number[order.cell]
    _end_activation(state, said)


def _trigger_mine(state: State, team: int, order: o.TriggerMine, said: Saying) -> None:
    cell = state.chart.number[order.cell]
    _say(state, said, calls.STOP[team])
    _say(state, said, a.MineTriggered(TEAMS[team], order.cell))
    state.submarines[team].mines &= ~(1 << cell)
    uses_activation = state.options.mine_trigger == "activation"
    _ask(state, Question(team, "mine", cell, None if uses_activation else state.phase), said)


def _launch_torpedo(state: State, team: int, order: o.LaunchTorpedo, said: Saying) -> None:
    _use(state, team, TORPEDO, said)
    _say(state, said, a.TorpedoLaunched(TEAMS[team], order.cell))
    _ask(state, Question(team, "torpedo", state.chart.number[order.cell], None), said)


def _trigger_archer_mine(state: State, team: int, order: o.TriggerArcherMine, said: Saying) -> None:
    _use(state, team, SCENARIO, said)
    _say(state, said, a.ArcherMineTriggered(TEAMS[team], order.cell))
    _ask(state, Question(team, "archer_mine", state.chart.number[order.cell], None), said)


def _launch_drone(state: State, team: int, order: o.LaunchDrone, said: Saying) -> None:
    _use(state, team, DRONE, said)
    _say(state, said, a.DroneLaunched(TEAMS[team], order.sector))
    _ask(state, Question(team, "drone", order.sector, None), said)


def _ask(state: State, question: Question, said: Saying) -> None:
    """Answer at once, or wait until the enemy Captain confirms the true answer (D22)."""
    if state.options.auto_answers is True:
        _answer(state, question, said)
    else:
        state.question = question
        state.phase = "answer"


def _confirm_answer(state: State, _team: int, _order: o.ConfirmAnswer, said: Saying) -> None:
    question = state.question
    state.question = None
    if question is not None:
        _answer(state, question, said)


def _answer(state: State, question: Question, said: Saying) -> None:
    team = question.asker
    if question.kind == "drone":
        enemy = state.submarines[1 - team]
        _say(state, said, calls.DRONE_NO_OR_YES[1 - team][state.chart.sector[enemy.cell] == question.place])
    else:
        for announcement in explosion(state, team, question.kind, question.place):
            _say(state, said, announcement)
        if _anyone_destroyed(state, team, said):
            return
    if question.back_to is None:
        _end_activation(state, said)
    else:
        state.phase = question.back_to


def _activate_sonar(state: State, team: int, _order: o.ActivateSonar, said: Saying) -> None:
    _use(state, team, SONAR, said)
    _say(state, said, calls.SONAR_ACTIVATED[team])
    state.phase = "sonar_answer"


def _answer_sonar(state: State, team: int, order: o.AnswerSonar, said: Saying) -> None:
    _say(state, said, a.SonarAnswer(TEAMS[team], order.facts))
    _end_activation(state, said)


def _activate_silence(state: State, team: int, order: o.ActivateSilence, said: Saying) -> None:
    sub = state.submarines[team]
    heading = HEADING_NUMBER[order.heading]
    _use(state, team, SILENCE, said)
    _say(state, said, calls.SILENCE_ACTIVATED[team])
    for _ in range(order.distance):
        _sail(state, sub, heading)
    if order.distance or state.options.silence_zero_marks:
        state.phase = "silence_marks"
        _ask_for_marks(state, sub, heading, "silence_marks")
    else:
        _end_activation(state, said)


def _pay_for_bad_activation(state: State, team: int, said: Saying) -> None:
    """The price of ordering a system that is broken or not full; the activation stays open (D15, R83)."""
    _say(state, said, calls.STOP[team])
    if state.options.bad_activation == "one_damage":
        _damage_by_breakdown(state, team, 1, said)
        return
    breakdowns = state.submarines[team].breakdowns
    symbol = next(symbol for symbol in RADIATION_IN_SHEET_ORDER if not breakdowns >> symbol & 1)
    _cross(state, team, symbol, said)


# -- the end


def _anyone_destroyed(state: State, team: int, said: Saying) -> bool:
    """End the match if a submarine has no hull left; `team` did the damage (P5, R145, R146)."""
    own_lost = state.submarines[team].damage >= state.hull
    enemy_lost = state.submarines[1 - team].damage >= state.hull
    if not own_lost and not enemy_lost:
        return False
    if enemy_lost:
        _say(state, said, calls.DESTROYED[1 - team])
    if own_lost:
        _say(state, said, calls.DESTROYED[team])
    if own_lost and enemy_lost:
        winner = {"draw": None, "attacker_loses": 1 - team, "attacker_wins": team}[state.options.mutual_destruction]
        _finish(state, said, winner, "mutual_destruction")
    else:
        _finish(state, said, team if enemy_lost else 1 - team, "destroyed")
    return True


def _finish(state: State, said: Saying, winner: int | None, reason: str) -> None:
    name = None if winner is None else TEAMS[winner]
    state.phase = "game_over"
    state.question = None
    state.draw_offer = NOBODY
    state.outcome = Outcome(name, reason)
    _say(state, said, a.GameOver(None, name, reason))
    state.to_act = NOBODY


def _resign(state: State, team: int, _order: o.Resign, said: Saying) -> None:
    _finish(state, said, 1 - team, "resignation")


def _forfeit(state: State, _team: int, order: o.Forfeit, said: Saying) -> None:
    winner = None if len(order.teams) == len(TEAMS) else 1 - TEAMS.index(order.teams[0])
    _finish(state, said, winner, order.reason)


def _offer_draw(state: State, team: int, _order: o.OfferDraw, _said: Saying) -> None:
    state.draw_offer = team


def _accept_draw(state: State, _team: int, _order: o.AcceptDraw, said: Saying) -> None:
    _finish(state, said, None, "draw_agreed")


def _decline_draw(state: State, _team: int, _order: o.DeclineDraw, _said: Saying) -> None:
    state.draw_offer = NOBODY


_DEEDS: dict[type[Any], Callable[[State, int, Any, Saying], None]] = {
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
    o.EndRound: _order_end_round,
    o.Resign: _resign,
    o.OfferDraw: _offer_draw,
    o.AcceptDraw: _accept_draw,
    o.DeclineDraw: _decline_draw,
    o.Forfeit: _forfeit,
}
