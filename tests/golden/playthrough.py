"""A playthrough: a match with every order, all that is said, and what each viewer sees change, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.notation import MatchText, match_text, order_text, read_order
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.refusal_words import BadActivation
from sonar_referee.games.captain_sonar.refusals import refusal
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEATS
from sonar_referee.games.errors import BadNotation, IllegalOrder
from tests.games.captain_sonar.play import draw_standing, open_orders
from tests.games.captain_sonar.table import CHARTS
from tests.games.captain_sonar.universe import every_order
from tests.golden.show import difference, hearing, seen_by_all

FOLDER = Path(__file__).parent / "playthroughs"
HASHES = FOLDER.with_name("hashes.txt")
Given = tuple[str, Order]


@dataclass(frozen=True)
class Recipe:
    """What a playthrough is made from: its file, its seed, and the options that are not default."""

    name: str
    seed: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The file of the playthrough."""
        return FOLDER / f"{self.name}.txt"

    def new(self) -> State:
        """The state before the first order."""
        options = Options(**self.options)
        return CAPTAIN_SONAR.new(options, CHARTS[options.map], self.seed)


def drawn(state: State, rng: Random) -> Given:
    """An order for a lively match: most are legal, more activations than surfacings, now and then one is refused.

    Where there is a clock its time is up now and then, and somebody may stay away for good.
    """
    if state.options.clock is not None:
        often = 0.2 if state.options.clock.on_expiry == "default_order" else 0.005
        if rng.random() < often:
            return CAPTAIN_SONAR.on_timeout(state)
    if state.options.presence == "forfeit" and rng.random() < 0.002:
        return CAPTAIN_SONAR.on_absence(state, rng.sample(SEATS, 2))
    chance = rng.random()
    if chance < 0.02:
        seat, order = draw_standing(state, rng)
        if order.type != "resign" or rng.random() < 0.02:
            return seat, order
    if chance > 0.9:
        seat = rng.choice(SEATS)
        orders = [order for order in _writable(state.chart) if seat in CAPTAIN_SONAR.givers(order)]
        priced = [order for order in orders if isinstance(refusal(state, seat, order), BadActivation)]
        if priced and state.options.bad_activation != "reject" and chance < 0.96:
            return seat, rng.choice(priced)
        if orders:
            return seat, _of_some_kind(orders, rng)
    seat, legal = rng.choice(open_orders(state))
    return seat, _of_some_kind(legal, rng)


def _of_some_kind(orders: Sequence[Order], rng: Random) -> Order:
    kinds = sorted({order.type for order in orders})
    kind = rng.choices(kinds, [_WEIGHT.get(kind, 10) for kind in kinds])[0]
    return rng.choice([order for order in orders if order.type == kind])


@cache
def _writable(chart: Chart) -> list[Order]:
    return [order for order in every_order(chart) if _as_read(order_text(order)) == order]


def _as_read(text: str) -> Order | None:
    try:
        return read_order(text)
    except BadNotation:
        return None


_WEIGHT = {"surface": 1, "end_round": 1, "head": 14}


def recorded(recipe: Recipe) -> list[Given]:
    """The orders that the recipe's file holds, if it exists and was made from the same recipe."""
    if not recipe.path.exists():
        return []
    head, *lines = recipe.path.read_text(encoding="utf-8").splitlines()
    if head != heading(recipe):
        return []
    orders = [line.split(" ", 2) for line in lines if line[:1].isdigit()]
    return [(seat, read_order(order)) for _, seat, order in orders]


def heading(recipe: Recipe) -> str:
    """The first line of a playthrough: the match it is of."""
    return match_text(MatchText(Options(**recipe.options), recipe.seed, ()))


def replayed(recipe: Recipe, orders: list[Given]) -> str:
    """The text of a match with these orders."""
    state = recipe.new()
    return _text(recipe, state, iter(orders))


def played(recipe: Recipe) -> str:
    """The text of a match with orders drawn from the recipe's seed."""
    state = recipe.new()
    rng = Random(recipe.seed)

    def draw_to_the_end() -> Iterator[Given]:
        while state.outcome is None:
            yield drawn(state, rng)

    return _text(recipe, state, draw_to_the_end())


def _text(recipe: Recipe, state: State, orders: Iterator[Given]) -> str:
    before = seen_by_all(state)
    lines = [heading(recipe), *(f"  {line}" for line in difference({}, before))]
    for number, (seat, order) in enumerate(orders, 1):
        lines.append(f"{number} {seat} {order_text(order)}")
        try:
            said = CAPTAIN_SONAR.apply(state, seat, order)
        except IllegalOrder as error:
            lines.append(f"  refused by {error.rule} ({error.code}): {error.reason}")
            said = []
        after = seen_by_all(state)
        lines += [f"  {line}" for line in [*hearing(state, said), *difference(before, after)]]
        before = after
    return "\n".join(lines) + "\n"
