"""What a reader who takes nothing costs the others: latency of the other seven seats' orders with and without one.

`python tests/bench/bench_slow_reader.py` plays the same random matches in turn, with an eighth seat that reads and with
one that is stuck, over a server with an SQLite file in a process of its own. The ratios should be 1 within the noise.
"""

from __future__ import annotations

import asyncio
import json
import random
import socket
import tempfile

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from tests.bench.bench_server import SEATS, Tally, play_seat, server, take_seats

PAIRS = 12
WORDS = 2000
"""Words of 500 bytes that fill what the operating system keeps for the eighth seat, and leave frames waiting."""
EIGHTH = "yellow.radio_operator"
MATE = "yellow.engineer"


async def open_socket(address: str, match_id: str, token: str, seat: str, stuck: bool = False) -> ClientConnection:
    """A socket that has said hello; a stuck one takes as good as nothing that is not read."""
    wire = socket.socket()
    if stuck:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    wire.connect(("127.0.0.1", int(address.rsplit(":", maxsplit=1)[1])))
    wire.setblocking(False)
    url = f"{address.replace('http', 'ws', 1)}/api/matches/{match_id}/ws"
    opened = await connect(url, sock=wire, compression=None, max_queue=1 if stuck else None, close_timeout=0.1)
    await opened.send(json.dumps({"type": "hello", "token": token, "seat": seat}))
    return opened


async def chatter(mate: ClientConnection) -> None:
    """Let a mate of the eighth seat say more than is kept for somebody who takes nothing."""
    for _ in range(WORDS // 50):
        for _ in range(50):
            await mate.send(json.dumps({"type": "chat", "text": "a" * 500}))
        await mate.send('{"type":"ping"}')
        while await mate.recv() != '{"type":"pong"}':
            pass


async def read_on(reader: ClientConnection) -> None:
    """Take all that comes."""
    async for _ in reader:
        pass


async def play(address: str, http: httpx.AsyncClient, seed: int, stuck: bool, tally: Tally) -> None:
    """One match of seven players and the eighth seat."""
    match_id, tokens = await take_seats(http)
    eighth = await open_socket(address, match_id, tokens[EIGHTH], EIGHTH, stuck)
    reading = asyncio.create_task(asyncio.Event().wait() if stuck else read_on(eighth))
    mate = await open_socket(address, match_id, tokens[MATE], MATE)
    await chatter(mate)
    await mate.close()
    seven = [seat for seat in SEATS if seat != EIGHTH]
    sockets = [await open_socket(address, match_id, tokens[seat], seat) for seat in seven]
    dice = random.Random(seed)
    await asyncio.gather(*(play_seat(one, seat, dice, tally) for seat, one in zip(seven, sockets, strict=True)))
    for one in (*sockets, eighth):
        await one.close()
    reading.cancel()


def percentile(values: list[float], hundredths: int) -> float:
    """A percentile in milliseconds."""
    return sorted(values)[len(values) * hundredths // 100] * 1e3


async def main() -> None:
    """Play matches in pairs and print the figures."""
    reading, stuck = Tally(), Tally()
    with tempfile.TemporaryDirectory() as folder:
        async with server(folder) as address, httpx.AsyncClient(base_url=address) as http:
            for seed in range(PAIRS):
                for is_stuck, tally in ((False, reading), (True, stuck)):
                    await play(address, http, seed, is_stuck, tally)
    print(f"orders: {reading.orders} with an eighth seat that reads, {stuck.orders} with one that is stuck")
    for name, hundredths in (("median", 50), ("90 of 100", 90), ("99 of 100", 99)):
        without, with_one = (percentile(tally.latencies, hundredths) for tally in (reading, stuck))
        print(f"{name:10} {without:7.2f} ms  {with_one:7.2f} ms  ratio {with_one / without:5.2f}")


if __name__ == "__main__":
    uvloop.run(main())
