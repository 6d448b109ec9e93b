"""The built-in bots play whole matches for any seats, under all options, without a refused order."""

from __future__ import annotations

from random import Random

import pytest

from sonar_referee.arena.offline import Crew
from sonar_referee.bots import BOTS, default_bot
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import SEAT_OF, SEATS, TEAMS
from tests.bots.table import play_match
from tests.games.captain_sonar.play import random_options
from tests.games.captain_sonar.table import CHARTS

NAMES = tuple(BOTS["captain-sonar"])
CREWS = (SEAT_OF, tuple((one,) for one in SEATS), (SEAT_OF[0][:2], SEAT_OF[0][2:], *((one,) for one in SEAT_OF[1])))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("crews", CREWS, ids=["two", "eight", "mixed"])
def test_matches_end(name: str, crews: tuple[tuple[str, ...], ...]) -> None:
    """A match of bots comes to its end, however the seats are shared out."""
    options = Options(map="echo", hull=2)
    assert play_match(options, [Crew(name, seats) for seats in crews], seed=5).match.status == "finished"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("chart", CHARTS)
def test_no_order_is_refused(name: str, chart: str) -> None:
    """On every map and under all options, also where a seat sees its own sheet only."""
    for seed in range(3):
        options = random_options(Random(f"{chart} {seed}"), chart, max_rounds=30)
        assert play_match(options, [Crew(name, (one,)) for one in SEATS], seed).match.status == "finished"


def test_same_brief_same_match() -> None:
    """Bots draw from their seed alone."""
    options = Options(max_rounds=30)
    matches = [play_match(options, [Crew("hunter", seats) for seats in SEAT_OF], 3).match for _ in range(2)]
    assert matches[0].state == matches[1].state


def wins(better: str, worse: str, matches: int) -> float:
    """The share of matches that one bot wins against another, on both sides in turn; a draw counts half."""
    won = 0.0
    for seed in range(matches):
        options = Options(max_rounds=400)
        team = seed % 2
        names = (better, worse) if team == 0 else (worse, better)
        crews = [Crew(name, seats) for name, seats in zip(names, SEAT_OF, strict=True)]
        outcome = play_match(options, crews, seed).match.state.outcome
        assert outcome is not None
        won += 0.5 if outcome.winner is None else outcome.winner == TEAMS[team]
    return won / matches


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse", "matches", "share"),
    [("cadet", "random", 20, 0.8), ("officer", "cadet", 20, 0.8), ("hunter", "officer", 40, 0.6)],
)
def test_levels_are_levels(better: str, worse: str, matches: int, share: float) -> None:
    """Each level beats the one below it clearly, already in a few matches."""
    assert wins(better, worse, matches) >= share


def test_default_bot_is_one_of_them() -> None:
    """Who does not choose gets a bot that plays well enough."""
    assert default_bot("captain-sonar") == "officer"
