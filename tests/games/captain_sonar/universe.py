"""Every order that can be written about a chart, sensible or not: what predicates are tested against."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.panel import SYMBOLS
from sonar_referee.games.captain_sonar.terms import HEADINGS, SYSTEMS
from sonar_referee.games.grid import LETTERS

NO_CELLS = ("", "A0", "A01", "a1", "1A", "A", "AA1", "A-1", " A1", "A1 ", "Ä1", "A" * 50)


@lru_cache(maxsize=16)
def every_order(chart: Chart) -> tuple[Order, ...]:
    """Every order on this chart: all cells, symbols, systems, sectors, facts and distances, and nonsense of each."""
    beyond = (f"{LETTERS[chart.columns]}1", f"A{chart.rows + 1}")
    cells = (*chart.names, *beyond, *NO_CELLS)
    headings: tuple[Any, ...] = (*HEADINGS, "up", "North", "")
    systems: tuple[Any, ...] = (*SYSTEMS, "laser", "Mine", "")
    with_cell = (o.Place, o.DropMine, o.TriggerMine, o.LaunchTorpedo, o.TriggerArcherMine)
    plain = (
        o.Surface,
        o.ActivateSonar,
        o.ConfirmAnswer,
        o.EndRound,
        o.Resign,
        o.OfferDraw,
        o.AcceptDraw,
        o.DeclineDraw,
    )
    facts = every_fact(chart)
    return (
        *(kind(cell) for kind in with_cell for cell in cells),
        *(kind() for kind in plain),
        *(o.Head(heading) for heading in headings),
        *(o.MarkBreakdown(symbol) for symbol in (*SYMBOLS, "N0", "N7", "X1", "n1", "")),
        *(o.MarkGauge(system) for system in systems),
        *(o.LaunchDrone(sector) for sector in range(-1, chart.sectors + 3)),
        *(o.ActivateSilence(heading, distance) for heading in headings for distance in range(-1, 7)),
        *(o.AnswerSonar((first, second)) for first in facts for second in facts),
    )


def every_fact(chart: Chart) -> tuple[o.Fact, ...]:
    """Every fact that a sonar answer may state about this chart, and some that it may not."""
    nonsense: tuple[Any, ...] = (("row", "A"), ("column", 1), ("sector", "A"), ("depth", 1), ("column", "a"))
    return (
        *(o.Fact("row", row) for row in range(chart.rows + 2)),
        *(o.Fact("column", letter) for letter in LETTERS[: chart.columns + 1]),
        *(o.Fact("sector", sector) for sector in range(chart.sectors + 2)),
        *(o.Fact(kind, value) for kind, value in nonsense),
    )
