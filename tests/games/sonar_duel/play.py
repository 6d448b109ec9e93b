"""Random duels: charts, options and orders drawn from a seed, for tests that must see many positions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sonar_referee.games.errors import BadMap
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import FORFEIT, Default, Move, Order, Torpedo
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import HEADINGS, SEATS
from tests.games.sonar_duel.table import TWELVE, drawn


def random_chart(rng: Random) -> Chart:
    """The shipped chart, or one with up to a third of islands and sectors of any shape."""
    if rng.random() < 0.2:
        return TWELVE
    while True:
        columns, rows, islands = rng.randint(2, 11), rng.randint(2, 11), rng.random() / 3
        grid = ["".join("#" if rng.random() < islands else "." for _ in range(columns)) for _ in range(rows)]
        most = rng.choice((1, 4, 9))
        sectors = "\n".join(" ".join(str(rng.randint(1, most)) for _ in range(columns)) for _ in range(rows))
        try:
            return drawn(*grid, sector_size="", sectors=f'"""\n{sectors}\n"""', start_distance=str(rng.randint(1, 5)))
        except BadMap:
            continue


def random_state(rng: Random, **fixed: Any) -> State:
    """A match before its first turn."""
    chart = random_chart(rng)
    chosen = {name: rng.random() < 0.5 for name in ("announce_kind", "reveal_at_end")}
    return SONAR_DUEL.new(Options(map=chart.name, **{**chosen, **fixed}), chart, rng.randrange(1 << 30))


def draw(state: State, rng: Random, temper: float = 0.3) -> tuple[str, Order]:
    """A legal order of the seat whose turn it is; `temper` is how often it is a torpedo."""
    seat: str = SEATS[state.to_act]
    orders: tuple[Order, ...] = SONAR_DUEL.legal_orders(state, seat)
    fired = [order for order in orders if order.type == "torpedo"]
    calm = [order for order in orders if order.type != "torpedo"]
    return seat, rng.choice(fired if rng.random() < temper else calm)


def draw_anything(state: State, rng: Random, temper: float = 0.3, giving_up: float = 0.0) -> tuple[str, Order]:
    """Mostly a legal order; now and then any order of any seat, and as often as `giving_up` says an end."""
    if rng.random() < giving_up:
        lost = rng.choice((SEATS[:1], SEATS[1:], SEATS))
        ends: list[Order] = [FORFEIT, Default(lost, "absence"), Default(lost, "time")]
        return lost[0], rng.choice(ends)
    if rng.random() < 0.2:
        heading: Any = rng.choice((*HEADINGS, "up", "north-east"))
        legal = SONAR_DUEL.legal_orders(state, SEATS[state.to_act])
        return rng.choice(SEATS), rng.choice((Move(heading), Torpedo(heading), *legal))
    return draw(state, rng, temper)


def steps(state: State, rng: Random, temper: float = 0.3) -> Iterator[tuple[str, Order]]:
    """Play a match with legal orders on `state` and yield each order before it is carried out."""
    while state.outcome is None:
        seat, order = draw(state, rng, temper)
        yield seat, order
        SONAR_DUEL.apply(state, seat, order)


def positions(seed: int, number: int, **fixed: Any) -> Iterator[State]:
    """That many positions of random matches, about one in ten, and each end."""
    rng = Random(seed)
    while True:
        state = random_state(rng, **fixed)
        temper = rng.choice((0.02, 0.3))
        for _ in steps(state, rng, temper):
            if rng.random() < 0.1:
                yield state.copy()
                number -= 1
                if not number:
                    return
        yield state.copy()
        number -= 1
        if not number:
            return
