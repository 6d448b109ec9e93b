"""What is worked out for the Radio Operator under `radio_assist: cells`."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEAT_OF, TEAMS
from sonar_referee.games.captain_sonar.tracker import Tracker
from sonar_referee.games.game import ABSENT, PUBLIC
from tests.games.captain_sonar.play import draw, random_table
from tests.games.captain_sonar.table import Table


def cells(state: State, team: int) -> Any:
    """The cells that a team's Radio Operator is shown."""
    return CAPTAIN_SONAR.view(state, frozenset({f"{TEAMS[team]}.radio_operator"})).enemy_cells


@pytest.mark.parametrize("limit", ["locked_overlay", "no_limit"])
def test_shows_what_everybody_heard_and_nothing_while_the_pens_are_up(limit: str) -> None:
    """It is what a tracker of public announcements says; on the surface it stays as it was until the dive (R138)."""
    frozen = followed = 0
    for seed in range(12):
        rng = Random(seed)
        state = random_table(seed, radio_assist="cells", surfaced_radio=limit, hull=6, max_rounds=60)
        trackers = [Tracker(state.chart, state.options, team) for team in TEAMS]
        before = [cells(state, 0), cells(state, 1)]
        while state.outcome is None:
            for said in CAPTAIN_SONAR.apply(state, *draw(state, rng)):
                if said.audience == PUBLIC:
                    for tracker in trackers:
                        tracker.hear(said.announcement)
            for team in (0, 1):
                shown, known = cells(state, team), tuple(trackers[1 - team].names())
                if limit == "locked_overlay" and state.submarines[team].surfaced:
                    assert shown == before[team]
                    frozen += shown != known
                elif trackers[1 - team].exact and state.radio_sheets and state.radio_sheets[team].exact:
                    assert shown == known
                    followed += 1
                before[team] = shown
    assert followed > 1000
    assert (frozen > 0) == (limit == "locked_overlay")


def test_never_leaves_out_the_enemy() -> None:
    """However much was forgotten, an up-to-date sheet has the enemy's cell."""
    for seed in range(20):
        rng = Random(seed)
        state = random_table(seed, radio_assist="cells", surfaced_radio="no_limit", hull=6, max_rounds=80)
        while state.outcome is None:
            CAPTAIN_SONAR.apply(state, *draw(state, rng))
            if state.round and state.outcome is None:
                for team in (0, 1):
                    assert state.chart.names[state.submarines[1 - team].cell] in cells(state, team)


def test_a_copy_goes_its_own_way() -> None:
    """What is heard at a copy of a position does not show at the original."""
    table = Table.fresh("alpha", radio_assist="cells", first_team="blue")
    table.order("blue.captain", "place C7")
    table.order("yellow.captain", "place J10")
    before = cells(table.state, 1)
    copy = Table(table.state.copy())
    copy.order("blue.captain", "head north")
    assert cells(copy.state, 1) != before
    assert cells(table.state, 1) == before


@pytest.mark.parametrize("assist", ["off", "plot"])
def test_is_not_worked_out_unasked(assist: str) -> None:
    """Without the option no view has the cells."""
    view = Table.fresh("alpha", radio_assist=assist).own("blue")
    assert (view.enemy_cells, view.enemy_cells_exact) == (ABSENT, ABSENT)


def test_only_the_radio_operator_gets_it_under_role_only() -> None:
    """Who does not see the team's overlay does not see the cells either; nor do spectators."""
    table = Table.fresh("alpha", radio_assist="cells", own_team_view="role_only")
    for seat in (*SEAT_OF[0], None):
        view = table.view(*([seat] if seat else []))
        assert (view.enemy_cells is not ABSENT) == (view.enemy_cells_exact is not ABSENT)
        assert (view.enemy_cells is not ABSENT) == (seat == "blue.radio_operator")
