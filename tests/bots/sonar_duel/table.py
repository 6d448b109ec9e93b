"""Duels for tests: charts, views as the wire gives them, and bots at the table."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from sonar_referee.arena.offline import Crew, Played, play
from sonar_referee.bots import Brief
from sonar_referee.bots.sonar_duel import Hunter
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.match.maps import Maps, shipped_folder
from sonar_referee.match.setup import Setup
from sonar_referee.wire.encode import dump, present

Json = dict[str, Any]

TWELVE: Chart = Maps([shipped_folder()]).find(SONAR_DUEL, "twelve")
SMALL = Chart(
    name="small",
    title="Small",
    grid=(".......", ".#..#..", "..#....", "...#...", "......."),
    sector=tuple(1 + (row > 2) * 2 + (column > 3) for row in range(5) for column in range(7)),
    start_distance=3,
    starts=((0, 6), (0, 34), (7, 20)),
)
CHARTS = (TWELVE, SMALL)


def brief(seat: str, chart: Chart = TWELVE, seed: str = "seed", **options: Any) -> Brief:
    """What a bot is told before a duel."""
    chosen = json.loads(dump(present(Options(**options))))
    return Brief(SONAR_DUEL.id, chosen, SONAR_DUEL.describe_map(chart), (seat,), seed)


def hunter(seat: str = "blue", chart: Chart = TWELVE, seed: str = "seed", **options: Any) -> Hunter:
    """A hunter on a seat."""
    return Hunter(brief(seat, chart, seed, **options))


def view_of(state: State, seat: str) -> Json:
    """A seat's view as it comes over the wire."""
    view: Json = json.loads(dump(present(SONAR_DUEL.view(state, frozenset({seat})))))
    legal: Any = [json.loads(dump(order)) for order in SONAR_DUEL.legal_orders(state, seat)]
    return {"seat": seat, "legal_orders": legal, "standing_orders": [{"type": "forfeit"}]} | view


def draw_order(state: State, seat: str, rng: Random) -> Any:
    """Any order; torpedoes more seldom, so that matches last."""
    choices = SONAR_DUEL.legal_orders(state, seat)
    kinds = {"move", "wait", "sonar"} | ({"torpedo"} if rng.random() < 0.4 else set())
    return rng.choice([order for order in choices if order.type in kinds])


def duel(blue: str, yellow: str, seed: int, chart: Chart = TWELVE, **options: Any) -> Played:
    """A whole match of two bots; an order that is refused is an error."""
    chosen = Options(**options)
    setup = Setup(SONAR_DUEL, chosen, chart, chart.text, seed, "Duel", False, "", chosen)
    played = play(setup, [Crew(blue, ("blue",)), Crew(yellow, ("yellow",))])
    assert [sitter.tally.refused for sitter in played.sitters] == [0, 0]
    return played
