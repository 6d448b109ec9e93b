"""Twins of a position: the same but for what somebody may not know."""

from __future__ import annotations

from random import Random

from sonar_referee.games.captain_sonar.choices import open_gauges
from sonar_referee.games.captain_sonar.panel import CIRCUITS, FULL_PANEL, PANEL_SIZE, RADIATION, SYMBOLS
from sonar_referee.games.captain_sonar.state import NOBODY, State, Submarine
from sonar_referee.games.captain_sonar.terms import HEADINGS, SYSTEMS
from sonar_referee.games.grid import bits

CHART_SHEET = "chart"
GAUGES = "gauges"
BREAKDOWNS = "breakdowns"
SILENT_COURSE = "silent course"
EVERYTHING = frozenset((CHART_SHEET, GAUGES, BREAKDOWNS, SILENT_COURSE))
"""What a team keeps to itself: the Captain's chart, the First Mate's gauges, the Engineer's sheet, a silent course."""


def twin(state: State, team: int, rng: Random, secrets: frozenset[str] = EVERYTHING, stay: bool = False) -> State:
    """A copy in which the secrets of `team` are drawn anew; with `stay` its submarine keeps its cell and mines.

    Kept is what everybody knows: that a start is chosen, the sector of a surfaced submarine, damage, whose OK is due.
    """
    other = state.copy()
    sub = other.submarines[team]
    if CHART_SHEET in secrets and sub.cell != NOBODY:
        _redraw_chart(other, sub, rng, stay)
    if BREAKDOWNS in secrets:
        sub.breakdowns = some_breakdowns(rng)
    if GAUGES in secrets:
        _redraw_gauges(other, team, rng)
    in_silence = state.phase == "silence_marks" and sub.heading_to_mark != NOBODY
    if SILENT_COURSE in secrets and in_silence:
        sub.heading_to_mark = rng.randrange(len(HEADINGS))
    if secrets == EVERYTHING and state.phase != "placement":
        other.seed = rng.randrange(1 << 30)
    return other


def some_breakdowns(rng: Random) -> int:
    """A sheet of crossed symbols as a match can show it: no circuit, panel or set of radiation is complete."""
    complete = [*CIRCUITS.values(), RADIATION]
    complete += [FULL_PANEL << panel * PANEL_SIZE for panel in range(len(HEADINGS))]
    crossed = 0
    for _ in range(rng.randrange(12)):
        with_one_more = crossed | 1 << rng.randrange(len(SYMBOLS))
        if not any(with_one_more & whole == whole for whole in complete):
            crossed = with_one_more
    return crossed


def _redraw_chart(state: State, sub: Submarine, rng: Random, stay: bool) -> None:
    chart = state.chart
    if stay:
        route = [sub.cell]
    else:
        sector = chart.sector[sub.cell]
        cells = [cell for cell in bits(chart.sea) if not sub.surfaced or chart.sector[cell] == sector]
        route = [rng.choice(cells)]
    for _ in range(0 if sub.dive_due else rng.randrange(12)):
        onward = [there for there in chart.beyond[route[0]] if there >= 0 and chart.sea >> there & 1]
        free = [there for there in onward if there not in route]
        if not free:
            break
        route.insert(0, rng.choice(free))
    sub.route, sub.cell = route, route[-1]
    sub.trail = sum(1 << cell for cell in route)
    if not stay:
        free = [cell for cell in bits(chart.sea) if not sub.trail >> cell & 1]
        sub.mines = sum(1 << cell for cell in rng.sample(free, min(len(free), rng.randrange(5))))
    sub.past_routes = [tuple(rng.sample(list(bits(chart.sea)), 2)) for _ in sub.past_routes]


def _redraw_gauges(state: State, team: int, rng: Random) -> None:
    """Draw marks, and whether the First Mate's mark is done already, where nobody can tell it from the OKs (P8)."""
    sub = state.submarines[team]
    sub.gauges = [
        rng.randrange(size + 1) if state.markable >> system & 1 else 0 for system, size in enumerate(state.sizes)
    ]
    full = sum(1 << system for system in range(len(SYSTEMS)) if sub.gauges[system] == state.sizes[system])
    sub.room = state.markable & ~full
    if state.to_act != team or state.phase not in ("marks", "silence_marks"):
        return
    if sub.heading_to_mark == NOBODY:
        sub.gauges[0] = 0
        sub.room |= 1
    else:
        sub.gauge_to_mark = open_gauges(state, sub) != 0 and rng.random() < 0.5
