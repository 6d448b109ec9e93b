"""Ratings from results, with 95 % intervals.

The model is Elo's: the expected score of one player against another is 1 / (1 + 10^(-difference / 400)), a draw is half
a win. The ratings are the most likely ones; their mean is 0. The two games of a seed, with sides swapped, count as one
observation, because they are alike; so the variance is taken from the sums of such pairs (the sandwich estimate). To
each two players that met two games are added, of which each has won one: without them whoever has won every game would
be infinitely strong, and a few even results would seem to be certain.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

_SCALE = 400 / math.log(10)
"""Elo points for a natural logarithm of odds."""
_NORMAL = 1.959963984540054
"""Standard deviations on each side that hold 95 %."""
_MOST_STEPS = 100
_EXACT = 1e-10

Pairs = Mapping[tuple[str, str], Sequence[tuple[float, int]]]
"""For each two players what the first one scored in each pair of games, and how many games that were."""

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


class _Met(NamedTuple):
    """A pair of games: the numbers of both players, the first one's score, and how many games it was."""

    one: int
    other: int
    score: float
    games: int


def ratings(pairs: Pairs) -> dict[str, Estimate]:
    """Every player's rating in Elo points."""
    names = sorted({name for both in pairs for name in both})
    met = _met(pairs, names)
    strengths, covariance = _fit(met, len(names))
    return {
        name: _estimate(strengths[index] * _SCALE, math.sqrt(max(0.0, covariance[index][index])) * _SCALE)
        for index, name in enumerate(names)
    }


def share(points: float, games: int) -> Estimate:
    """The share of points in so many games, with Wilson's interval; a draw brings half a point."""
    value = points / games
    spread = _NORMAL**2 / games
    middle = (value + spread / 2) / (1 + spread)
    half = math.sqrt(spread * value * (1 - value) + spread**2 / 4) / (1 + spread)
    return Estimate(value, middle - half, middle + half)


def _estimate(value: float, deviation: float) -> Estimate:
    return Estimate(value, value - _NORMAL * deviation, value + _NORMAL * deviation)


def _logistic(strength: float) -> float:
    return 1 / (1 + math.exp(-strength))


def _met(pairs: Pairs, names: Sequence[str]) -> list[_Met]:
    number = {name: index for index, name in enumerate(names)}
    return [
        _Met(number[one], number[other], score, games)
        for (one, other), played in pairs.items()
        for score, games in [*played, (1.0, 1), (0.0, 1)]
    ]


def _fit(met: Sequence[_Met], players: int) -> tuple[list[float], Matrix]:
    """The most likely strengths, with mean 0, and their covariance: Newton's method."""
    strengths = [0.0] * players
    for _step in range(_MOST_STEPS):
        residuals, information = _slopes(met, strengths)
        slope = [0.0] * players
        for one, residual in zip(met, residuals, strict=True):
            slope[one.one] += residual
            slope[one.other] -= residual
        inverse = _inverse(information)
        step = _times(inverse, slope)
        largest = max(map(abs, step))
        strengths = [
            now + change * min(1.0, 1.0 / largest if largest else 1.0)
            for now, change in zip(strengths, step, strict=True)
        ]
        if largest < _EXACT:
            break
    residuals, information = _slopes(met, strengths)
    inverse = _inverse(information)
    covariance = [[0.0] * players for _ in range(players)]
    for one, residual in zip(met, residuals, strict=True):
        moved = [(row[one.one] - row[one.other]) * residual for row in inverse]
        for i in range(players):
            for j in range(players):
                covariance[i][j] += moved[i] * moved[j]
    return strengths, covariance


def _slopes(met: Sequence[_Met], strengths: Sequence[float]) -> tuple[list[float], Matrix]:
    """What each pair scored beyond what was expected, and the information in all of them."""
    players = len(strengths)
    # A constant added to all strengths changes nothing: this keeps the matrix invertible, and the mean at 0.
    information = [[1.0] * players for _ in range(players)]
    residuals = []
    for one in met:
        expected = _logistic(strengths[one.one] - strengths[one.other])
        residuals.append(one.score - one.games * expected)
        weight = one.games * expected * (1 - expected)
        for i, j, sign in (
            (one.one, one.one, 1),
            (one.other, one.other, 1),
            (one.one, one.other, -1),
            (one.other, one.one, -1),
        ):
            information[i][j] += sign * weight
    return residuals, information


def _times(matrix: Matrix, vector: Sequence[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix, by elimination with the largest pivot."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]
