"""The hunter: what it does in plain positions, and how its duels go."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from sonar_referee.bots import default_bot
from sonar_referee.bots.sonar_duel import Hunter
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import Torpedo
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import SEATS
from tests.bots.sonar_duel.table import CHARTS, Json, draw_order, duel, hunter, view_of

OPEN = Chart(
    name="open",
    title="Open",
    grid=("." * 9,) * 9,
    sector=tuple(1 + row // 3 * 3 + column // 3 for row in range(9) for column in range(9)),
    start_distance=3,
)


def opening(chart: Chart, own: str, enemy: str) -> tuple[State, str]:
    """A duel in which each knows where the other begins, and who is to act; that seat begins in `own`."""
    pair = (chart.number[own], chart.number[enemy])
    state = SONAR_DUEL.new(Options(), dataclasses.replace(chart, starts=(pair,)), 0)
    (seat,) = SONAR_DUEL.to_act(state)
    for number, submarine in enumerate(state.submarines):
        submarine.start = submarine.cell = pair[number != state.to_act]
    return state, seat


def chosen(state: State, seat: str) -> Json:
    """What a hunter orders who sees this for the first time."""
    choice = hunter(seat, state.chart).choose(view_of(state, seat))
    assert choice is not None
    return choice.order


@pytest.mark.parametrize(
    ("enemy", "heading"), [("E1", "north"), ("E9", "south"), ("A5", "west"), ("I5", "east"), ("H5", "east")]
)
def test_fires_at_an_enemy_whose_cell_it_knows(enemy: str, heading: str) -> None:
    """In line and within reach there is nothing better, also with the last torpedo (3.7, 3.9)."""
    state, seat = opening(OPEN, "E5", enemy)
    for left in (12, 1):
        state.submarines[state.to_act].torpedoes = left
        assert chosen(state, seat) == {"type": "torpedo", "heading": heading}


def test_does_not_fire_where_nobody_can_be_hit() -> None:
    """Out of line, out of reach or behind an island a torpedo is wasted."""
    island = dataclasses.replace(OPEN, grid=(*OPEN.grid[:4], ".....#...", *OPEN.grid[5:]))
    for chart, enemy in ((OPEN, "H4"), (OPEN, "A1"), (island, "H5")):
        assert chosen(*opening(chart, "E5", enemy))["type"] != "torpedo"


def test_keeps_its_last_torpedo_for_a_sure_shot() -> None:
    """Who misses with the last one has lost (3.9), so a doubtful shot is not taken."""
    for seed in range(5):
        state = SONAR_DUEL.new(Options(), OPEN, seed)
        state.submarines[state.to_act].torpedoes = 1
        assert chosen(state, *SONAR_DUEL.to_act(state))["type"] != "torpedo"


def test_fires_after_it_has_been_missed_by_its_neighbour() -> None:
    """An enemy that fires from close by gives away its block, and is fired at (3.7)."""
    state, seat = opening(OPEN, "E5", "H5")
    mover = SEATS[1 - SEATS.index(seat)]
    SONAR_DUEL.apply(state, seat, Torpedo("north"))
    assert chosen(state, mover) == {"type": "torpedo", "heading": "west"}


def test_waits_for_its_turn() -> None:
    state, seat = opening(OPEN, "E5", "H5")
    (other,) = set(SEATS) - {seat}
    assert hunter(other, state.chart).choose(view_of(state, other)) is None


@pytest.mark.parametrize("announce_kind", [True, False])
def test_stands_in_for_somebody(announce_kind: bool) -> None:
    """Who comes to the table late knows from the view what one knows that was there all the time (4.4, `presence`)."""
    rng = Random(7)
    state = SONAR_DUEL.new(Options(announce_kind=announce_kind), OPEN, 7)
    there: dict[str, Hunter] = {seat: hunter(seat, OPEN, announce_kind=announce_kind) for seat in SEATS}
    while state.outcome is None and state.turn < 40:
        (seat,) = SONAR_DUEL.to_act(state)
        view = view_of(state, seat)
        known, late = there[seat].know(view), hunter(seat, OPEN, announce_kind=announce_kind)
        choice = late.choose(view)
        assert (late.know(view).likely, late.know(view).suspects) == (known.likely, known.suspects)
        assert choice is not None
        assert choice.order in view["legal_orders"]
        SONAR_DUEL.apply(state, seat, draw_order(state, seat, rng))
    assert state.turn > 20


@pytest.mark.slow
@pytest.mark.parametrize("announce_kind", [True, False])
@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_no_order_is_refused(chart: Chart, announce_kind: bool) -> None:
    """On every map, under all options, as either seat, its duels come to an end."""
    for seed in range(2):
        for bots in (("hunter", "hunter"), ("hunter", "random"), ("random", "hunter")):
            assert duel(*bots, seed, chart, announce_kind=announce_kind).match.status == "finished"


@pytest.mark.slow
def test_same_seed_same_duel() -> None:
    """Its draws are from the brief's seed alone."""
    orders = [[entry.order for entry in duel("hunter", "hunter", 3).entries] for _ in range(2)]
    assert orders[0] == orders[1]
    assert orders[0] != [entry.order for entry in duel("hunter", "hunter", 4).entries]


@pytest.mark.slow
def test_beats_a_random_player() -> None:
    """Clearly so already in a few duels, as either seat."""
    won = 0
    for seed in range(20):
        seat = SEATS[seed % 2]
        outcome = duel(*(("hunter", "random") if seat == "blue" else ("random", "hunter")), seed).match.state.outcome
        won += outcome is not None and outcome.winner == seat
    assert won >= 17


def test_default_bot_of_the_duel() -> None:
    """Who does not choose a bot gets it."""
    assert default_bot("sonar-duel") == "hunter"
