"""The HTTP side of the client: matches and seats."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from sonar_referee.client.connection import PATIENCE, Connection
from sonar_referee.client.errors import Refused, Unreachable
from sonar_referee.wire.models import CreatedMatch, JoinedPlayer, MatchRecord, MatchState, ProblemDocument, SeatedBots

M = TypeVar("M", bound=BaseModel)


def _require_address(url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise Unreachable(f"{url!r} is no address of a server; one looks like http://192.168.1.20:8000.")
    return url


def _wait_told(reply: httpx.Response) -> float | None:
    """The seconds after which a call may be made again; None if that would be no use or might do something twice."""
    nothing_done = reply.status_code == HTTPStatus.TOO_MANY_REQUESTS
    harmless = reply.status_code == HTTPStatus.SERVICE_UNAVAILABLE and reply.request.method == "GET"
    told = reply.headers.get("Retry-After", "")
    return float(told) if (nothing_done or harmless) and told.isdecimal() else None


class Referee:
    """One server, for the time of an `async with` block.

    It and every call raise `Refused` with the server's reason, or `Unreachable`. A call that is refused because it came
    too soon is made again when the server says so. Proxies are not used: the server of a
    game night is a machine in the same network.
    """

    def __init__(self, url: str, host_password: str | None = None) -> None:
        self.url = _require_address(url).rstrip("/")
        self._host_password = host_password
        # the same trust as for the socket, so that SSL_CERT_FILE names a server's self-made certificate for both
        self._http = httpx.AsyncClient(trust_env=False, verify=ssl.create_default_context())

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._http.aclose()

    async def create_match(
        self, options: Mapping[str, Any], *, game: str = "captain-sonar", name: str | None = None, public: bool = True
    ) -> CreatedMatch:
        """Create a match in the lobby."""
        document = {"game": game, "options": dict(options), "name": name, "public": public}
        return await self._call(CreatedMatch, "POST", "/api/matches", document, self._host_password)

    async def join(self, match_id: str, name: str, seats: Sequence[str]) -> JoinedPlayer:
        """Sit down on seats of one team."""
        document = {"name": name, "seats": list(seats)}
        return await self._call(JoinedPlayer, "POST", f"/api/matches/{match_id}/players", document)

    async def add_bots(self, match_id: str, host_token: str, seats: Sequence[str], bot: str = "random") -> SeatedBots:
        """Let the server's own bots play these seats."""
        document = {"bot": bot, "seats": list(seats)}
        return await self._call(SeatedBots, "POST", f"/api/matches/{match_id}/bots", document, host_token)

    async def start(self, match_id: str, host_token: str) -> MatchState:
        """Start the match."""
        return await self._call(MatchState, "POST", f"/api/matches/{match_id}/start", token=host_token)

    async def record(self, match_id: str) -> MatchRecord:
        """The record of a finished match."""
        return await self._call(MatchRecord, "GET", f"/api/matches/{match_id}/record")

    async def map(self, name: str, game: str = "captain-sonar") -> dict[str, Any]:
        """What is needed to draw a map."""
        chart: dict[str, Any] = (await self._send("GET", f"/api/games/{game}/maps/{name}")).json()
        return chart

    def connect(
        self, match_id: str, token: str | None = None, *, seat: str | None = None, after: int | None = None
    ) -> Connection:
        """A connection to a match, to be opened with `async with`; without a token a spectator's.

        `after` is the number of the last announcement heard; if it is left out, hearing begins now.
        """
        address = self.url.replace("http", "ws", 1) + f"/api/matches/{match_id}/ws"
        return Connection(address, token, seat, after)

    async def _call(self, model: type[M], method: str, path: str, document: Any = None, token: str | None = None) -> M:
        reply = await self._send(method, path, document, token)
        try:
            return model.model_validate_json(reply.content)
        except ValidationError as error:
            raise Unreachable(f"What answers at {self.url} is no Sonar Referee.") from error

    async def _send(self, method: str, path: str, document: Any = None, token: str | None = None) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        waited = 0.0
        while True:
            try:
                reply = await self._http.request(method, self.url + path, json=document, headers=headers)
            except httpx.TransportError as error:
                raise Unreachable(f"No server answers at {self.url}.") from error
            wait = _wait_told(reply)
            if wait is None or waited + wait > PATIENCE:
                break
            waited += wait
            await asyncio.sleep(wait)
        if reply.is_success:
            return reply
        try:
            problem = ProblemDocument.model_validate_json(reply.content)
        except ValidationError as error:
            raise Unreachable(f"What answers at {self.url} is no Sonar Referee.") from error
        raise Refused(problem.model_dump())
