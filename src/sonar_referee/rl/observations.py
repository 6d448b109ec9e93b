"""What an agent sees, as numbers from 0 to 1. They are made from its view and from nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final, get_args

import numpy as np
from numpy.typing import NDArray

from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.panel import SYMBOLS
from sonar_referee.games.captain_sonar.terms import (
    HEADINGS,
    SEAT_OF,
    STATION,
    SURFACE_ROUNDS,
    SYSTEMS,
    TEAMS,
    Phase,
)
from sonar_referee.games.captain_sonar.views import CaptainSonarView, EnemyView, SubmarineView
from sonar_referee.games.game import ABSENT, Absent
from sonar_referee.games.grid import bits

Numbers = NDArray[np.float32]

_PHASES: Final = get_args(Phase)


class Observer:
    """Turns views of one chart into vectors. Own and enemy stand for the teams, so that both see alike."""

    def __init__(self, chart: Chart, options: Options, max_rounds: int) -> None:
        self._chart = chart
        self._hull = options.hull
        self._max_rounds = max_rounds
        self._sea = self._plane(chart.names[cell] for cell in bits(chart.sea))

    def parts(self, view: CaptainSonarView, seats: Collection[str]) -> dict[str, Numbers]:
        """The view of these seats by part. What is absent from the view is 0 in its part."""
        team = STATION[next(iter(seats))][0]
        own, enemy = TEAMS[team], TEAMS[1 - team]
        submarine = view.submarine
        cell, route, mines = (
            (None, ABSENT, ABSENT)
            if isinstance(submarine, Absent)
            else (submarine.cell, submarine.route, submarine.mines)
        )
        return {
            "sea": self._sea,
            "cell": self._plane([cell]),
            "route": self._plane(route),
            "mines": self._plane(mines),
            "enemy_cells": self._plane(view.enemy_cells),
            "archer_mines": self._plane(view.archer_mines),
            "phase": _one_of(_PHASES, [view.phase]),
            "round": _numbers([min(view.round / self._max_rounds, 1)]),
            "team_to_act": _one_of((own, enemy), [view.team_to_act]),
            "awaiting": _one_of((*SEAT_OF[team], *SEAT_OF[1 - team]), view.awaiting),
            "seats": _one_of(SEAT_OF[team], seats),
            "submarine": self._hull_of(submarine),
            "enemy": self._hull_of(view.enemy),
            "gauges": _gauges(view),
            "breakdowns": _one_of(SYMBOLS, view.breakdowns),
            "silent_heading": _one_of(HEADINGS, [view.silent_heading]),
            "activation_used": _numbers([view.activation_used is True]),
            "enemy_cells_exact": _numbers([view.enemy_cells_exact is True]),
        }

    def observe(self, view: CaptainSonarView, seats: Collection[str]) -> Numbers:
        """All parts in a row."""
        return np.concatenate(list(self.parts(view, seats).values()))

    def _plane(self, names: Iterable[str | Absent | None] | Absent) -> Numbers:
        """The chart row by row, 1 in the cells named."""
        plane = np.zeros(len(self._chart.names), np.float32)
        if not isinstance(names, Absent):
            plane[[self._chart.number[name] for name in names if isinstance(name, str)]] = 1
        return plane

    def _hull_of(self, submarine: SubmarineView | EnemyView | Absent) -> Numbers:
        if isinstance(submarine, Absent):
            return _numbers([0, 0, 0])
        return _numbers([submarine.damage / self._hull, submarine.surfaced, submarine.surface_round / SURFACE_ROUNDS])


def _numbers(values: Iterable[float]) -> Numbers:
    return np.array(list(values), np.float32)


def _one_of(names: tuple[str, ...], there: Collection[str | Absent | None] | Absent) -> Numbers:
    """1 for each of the names that is there."""
    return _numbers(not isinstance(there, Absent) and name in there for name in names)


def _gauges(view: CaptainSonarView) -> Numbers:
    if isinstance(view.gauges, Absent):
        return np.zeros(len(SYSTEMS), np.float32)
    filled = {system: gauge.marked / gauge.size for system, gauge in view.gauges.items()}
    return _numbers(filled.get(system, 0) for system in SYSTEMS)
