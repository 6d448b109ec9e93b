"""Sonar duel's playthroughs: how their orders are drawn, and the recipes that show every call and every ending."""

from __future__ import annotations

import dataclasses
import json
from random import Random
from typing import Any

from sonar_referee.games.options import Clock
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.orders import FORFEIT, SONAR, Order
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import SEATS
from tests.games.sonar_duel.play import draw, draw_anything
from tests.golden.playthrough import Given, Kept, Recipe


def drawn(state: State, rng: Random) -> Given:
    """Players who seek each other, scan and fire; now and then an order is refused, or the match ends otherwise."""
    if state.options.clock is not None and rng.random() < 0.04:
        return SONAR_DUEL.on_timeout(state)
    if state.options.presence == "forfeit" and rng.random() < 0.004:
        return SONAR_DUEL.on_absence(state, rng.choice((("blue",), ("yellow",), SONAR_DUEL.seats)))
    if rng.random() < 0.002:
        return rng.choice(SONAR_DUEL.seats), FORFEIT
    if rng.random() < 0.15:
        return draw_anything(state, rng)
    far = _apart(state)
    if far > NEAR and rng.random() < 0.6:
        approaching = [order for order in _moves(state) if _apart(_after(state, order)) < far]
        if approaching:
            return SEATS[state.to_act], rng.choice(approaching)
    if far <= NEAR and rng.random() < 0.3:
        return SEATS[state.to_act], SONAR
    return draw(state, rng, 0.4 if far <= NEAR else 0.02)


NEAR = 4


def _apart(state: State) -> int:
    return state.chart.distance(*(submarine.cell for submarine in state.submarines))


def _moves(state: State) -> list[Order]:
    return [order for order in SONAR_DUEL.legal_orders(state, SEATS[state.to_act]) if order.type == "move"]


def _after(state: State, order: Order) -> State:
    after = state.copy()
    SONAR_DUEL.apply(after, SEATS[state.to_act], order)
    return after


def _head(options: Any, seed: int) -> str:
    return json.dumps({"seed": seed, "options": dataclasses.asdict(options)})


def _order(order: Order) -> str:
    return json.dumps(dataclasses.asdict(order))


KEPT = Kept("sonar_duel", drawn, _head, _order)

RECIPES = (
    Recipe(KEPT, "01-torpedoed", 1674),
    Recipe(KEPT, "02-out-of-torpedoes", 2004),
    Recipe(KEPT, "03-turn-limit", 3022, {"spectator_view": "public", "presence": "wait"}),
    Recipe(KEPT, "04-resignation", 4027, {"presence": "bot", "clock": None}),
    Recipe(KEPT, "05-absence", 5112),
    Recipe(KEPT, "06-both-away", 6029),
    Recipe(KEPT, "07-lost-on-time", 7012, {"clock": Clock(30, "forfeit")}),
    Recipe(KEPT, "08-kinds-untold", 8001, {"announce_kind": False, "reveal_at_end": False}),
)
