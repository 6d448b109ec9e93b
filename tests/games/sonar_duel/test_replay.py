"""T13: the seed and the log of orders give the same match again."""

from __future__ import annotations

from random import Random

import pytest

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.replay import Replay
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.orders import Move
from tests.games.sonar_duel.play import draw_anything, random_state


@pytest.mark.parametrize("seed", range(20))
def test_t13_seed_and_log_give_the_same_events_and_the_same_end(seed: int) -> None:
    """Played again, also from the map file's text, every announcement and the last position are equal."""
    rng = Random(seed)
    first = random_state(rng)
    options, chart, drawn = first.options, first.chart, first.seed
    played, log = Replay(SONAR_DUEL, options, chart, drawn), []
    events = []
    while played.state.outcome is None:
        seat, order = draw_anything(played.state, rng)
        try:
            events.append(played.give(seat, order))
        except IllegalOrder:
            continue
        log.append((seat, order))
    again = Replay(SONAR_DUEL, options, SONAR_DUEL.read_map(chart.text, "again"), drawn)
    assert [again.give(seat, order) for seat, order in log] == events
    assert again.state_hash() == played.state_hash()
    assert SONAR_DUEL.position(again.state) == SONAR_DUEL.position(played.state)


def test_t13_another_seed_is_another_match() -> None:
    """What is drawn is drawn from the seed."""
    chart = random_state(Random(1)).chart
    positions = {SONAR_DUEL.position(SONAR_DUEL.new(SONAR_DUEL.options(), chart, seed)) for seed in range(20)}
    assert len(positions) == 20


def test_t13_a_position_says_all_that_tells_two_matches_apart() -> None:
    """One order more, another order, or another option is another position."""
    start = random_state(Random(3))
    legal = [order for order in SONAR_DUEL.legal_orders(start, SONAR_DUEL.to_act(start)[0]) if order.type != "torpedo"]
    after = [start.copy() for _ in legal]
    for state, order in zip(after, legal, strict=True):
        SONAR_DUEL.apply(state, SONAR_DUEL.to_act(state)[0], order)
    assert len({SONAR_DUEL.position(state) for state in (start, *after)}) == len(legal) + 1
    assert any(isinstance(order, Move) for order in legal)
