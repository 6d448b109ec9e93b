"""Random play: options, maps and legal orders drawn from a seed, for tests that must see many positions."""

from __future__ import annotations

import types
from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEATS
from tests.games.captain_sonar.table import CHARTS

_CONSTANT = ("map", "mode", "clock", "presence", "max_rounds")
"""Options that a test sets itself, or that have one value only."""

_HINTS = get_type_hints(Options)


def values_of(name: str) -> tuple[Any, ...]:
    """Every value of an option, or for a number the least, two more and null where it may be null."""
    hint = _HINTS[name]
    field = Options.__dataclass_fields__[name]
    if hint is bool:
        return (False, True)
    if get_origin(hint) is Literal:
        return get_args(hint)
    if hint is int:
        return tuple(range(field.metadata["minimum"], field.metadata["maximum"] + 1))
    assert get_origin(hint) in (Union, types.UnionType), name
    low = field.metadata["minimum"]
    return (None, low, low + 1, low + 2)


VARIED = tuple(field.name for field in fields(Options) if field.name not in _CONSTANT)
"""The options that random play varies."""


def random_options(rng: Random, chart: str, **fixed: Any) -> Options:
    """Options drawn evenly from all values; about half of them are left at their default."""
    chosen = {name: rng.choice(values_of(name)) for name in VARIED if rng.random() < 0.5}
    return Options(**{"map": chart, **chosen, **fixed})


def random_table(seed: int, default: bool = False, chart: str | None = None, **fixed: Any) -> State:
    """The state before the first order of a match whose map and options are drawn from the seed."""
    rng = Random(seed)
    name = chart or rng.choice(sorted(CHARTS))
    options = Options(map=name, **fixed) if default else random_options(rng, name, **fixed)
    return CAPTAIN_SONAR.new(options, CHARTS[name], seed)


def open_orders(state: State) -> list[tuple[str, tuple[Order, ...]]]:
    """The seats that may give an order now, with what they may order."""
    return [(seat, orders) for seat in SEATS if (orders := CAPTAIN_SONAR.legal_orders(state, seat))]


def draw(state: State, rng: Random) -> tuple[str, Order]:
    """A seat that may give an order, drawn evenly, and one of its orders.

    Every other time a kind of order is drawn first, so that a torpedo's many targets do not crowd out a drone.
    """
    seat, orders = rng.choice(open_orders(state))
    if rng.random() < 0.5:
        return seat, rng.choice(orders)
    kind = rng.choice(sorted({order.type for order in orders}))
    return seat, rng.choice([order for order in orders if order.type == kind])


def draw_standing(state: State, rng: Random) -> tuple[str, Order]:
    """A Captain and one of the orders that stand open at any time."""
    seat = rng.choice([seat for seat in SEATS if CAPTAIN_SONAR.standing_orders(state, seat)])
    return seat, rng.choice(CAPTAIN_SONAR.standing_orders(state, seat))


def steps(state: State, rng: Random) -> Iterator[tuple[str, Order]]:
    """Play a random match on `state` and yield each order before it is carried out."""
    while state.outcome is None:
        seat, order = draw(state, rng)
        yield seat, order
        CAPTAIN_SONAR.apply(state, seat, order)


def positions(seed: int, number: int, default: bool = False, every: int = 40, **fixed: Any) -> Iterator[State]:
    """That many positions of random matches on random maps, one in about `every` and each end.

    Now and then a Captain offers a draw, replies to an offer or resigns.
    """
    rng = Random(seed)
    while True:
        state = random_table(rng.randrange(1 << 30), default, **fixed)
        while True:
            if rng.random() < 1 / every or state.outcome is not None:
                yield state.copy()
                number -= 1
                if not number:
                    return
            if state.outcome is not None:
                break
            chosen = draw_standing(state, rng) if rng.random() < 0.01 else draw(state, rng)
            CAPTAIN_SONAR.apply(state, *chosen)
