"""A match as it is."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from sonar_referee.games.game import Outcome
from sonar_referee.games.sonar_duel.announcements import Emission, Reading
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import Action
from sonar_referee.games.sonar_duel.terms import SEATS, TORPEDOES


@dataclass(slots=True)
class Submarine:
    """One seat's submarine and what its player has done and heard. Cells are the chart's numbers."""

    start: int
    cell: int
    torpedoes: int = TORPEDOES
    actions: list[tuple[int, Action, int]] = field(default_factory=list)
    """For each own turn its number, what was done, and the cell afterwards."""
    readings: list[Reading] = field(default_factory=list)
    emissions: list[Emission] = field(default_factory=list)

    def copy(self) -> Submarine:
        """An independent copy."""
        return Submarine(
            self.start, self.cell, self.torpedoes, self.actions.copy(), self.readings.copy(), self.emissions.copy()
        )


@dataclass(slots=True)
class State:
    """Everything about a match; `to_act` is a seat's number, and `turn` counts from 1."""

    options: Options
    chart: Chart
    seed: int
    submarines: tuple[Submarine, Submarine]
    to_act: int
    turn: int = 1
    outcome: Outcome | None = None

    def copy(self) -> State:
        """An independent copy."""
        one, other = self.submarines
        submarines = (one.copy(), other.copy())
        return State(self.options, self.chart, self.seed, submarines, self.to_act, self.turn, self.outcome)


def fresh_state(options: Options, chart: Chart, seed: int) -> State:
    """The state before the first turn: who begins and the starts are drawn from the seed (2.1, 2.2)."""
    rng = Random(seed)
    first = rng.randrange(len(SEATS))
    starts = list(rng.choice(chart.possible_starts))
    rng.shuffle(starts)
    blue, yellow = (Submarine(cell, cell) for cell in starts)
    return State(options, chart, seed, (blue, yellow), first)


def position_text(state: State) -> str:
    """The whole state as one line of JSON."""
    submarines: list[dict[str, Any]] = [dataclasses.asdict(submarine) for submarine in state.submarines]
    position = {
        "map": state.chart.name,
        "options": dataclasses.asdict(state.options),
        "seed": state.seed,
        "turn": state.turn,
        "to_act": SEATS[state.to_act],
        "submarines": dict(zip(SEATS, submarines, strict=True)),
        "outcome": None if state.outcome is None else dataclasses.asdict(state.outcome),
    }
    return json.dumps(position, sort_keys=True, separators=(",", ":"))
