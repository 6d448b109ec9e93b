"""The levels `cadet`, `officer` and `hunter`: for each thing that the table waits for, how it is decided."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, cast

from sonar_referee.bots.bot import Bot, Brief, Choice
from sonar_referee.bots.captain_sonar.captain import Captain, Order
from sonar_referee.bots.captain_sonar.engineer import mark_burden
from sonar_referee.bots.captain_sonar.first_mate import best_gauge
from sonar_referee.bots.captain_sonar.knowledge import Knowledge
from sonar_referee.bots.captain_sonar.sight import Sight, sight_of
from sonar_referee.bots.captain_sonar.temper import CADET, HUNTER, OFFICER, Temper
from sonar_referee.games.captain_sonar.announcements import read_announcement
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.orders import Fact
from sonar_referee.games.captain_sonar.panel import SYMBOL_NUMBER
from sonar_referee.games.captain_sonar.terms import SYSTEMS, Team
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.adapters import read_options

_WEIGHED = ("order", "activation")
"""The phases in which a Captain weighs orders."""


class Officer(Bot):
    """Tracks the enemy and marks sensibly, but does not mind what it gives away itself."""

    temper: ClassVar[Temper] = OFFICER

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self._random = random.Random(brief.seed)
        drawing = brief.map
        self._chart = Chart(drawing["name"], drawing["title"], tuple(drawing["grid"]), drawing["sector_size"])
        self._team = cast(Team, brief.seats[0].split(".")[0])
        self._enemy: Team = "yellow" if self._team == "blue" else "blue"
        self._knowledge = Knowledge(self._chart, read_options(GAMES[brief.game], dict(brief.options)))

    def hear(self, announcement: Mapping[str, Any]) -> None:
        """Take in the next announcement."""
        self._knowledge.hear(read_announcement(announcement))

    def choose(self, view: Mapping[str, Any]) -> Choice | None:
        """The order for the first of one's own seats that is awaited; draws are declined."""
        if any(order["type"] == "decline_draw" for order in view["standing_orders"]):
            return self.split(next(order for order in view["standing_orders"] if order["type"] == "decline_draw"))
        for seat in self.brief.seats:
            orders = [order for order in view["legal_orders"] if order.get("seat", seat) == seat]
            if seat in view["awaiting"] and orders:
                return self.split(self._decide(seat.split(".")[1], view, orders))
        return None

    def _decide(self, role: str, view: Mapping[str, Any], orders: Sequence[Order]) -> Order:
        sight = sight_of(self._chart, view)
        if role == "engineer" and sight.breakdowns is not None:
            return self._mark(sight, sight.breakdowns, orders)
        if role == "first_mate":
            return best_gauge(sight, self._knowledge.belief(self._enemy).doubt, self.temper.eyes, orders)
        if view["phase"] in _WEIGHED and sight.cell is not None:
            return self._command(sight, sight.cell, orders)
        if view["phase"] == "sonar_answer":
            return self._answer_sonar(orders)
        return self._random.choice(orders)

    def _command(self, sight: Sight, here: int, orders: Sequence[Order]) -> Order:
        return Captain(self.temper, self._knowledge, self._team, sight, here).best(orders)

    def _mark(self, sight: Sight, breakdowns: int, orders: Sequence[Order]) -> Order:
        """The mark that costs least, above all where the Captain's gauges are full."""
        full = tuple(system for system in range(len(SYSTEMS)) if sight.full(system))
        return min(orders, key=lambda order: mark_burden(breakdowns, SYMBOL_NUMBER[order["symbol"]], full))

    def _answer_sonar(self, orders: Sequence[Order]) -> Order:
        return self._random.choice(orders)


class Hunter(Officer):
    """Tracks both sides, guesses how the enemy sails, weighs what it gives away, and misleads by its sonar answers."""

    temper = HUNTER

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self._knowledge = Knowledge(self._chart, self._knowledge.options, suspect=self._enemy)

    def _answer_sonar(self, orders: Sequence[Order]) -> Order:
        tracker = self._knowledge.trackers[self._team]

        def cells_left(order: Order) -> int:
            one, other = (tracker.cells_in(Fact(**fact)) for fact in order["facts"])
            return (tracker.cells & (one ^ other)).bit_count()

        left = [cells_left(order) for order in orders]
        return self._random.choice([order for order, count in zip(orders, left, strict=True) if count == max(left)])


class Cadet(Officer):
    """Greedy, and without memory of anything before its own last round; but who is surfaced lies in sight."""

    temper = CADET

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self._in_sight = False
        self._heard: list[Mapping[str, Any]] = []

    def hear(self, announcement: Mapping[str, Any]) -> None:
        """Take in the next announcement; forget what came before at the end of a round of one's own."""
        super().hear(announcement)
        self._heard.append(announcement)
        kind, team = announcement["kind"], announcement["team"]
        if team == self._enemy and kind in ("surface", "dive"):
            self._in_sight = kind == "surface"
        if kind != "round_ended":
            return
        if team == self._team and not self._in_sight:
            self._knowledge = Knowledge(self._chart, self._knowledge.options)
            for said in self._heard:
                super().hear(said)
        self._heard = []
