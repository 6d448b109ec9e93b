"""Nothing that is played brings a match into a state that cannot be, and every match ends."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEATS
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.options import Clock
from tests.games.captain_sonar.invariants import check_change, check_position
from tests.games.captain_sonar.play import VARIED, draw, open_orders, random_table, steps, values_of
from tests.games.captain_sonar.table import CHARTS
from tests.games.captain_sonar.universe import every_order

MOST_ROUNDS = 20_000
"""A random match that lasts so long is stuck: the longest of the 20,000 below has 5,005 rounds."""


def options_of(chosen: dict[str, Any]) -> Options:
    """The options with these values."""
    return Options(**chosen)


OPTIONS = st.fixed_dictionaries(
    {"map": st.sampled_from(sorted(CHARTS))},
    optional={name: st.sampled_from(values_of(name)) for name in VARIED}
    | {"max_rounds": st.integers(1, 60), "clock": st.sampled_from((Clock(60), Clock(60, "forfeit")))},
).map(options_of)


class AnyMatch(RuleBasedStateMachine):
    """A match in which hypothesis chooses options, seats and orders."""

    state: State

    @initialize(options=OPTIONS, seed=st.integers(0, 1 << 30))
    def begin(self, options: Options, seed: int) -> None:
        """Set the table."""
        self.state = CAPTAIN_SONAR.new(options, CHARTS[options.map], seed)

    def _carry_out(self, seat: str, order: Order) -> None:
        before, kept = self.state.copy(), CAPTAIN_SONAR.copy(self.state)
        after = CAPTAIN_SONAR.copy(self.state)
        said = CAPTAIN_SONAR.apply(after, seat, order)
        assert self.state == before, "an order on a copy changed the position it was copied from"
        assert CAPTAIN_SONAR.apply(self.state, seat, order) == said
        assert self.state == after
        assert kept == before, "an order changed an earlier copy"
        check_change(before, after)

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data())
    def give_a_legal_order(self, data: st.DataObject) -> None:
        """Any seat that may order something orders something."""
        seat, orders = data.draw(st.sampled_from(open_orders(self.state)))
        self._carry_out(seat, data.draw(st.sampled_from(orders)))

    @precondition(lambda self: self.state.outcome is None)
    @rule(orders=st.integers(1, 80), seed=st.integers(0, 1 << 30))
    def play_on(self, orders: int, seed: int) -> None:
        """Many orders, drawn by a seed, so that gauges fill and mines lie."""
        rng = Random(seed)
        for _ in range(orders):
            if self.state.outcome is None:
                self._carry_out(*draw(self.state, rng))

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data(), seat=st.sampled_from(("blue.captain", "yellow.captain")))
    def give_a_standing_order(self, data: st.DataObject, seat: str) -> None:
        """A Captain offers a draw, replies to an offer or, now and then, ends the match."""
        orders = CAPTAIN_SONAR.standing_orders(self.state, seat)
        if data.draw(st.integers(0, 9)):
            orders = tuple(order for order in orders if order.type in ("offer_draw", "decline_draw"))
        if orders:
            self._carry_out(seat, data.draw(st.sampled_from(orders)))

    @precondition(lambda self: self.state.outcome is None)
    @rule()
    def let_the_time_run_out(self) -> None:
        """The referee gives the order of somebody who is awaited, or ends the match."""
        self._carry_out(*CAPTAIN_SONAR.on_timeout(self.state))

    @precondition(lambda self: self.state.outcome is None)
    @rule(data=st.data(), seats=st.lists(st.sampled_from(SEATS), min_size=1, unique=True))
    def stay_away(self, data: st.DataObject, seats: list[str]) -> None:
        """Now and then the referee ends the match because somebody stayed away."""
        if data.draw(st.integers(0, 9)) == 0:
            self._carry_out(*CAPTAIN_SONAR.on_absence(self.state, seats))

    @rule(data=st.data(), seat=st.sampled_from(SEATS))
    def give_any_order(self, data: st.DataObject, seat: str) -> None:
        """Any seat orders anything that can be written, which is mostly refused and then changes nothing."""
        order = data.draw(st.sampled_from(every_order(self.state.chart)))
        before = self.state.copy()
        try:
            CAPTAIN_SONAR.apply(self.state, seat, order)
        except IllegalOrder:
            assert self.state == before
        else:
            check_change(before, self.state)

    @invariant()
    def the_position_can_be(self) -> None:
        """Every invariant holds."""
        check_position(self.state)

    @invariant()
    def everybody_sees_something(self) -> None:
        """A view can be made for each seat and for a spectator."""
        for viewer in (*(frozenset({seat}) for seat in SEATS), frozenset[str]()):
            assert CAPTAIN_SONAR.view(self.state, viewer).phase == self.state.phase


AnyMatch.TestCase.settings = settings(max_examples=120, stateful_step_count=25, deadline=None)
test_no_match_reaches_a_state_that_cannot_be: Any = AnyMatch.TestCase


def finish(seed: int, default: bool) -> int:
    """Play a random match to its end, within the bound; its number of rounds."""
    state = random_table(seed, default, "alpha" if default else None)
    for _ in steps(state, Random(seed)):
        assert state.round <= MOST_ROUNDS, f"match {seed} does not end"
    return state.round


@pytest.mark.parametrize("default", [True, False], ids=["default", "random options"])
def test_invariants_hold_at_each_step_of_random_matches(default: bool) -> None:
    """From the first order to the end every invariant holds, after each order."""
    for seed in range(30):
        state = random_table(seed, default)
        before = state.copy()
        for _ in steps(state, Random(seed)):
            check_position(state)
            if state != before:
                check_change(before, state)
            before = state.copy()
        check_position(state)
        check_change(before, state)


@pytest.mark.parametrize("default", [True, False], ids=["default", "random options"])
def test_random_matches_end(default: bool) -> None:
    """Random play ends every match (R145): nobody waits for a seat that has no order."""
    for seed in range(150):
        finish(seed, default)


CHUNK = 500


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(20))
@pytest.mark.parametrize("default", [True, False], ids=["default", "random options"])
def test_ten_thousand_random_matches_end(default: bool, chunk: int) -> None:
    """So do 10,000 matches with the default options and 10,000 with random options on random maps."""
    for seed in range(1000 + chunk * CHUNK, 1000 + (chunk + 1) * CHUNK):
        finish(seed, default)
