"""The door: what every request has to pass before anybody looks at what it wants."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from sonar_referee.match.matches import Matches
from sonar_referee.server.gate.buckets import Buckets, Clock
from sonar_referee.server.gate.caps import Caps
from sonar_referee.server.gate.guesses import MINUTE, Guesses
from sonar_referee.server.gate.hosts import Hosts
from sonar_referee.server.gate.intake import Intake
from sonar_referee.server.gate.network import address_of
from sonar_referee.server.gate.origins import require_origin
from sonar_referee.server.replies import send_problem
from sonar_referee.server.settings import Settings
from sonar_referee.wire.problems import Problem, too_many_requests

BURST = 2.0
"""Seconds' worth of requests that may come at once."""
_FILES = ("/web/", "/static-offline-docs/")
_COST_OF_A_FILE = 0.1
_COST_OF_A_SOCKET = 5.0
"""Everybody at a table is told who comes and goes."""
_WRONG_TOKENS, _WRONG_TOKENS_PER_MINUTE = 3.0, 6.0
"""How many more than wrong codes: a token has 160 bits, and the noise of programs with an old one is all there is."""


class Door:
    """The limits of one server; `clock` gives seconds."""

    def __init__(self, settings: Settings, matches: Matches, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._hosts = Hosts(settings.host, settings.allowed_hosts)
        self._requests = Buckets(
            settings.requests_per_second, max(BURST * settings.requests_per_second, _COST_OF_A_SOCKET), clock
        )
        tries = settings.wrong_tries_per_minute
        self._wrong_tokens = Buckets(_WRONG_TOKENS_PER_MINUTE * tries / MINUTE, max(_WRONG_TOKENS * tries, 1.0), clock)
        self.codes = Guesses("codes", tries, clock)
        self.passwords = Guesses("host passwords", tries, clock)
        self.operators = Guesses("operator's tokens", tries, clock)
        self.caps = Caps(settings, matches)

    async def require_welcome(self, scope: Scope) -> None:
        """Raise `too_many_requests`, `host_not_allowed` or `origin_not_allowed`."""
        wait = self._requests.take(address_of(scope), _cost(scope))
        if wait:
            raise too_many_requests("Too many requests came from your address.", wait)
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        origins = [value for name, value in scope["headers"] if name == b"origin"]
        server = scope.get("server")
        await self._hosts.require(hosts, str(server[0]) if server else None)
        require_origin(origins, hosts, self._settings.allowed_origins)

    def intake(self) -> Intake:
        """The limit of frames for a new socket."""
        return Intake(self._settings.frames_per_second, self._clock)

    @contextmanager
    def showing_a_token(self, address: str) -> Iterator[None]:
        """Count a token that is found wrong in the `with` block; raises `too_many_requests` if there are many.

        Right tokens go on working: an address is shared by many.
        """
        try:
            yield
        except Problem as problem:
            wait = self._wrong_tokens.take(address) if problem.code == "not_authenticated" else 0.0
            if wait:
                raise too_many_requests(
                    f"Too many wrong tokens came from your address. {problem.detail}", wait
                ) from None
            raise


def _cost(scope: Scope) -> float:
    if scope["type"] == "websocket":
        return _COST_OF_A_SOCKET
    return _COST_OF_A_FILE if scope["path"].startswith(_FILES) else 1.0


class Gate:
    """Turns away what the door does not let in, before anything else has to deal with it."""

    def __init__(self, app: ASGIApp, door: Door) -> None:
        self._app = app
        self._door = door

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket that is let in."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        address = address_of(scope)
        connections = self._door.caps.connections
        try:
            await self._door.require_welcome(scope)
            connections.enter(address)
        except Problem as problem:
            await send_problem(scope, send, problem)
            if scope["type"] == "websocket":
                raise ClientDisconnected from None  # else uvicorn logs a handshake that is answered so as an error
            return
        try:
            await self._app(scope, receive, send)
        finally:
            connections.leave(address)
