"""The way in for HTTPS: who is silent is let go, and a shortage of connections passes."""

from __future__ import annotations

import asyncio
import functools
import socket
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, ParamSpec

import pytest

from sonar_referee.server import https_only
from sonar_referee.server.https_only import HttpsOnly
from sonar_referee.server.settings import Settings
from sonar_referee.server.tls import certificate_of

P = ParamSpec("P")


def in_a_loop(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """Runs a test that is a coroutine."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


class Echo(asyncio.Protocol):
    """Sends back what comes."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._transport.write(data)


@asynccontextmanager
async def door(folder: Path) -> AsyncIterator[tuple[int, ssl.SSLContext]]:
    """An open door to an echo: its port, and what a client needs to trust it."""
    certificate = certificate_of(Settings(tls=True, database=folder / "matches.sqlite3"))
    assert certificate is not None
    inside = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    inside.load_cert_chain(certificate.file, certificate.key)
    outside = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    outside.load_verify_locations(certificate.file)
    with socket.create_server(("127.0.0.1", 0)) as bound:
        opened = HttpsOnly(bound, inside, Echo)
        opened.open()
        yield bound.getsockname()[1], outside
        await opened.close()


async def echo(port: int, tls: ssl.SSLContext) -> bytes:
    """What comes back through the door."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, ssl=tls)
    writer.write(b"ping")
    answer = await reader.readexactly(4)
    writer.close()
    await writer.wait_closed()
    return answer


@in_a_loop
async def test_tls_goes_through(tmp_path: Path) -> None:
    async with door(tmp_path) as (port, tls):
        assert await echo(port, tls) == b"ping"


@pytest.mark.parametrize("begun", [b"", b"\x16\x03\x01"])
@in_a_loop
async def test_who_does_not_come_to_the_point_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(https_only, "WITHIN", 0.02)
    async with door(tmp_path) as (port, _tls), asyncio.timeout(20):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(begun)
        assert await reader.read() == b""
        writer.close()


@in_a_loop
async def test_who_leaves_without_a_word_is_forgotten(tmp_path: Path) -> None:
    async with door(tmp_path) as (port, tls):
        socket.create_connection(("127.0.0.1", port)).close()
        assert await echo(port, tls) == b"ping"


@in_a_loop
async def test_a_shortage_of_connections_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = asyncio.get_running_loop()
    accept, short = loop.sock_accept, [OSError(24, "Too many open files")]
    monkeypatch.setattr(https_only, "_PAUSE", 0)

    async def accepting(bound: socket.socket) -> Any:
        if short:
            raise short.pop()
        return await accept(bound)

    monkeypatch.setattr(loop, "sock_accept", accepting)
    async with door(tmp_path) as (port, tls):
        assert await echo(port, tls) == b"ping"
    assert not short
