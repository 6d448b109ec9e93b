"""What each seat could know of its enemy's place, worked out after the end from the orders."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import FORFEIT, SONAR, Order
from sonar_referee.games.sonar_duel.state import State, Submarine
from sonar_referee.games.sonar_duel.terms import SEATS
from sonar_referee.match.maps import Maps, shipped_folder

CHART: Chart = Maps([shipped_folder()]).find(SONAR_DUEL, "twelve")
SMALL = Chart(
    name="small",
    title="Small",
    grid=("......", ".#..#.", "......", "...#..", "......", "......"),
    sector=tuple(1 + row // 3 * 2 + column // 3 for row in range(6) for column in range(6)),
    start_distance=3,
)


def played(first: State, rng: Random, most: int) -> list[tuple[str, Order]]:
    """The orders of a random match from this state on; one gives up after so many."""
    state = first.copy()
    orders: list[tuple[str, Order]] = []
    while state.outcome is None:
        (seat,) = SONAR_DUEL.to_act(state)
        choices = SONAR_DUEL.legal_orders(state, seat)
        kind = rng.choice(sorted({order.type for order in choices} - ({"torpedo"} if rng.random() < 0.5 else set())))
        order: Order = rng.choice([order for order in choices if order.type == kind])
        orders.append((seat, order) if len(orders) < most else ("blue", FORFEIT))
        SONAR_DUEL.apply(state, *orders[-1])
    return orders


@pytest.mark.parametrize("announce_kind", [True, False])
def test_the_true_cell_is_always_among_them(announce_kind: bool) -> None:
    """After each order and after the last; and some matches leave few cells."""
    fewest = 128
    for seed in range(60):
        first = SONAR_DUEL.new(Options(announce_kind=announce_kind), CHART, seed)
        orders = played(first, Random(seed), 90)
        state = first.copy()
        for given, insight in zip(orders, SONAR_DUEL.analysis(first, orders), strict=True):
            assert insight.round == state.turn
            SONAR_DUEL.apply(state, *given)
            for number, seat in enumerate(SEATS):
                cells = insight.teams[seat].cells
                assert CHART.names[state.submarines[1 - number].cell] in cells, f"match {seed}"
                fewest = min(fewest, len(cells))
    assert fewest == 1


class Suspicion:
    """The matches that a seat could believe to be in, one for each cell of the enemy, played on by the rules."""

    def __init__(self, first: State, number: int) -> None:
        self.seat = SEATS[number]
        self.number = number
        own = first.submarines[number].start
        pairs = [pair for pair in permutations(range(len(first.chart.names)), 2) if pair[number] == own]
        possible = [pair for pair in pairs if tuple(sorted(pair)) in first.chart.possible_starts]
        self.states = [
            State(first.options, first.chart, 0, (Submarine(one, one), Submarine(other, other)), first.to_act)
            for one, other in possible
        ]

    def hear(self, state: State, given: tuple[str, Order]) -> None:
        """Carry the true order out; keep what could have been done instead and would have sounded the same."""
        before = [one.copy() for one in self.states]
        said = self._heard(state, given)
        found: dict[int, State] = {}
        for one in before:
            enemy = SEATS[1 - self.number]
            same = given[0] == self.seat or given[1].type in ("forfeit", "default")
            for tried in [given] if same else [(enemy, order) for order in SONAR_DUEL.legal_orders(one, enemy)]:
                after = one.copy()
                if self._heard(after, tried) == said:
                    found[after.submarines[1 - self.number].cell] = after
        self.states = list(found.values())

    def _heard(self, state: State, given: tuple[str, Order]) -> list[object]:
        ears = SONAR_DUEL.hears(state, frozenset({self.seat}))
        return [one.announcement for one in SONAR_DUEL.apply(state, *given) if one.audience in ears]

    def cells(self) -> tuple[str, ...]:
        """Where the enemy is in one of them."""
        found = sorted(state.submarines[1 - self.number].cell for state in self.states)
        return tuple(SMALL.names[cell] for cell in found)


@pytest.mark.parametrize("announce_kind", [True, False])
def test_equals_everything_that_could_have_happened(announce_kind: bool) -> None:
    """The cells are those of all matches that sound the same to a seat, as the rules themselves play them."""
    for seed in range(25):
        first = SONAR_DUEL.new(Options(announce_kind=announce_kind), SMALL, seed)
        orders = played(first, Random(seed), 20)
        suspicions = [Suspicion(first, number) for number in range(len(SEATS))]
        state = first.copy()
        for given, insight in zip(orders, SONAR_DUEL.analysis(first, orders), strict=True):
            for suspicion in suspicions:
                suspicion.hear(state.copy(), given)
                known = insight.teams[suspicion.seat]
                assert (known.cells, known.exact) == (suspicion.cells(), True), f"match {seed}, turn {state.turn}"
            SONAR_DUEL.apply(state, *given)


def test_many_sounds_of_an_unknown_kind_leave_doubt() -> None:
    """Twelve torpedoes would have ended the match: that is not worked out, and said (3.8, 3.9)."""
    first = SONAR_DUEL.new(Options(announce_kind=False), CHART, 1)
    orders = [(SEATS[(first.to_act + turn) % 2], order) for turn, order in enumerate([SONAR] * 24)]
    *before, last = SONAR_DUEL.analysis(first, orders)
    assert not any(known.exact for known in last.teams.values())
    assert all(known.exact for known in before[-2].teams.values())
