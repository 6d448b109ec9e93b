"""How long one course takes the tracker: on the 15×15 chart Alpha after 24 courses, with and without silences."""

from __future__ import annotations

from random import Random
from statistics import median, quantiles
from time import thread_time

import pytest

from sonar_referee.games.captain_sonar import calls
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.tracker import Tracker

pytestmark = pytest.mark.bench

GRID = """
...............
..#...#.....##.
..#.....#...#..
........#......
...............
...............
.#.#..#.#......
.#.#..#........
...#...#...###.
...............
...#...........
..#....#...#...
#...........#..
..#...#.#....#.
...#...........
"""
"""The sea of Alpha's large sheet."""

CHART = Chart(name="alpha 15x15", title="Alpha", grid=tuple(GRID.split()), sector_size=5)
COURSES = 24


def sail(silences: int, seed: int) -> list[float] | None:
    """Seconds for each course of a random route with some silences before the last course; None if it gets stuck."""
    rng = Random(f"{silences} {seed}")
    tracker = Tracker(CHART, Options(), "blue")
    cell = rng.choice([cell for cell in range(225) if CHART.sea >> cell & 1])
    trail = {cell}
    silent_after = set(rng.sample(range(4, COURSES - 1), silences))
    seconds = []
    for number in range(COURSES):
        headings = [
            heading
            for heading, there in enumerate(CHART.beyond[cell])
            if there >= 0 and CHART.sea >> there & 1 and there not in trail
        ]
        if not headings:
            return None
        heading = rng.choice(headings)
        cell = CHART.beyond[cell][heading]
        trail.add(cell)
        began = thread_time()
        tracker.hear(calls.COURSE[0][heading])
        assert tracker.cells >> cell & 1
        seconds.append(thread_time() - began)
        if number in silent_after:
            tracker.hear(calls.SILENCE_ACTIVATED[0])
    return seconds


def test_course() -> None:
    """Prints the time of the course after which there were 24, and of the slowest of all."""
    print()
    sail(0, 0)  # makes the frame of the chart
    for silences in (0, 1, 2, 3):
        sailed = [seconds for seed in range(1500) if (seconds := sail(silences, seed)) is not None]
        last = [seconds[-1] * 1000 for seconds in sailed]
        slowest = max(max(seconds) for seconds in sailed) * 1000
        print(
            f"{silences} silences: course {COURSES} takes {median(last):.4f} ms in the middle, "
            f"{quantiles(last, n=100)[-1]:.4f} ms at most in 99 of 100; the slowest of all {slowest:.2f} ms "
            f"({len(sailed)} routes)"
        )
