"""Connections that end in bounded time, also when their other end takes nothing any more.

uvicorn's own wait for the other end to take what was sent, for as long as it likes.
"""

from __future__ import annotations

import asyncio

from uvicorn._types import ASGI3Application, ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from sonar_referee.server.socket import CLOSE_TOO_SLOW

CUT_AFTER = 10.0
"""Seconds after which a connection is cut whose other end takes nothing: an answer over HTTP, or a socket's end."""

MOST_FRAGMENTS = 1024
"""Fragments of one message: uvicorn would keep empty ones without end."""


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
        if self.close_sent:
            raise ClientDisconnected  # for breaking the protocol; uvicorn would call it a fault of the server's
        if message["type"] == "websocket.close":
            self.writable.set()
        await super().send(message)

    async def run_asgi(self) -> None:
        """Serve, and end."""
        await super().run_asgi()
        self._end()

    def data_received(self, data: bytes) -> None:
        """Something came; a request that cannot be read ends the connection, which uvicorn would keep silently."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.close()
        if not self.writable.is_set():
            self.transport.pause_reading()  # who does not take the pongs sends no more pings

    def resume_writing(self) -> None:
        """The other end takes what waits."""
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()

    def handle_cont(self, event: Frame) -> None:
        """A fragment came; too many of them count as too much, even if nothing is in them."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self._refuse(CloseCode.MESSAGE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        """A message is complete; text that is no UTF-8 ends the connection, but is no fault to be logged."""
        if self.curr_msg_data_type == "text" and not _is_utf_8(b"".join(self.frames)):
            self._refuse(CloseCode.INVALID_DATA)
        else:
            super().send_receive_event_to_app()

    def _refuse(self, code: CloseCode) -> None:
        self.frames = []
        self.conn.fail(code)
        self.handle_parser_exception()

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


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
