"""Memory of live matches half-way through, in KiB each, with every seat's view made once.

`python tests/bench/bench_memory.py` plays them in this process over an SQLite file.
"""

from __future__ import annotations

import asyncio
import gc
import random
import tempfile
import tracemalloc
from dataclasses import asdict
from pathlib import Path

from sonar_referee.games.registry import GAMES
from sonar_referee.match.maps import Maps, shipped_folder
from sonar_referee.match.matches import Matches
from sonar_referee.match.table import Table
from sonar_referee.store import SQLiteStore
from sonar_referee.wire.times import now

GAME = GAMES["captain-sonar"]
MATCHES = 100
ROUNDS = 40


async def play(table: Table, draw: random.Random) -> None:
    """Random orders up to the round that counts as half of a match."""
    players = [(await table.join(seat, [seat]))[0] for seat in GAME.seats]
    await table.start()
    match = table.match
    by_seat = {player.seats[0]: player for player in players}
    while match.status == "running" and GAME.round(match.state) < ROUNDS:
        for seat in GAME.to_act(match.state):
            order = draw.choice(GAME.legal_orders(match.state, seat))
            await table.order(by_seat[seat], seat, asdict(order), f"{match.entries}-{seat}")
    for seat in GAME.seats:
        match.view_json(frozenset({seat}))


async def main() -> None:
    """Play and print."""
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        store = SQLiteStore.open(Path(folder) / "bench.sqlite3")
        matches = Matches(store, Maps([shipped_folder()]), now, 0.0, 1800, None)
        warm, _ = await matches.create(GAME, {}, "", True)
        await play(warm, draw)
        gc.collect()
        tracemalloc.start()
        for _ in range(MATCHES):
            table, _ = await matches.create(GAME, {}, "", True)
            await play(table, draw)
        gc.collect()
        used, _ = tracemalloc.get_traced_memory()
        await matches.close()
        await store.close()
    print(f"KiB a live match after {ROUNDS} rounds {used / 1024 / MATCHES:8.1f}")


if __name__ == "__main__":
    asyncio.run(main())
