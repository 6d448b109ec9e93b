"""The orders that the referee gives in place of a player whose time is up: cautious, and the same every time."""

from __future__ import annotations

import random

from sonar_referee.games.captain_sonar.legal import legal_orders
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import State


def default_order(state: State, seat: str) -> Order:
    """The order for a seat that the table waits for."""
    orders = legal_orders(state, seat)
    if state.phase == "activation":
        return orders[-1]
    return random.Random(f"{state.seed} {state.round} {seat}").choice(orders)
