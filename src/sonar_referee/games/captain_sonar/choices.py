"""The one predicate of the rules: what each seat may choose now, as sets.

`legal` turns these sets into orders, `refusals` tests an order against them. Neither decides anything itself.
"""

from __future__ import annotations

from typing import Final

from sonar_referee.games.captain_sonar.panel import BLOCKED_BY, FULL_PANEL, PANEL_SIZE
from sonar_referee.games.captain_sonar.state import NOBODY, State, Submarine
from sonar_referee.games.captain_sonar.terms import (
    CAPTAIN,
    FIRST_MATE,
    MINE,
    SILENCE,
    SILENCE_REACH,
    SURFACE_ROUNDS,
    TORPEDO_REACH,
    Phase,
)

TRIGGER_PHASES: Final[tuple[Phase, ...]] = ("order", "marks", "activation", "silence_marks")
"""When mines go off under `mine_trigger: anytime` (P12)."""


def open_headings(state: State, sub: Submarine) -> int:
    """The headings of legal moves, as a set (R32–R36)."""
    barred = sub.trail | sub.mines
    headings = 0
    for there, heading in state.chart.steps[sub.cell]:
        if not barred & there:
            headings |= heading
    return headings


def may_surface(state: State, sub: Submarine) -> bool:
    """Whether the submarine may surface in this order step: not instead of a dive, unless it cannot move
    (R31, R38, D17)."""
    return not sub.dive_due or state.options.surface_on_dive_turn or not open_headings(state, sub)


def free_symbols(sub: Submarine) -> int:
    """The places of the panel that the Engineer may cross now, as a set (R50)."""
    return ~(sub.breakdowns >> sub.heading_to_mark * PANEL_SIZE) & FULL_PANEL


def open_gauges(state: State, sub: Submarine) -> int:
    """The systems whose gauge the First Mate may mark now, as a set (R70, R71, R125)."""
    if state.phase == "silence_marks" and state.options.silence_mark_excludes_silence:
        return sub.room & ~(1 << SILENCE)
    return sub.room


def gauge_full(state: State, sub: Submarine, system: int) -> bool:
    """Whether a system's gauge is full (R80)."""
    return sub.gauges[system] >= state.sizes[system]


def in_order(sub: Submarine, system: int) -> bool:
    """Whether no crossed symbol blocks a system (R58)."""
    return not sub.breakdowns & BLOCKED_BY[system]


def activation_open(state: State, team: int) -> bool:
    """Whether this team may order an activation now (R80)."""
    return state.phase == "activation" and state.to_act == team and not state.activation_used


def may_detect(state: State, role: int) -> bool:
    """Whether this role orders drone and sonar (R81, D21)."""
    return role == FIRST_MATE or (role == CAPTAIN and state.options.detection_by == "both")


def mine_spaces(state: State, sub: Submarine) -> int:
    """Where a mine may be dropped, as a set of cells (R91, D8, D26)."""
    limit = state.options.max_mines
    if limit is not None and sub.mines.bit_count() >= limit:
        return 0
    around = state.chart.ring if state.options.mine_adjacency == 8 else state.chart.cross
    return around[sub.cell] & ~sub.trail & ~sub.mines


def trigger_open(state: State, team: int) -> bool:
    """Whether this team may trigger one of its mines now (R100, R101, D1, P12)."""
    sub = state.submarines[team]
    if sub.surfaced or (state.options.mine_trigger_needs_red_ok and not in_order(sub, MINE)):
        return False
    when = state.options.mine_trigger
    if when == "anytime":
        return state.phase in TRIGGER_PHASES
    if state.phase != "activation" or state.to_act != team:
        return False
    return when == "free_own_turn" or not state.activation_used


def torpedo_targets(state: State, sub: Submarine) -> int:
    """What a torpedo reaches, as a set of cells (R106, R107, D9)."""
    path = state.options.torpedo_path
    if path == "sea_bfs":
        return state.chart.torpedo_reach[sub.cell]
    if path == "manhattan":
        return state.chart.torpedo_diamond[sub.cell]
    return state.chart.flood(sub.cell, state.chart.sea & ~sub.trail & ~sub.mines, TORPEDO_REACH)


def silent_reach(state: State, sub: Submarine, heading: int) -> int:
    """The longest silent course in a heading, 0 to 4 (R122)."""
    beyond = state.chart.beyond
    barred = sub.trail | sub.mines | ~state.chart.sea
    cell, distance = sub.cell, 0
    while distance < SILENCE_REACH:
        cell = beyond[cell][heading]
        if cell == NOBODY or barred >> cell & 1:
            break
        distance += 1
    return distance


def passive_on_surface(sub: Submarine) -> bool:
    """Whether a surfaced submarine's next round is one of the passive ones (R132)."""
    return sub.surfaced and sub.surface_round < SURFACE_ROUNDS


def captain_asked(state: State) -> int:
    """The team whose Captain owes an answer to the enemy, or `NOBODY` (R119b, D22)."""
    if state.phase == "sonar_answer":
        return 1 - state.to_act
    if state.phase == "answer" and state.question is not None:
        return 1 - state.question.asker
    return NOBODY
