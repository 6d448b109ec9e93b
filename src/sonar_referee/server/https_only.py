"""The way into a server that speaks HTTPS: whoever comes with plain HTTP is told the right address.

Guests type an address without its scheme, and many browsers try plain HTTP then.
"""

from __future__ import annotations

import asyncio
import re
import socket
import ssl
from collections.abc import Callable, Coroutine
from http import HTTPStatus

WITHIN = 10.0
"""Seconds that a new connection has to say something, and to agree on TLS."""
_PAUSE = 1.0
"""Seconds without letting anybody in, when no more connections can be had."""
_TLS_HANDSHAKE = b"\x16"
"""The first byte of TLS; no method of HTTP begins with it."""
_MOST_HEAD = 8 * 1024
_HEAD = re.compile(rb"[A-Z]+ (?P<path>/[!-~]*) HTTP/1\.[01]\r\n(?:.*\r\n)*?host: *(?P<host>[\w.:\[\]-]+) *\r\n", re.I)


class HttpsOnly:
    """Lets TLS connections in from a listening socket, and sends all others on."""

    def __init__(self, bound: socket.socket, tls: ssl.SSLContext, protocol: Callable[[], asyncio.Protocol]) -> None:
        self._bound = bound
        self._tls = tls
        self._protocol = protocol
        self._tasks: set[asyncio.Task[None]] = set()

    def open(self) -> None:
        """Begin to let in."""
        self._bound.setblocking(False)
        self._begin(self._let_in_all())

    async def close(self) -> None:
        """Let nobody in any more; connections that are through stay."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _let_in_all(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, _address = await loop.sock_accept(self._bound)
            except OSError:
                await asyncio.sleep(_PAUSE)
            else:
                self._begin(self._let_in(connection))

    async def _let_in(self, connection: socket.socket) -> None:
        through = False
        try:
            connection.setblocking(False)
            async with asyncio.timeout(WITHIN):
                await _something_to_read(connection)
                if connection.recv(1, socket.MSG_PEEK) == _TLS_HANDSHAKE:
                    through = True  # from here on the loop closes it
                    loop = asyncio.get_running_loop()
                    await loop.connect_accepted_socket(self._protocol, connection, ssl=self._tls)
                else:
                    await _send_on(connection)
        except (OSError, TimeoutError):
            pass  # a browser that does not trust the certificate yet ends like this
        finally:
            if not through:
                connection.close()


async def _something_to_read(connection: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    ready = asyncio.Event()
    loop.add_reader(connection, ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(connection)


async def _send_on(connection: socket.socket) -> None:
    """Answer a plain request with where it should have gone."""
    loop = asyncio.get_running_loop()
    head = await loop.sock_recv(connection, _MOST_HEAD)
    found = _HEAD.match(head)
    status, location, place = HTTPStatus.BAD_REQUEST, b"", b""
    if found is not None:
        status = HTTPStatus.PERMANENT_REDIRECT
        place = b"https://" + found["host"] + found["path"]
        location = b"Location: " + place + b"\r\n"
    body = b"This server speaks HTTPS only" + (b": " + place if place else b"") + b".\n"
    lines = f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() + location
    lines += b"Content-Type: text/plain\r\nCache-Control: no-store\r\nConnection: close\r\n"
    lines += b"Content-Length: %d\r\n\r\n" % len(body)
    await loop.sock_sendall(connection, lines + body)
    connection.shutdown(socket.SHUT_WR)
