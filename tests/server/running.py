"""A server at work in a thread of the test's own process."""

from __future__ import annotations

import logging
import socket
import threading
from types import TracebackType
from typing import Any, Self

import uvicorn

from sonar_referee.match.table import Table
from sonar_referee.server.app import make_app
from sonar_referee.server.connections import HttpConnection, SocketConnection
from sonar_referee.server.limits import MOST_FRAME
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore, Store

NO_LIMITS = dict.fromkeys(
    (
        "requests_per_second",
        "frames_per_second",
        "wrong_tries_per_minute",
        "most_matches",
        "matches_per_address",
        "players_per_address",
        "connections_per_address",
        "connections_per_viewer",
        "spectators_per_match",
    ),
    0,
)
"""Tests come all from one address, faster and with more that is wrong than any game night."""


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()


class _Complaints(logging.Handler):
    """Keeps what the server in one thread logs as an error, a request or a socket that failed, and tasks anywhere that
    failed without anybody watching."""

    LOGGERS = ("uvicorn.error", "asyncio")

    def __init__(self, thread: threading.Thread) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []
        self._thread = thread

    def emit(self, record: logging.LogRecord) -> None:
        if record.name == "asyncio" or record.thread == self._thread.ident:
            self.found.append(self.format(record))


class Running:
    """A server on a free port of 127.0.0.1 for the time of a `with` block, with the limits that are given only."""

    def __init__(self, store: Store | None = None, send_buffer: int | None = None, **settings: Any) -> None:
        """`send_buffer` is how many bytes the operating system keeps for a reader, if not as many as it likes."""
        chosen = {"host": "127.0.0.1", "bot_delay": 0.0, **NO_LIMITS, **settings}
        self.app = make_app(Settings(**chosen), store or MemoryStore())
        self._socket = socket.create_server(("127.0.0.1", 0))
        if send_buffer is not None:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
        self.address = f"127.0.0.1:{self._socket.getsockname()[1]}"
        self.url = f"http://{self.address}"
        self._server = _Server(server_config(self.app))
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],), name=self.url)
        self._complaints = _Complaints(self._thread)
        self.complaints = self._complaints.found
        """What went wrong in the server so far; anything fails the test in the end."""

    def __enter__(self) -> Self:
        for name in _Complaints.LOGGERS:
            logging.getLogger(name).setLevel(logging.ERROR)
            logging.getLogger(name).addHandler(self._complaints)
        self._thread.start()
        assert self._server.up.wait(20), "the server does not start"
        return self

    @property
    def connections(self) -> list[Any]:
        """The connections that are open, also those that only wait for their other end."""
        return list(self._server.server_state.connections)

    def listeners(self, match_id: str) -> int:
        """How many sockets, streams and held calls of a match are open."""
        return len(list(self.table(match_id).listeners))

    def table(self, match_id: str) -> Table:
        """A match in memory."""
        tables: list[Table] = self.app.state.matches.all()
        return next(table for table in tables if table.match.match_id == match_id)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._server.should_exit = True
        self._thread.join(20)
        self._socket.close()
        for name in _Complaints.LOGGERS:
            logging.getLogger(name).removeHandler(self._complaints)
        if error is None:
            assert not self._thread.is_alive(), "the server does not stop"
            assert not self.complaints, "\n".join(self.complaints)


def server_config(app: Any) -> uvicorn.Config:
    """The server as it is run in earnest, without its log."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        proxy_headers=False,
        timeout_graceful_shutdown=1,
    )
