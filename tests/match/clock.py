"""An event loop with a clock that can be put forward, and a table on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.match.maps import Maps, shipped_folder
from sonar_referee.match.matches import Matches
from sonar_referee.match.roster import Player
from sonar_referee.match.table import Table
from sonar_referee.store import Entry, MemoryStore, Store

NOW = "2026-01-31T19:30:00.000Z"
MAPS = Maps([shipped_folder()])
SEATS = CAPTAIN_SONAR.seats


class SlowStore(MemoryStore):
    """A store whose appends wait until they are let through."""

    def __init__(self) -> None:
        super().__init__()
        self.open = asyncio.Event()
        self.open.set()

    async def append(self, match_id: str, entry: Entry) -> None:
        await self.open.wait()
        await super().append(match_id, entry)


class ClockedLoop(asyncio.SelectorEventLoop):
    """A loop whose time stands still but for what the test adds to it."""

    added = 0.0

    def time(self) -> float:
        """The loop's time in seconds."""
        return self.added


async def put_forward(seconds: float) -> None:
    """Put the loop's clock forward, and let what is due happen."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, ClockedLoop)
    loop.added += seconds
    await settle()


async def settle() -> None:
    """Let everything that can happen now happen."""
    for _ in range(50):
        await asyncio.sleep(0)


def make_matches(
    store: Store | None = None,
    bot_delay: float = 0,
    now: Callable[[], str] = lambda: NOW,
    forget_after: float = 1800,
    keep_days: int | None = None,
) -> Matches:
    """All matches of a server with the shipped maps."""
    return Matches(store or MemoryStore(), MAPS, now, bot_delay, forget_after, keep_days)


async def full_table(matches: Matches, **options: Any) -> tuple[Table, dict[str, Player]]:
    """A running match with one player on each seat, whose connection is open, blue to begin."""
    table, _host_token = await matches.create(CAPTAIN_SONAR, {"first_team": "blue", **options}, "", public=True)
    players = {seat: (await table.join(f"player of {seat}", [seat]))[0] for seat in SEATS}
    for player in players.values():
        table.timing.opened(player)
    await matches.start(table)
    return table, players


class Crews:
    """Gives orders at a table for its players."""

    def __init__(self, table: Table, players: dict[str, Player]) -> None:
        self.table = table
        self.players = players

    async def order(self, seat: str, kind: str, order_id: str | None = None, **fields: Any) -> list[str]:
        """Give an order that is accepted; returns the announcements as JSON texts."""
        answer = await self.table.order(self.players[seat], seat, {"type": kind, **fields}, order_id)
        return answer.announcements

    async def place(self) -> None:
        """Choose both starts."""
        await self.order("blue.captain", "place", cell="C2")
        await self.order("yellow.captain", "place", cell="C9")

    async def quiet_round(self, team: str, heading: str, gauge: str) -> None:
        """A round of move, marks (the first free symbol) and nothing more."""
        await self.order(f"{team}.captain", "head", heading=heading)
        free: Any = CAPTAIN_SONAR.legal_orders(self.table.match.state, f"{team}.engineer")
        await self.order(f"{team}.engineer", "mark_breakdown", symbol=free[0].symbol)
        await self.order(f"{team}.first_mate", "mark_gauge", system=gauge)
        await self.order(f"{team}.captain", "end_round")
