"""A bot that draws from its legal orders."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from sonar_referee.bots.bot import Bot, Brief, Choice


class RandomBot(Bot):
    """Uniform over `legal_orders` when the table waits for it; declines draws, never resigns."""

    thinks = False

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self._random = random.Random(brief.seed)

    def choose(self, view: Mapping[str, Any]) -> Choice | None:
        """Draw an order for a seat that is awaited, as the view says or as it has orders to give."""
        mine = view.get("seats") or [view.get("seat")]
        for standing in view["standing_orders"]:
            if standing["type"] == "decline_draw":
                return self.split(standing)
        awaited = [seat for seat in mine if seat in view.get("awaiting", mine)]
        orders = [order for order in view["legal_orders"] if order.get("seat", mine[0]) in awaited]
        return self.split(self._random.choice(orders)) if orders else None
