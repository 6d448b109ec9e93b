"""A position as text, with everything that is secret."""

from __future__ import annotations

from sonar_referee.games.captain_sonar.state import NOBODY, State
from sonar_referee.games.captain_sonar.terms import TEAMS
from sonar_referee.games.grid import LETTERS, bits

LEGEND = "B, Y submarines; b, y their routes; m mines; # island, o hole, * Archer mine"


def text_chart(state: State) -> str:
    """The chart with both submarines, and a line for each of them."""
    chart = state.chart
    signs = [sign for row in chart.grid for sign in row]
    for team, sub in zip(TEAMS, state.submarines, strict=True):
        for cell in sub.route:
            signs[cell] = team[0]
        for cell in bits(sub.mines):
            signs[cell] = "m"
    for team, sub in zip(TEAMS, state.submarines, strict=True):
        if sub.cell != NOBODY:
            signs[sub.cell] = team[0].upper()
    rows = [signs[row * chart.columns : (row + 1) * chart.columns] for row in range(chart.rows)]
    return "\n".join(
        [
            f"round {state.round}, {_waiting(state)}",
            "   " + " ".join(LETTERS[: chart.columns]),
            *(f"{number:2} " + " ".join(row) for number, row in enumerate(rows, 1)),
            LEGEND,
            *(_boat(state, team) for team in range(len(TEAMS))),
        ]
    )


def _waiting(state: State) -> str:
    if state.outcome is not None:
        return f"{state.outcome.winner or 'nobody'} has won: {state.outcome.reason}"
    return state.phase if state.to_act == NOBODY else f"{TEAMS[state.to_act]} {state.phase}"


def _boat(state: State, team: int) -> str:
    sub = state.submarines[team]
    place = "-" if sub.cell == NOBODY else state.chart.names[sub.cell]
    surfaced = f", surfaced {sub.surface_round} of 3" if sub.surfaced else ""
    return f"{TEAMS[team]}: {place}, damage {sub.damage} of {state.hull}{surfaced}"
