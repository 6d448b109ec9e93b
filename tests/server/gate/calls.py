"""Calls of the application from any address, at any time, without a network and without waiting."""

from __future__ import annotations

from typing import Any

import httpx

from sonar_referee.server.app import make_app
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore


class FakeTime:
    """A clock that stands still until a test moves it; in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Calls:
    """An application with its default limits, except for those that are given, under a clock of the test's own."""

    def __init__(self, **settings: Any) -> None:
        self.time = FakeTime()
        self.app = make_app(Settings(**{"host": "0.0.0.0", "bot_delay": 0.0, **settings}), MemoryStore(), self.time)

    async def call(
        self,
        method: str,
        path: str,
        *,
        address: str = "192.168.1.20",
        host: str = "192.168.1.5:8000",
        reached_at: str = "192.168.1.5",
        **more: Any,
    ) -> httpx.Response:
        """Make a call from an address; `reached_at` is the server's own end of the connection."""

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await self.app({**scope, "server": (reached_at, 8000)}, receive, send)

        transport = httpx.ASGITransport(app=app, client=(address, 4711))
        headers = {"Host": host, **more.pop("headers", {})}
        async with httpx.AsyncClient(transport=transport, base_url="http://server") as http:
            return await http.request(method, path, headers=headers, **more)
