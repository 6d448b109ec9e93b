"""What a hunter takes for possible: exactly what the rules leave, and never without the truth."""

from __future__ import annotations

import dataclasses
from random import Random

import pytest

from sonar_referee.games.grid import bits
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import SONAR
from sonar_referee.games.sonar_duel.terms import SEATS
from tests.bots.sonar_duel.naive import Filter
from tests.bots.sonar_duel.table import CHARTS, TWELVE, draw_order, hunter, view_of


@pytest.mark.parametrize("announce_kind", [True, False])
@pytest.mark.parametrize("chart", CHARTS, ids=lambda chart: chart.name)
def test_exactly_what_the_rules_leave(chart: Chart, announce_kind: bool) -> None:
    """Turn by turn of random matches it is what the filter leaves that knows nothing but the rules' words.

    The enemy's own list of us is among what we think that an enemy there may know.
    """
    by_rules, fewest = Filter(SONAR_DUEL.describe_map(chart)), 1000
    for seed in range(12):
        rng = Random(seed)
        state = SONAR_DUEL.new(Options(announce_kind=announce_kind), chart, seed)
        bots = {seat: hunter(seat, chart, announce_kind=announce_kind) for seat in SEATS}
        while state.outcome is None and state.turn < 60:
            (seat,) = SONAR_DUEL.to_act(state)
            views = [view_of(state, one) for one in SEATS]
            left = [{chart.at(*cell) for cell in by_rules.cells(view, announce_kind)} for view in views]
            for number, one in enumerate(SEATS):
                enemy = state.submarines[1 - number].cell
                belief = bots[one].know(views[number])
                assert set(bits(belief.cells)) == left[number]
                assert enemy in left[number]
                assert left[1 - number] <= set(bits(belief.suspects[enemy]))
                assert sum(belief.likely.values()) == pytest.approx(1.0)
                fewest = min(fewest, len(left[number]))
            SONAR_DUEL.apply(state, seat, draw_order(state, seat, rng))
    assert fewest <= 2


@pytest.mark.parametrize("announce_kind", [True, False])
def test_knows_what_an_enemy_has_learned_of_us(announce_kind: bool) -> None:
    """Of an enemy whose cell is known and that only uses sonar, it knows just what that enemy can think (3.6)."""
    chart = dataclasses.replace(TWELVE, starts=((0, 5), (4, 5)))
    by_rules, fewest = Filter(SONAR_DUEL.describe_map(chart)), 1000
    for seed in range(6):
        rng = Random(seed)
        state = SONAR_DUEL.new(Options(announce_kind=announce_kind), chart, seed)
        state.to_act = next(number for number, one in enumerate(state.submarines) if one.start == 5)
        own, enemy = SEATS[1 - state.to_act], SEATS[state.to_act]
        bot = hunter(own, chart, announce_kind=announce_kind)
        while state.turn < 30:
            (seat,) = SONAR_DUEL.to_act(state)
            silent = [order for order in SONAR_DUEL.legal_orders(state, seat) if order.type in ("move", "wait")]
            SONAR_DUEL.apply(state, seat, SONAR if seat == enemy else rng.choice(silent))
            left = {chart.at(*cell) for cell in by_rules.cells(view_of(state, enemy), announce_kind)}
            suspects = bot.know(view_of(state, own)).suspects[5]
            if announce_kind:
                assert set(bits(suspects)) == left
            assert left <= set(bits(suspects))
            fewest = min(fewest, suspects.bit_count())
    assert fewest <= 2
