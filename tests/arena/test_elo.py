"""Ratings against numbers worked out by hand."""

from __future__ import annotations

from math import log10, sqrt

import pytest

from sonar_referee.arena.elo import ratings, share


def test_two_players_by_hand() -> None:
    """Two pairs of 2 points, one of 1, and the added win and loss are 6 of 8 points: a share of 3/4."""
    found = ratings({("a", "b"): [(2.0, 2), (2.0, 2), (1.0, 2)]})
    assert found["a"].value == pytest.approx(200 * log10(3))
    assert found["b"].value == pytest.approx(-200 * log10(3))
    # the pairs differ from 1.5 by 0.5 each, the added games from 3/4; the information is 8 games of 3/4 * 1/4
    deviation_of_difference = sqrt(3 * 0.5**2 + 0.25**2 + 0.75**2) / (8 * 3 / 16)
    half = 1.96 * deviation_of_difference / 2 * 400 / 2.302585
    assert found["a"].high - found["a"].value == pytest.approx(half, rel=1e-3)
    assert found["a"].value - found["a"].low == pytest.approx(half, rel=1e-3)


def test_pairs_that_cancel_say_more() -> None:
    """Who wins one game of each pair is known to be equal; who wins both or none is not, with the same points."""
    steady = ratings({("a", "b"): [(1.0, 2)] * 10})["a"]
    wild = ratings({("a", "b"): [(2.0, 2), (0.0, 2)] * 5})["a"]
    assert steady.value == pytest.approx(0)
    assert wild.value == pytest.approx(0)
    assert steady.high - steady.low < wild.high - wild.low


def test_a_single_even_pair_is_not_certain() -> None:
    found = ratings({("a", "b"): [(1.0, 2)]})["a"]
    assert found.value == pytest.approx(0)
    assert found.high > 50


def test_three_players_in_a_ring_are_equal() -> None:
    ring = {("a", "b"): [(1.5, 2)] * 4, ("b", "c"): [(1.5, 2)] * 4, ("a", "c"): [(0.5, 2)] * 4}
    assert [rating.value for rating in ratings(ring).values()] == pytest.approx([0, 0, 0], abs=1e-6)


def test_strength_carries_over() -> None:
    """Players who never met are ordered by whom they beat; the mean of all ratings is 0."""
    found = ratings({("a", "b"): [(1.5, 2)] * 20, ("b", "c"): [(1.5, 2)] * 20})
    assert found["a"].value - found["b"].value == pytest.approx(found["b"].value - found["c"].value)
    assert found["a"].value > 100
    assert sum(rating.value for rating in found.values()) == pytest.approx(0, abs=1e-6)


def test_who_wins_everything_has_a_finite_rating() -> None:
    found = ratings({("a", "b"): [(2.0, 2)] * 400})["a"]
    assert 400 < found.value < 800
    assert found.low > 0


@pytest.mark.parametrize(
    ("points", "games", "low", "high"), [(380, 400, 0.924, 0.967), (4, 4, 0.510, 1.0), (50, 100, 0.404, 0.596)]
)
def test_wilsons_interval(points: float, games: int, low: float, high: float) -> None:
    found = share(points, games)
    assert found.value == pytest.approx(points / games)
    assert [found.low, found.high] == pytest.approx([low, high], abs=1e-3)
