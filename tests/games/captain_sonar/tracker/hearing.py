"""Random matches with weapons at hand, heard announcement by announcement."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.announcements import Announcement
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.state import State
from tests.games.captain_sonar.play import draw

GRIDS = (
    ("....", "..#.", "....", "...."),
    (".....#", "......", ".#....", "......"),
    ("..o.", "....", "o..#", "...."),
    ("..*...", "..##..", "......", ".*....", ".#....", "......"),
)
SMALL_CHARTS = tuple(Chart(name=f"small {n}", title="", grid=grid, sector_size=2) for n, grid in enumerate(GRIDS))


def heard(state: State, rng: Random) -> Iterator[list[Announcement]]:
    """Play on `state` with gauges that fill by themselves, and yield what everybody hears of each order."""
    while state.outcome is None:
        if state.phase == "activation" and not state.activation_used and rng.random() < 0.6:
            for sub in state.submarines:
                sub.gauges = list(state.sizes)
                sub.room = 0
                sub.breakdowns = 0
        seat, order = draw(state, rng)
        if order.type == "surface" and rng.random() < 0.5:
            continue
        yield [said.announcement for said in CAPTAIN_SONAR.apply(state, seat, order) if said.audience == "all"]
