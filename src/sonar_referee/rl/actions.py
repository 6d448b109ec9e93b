"""The orders of a chart, numbered."""

from __future__ import annotations

from itertools import permutations
from typing import Final

from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.panel import SYMBOLS
from sonar_referee.games.captain_sonar.terms import HEADINGS, SILENCE_REACH, SYSTEMS
from sonar_referee.games.grid import LETTERS, bits

_ON_SEA: Final = (o.Place, o.DropMine, o.TriggerMine, o.LaunchTorpedo)


def orders_of(chart: Chart) -> tuple[Order, ...]:
    """Every order that can be legal on a chart, always in the same order; without resigning and draws."""
    sea = [chart.names[cell] for cell in bits(chart.sea)]
    return (
        *(o.Head(heading) for heading in HEADINGS),
        o.Surface(),
        o.EndRound(),
        o.ActivateSonar(),
        o.ConfirmAnswer(),
        *(o.MarkBreakdown(symbol) for symbol in SYMBOLS),
        *(o.MarkGauge(system) for system in SYSTEMS),
        *(o.ActivateSilence(heading, distance) for heading in HEADINGS for distance in range(SILENCE_REACH + 1)),
        *(o.LaunchDrone(sector) for sector in range(1, chart.sectors + 1)),
        *(kind(cell) for kind in _ON_SEA for cell in sea),
        *(o.TriggerArcherMine(chart.names[cell]) for cell in bits(chart.archer_mines)),
        *_sonar_answers(chart),
    )


def _sonar_answers(chart: Chart) -> list[Order]:
    """Every two facts of different kinds, in both orders (R119)."""
    kinds = (
        [o.Fact("row", row) for row in range(1, chart.rows + 1)],
        [o.Fact("column", letter) for letter in LETTERS[: chart.columns]],
        [o.Fact("sector", sector) for sector in range(1, chart.sectors + 1)],
    )
    return [
        o.AnswerSonar((one, other))
        for facts, other_facts in permutations(kinds, 2)
        for one in facts
        for other in other_facts
    ]
