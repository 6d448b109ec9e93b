"""What each team could know of the enemy's place, worked out after the end from the orders."""

from __future__ import annotations

from random import Random

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.notation import read_order
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import NOBODY, State
from sonar_referee.games.captain_sonar.terms import TEAMS
from sonar_referee.games.captain_sonar.tracker import Tracker
from sonar_referee.games.game import PUBLIC, Insight
from tests.games.captain_sonar.play import random_table, steps
from tests.games.captain_sonar.table import CHARTS, Table

ENEMY = {"blue": 1, "yellow": 0}


def played(first: State, rng: Random, most: int = 500) -> list[tuple[str, Order]]:
    """The orders of a random match from this state on; it ends by resignation after so many."""
    state = first.copy()
    orders = []
    for given in steps(state, rng):
        orders.append(given)
        if len(orders) == most:
            break
    if state.outcome is None:
        orders.append(("blue.captain", o.Resign()))
    return orders


@pytest.mark.parametrize("chart", CHARTS)
def test_the_true_cell_is_always_among_them(chart: str) -> None:
    """On every map and under all options, after each order and after the last."""
    for seed in range(12):
        first = random_table(seed, chart=chart, max_rounds=160)
        orders = played(first, Random(seed))
        state = first.copy()
        insights = list(CAPTAIN_SONAR.analysis(first, orders))
        assert len(insights) == len(orders)
        for (seat, order), insight in zip(orders, insights, strict=True):
            assert insight.round == state.round
            CAPTAIN_SONAR.apply(state, seat, order)
            for team, enemy in ENEMY.items():
                cell = state.submarines[enemy].cell
                known = insight.teams[team]
                assert cell == NOBODY or CHARTS[chart].names[cell] in known.cells, f"match {seed}"


@pytest.mark.parametrize("assist", ["off", "cells"])
def test_it_is_what_a_tracker_finds_that_heard_everything(assist: str) -> None:
    """Cells and exactness equal those of a tracker that is fed by hand, whatever the Radio Operators were shown."""
    for seed in range(40):
        first = random_table(seed, max_rounds=160, radio_assist=assist)
        orders = played(first, Random(seed))
        state = first.copy()
        trackers = {team: Tracker(first.chart, first.options, TEAMS[enemy]) for team, enemy in ENEMY.items()}
        for (seat, order), insight in zip(orders, CAPTAIN_SONAR.analysis(first, orders), strict=True):
            for said in CAPTAIN_SONAR.apply(state, seat, order):
                for tracker in trackers.values():
                    if said.audience == PUBLIC:
                        tracker.hear(said.announcement)
            for team, tracker in trackers.items():
                assert insight.teams[team].cells == tuple(tracker.names())
                assert insight.teams[team].exact == tracker.exact


SOUNDING_ALIKE = (
    ("place A9", "N1", "N3", "drop_mine B7"),
    ("place A7", "N3", "N1", "drop_mine A4"),
)
"""Blue's start, two crossed symbols and its mine: what Yellow does not hear of."""


def analysed(start: str, first_mark: str, second_mark: str, mine: str) -> list[Insight]:
    """The analysis of a match in which Blue sails north twice, drops a mine, and Yellow resigns."""
    table = Table.fresh(first_team="blue")
    first = table.state.copy()
    orders = []
    for seat, text in (
        ("blue.captain", start),
        ("yellow.captain", "place J10"),
        ("blue.captain", "head north"),
        ("blue.engineer", f"mark_breakdown {first_mark}"),
        ("blue.first_mate", "mark_gauge mine"),
        ("blue.captain", "end_round"),
        ("yellow.captain", "head north"),
        ("yellow.engineer", "mark_breakdown N1"),
        ("yellow.first_mate", "mark_gauge mine"),
        ("yellow.captain", "end_round"),
        ("blue.captain", "head north"),
        ("blue.engineer", f"mark_breakdown {second_mark}"),
        ("blue.first_mate", "mark_gauge mine"),
        ("blue.captain", mine),
        ("yellow.captain", "resign"),
    ):
        table.order(seat, text)
        orders.append((seat, read_order(text)))
    return list(CAPTAIN_SONAR.analysis(first, orders))


def test_what_a_team_did_not_know_does_not_show() -> None:
    """Matches that sound alike to Yellow have the same analysis, though Blue's start, sheet and mine are others."""
    one, other = (analysed(*secrets) for secrets in SOUNDING_ALIKE)
    assert one == other
    assert {"A5", "A7"} < set(one[-1].teams["yellow"].cells), "either could be true"
