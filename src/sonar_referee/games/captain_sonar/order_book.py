"""Every order that can occur on a chart, made once: lists of legal orders are put together from these."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.orders import (
    AcceptDraw,
    ActivateSilence,
    ActivateSonar,
    AnswerSonar,
    ConfirmAnswer,
    DeclineDraw,
    DropMine,
    EndRound,
    Fact,
    Head,
    LaunchDrone,
    LaunchTorpedo,
    MarkBreakdown,
    MarkGauge,
    OfferDraw,
    Order,
    Place,
    Resign,
    Surface,
    TriggerArcherMine,
    TriggerMine,
)
from sonar_referee.games.captain_sonar.panel import FULL_PANEL, PANEL_SIZE, SYMBOLS
from sonar_referee.games.captain_sonar.terms import HEADINGS, SILENCE_REACH, SYSTEMS
from sonar_referee.games.grid import LETTERS, bits

Orders = tuple[Order, ...]

NONE: Final[Orders] = ()
SURFACE: Final[Orders] = (Surface(),)
END_ROUND: Final[Orders] = (EndRound(),)
ACTIVATE_SONAR: Final[Orders] = (ActivateSonar(),)
CONFIRM_ANSWER: Final[Orders] = (ConfirmAnswer(),)
RESIGN: Final[Orders] = (Resign(),)
RESIGN_OR_OFFER: Final[Orders] = (Resign(), OfferDraw())
RESIGN_OR_REPLY: Final[Orders] = (Resign(), AcceptDraw(), DeclineDraw())

_HEAD = tuple(Head(heading) for heading in HEADINGS)
HEADS: Final[tuple[Orders, ...]] = tuple(tuple(_HEAD[h] for h in bits(chosen)) for chosen in range(16))
"""The moves for each set of headings."""
HEADS_AND_SURFACE: Final[tuple[Orders, ...]] = tuple(heads + SURFACE for heads in HEADS)

CROSSES: Final[tuple[tuple[Orders, ...], ...]] = tuple(
    tuple(
        tuple(MarkBreakdown(SYMBOLS[panel * PANEL_SIZE + place]) for place in bits(free))
        for free in range(FULL_PANEL + 1)
    )
    for panel in range(len(HEADINGS))
)
"""For each panel and set of free places the marks of the Engineer."""

_MARK = tuple(MarkGauge(system) for system in SYSTEMS)
GAUGE_MARKS: Final[tuple[Orders, ...]] = tuple(
    tuple(_MARK[system] for system in bits(open_gauges)) for open_gauges in range(1 << len(SYSTEMS))
)
"""The marks of the First Mate for each set of systems."""

_SILENCE = tuple(
    tuple(ActivateSilence(heading, distance) for distance in range(SILENCE_REACH + 1)) for heading in HEADINGS
)


@cache
def silent_courses(north: int, east: int, south: int, west: int) -> Orders:
    """The silent courses when these are the longest in each heading; 0 spaces go in every heading (D3)."""
    reach = (north, east, south, west)
    return tuple(_SILENCE[heading][distance] for heading in range(4) for distance in range(reach[heading] + 1))


class OrderBook:
    """The orders that name cells and sectors of one chart."""

    def __init__(self, chart: Chart) -> None:
        self._chart = chart
        self._names = chart.names
        self.drones: Orders = tuple(LaunchDrone(sector) for sector in range(1, chart.sectors + 1))
        self.places: Orders = tuple(Place(chart.names[cell]) for cell in bits(chart.sea))
        self.drops = lru_cache(maxsize=4096)(self._drops)
        self.triggers = lru_cache(maxsize=4096)(self._triggers)
        self.torpedoes = lru_cache(maxsize=4096)(self._torpedoes)
        self.archers = lru_cache(maxsize=4096)(self._archers)
        self.sonar_answers = lru_cache(maxsize=1024)(self._sonar_answers)

    def _drops(self, cells: int) -> Orders:
        return tuple(DropMine(self._names[cell]) for cell in bits(cells))

    def _triggers(self, cells: int) -> Orders:
        return tuple(TriggerMine(self._names[cell]) for cell in bits(cells))

    def _torpedoes(self, cells: int) -> Orders:
        return tuple(LaunchTorpedo(self._names[cell]) for cell in bits(cells))

    def _archers(self, cells: int) -> Orders:
        return tuple(TriggerArcherMine(self._names[cell]) for cell in bits(cells))

    def _sonar_answers(self, cell: int) -> Orders:
        """Every pair of two kinds of fact of which exactly one is true, in both orders (R119, P11)."""
        chart = self._chart
        truth = true_facts(chart, cell)
        everything = (
            [Fact("row", row) for row in range(1, chart.rows + 1)],
            [Fact("column", letter) for letter in LETTERS[: chart.columns]],
            [Fact("sector", sector) for sector in range(1, chart.sectors + 1)],
        )
        kinds = tuple(zip(truth, everything, strict=True))
        return tuple(
            AnswerSonar(facts)
            for true_fact, every_first in kinds
            for other_true, every_second in kinds
            if true_fact is not other_true
            for facts in (
                *((true_fact, false) for false in every_second if false != other_true),
                *((false, other_true) for false in every_first if false != true_fact),
            )
        )


def true_facts(chart: Chart, cell: int) -> tuple[Fact, Fact, Fact]:
    """What is true of a submarine in a cell: its row, its column, its sector."""
    return (
        Fact("row", chart.row_number(cell)),
        Fact("column", chart.column_letter(cell)),
        Fact("sector", chart.sector[cell]),
    )


@lru_cache(maxsize=256)
def order_book(chart: Chart) -> OrderBook:
    """The order book of a chart."""
    return OrderBook(chart)
