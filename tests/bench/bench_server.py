"""Moves per second of one match over eight WebSockets, every order on disk before it is answered.

`python tests/bench/bench_server.py` starts a server with an SQLite file in a process of its own and plays random
matches from this one. A move is a heading with its breakdown and gauge.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

SECONDS = 10.0
TEAMS = ("blue", "yellow")
ROLES = ("captain", "first_mate", "engineer", "radio_operator")
SEATS = [f"{team}.{role}" for team in TEAMS for role in ROLES]


class Tally:
    """What was played so far."""

    def __init__(self) -> None:
        self.moves = 0
        self.orders = 0
        self.frames = 0
        self.latencies: list[float] = []


@asynccontextmanager
async def server(folder: str) -> AsyncIterator[str]:
    """A server in a process of its own; gives its address."""
    command = [sys.executable, "-m", "sonar_referee", "serve", "--host", "127.0.0.1", "--port", "0"]
    no_limits = ["--requests-per-second", "0", "--frames-per-second", "0"]
    process = subprocess.Popen(
        [*command, *no_limits, "--database", str(Path(folder) / "bench.sqlite3")], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if "http://127.0.0.1:" in line:
                yield "http://127.0.0.1:" + line.split("http://127.0.0.1:")[1].split()[0].split("/")[0]
                break
    finally:
        process.terminate()
        process.wait()


async def take_seats(http: httpx.AsyncClient) -> tuple[str, dict[str, str]]:
    """A started match with a player on each seat; its id and the tokens."""
    match = (await http.post("/api/matches", json={"game": "captain-sonar", "options": {}})).json()
    tokens = {}
    for seat in SEATS:
        joined = await http.post(f"/api/matches/{match['match_id']}/players", json={"name": seat, "seats": [seat]})
        tokens[seat] = joined.json()["player_token"]
    await http.post(
        f"/api/matches/{match['match_id']}/start", headers={"Authorization": f"Bearer {match['host_token']}"}
    )
    return match["match_id"], tokens


async def play_seat(socket: ClientConnection, seat: str, draw: random.Random, tally: Tally) -> None:
    """Draw from the legal orders whenever the table waits for this seat and its last order is answered."""
    sent = 0.0
    latest = ""
    async for frame in socket:
        tally.frames += 1
        assert isinstance(frame, str)
        if frame.startswith(('{"type":"view"', '{"type":"welcome"')):
            latest = frame
        elif frame.startswith('{"type":"accepted"'):
            tally.latencies.append(time.perf_counter() - sent)
            sent = 0.0
        elif frame.startswith('{"type":"refused"'):
            raise RuntimeError(frame)
        else:
            continue
        if '"status":"finished"' in latest:
            return
        if sent or '"legal_orders":[]' in latest:
            continue
        view = json.loads(latest)["view"]
        if seat in view["awaiting"]:
            order = draw.choice(view["legal_orders"])
            tally.orders += 1
            tally.moves += order["type"] == "head"
            sent = time.perf_counter()
            await socket.send(json.dumps({"type": "order", "order_id": str(tally.orders), "order": order}))


async def play_match(address: str, http: httpx.AsyncClient, draw: random.Random, tally: Tally) -> None:
    """One match from the first placement to the end."""
    match_id, tokens = await take_seats(http)
    url = f"{address.replace('http', 'ws', 1)}/api/matches/{match_id}/ws"
    sockets = [await connect(url, compression=None) for _ in SEATS]
    for seat, socket in zip(SEATS, sockets, strict=True):
        await socket.send(json.dumps({"type": "hello", "token": tokens[seat], "seat": seat}))
    await asyncio.gather(*(play_seat(socket, seat, draw, tally) for seat, socket in zip(SEATS, sockets, strict=True)))
    for socket in sockets:
        await socket.close()


async def main() -> None:
    """Play for a while and print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        async with server(folder) as address, httpx.AsyncClient(base_url=address) as http:
            draw, tally = random.Random(1), Tally()
            begun = time.perf_counter()
            while time.perf_counter() - begun < SECONDS:
                await play_match(address, http, draw, tally)
            seconds = time.perf_counter() - begun
    slowest = sorted(tally.latencies)
    own, child = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"moves/s               {tally.moves / seconds:8.0f}")
    print(f"orders/s              {tally.orders / seconds:8.0f}")
    print(f"frames/s received     {tally.frames / seconds:8.0f}")
    print(f"server's CPU a move   {(child.ru_utime + child.ru_stime) / tally.moves * 1e3:8.2f} ms")
    print(f"players' CPU a move   {(own.ru_utime + own.ru_stime) / tally.moves * 1e3:8.2f} ms")
    print(f"order, median         {slowest[len(slowest) // 2] * 1e3:8.2f} ms")
    print(f"order, 99 of 100      {slowest[len(slowest) * 99 // 100] * 1e3:8.2f} ms")


if __name__ == "__main__":
    uvloop.run(main())
