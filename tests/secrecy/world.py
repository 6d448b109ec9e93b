"""A whole server in one event loop of its own, called as ASGI directly: no port, no client library, no real time.

Chance and time come from the test, so that two worlds answer byte for byte the same where nothing else differs.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import secrets
import sys
import time
from collections.abc import Coroutine, Iterator, MutableMapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from types import ModuleType
from typing import Any, NamedTuple, TypeVar

import structlog

from sonar_referee.server import app as server_app
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore

T = TypeVar("T")
Json = dict[str, Any]
HOST = b"127.0.0.1:8000"
LONG_AGO = datetime(2026, 1, 31, 19, 30, tzinfo=UTC)


class StillLoop(asyncio.SelectorEventLoop):
    """An event loop whose time stands still until somebody puts it forward."""

    now = 0.0

    def time(self) -> float:
        """The loop's time in seconds."""
        return self.now

    def busy(self) -> bool:
        """Whether anything waits to be run now."""
        ready: Any = getattr(self, "_ready")  # noqa: B009 - no part of its type
        return bool(ready)


class Reply(NamedTuple):
    """An answer with all its headers."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def json(self) -> Json:
        """The document in the body."""
        document: Json = json.loads(self.body)
        return document


class Line:
    """An open connection, socket or stream: what came, each with its time, and what is to be sent."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.came: list[tuple[float, str]] = []
        self._asked: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()

    async def receive(self) -> MutableMapping[str, Any]:
        """What the application is asked next."""
        return await self._asked.get()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Take down what the application sends."""
        what = message.get("text")
        if what is None:
            what = repr({key: value for key, value in message.items() if key != "extensions"})
        self.came.append((self._world.loop.now, what))

    def ask(self, **message: Any) -> None:
        """Send the application an ASGI message."""
        self._asked.put_nowait(message)

    def say(self, frame: Json) -> None:
        """Send a frame."""
        self.ask(type="websocket.receive", text=json.dumps(frame))

    def taken(self) -> list[tuple[float, str]]:
        """What has come since the last look."""
        came, self.came = self.came, []
        return came


class _Chance:
    """In place of the module `secrets`: as unlikely, but the same in each world, but for the seed of a match."""

    def __init__(self, side: int) -> None:
        self._rng = Random("tokens, ids and codes")
        self._seeds = Random(f"seeds of {side}")
        self.seed: int | None = None
        """The seed of the next match, where the test says which."""

    def token_bytes(self, size: int = 32) -> bytes:
        return self._rng.randbytes(size)

    def token_hex(self, size: int = 32) -> str:
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int = 32) -> str:
        return base64.urlsafe_b64encode(self.token_bytes(size)).rstrip(b"=").decode()

    def choice(self, things: Any) -> Any:
        return self._rng.choice(things)

    def randbits(self, size: int) -> int:
        return self._seeds.getrandbits(size) if self.seed is None else self.seed


CHANCE = ("token_bytes", "token_hex", "token_urlsafe", "choice", "randbits")


@cache
def _clocks() -> tuple[tuple[ModuleType, str], ...]:
    """Where modules of the server have taken one of Python's clocks by name."""
    clocks = {"monotonic": time.monotonic, "perf_counter": time.perf_counter}
    modules = [module for name, module in sys.modules.items() if name.startswith("sonar_referee.")]
    found = [(module, name) for module in modules for name in clocks if getattr(module, name, None) is clocks[name]]
    return tuple(found)


class _Log(logging.Handler):
    """Takes down every line of Python's own log."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(logging.DEBUG)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.append(f"{record.name} {record.levelname} {record.getMessage()}")


class World:
    """One server with its clients. All that happens in it happens within a call of `run`."""

    def __init__(self, side: int, **settings: Any) -> None:
        self.loop = StillLoop()
        self.log: list[str] = []
        self._handler = _Log(self.log)
        self.chance = chance = _Chance(side)
        self._props: list[tuple[Any, str, Any]] = [(server_app, "now", self.now)]
        self._props += [(secrets, name, getattr(chance, name)) for name in CHANCE]
        self._props += [(module, name, self.loop.time) for module, name in _clocks()]
        self._tasks: list[asyncio.Task[None]] = []
        with self._stage():
            chosen = Settings(host="127.0.0.1", bot_delay=0, **settings)
            self.app = server_app.make_app(chosen, MemoryStore(), clock=self.loop.time)
            self._lifespan = self.app.router.lifespan_context(self.app)
        self.run(self._lifespan.__aenter__())

    def close(self) -> None:
        """End everything."""
        for task in self._tasks:
            task.cancel()
        self.run(self._end())
        self.loop.close()

    async def _end(self) -> None:
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._lifespan.__aexit__(None, None, None)

    def now(self) -> str:
        """The time of this world as RFC 3339 text."""
        at = LONG_AGO + timedelta(seconds=self.loop.now)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    @contextmanager
    def _stage(self) -> Iterator[None]:
        """Let chance, time and log be this world's."""
        root = logging.getLogger()
        log_before = structlog.get_config()
        before = [(owner, name, getattr(owner, name)) for owner, name, _value in self._props]
        for owner, name, value in self._props:
            setattr(owner, name, value)
        structlog.configure(
            processors=[structlog.contextvars.merge_contextvars, self._take_down],
            logger_factory=structlog.ReturnLoggerFactory(),
            wrapper_class=structlog.make_filtering_bound_logger(logging.DEBUG),
        )
        root.addHandler(self._handler)
        try:
            yield
        finally:
            root.removeHandler(self._handler)
            structlog.configure(**log_before)
            for owner, name, value in before:
                setattr(owner, name, value)

    def _take_down(self, _logger: Any, method: str, event: MutableMapping[str, Any]) -> str:
        line = f"{method} {sorted(event.items(), key=str)}"
        self.log.append(line)
        return line

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something, and let everything happen that follows from it at once."""
        with self._stage():
            return self.loop.run_until_complete(self._settled(work))

    async def _settled(self, work: Coroutine[Any, Any, T]) -> T:
        done = await work
        await settle(self.loop)
        return done

    async def until(self, moment: float) -> None:
        """Let time pass up to a moment, with all that is due on the way, each at its own time."""
        for due in self._due(moment):
            self.loop.now = due
            await settle(self.loop)
        self.loop.now = moment
        await settle(self.loop)

    def _due(self, moment: float) -> Iterator[float]:
        while True:
            scheduled: Any = getattr(self.loop, "_scheduled")  # noqa: B009 - no part of its type
            due = [timer.when() for timer in scheduled if not timer.cancelled() and timer.when() <= moment]
            if not due:
                return
            yield max(min(due), self.loop.now)

    # -- calls

    async def call(
        self, method: str, path: str, token: str | None = None, document: Any = None, query: str = "", who: str = ""
    ) -> Reply:
        """Make an HTTP call; `who` stands for the address that it comes from."""
        body = b"" if document is None else json.dumps(document).encode()
        messages: list[MutableMapping[str, Any]] = []
        asked = iter(({"type": "http.request", "body": body, "more_body": False},))

        async def receive() -> MutableMapping[str, Any]:
            for message in asked:
                return message
            await asyncio.Event().wait()  # never gone
            raise AssertionError

        async def send(message: MutableMapping[str, Any]) -> None:
            messages.append(message)

        await self.app(self._scope(method, path, token, query, who, len(body)), receive, send)
        rest = b"".join(message.get("body", b"") for message in messages[1:])
        return Reply(messages[0]["status"], tuple(messages[0]["headers"]), rest)

    def stream(self, path: str, token: str | None, query: str = "", who: str = "") -> Line:
        """Open a call whose answer goes on."""
        line = Line(self)
        line.ask(type="http.request", body=b"", more_body=False)
        self._open(self._scope("GET", path, token, query, who, 0), line)
        return line

    def socket(self, match_id: str, hello: Json, who: str = "") -> Line:
        """Open a socket and say hello."""
        path = f"/api/matches/{match_id}/ws"
        scope = self._scope("GET", path, None, "", who, 0)
        line = Line(self)
        line.ask(type="websocket.connect")
        line.say({"type": "hello", **hello})
        self._open(scope | {"type": "websocket", "scheme": "ws", "subprotocols": []}, line)
        return line

    def _open(self, scope: Json, line: Line) -> None:
        self._tasks.append(self.loop.create_task(self.app(scope, line.receive, line.send)))

    @staticmethod
    def _scope(method: str, path: str, token: str | None, query: str, who: str, length: int) -> Json:
        headers = [(b"host", HOST), (b"user-agent", b"test")]
        if token is not None:
            headers.append((b"authorization", b"Bearer " + token.encode()))
        if length:
            headers += [(b"content-type", b"application/json"), (b"content-length", str(length).encode())]
        return {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": headers,
            "client": (f"192.168.7.{1 + sum(who.encode()) % 250}", 50000),
            "server": ("127.0.0.1", 8000),
            "extensions": {},
        }


async def settle(loop: StillLoop) -> None:
    """Let everything that can happen now happen."""
    await asyncio.sleep(0)
    while loop.busy():
        await asyncio.sleep(0)
