"""Ends of connections that nobody asked for: the server stops, or the other end is silent for too long."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from sonar_referee.match.presence import CONTACT_LASTS
from sonar_referee.server import run
from sonar_referee.server.run import serving
from sonar_referee.server.settings import Settings
from sonar_referee.store import Entry, MemoryStore, Store

OPERATOR = "only-the-operator-knows"

Scenario = Callable[[str, httpx.AsyncClient, str], Awaitable[Any]]


class SlowStore(MemoryStore):
    """A store whose disk takes its time for orders."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()
        self.done = asyncio.Event()

    async def append(self, match_id: str, entry: Entry) -> None:
        self.asked.set()
        await self.done.wait()
        await super().append(match_id, entry)


async def served(scenario: Scenario, store: Store | None = None) -> Any:
    """What comes of a scenario, which gets a server's URL, a client for it and the path of a match."""
    async with httpx.AsyncClient(trust_env=False, timeout=20) as http:
        async with serving(Settings(host="127.0.0.1", port=0, operator_token=OPERATOR), store or MemoryStore()) as url:
            match_id = (await http.post(f"{url}/api/matches", json={})).json()["match_id"]
            later = await scenario(url, http, f"/api/matches/{match_id}")
        return await later


async def connections(url: str, http: httpx.AsyncClient, number: int) -> None:
    """Wait until so many connections are open."""
    async with asyncio.timeout(20):
        while True:
            metrics = (await http.get(f"{url}/metrics", headers={"Authorization": f"Bearer {OPERATOR}"})).text
            if sum(map(float, re.findall(r"^sonar_connections\{.*} (.*)$", metrics, re.MULTILINE))) == number:
                return
            await asyncio.sleep(0.01)


def test_sockets_are_told_that_the_server_stops() -> None:
    """When the server stops, a socket is closed with 1012 and words that say so."""

    async def scenario(url: str, http: httpx.AsyncClient, path: str) -> Awaitable[Any]:
        line = await connect(f"{url.replace('http', 'ws')}{path}/ws", proxy=None)
        await line.send('{"type":"hello"}')
        assert json.loads(await line.recv())["type"] == "welcome"

        async def closing() -> Any:
            await line.wait_closed()
            return line.close_code, line.close_reason

        return closing()

    assert asyncio.run(served(scenario)) == (1012, "the server is stopping; come back in a moment")


def test_order_at_work_is_answered_before_the_server_stops() -> None:
    """The disk is still writing when the server is told to stop: the order is accepted first, then the socket ends."""

    async def scenario(url: str, http: httpx.AsyncClient, path: str) -> Awaitable[Any]:
        made = (await http.post(f"{url}/api/matches", json={})).json()
        path = f"{url}/api/matches/{made['match_id']}"
        tokens = []
        for team in ("blue", "yellow"):
            seats = [f"{team}.{role}" for role in ("captain", "first_mate", "engineer", "radio_operator")]
            joined = await http.post(f"{path}/players", json={"name": team, "seats": seats})
            tokens.append(joined.json()["player_token"])
        await http.post(f"{path}/start", headers={"Authorization": f"Bearer {made['host_token']}"})
        line = await connect(f"{path.replace('http', 'ws')}/ws", proxy=None)
        await line.send(json.dumps({"type": "hello", "token": tokens[0]}))
        order = {"type": "order", "order_id": "last", "order": {"type": "place", "cell": "C2"}}
        await line.send(json.dumps(order))
        await store.asked.wait()
        asyncio.get_running_loop().call_later(0.2, store.done.set)

        async def told() -> Any:
            frames = []
            with suppress(ConnectionClosed):
                while True:
                    frames.append(json.loads(await line.recv())["type"])
            return frames, line.close_code

        return told()

    store = SlowStore()
    frames, code = asyncio.run(served(scenario, store))
    assert frames[-2:] == ["view", "accepted"]
    assert code == 1012


def test_streams_and_held_calls_end_when_the_server_stops() -> None:
    """A stream ends as one that is complete, and a held call is answered with a problem that says to come back."""

    async def scenario(url: str, http: httpx.AsyncClient, path: str) -> Awaitable[Any]:
        async def lines() -> list[str]:
            async with http.stream("GET", f"{url}{path}/stream") as stream:
                return [line async for line in stream.aiter_lines()]

        stream = asyncio.create_task(lines())
        held = asyncio.create_task(http.get(f"{url}{path}/announcements", params={"wait": 30}))
        await connections(url, http, 2)
        return asyncio.gather(stream, held)

    lines, held = asyncio.run(served(scenario))
    assert lines == []
    assert (held.status_code, held.json()["code"]) == (503, "not_ready")


def test_dead_socket_is_noticed_before_contact_is_over() -> None:
    """A socket whose other end is gone without a word counts as contact for less than 15 seconds."""
    assert run.PING_EVERY + run.PING_ANSWERED_WITHIN < CONTACT_LASTS


def test_socket_that_answers_no_ping_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that is open but silent, as that of a phone out of reach, is closed by the server."""
    monkeypatch.setattr(run, "PING_EVERY", 0.05)
    monkeypatch.setattr(run, "PING_ANSWERED_WITHIN", 0.05)

    async def scenario(url: str, http: httpx.AsyncClient, path: str) -> Awaitable[Any]:
        address = urlsplit(url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        key = base64.b64encode(bytes(16)).decode()
        head = [f"GET {path}/ws HTTP/1.1", f"Host: {address.netloc}", "Upgrade: websocket", "Connection: Upgrade"]
        head += [f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"]
        writer.write("\r\n".join([*head, "", ""]).encode())
        await reader.readuntil(b"\r\n\r\n")
        hello = b'{"type":"hello"}'
        writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        async with asyncio.timeout(20):
            told = await reader.read()
            await connections(url, http, 0)
        writer.close()
        assert b'{"type":"welcome"' in told
        assert b"keepalive ping timeout" in told
        return asyncio.sleep(0)

    asyncio.run(served(scenario))
