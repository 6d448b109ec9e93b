"""The sentences of refusals, and the choice of the rule that is named."""

from __future__ import annotations

from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.state import NOBODY, State, Submarine
from sonar_referee.games.captain_sonar.terms import HEADINGS, Phase
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.grid import LETTERS


class BadActivation(IllegalOrder):
    """The ordered system is broken or not full; D15 may set a price on it."""


_GIVER_RULE: dict[type[o.Order], tuple[str, str]] = {
    o.MarkBreakdown: ("R12", "The Engineer crosses symbols."),
    o.MarkGauge: ("R12", "The First Mate marks gauges."),
    o.LaunchDrone: ("R81", "Captain or First Mate order drone and sonar."),
    o.ActivateSonar: ("R81", "Captain or First Mate order drone and sonar."),
    o.AnswerSonar: ("R119", "The enemy Captain answers a sonar."),
}
_CAPTAINS_ACTIVATIONS = (
    o.DropMine,
    o.TriggerMine,
    o.LaunchTorpedo,
    o.ActivateSilence,
    o.TriggerArcherMine,
)


def role_refusal(order: o.Order) -> IllegalOrder:
    """The refusal of an order that another role gives (R12, R81)."""
    if isinstance(order, _CAPTAINS_ACTIVATIONS):
        return IllegalOrder("R81", "Only the Captain orders this activation.")
    return IllegalOrder(*_GIVER_RULE.get(type(order), ("R12", "Only the Captain gives this order.")))


def no_such_cell(rule: str, chart: Chart, cell: str) -> IllegalOrder:
    """The refusal of a cell beyond the chart."""
    return IllegalOrder(
        rule,
        f"{cell[:8]!r} is no cell of this chart: columns are A to {LETTERS[chart.columns - 1]}, "
        f"rows 1 to {chart.rows}.",
    )


_STEP_RULE: dict[Phase, tuple[str, str]] = {
    "order": ("R24", "Your Captain's move or surfacing comes first."),
    "marks": ("R23", "The OK of Engineer and First Mate comes first."),
    "silence_marks": ("R23", "The OK of Engineer and First Mate after the silence comes first."),
    "activation": ("R21", "The move of this round is made and marked."),
    "sonar_answer": ("R119b", "The round waits for the answer to the sonar."),
    "answer": ("R27", "The round waits for the enemy Captain's answer."),
}


def out_of_step(state: State, team: int, wanted: Phase, rule: str) -> IllegalOrder:
    """The refusal of an order in the other team's round, or in another step of the own one than `wanted`."""
    if state.phase == "game_over":
        return IllegalOrder("R29", "The match is over.", "wrong_phase")
    if state.phase == "placement":
        return IllegalOrder("R17", "Both Captains choose a start first.", "wrong_phase")
    if state.to_act != team:
        sub = state.submarines[team]
        if sub.surfaced:
            return IllegalOrder("R132", "Your submarine is surfaced; it waits for its dive.", "not_your_turn")
        return IllegalOrder("R27", "It is the other team's round.", "not_your_turn")
    step_rule, words = _STEP_RULE[state.phase]
    if state.phase == "order" and wanted == "activation" and rule == "R22":
        return IllegalOrder("R22", "A round needs a move or surfacing.", "wrong_phase")
    if state.phase in ("activation", "order") and wanted == "marks":
        return IllegalOrder(rule, "No course awaits this mark.", "wrong_phase")
    if state.phase in ("marks", "silence_marks") and wanted == "marks":
        return IllegalOrder(rule, "This course has your mark already.", "wrong_phase")
    return IllegalOrder(step_rule, words, "wrong_phase")


def why_no_move(state: State, sub: Submarine, heading: int) -> IllegalOrder:
    """The refusal of a move that `open_headings` does not hold (R33–R36)."""
    there = state.chart.beyond[sub.cell][heading]
    name = HEADINGS[heading]
    if there == NOBODY:
        return IllegalOrder("R33", f"The way {name} leaves the chart.")
    cell = state.chart.names[there]
    if not state.chart.sea >> there & 1:
        return IllegalOrder("R34", f"{cell} is an island.")
    if sub.trail >> there & 1:
        return IllegalOrder("R35", f"{cell} is on your route; surface to clear it.")
    return IllegalOrder("R36", f"A mine of yours lies on {cell}.")


def why_no_mine_there(state: State, sub: Submarine, cell: int) -> IllegalOrder:
    """The refusal of a place that `mine_spaces` does not hold (R91, D26)."""
    name = state.chart.names[cell]
    limit = state.options.max_mines
    if limit is not None and sub.mines.bit_count() >= limit:
        return IllegalOrder("D26", f"{limit} mines of yours lie already, which is this match's limit.")
    if not state.chart.sea >> cell & 1:
        return IllegalOrder("R91", f"{name} is an island.")
    if sub.trail >> cell & 1:
        return IllegalOrder("R91", f"{name} is on your route.")
    if sub.mines >> cell & 1:
        return IllegalOrder("R91", f"A mine of yours lies on {name} already.")
    neighbours = "8 neighbours" if state.options.mine_adjacency == 8 else "neighbours north, east, south or west"
    return IllegalOrder("R91", f"{name} is none of the {neighbours} of your submarine.")


def why_not_reached(state: State, sub: Submarine, cell: int) -> IllegalOrder:
    """The refusal of a target that `torpedo_targets` does not hold (R106, R107)."""
    name = state.chart.names[cell]
    if cell == sub.cell:
        return IllegalOrder("R107", "Your own space is no target.")
    if not state.chart.sea >> cell & 1:
        return IllegalOrder("R106", f"{name} is an island; a torpedo needs a sea space.")
    return IllegalOrder("R106", f"{name} is farther than 4 steps for a torpedo.")
