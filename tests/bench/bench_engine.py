"""Measure the rules alone: random matches with a full crew, every order drawn from the lists of legal orders.

Run `python tests/bench/bench_engine.py [--seconds SECONDS] [--map FILE]`. A move is a `head` order; the marks and
activations that go with it are the other orders. One process, one core, no views.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import FIRST_MATE, SEAT_OF

ALPHA = Path(__file__).parents[2] / "maps" / "captain_sonar" / "alpha.toml"

T = TypeVar("T")

Listing = Callable[[State, str], tuple[Order, ...]]
Carrying = Callable[[State, str, Order], object]


class Tally:
    """What was played: matches, orders and moves, and the seconds that it took."""

    def __init__(self) -> None:
        self.matches = self.orders = self.moves = 0
        self.seconds = 0.0


def seats_asked(state: State) -> tuple[str, ...]:
    """The seats that may order something: those awaited, and in the activation step the First Mate too."""
    awaited = CAPTAIN_SONAR.to_act(state)
    if state.phase == "activation":
        return (*awaited, SEAT_OF[state.to_act][FIRST_MATE])
    return awaited


def play(state: State, rng: Random, listing: Listing, carrying: Carrying, tally: Tally) -> None:
    """Play a match to its end."""
    chance = rng.random
    while state.outcome is None:
        seats = seats_asked(state)
        seat = seats[int(chance() * len(seats))]
        orders = listing(state, seat)
        if not orders:  # the First Mate, with nothing to detect with
            seat = seats[0]
            orders = listing(state, seat)
        order = orders[int(chance() * len(orders))]
        carrying(state, seat, order)
        tally.orders += 1
        tally.moves += order.type == "head"
    tally.matches += 1


def measure(chart: Chart, seconds: float, listing: Listing, carrying: Carrying) -> Tally:
    """Play matches for so many seconds, or to the end of the match that is being played then."""
    options, tally = Options(map=chart.name), Tally()
    start = perf_counter()
    while tally.seconds < seconds:
        state = CAPTAIN_SONAR.new(options, chart, tally.matches)
        play(state, Random(tally.matches), listing, carrying, tally)
        tally.seconds = perf_counter() - start
    return tally


class Stopwatch:
    """A function against the clock: counts its calls and the seconds spent in them."""

    def __init__(self, function: Callable[..., T]) -> None:
        self.function = function
        self.calls = 0
        self.seconds = 0.0

    def __call__(self, *arguments: Any) -> Any:
        start = perf_counter()
        result = self.function(*arguments)
        self.seconds += perf_counter() - start
        self.calls += 1
        return result


def cost_of_watching(times: int = 300_000) -> tuple[float, float]:
    """Seconds that a stopwatch adds to a call: those it counts itself, and all."""

    def nothing(_state: object, _seat: object, _order: object) -> None:
        return

    clock = Stopwatch(nothing)
    start = perf_counter()
    for _ in range(times):
        nothing(None, None, None)
    bare = perf_counter() - start
    start = perf_counter()
    for _ in range(times):
        clock(None, None, None)
    whole = perf_counter() - start
    return (clock.seconds - bare) / times, (whole - bare) / times


def main() -> None:
    """Print the rates, and where the time goes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each of the two measurements takes")
    parser.add_argument("--map", type=Path, default=ALPHA, help="the map file to play on (default: Alpha)")
    arguments = parser.parse_args()
    chart = CAPTAIN_SONAR.read_map(arguments.map.read_text(encoding="utf-8"), str(arguments.map))
    measure(chart, 0.5, CAPTAIN_SONAR.legal_orders, CAPTAIN_SONAR.apply)  # fill the tables first

    plain = measure(chart, arguments.seconds, CAPTAIN_SONAR.legal_orders, CAPTAIN_SONAR.apply)
    print(f"{chart.title}: {plain.matches} matches, {plain.orders} orders in {plain.seconds:.1f} s")
    print(f"{plain.moves / plain.seconds:12,.0f} moves/s  (one move = one head order)")
    print(f"{plain.orders / plain.seconds:12,.0f} orders/s")
    print(f"{plain.matches / plain.seconds:12,.1f} matches/s")

    listing, carrying = Stopwatch(CAPTAIN_SONAR.legal_orders), Stopwatch(CAPTAIN_SONAR.apply)
    watched = measure(chart, arguments.seconds, listing, carrying)
    counted, added = cost_of_watching()
    seconds = {
        name: clock.seconds - clock.calls * counted for name, clock in (("legal_orders", listing), ("apply", carrying))
    }
    total = watched.seconds - (listing.calls + carrying.calls) * added
    seconds["choosing"] = total - sum(seconds.values())
    for name, spent in seconds.items():
        print(f"{name:>14}: {spent / watched.orders * 1e6:5.2f} µs an order, {spent / total:4.0%}")


if __name__ == "__main__":
    main()
