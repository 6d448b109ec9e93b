"""A bot that draws from its legal orders."""

from __future__ import annotations

import random
from typing import Any

from sonar_referee.bots.bot import Bot, Choice


class RandomBot(Bot):
    """Uniform over `legal_orders` when the table waits for it; declines draws, never resigns."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self._random = random.Random(seed)

    def choose(self, view: dict[str, Any]) -> Choice | None:
        """Draw an order for a seat that is awaited."""
        mine = view.get("seats") or [view.get("seat")]
        for standing in view["standing_orders"]:
            if standing["type"] == "decline_draw":
                return self._split(standing)
        awaited = [seat for seat in mine if seat in view["awaiting"]]
        orders = [order for order in view["legal_orders"] if order.get("seat", mine[0]) in awaited]
        return self._split(self._random.choice(orders)) if orders else None

    @staticmethod
    def _split(order: dict[str, Any]) -> Choice:
        bare = {name: value for name, value in order.items() if name != "seat"}
        return Choice(order.get("seat"), bare)
