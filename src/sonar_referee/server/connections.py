"""Connections that end in bounded time, also when their other end takes nothing any more.

uvicorn's own wait for the other end to take what was sent, for as long as it likes.
"""

from __future__ import annotations

import asyncio

from uvicorn._types import ASGI3Application, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from sonar_referee.server.socket import CLOSE_TOO_SLOW

CUT_AFTER = 10.0
"""Seconds after which a connection is cut whose other end takes nothing: an answer over HTTP, or a socket's end."""


class HttpConnection(HttpToolsProtocol):
    """A connection over HTTP, cut if an answer or a stream is not taken."""

    _cut: asyncio.TimerHandle | None = None
    _at_work: RequestResponseCycle | None = None

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._at_work = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        """Too much waits to be taken."""
        super().pause_writing()
        self._cut = self.loop.call_later(CUT_AFTER, self.transport.abort)

    def resume_writing(self) -> None:
        """The other end takes what waits."""
        super().resume_writing()
        self._keep()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        super().connection_lost(exc)
        self._keep()
        if self._at_work is not None and not self._at_work.response_complete:
            # uvicorn tells only the last of several requests sent at once, and the others go on writing
            self._at_work.disconnected = True
            self._at_work.message_event.set()

    def _keep(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket, cut if its end is not taken."""

    _cut: asyncio.TimerHandle | None = None

    async def send(self, message: ASGISendEvent) -> None:
        """Send something when the other end is ready for it, but a close frame at once, behind what waits."""
        if message["type"] == "websocket.close":
            self.writable.set()
        await super().send(message)

    async def run_asgi(self) -> None:
        """Serve, and end."""
        await super().run_asgi()
        self._end()

    def keepalive_timeout(self) -> None:
        """A ping was not answered; perhaps because it waits behind what is not taken."""
        if self.transport.get_write_buffer_size() and not self.close_sent:
            self.conn.fail(CLOSE_TOO_SLOW, "too slow")
        super().keepalive_timeout()
        self._end()

    def _end(self) -> None:
        if self._cut is None and self in self.connections:
            self._cut = self.loop.call_later(CUT_AFTER, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection has ended."""
        super().connection_lost(exc)
        if self._cut is not None:
            self._cut.cancel()
