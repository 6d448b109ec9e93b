"""Starting and stopping: how uvicorn is set up from the settings, for the command line, the demo and tests alike."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sonar_referee.match.matches import Matches
from sonar_referee.server.app import make_app
from sonar_referee.server.connections import HttpConnection, SocketConnection
from sonar_referee.server.errors import CannotServe
from sonar_referee.server.https_only import HttpsOnly
from sonar_referee.server.limits import MOST_FRAME
from sonar_referee.server.replies import send_problem
from sonar_referee.server.settings import Settings
from sonar_referee.server.tls import Certificate, certificate_of
from sonar_referee.store import Store
from sonar_referee.wire.problems import Problem

GRACE = 1
"""Seconds that calls at work have to end by themselves when the server stops."""

PING_EVERY = 5.0
"""Seconds between two pings of a socket, which only show whether somebody is still at its other end."""

PING_ANSWERED_WITHIN = 9.0
"""Seconds after which a ping without an answer ends the socket: together less than contact lasts."""

OnListening = Callable[[int], None]
"""Called with the port as soon as the server listens on it."""


def bind(settings: Settings) -> socket.socket:
    """The socket to listen on, which does not listen yet; raises `CannotServe`."""
    where = f"port {settings.port} of {settings.host}"
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise CannotServe(f"{settings.host!r} is no address of this machine; --host takes one.") from error
    family, kind, protocol, _name, address = min(found, key=lambda one: one[0] != socket.AF_INET)
    bound = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere this would let two servers share a port
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen()  # Linux tells only here that somebody else listens already
    except OSError as error:
        bound.close()
        raise CannotServe(f"Cannot listen on {where}: {(error.strerror or str(error)).lower()}.") from error
    return bound


def local_url(settings: Settings, port: int) -> str:
    """Where this machine reaches a server with these settings that listens on `port`."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    scheme = "https" if settings.tls else "http"
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


class _Uvicorn(uvicorn.Server):
    """A server that tells when it listens and before it stops, leaves signals alone and stops without noise."""

    def __init__(
        self, config: uvicorn.Config, on_listening: OnListening, on_stopping: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self._on_listening = on_listening
        self._https: HttpsOnly | None = None
        self._on_stopping = on_stopping

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        assert sockets is not None
        if self.config.ssl is not None and os.name == "posix":  # elsewhere no loop can look at a connection first
            await super().startup([])
            sockets[0].listen(self.config.backlog)
            self._https = HttpsOnly(sockets[0], self.config.ssl, self._protocol)
            self._https.open()
        else:
            await super().startup(sockets)
        self._on_listening(sockets[0].getsockname()[1])

    def _protocol(self) -> asyncio.Protocol:
        make: Any = self.config.http_protocol_class
        made: asyncio.Protocol = make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        return made

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn would log as an error that it ends streams and long polls
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        await self._on_stopping()
        if self._https is not None:
            await self._https.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class _EndsWithTheServer:
    """Brings streams and long polls, which uvicorn cancels after the grace, to an end that clients understand."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._serve(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def noticed(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, noticed)
        except asyncio.CancelledError:
            if not started:
                problem = Problem("not_ready", "The server is stopping; ask again when it is back.")
                await send_problem(scope, send, problem)
            else:
                await send({"type": "http.response.body", "body": b""})


class Server:
    """A server over an open store, which it closes at its end. `around` may wrap what the network reaches."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        on_listening: OnListening,
        around: Callable[[ASGIApp], ASGIApp] = lambda app: app,
    ) -> None:
        self._settings = settings
        self._store = store
        self._app = make_app(settings, store)
        self._uvicorn = _Uvicorn(_config(around(self._app), settings), on_listening, self._end_connections)
        self.certificate: Certificate | None = None
        """What it serves HTTPS with; there once it listens."""

    async def run(self) -> None:
        """Serve until `stop`; raises `CannotServe`."""
        try:
            self.certificate = certificate_of(self._settings)
            bound = bind(self._settings)
        except CannotServe:
            await self._store.close()
            raise
        with bound:
            await self._run_on(bound)

    async def _run_on(self, bound: socket.socket) -> None:
        if self.certificate is not None:
            self._uvicorn.config.ssl_certfile = self.certificate.file
            self._uvicorn.config.ssl_keyfile = self.certificate.key
        lifespan = self._app.router.lifespan_context(self._app)
        try:
            await lifespan.__aenter__()
        except Exception as error:
            await self._store.close()
            reason = f"{type(error).__name__}: {error}".rstrip(".")
            raise CannotServe(f"The matches in the database cannot be brought back ({reason}).") from error
        try:
            if not self._uvicorn.should_exit:
                await self._uvicorn.serve([bound])
        finally:
            await lifespan.__aexit__(None, None, None)

    async def _end_connections(self) -> None:
        """Tell everybody who listens, and give them a moment to hear it."""
        self.matches.end_connections()
        with suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                while self.matches.listened_to:
                    await asyncio.sleep(0.01)

    @property
    def matches(self) -> Matches:
        """The matches that it referees."""
        matches: Matches = self._app.state.matches
        return matches

    def cut_connections(self) -> None:
        """Drop every connection without a word, as a network does that fails."""
        for connection in tuple(self._uvicorn.server_state.connections):
            connection.transport.abort()

    def stop(self) -> None:
        """Let `run` come to its end."""
        self._uvicorn.should_exit = True

    def serve_until_signalled(self) -> None:
        """Serve in an event loop of its own until Ctrl+C or a termination signal; raises `CannotServe`."""
        before = {one: signal.signal(one, lambda *_: self.stop()) for one in (signal.SIGINT, signal.SIGTERM)}
        try:
            with asyncio.Runner(loop_factory=self._uvicorn.config.get_loop_factory()) as runner:
                runner.run(self.run())
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def _config(app: ASGIApp, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        _EndsWithTheServer(app),
        host=settings.host,
        port=settings.port,
        lifespan="off",  # run around uvicorn, so that its failure is an exception
        log_config=None,
        log_level="error" if settings.log_level == "error" else "warning",  # below, it tells of each connection
        access_log=False,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=MOST_FRAME,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PING_ANSWERED_WITHIN,
        proxy_headers=bool(settings.trusted_proxies),  # else anybody could choose an address
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=GRACE,
    )


@asynccontextmanager
async def serving(settings: Settings, store: Store) -> AsyncIterator[str]:
    """A server at work for the time of an `async with` block: its base URL; raises `CannotServe`."""
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    async with at_work(Server(settings, store, port.set_result), port) as chosen:
        yield local_url(settings, chosen)


@asynccontextmanager
async def at_work(server: Server, port: asyncio.Future[int]) -> AsyncIterator[int]:
    """A server at work for the time of an `async with` block: its port, which it is to tell; raises `CannotServe`."""
    task = asyncio.create_task(server.run())
    try:
        await asyncio.wait((task, port), return_when=asyncio.FIRST_COMPLETED)
        if port.done():
            yield port.result()
    finally:
        server.stop()
        await task
