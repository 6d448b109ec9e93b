"""The built-in bots play whole matches for any seats, under all options, without a refused order."""

from __future__ import annotations

from random import Random

import pytest

from sonar_referee.bots import BOTS, default_bot
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import SEAT_OF, SEATS, TEAMS
from tests.bots.table import play, seat
from tests.games.captain_sonar.play import random_options
from tests.games.captain_sonar.table import CHARTS

NAMES = tuple(BOTS["captain-sonar"])
CREWS = (SEAT_OF, tuple((one,) for one in SEATS), (SEAT_OF[0][:2], SEAT_OF[0][2:], *((one,) for one in SEAT_OF[1])))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("crews", CREWS, ids=["two", "eight", "mixed"])
def test_matches_end(name: str, crews: tuple[tuple[str, ...], ...]) -> None:
    """A match of bots comes to its end, however the seats are shared out."""
    options = Options(map="echo", hull=2)
    state = play(options, [seat(name, seats, options, 5) for seats in crews], seed=5)
    assert state.outcome is not None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("chart", CHARTS)
def test_no_order_is_refused(name: str, chart: str) -> None:
    """On every map and under all options, also where a seat sees its own sheet only."""
    for seed in range(3):
        options = random_options(Random(f"{chart} {seed}"), chart, max_rounds=30)
        state = play(options, [seat(name, (one,), options, seed) for one in SEATS], seed)
        assert state.outcome is not None


def test_same_brief_same_match() -> None:
    """Bots draw from their seed alone."""
    options = Options(max_rounds=30)
    matches = [play(options, [seat("hunter", seats, options, 3) for seats in SEAT_OF], 3) for _ in range(2)]
    assert matches[0] == matches[1]


def wins(better: str, worse: str, matches: int) -> float:
    """The share of matches that one bot wins against another, on both sides in turn; a draw counts half."""
    won = 0.0
    for seed in range(matches):
        options = Options()
        team = seed % 2
        names = (better, worse) if team == 0 else (worse, better)
        crews = [seat(name, seats, options, seed) for name, seats in zip(names, SEAT_OF, strict=True)]
        outcome = play(options, crews, seed, most_rounds=400).outcome
        won += 0.5 if outcome is None or outcome.winner is None else outcome.winner == TEAMS[team]
    return won / matches


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("cadet", "random"), ("officer", "cadet")])
def test_levels_are_levels(better: str, worse: str) -> None:
    """Each level beats the one below it clearly, already in a few matches."""
    assert wins(better, worse, 20) >= 0.8


def test_default_bot_is_one_of_them() -> None:
    """Who does not choose gets a bot that plays well enough."""
    assert default_bot("captain-sonar") == "officer"
