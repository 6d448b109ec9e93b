"""A duel at a table whose time is put forward by hand."""

from __future__ import annotations

import json
from typing import Any

from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.match.roster import Player
from sonar_referee.match.table import Table
from sonar_referee.store import MemoryStore
from tests.match.clock import Crews, make_matches
from tests.match.timed import givers

OTHER = {"blue": "yellow", "yellow": "blue"}


class Duel(Crews):
    """A duel between two people whose connections are open."""

    def __init__(self, table: Table, players: dict[str, Player], store: MemoryStore) -> None:
        super().__init__(table, players)
        self.store = store

    @classmethod
    async def begun(cls, *bots: str, **options: Any) -> Duel:
        """A duel that has just begun, by the rules' own clock and presence unless told otherwise."""
        store = MemoryStore()
        matches = make_matches(store)
        table, _token = await matches.create(SONAR_DUEL, options, "", public=True)
        people = [seat for seat in SONAR_DUEL.seats if seat not in bots]
        players: dict[str, Player] = {seat: (await table.join(f"player of {seat}", [seat]))[0] for seat in people}
        for player in players.values():
            table.timing.opened(player)
        if bots:
            await table.add_bots("random", bots)
        await matches.start(table)
        return cls(table, players, store)

    @property
    def act(self) -> str:
        """Whose turn it is."""
        return SONAR_DUEL.to_act(self.table.match.state)[0]

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return SONAR_DUEL.round(self.table.match.state)

    @property
    def end(self) -> tuple[str | None, str] | None:
        """Winner and reason."""
        outcome = SONAR_DUEL.outcome(self.table.match.state)
        return None if outcome is None else (outcome.winner, outcome.reason)

    def cell(self, seat: str) -> Any:
        """Where a submarine is."""
        return SONAR_DUEL.view(self.table.match.state, frozenset({seat})).cell

    def open_headings(self, of_the_start: bool = False) -> list[str]:
        """Where the submarine whose turn it is can go, or where the first one could at the start."""
        setup = self.table.match.setup
        first = SONAR_DUEL.new(setup.options, setup.chart, setup.seed)
        state = first if of_the_start else self.table.match.state
        legal: Any = SONAR_DUEL.legal_orders(state, SONAR_DUEL.to_act(state)[0])
        return [order.heading for order in legal if order.type == "move"]

    async def log(self) -> list[tuple[str, str]]:
        """Who gave which type of order, as the log has it."""
        entries = await self.store.entries(self.table.match.match_id)
        types = [json.loads(entry.order)["type"] for entry in entries]
        return list(zip(await givers(self, self.store), types, strict=True))
