"""The HTTP side of the client: matches, seats, and playing by one call after the other."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from secrets import token_hex
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar
from urllib.parse import urlsplit

import httpx
from pydantic import BaseModel, ValidationError

from sonar_referee.client.connection import PATIENCE, Connection
from sonar_referee.client.errors import Refused, Unreachable
from sonar_referee.client.orders import split
from sonar_referee.wire.models import (
    CreatedMatch,
    FoundMatch,
    GameList,
    Invitation,
    JoinedPlayer,
    MapList,
    MatchAnalysis,
    MatchList,
    MatchRecord,
    MatchState,
    PlayerSeats,
    ProblemDocument,
    Readiness,
    SeatedBots,
    SwapState,
)

M = TypeVar("M", bound=BaseModel)

_ANSWER_WITHIN = 10.0
"""Seconds that a server has for an answer, beyond those for which a call asks to be held."""
_PAUSE = 0.5
"""Seconds before a call is made again whose answer was lost."""


class Heard(NamedTuple):
    """Announcements, and the viewer's sequence after them."""

    seq: int
    announcements: list[dict[str, Any]]


def _require_address(url: str) -> str:
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise Unreachable(f"{url!r} is no address of a server; one looks like http://192.168.1.20:8000.")
    return url


def _wait_told(reply: httpx.Response, harmless: bool) -> float | None:
    """The seconds after which a call may be made again; None if that would be no use or might do something twice."""
    nothing_done = reply.status_code == HTTPStatus.TOO_MANY_REQUESTS
    not_now = reply.status_code == HTTPStatus.SERVICE_UNAVAILABLE and harmless
    told = reply.headers.get("Retry-After", "")
    return float(told) if (nothing_done or not_now) and told.isdecimal() else None


class Referee:
    """One server, for the time of an `async with` block.

    It and every call raise `Refused` with the server's reason, or `Unreachable`. A call that is refused because it came
    too soon is made again when the server says so, and one whose answer is lost is made again if that can do nothing
    twice. Proxies are not used: the server of a game night is a machine in the same network.
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

    async def games(self) -> GameList:
        """The games that the server referees."""
        return await self._call(GameList, "GET", "/api/games")

    async def maps(self, game: str = "captain-sonar") -> MapList:
        """A game's maps."""
        return await self._call(MapList, "GET", f"/api/games/{game}/maps")

    async def map(self, name: str, game: str = "captain-sonar") -> dict[str, Any]:
        """What is needed to draw a map."""
        return await self._document("GET", f"/api/games/{game}/maps/{name}")

    async def create_match(
        self, options: Mapping[str, Any], *, game: str = "captain-sonar", name: str | None = None, public: bool = True
    ) -> CreatedMatch:
        """Create a match in the lobby."""
        document = {"game": game, "options": dict(options), "name": name, "public": public}
        return await self._call(CreatedMatch, "POST", "/api/matches", document, self._host_password)

    async def matches(self, before: str | None = None) -> MatchList:
        """A page of the public matches; the next one comes with the `next` of this one as `before`."""
        return await self._call(MatchList, "GET", "/api/matches", query={"before": before})

    async def match(self, match_id: str) -> MatchState:
        """A match as everybody may see it."""
        return await self._call(MatchState, "GET", f"/api/matches/{match_id}")

    async def find(self, join_code: str) -> str:
        """The id of the match with this join code."""
        return (await self._call(FoundMatch, "GET", f"/api/join/{join_code}")).match_id

    async def invitation(self, match_id: str) -> Invitation:
        """How others come to a match: its join code and link."""
        return await self._call(Invitation, "GET", f"/api/matches/{match_id}/invitation")

    async def join(self, match_id: str, name: str, seats: Sequence[str]) -> JoinedPlayer:
        """Sit down on seats of one team."""
        document = {"name": name, "seats": list(seats)}
        return await self._call(JoinedPlayer, "POST", f"/api/matches/{match_id}/players", document)

    async def change_seats(self, match_id: str, token: str, seats: Sequence[str]) -> PlayerSeats:
        """Sit down on other seats, in the lobby."""
        document = {"seats": list(seats)}
        return await self._call(PlayerSeats, "PUT", f"/api/matches/{match_id}/players/me/seats", document, token)

    async def swap(self, match_id: str, token: str, other: str, *, seat: str | None = None) -> SwapState:
        """Offer the holder of another seat to change places, or take the offer back, or take theirs."""
        document = {"seat": seat, "other": other}
        return await self._call(SwapState, "POST", f"/api/matches/{match_id}/players/me/swap", document, token)

    async def leave(self, match_id: str, token: str) -> None:
        """Leave the lobby; the token is void."""
        await self._send("DELETE", f"/api/matches/{match_id}/players/me", token=token)

    async def add_bots(self, match_id: str, host_token: str, seats: Sequence[str], bot: str = "random") -> SeatedBots:
        """Let the server's own bots play these seats."""
        document = {"bot": bot, "seats": list(seats)}
        return await self._call(SeatedBots, "POST", f"/api/matches/{match_id}/bots", document, host_token)

    async def remove_bots(self, match_id: str, host_token: str, seats: Sequence[str]) -> None:
        """Send the bots on these seats away, in the lobby."""
        await self._send("DELETE", f"/api/matches/{match_id}/bots", token=host_token, query={"seat": list(seats)})

    async def free_seat(self, match_id: str, host_token: str, seat: str) -> None:
        """Take all seats from whoever holds this one."""
        await self._send("DELETE", f"/api/matches/{match_id}/seats/{seat}", token=host_token)

    async def readiness(self, match_id: str) -> Readiness:
        """Whether the match could start now, and if not, why."""
        return await self._call(Readiness, "GET", f"/api/matches/{match_id}/readiness")

    async def start(self, match_id: str, host_token: str) -> MatchState:
        """Start the match."""
        return await self._call(MatchState, "POST", f"/api/matches/{match_id}/start", token=host_token)

    async def rematch(self, match_id: str, host_token: str, *, swap: bool = False) -> CreatedMatch:
        """Play again after the end with the same people, whose tokens go on working; `swap` changes the teams."""
        return await self._call(CreatedMatch, "POST", f"/api/matches/{match_id}/rematch", {"swap": swap}, host_token)

    async def rematch_of(self, match_id: str) -> str:
        """The id of the rematch of a match, for those who were away when it was made."""
        return (await self._call(FoundMatch, "GET", f"/api/matches/{match_id}/rematch")).match_id

    async def record(self, match_id: str, host_token: str | None = None) -> MatchRecord:
        """The record of a finished match; of one that stays secret only the host has it."""
        return await self._call(MatchRecord, "GET", f"/api/matches/{match_id}/record", token=host_token)

    async def analysis(self, match_id: str, host_token: str | None = None) -> MatchAnalysis:
        """Where each team of a finished match could think its enemy to be, step by step; open as the record is."""
        return await self._call(MatchAnalysis, "GET", f"/api/matches/{match_id}/analysis", token=host_token)

    async def view(self, match_id: str, token: str | None = None, *, seat: str | None = None) -> dict[str, Any]:
        """Everything that a viewer may know now; without a token a spectator."""
        return await self._document("GET", f"/api/matches/{match_id}/view", token=token, query={"seat": seat})

    async def announcements(
        self, match_id: str, token: str | None = None, *, seat: str | None = None, after: int = 0, wait: float = 0
    ) -> Heard:
        """What a viewer heard after a number; held for up to `wait` seconds if that is nothing yet."""
        query = {"seat": seat, "after": after, "wait": wait}
        path = f"/api/matches/{match_id}/announcements"
        return Heard(**await self._document("GET", path, token=token, query=query, held=wait))

    async def order(
        self,
        match_id: str,
        token: str,
        order: Mapping[str, Any],
        *,
        seat: str | None = None,
        order_id: str | None = None,
    ) -> Heard:
        """Give an order, such as one of the view's legal orders as it stands there; what was heard because of it.

        If the answer is lost, the order is sent again with the same `order_id`, which does nothing twice.
        """
        seat, order = split(order, seat)
        document = {"order_id": order_id or token_hex(8), "seat": seat, "order": order}
        path = f"/api/matches/{match_id}/orders"
        return Heard(**await self._document("POST", path, document, token, harmless=True))

    async def check_order(
        self, match_id: str, token: str, order: Mapping[str, Any], *, seat: str | None = None
    ) -> None:
        """Raise `Refused` if the order would be refused now; nothing is changed."""
        seat, order = split(order, seat)
        path = f"/api/matches/{match_id}/orders/check"
        await self._send("POST", path, {"seat": seat, "order": order}, token, harmless=True)

    def connect(
        self, match_id: str, token: str | None = None, *, seat: str | None = None, after: int | None = None
    ) -> Connection:
        """A connection to a match, to be opened with `async with`; without a token a spectator's.

        `after` is the number of the last announcement heard; if it is left out, hearing begins now.
        """
        address = self.url.replace("http", "ws", 1) + f"/api/matches/{match_id}/ws"
        return Connection(address, token, seat, after)

    async def _call(
        self,
        model: type[M],
        method: str,
        path: str,
        document: Any = None,
        token: str | None = None,
        query: Mapping[str, Any] | None = None,
    ) -> M:
        reply = await self._send(method, path, document, token, query=query)
        try:
            return model.model_validate_json(reply.content)
        except ValidationError as error:
            raise self._somebody_else() from error

    async def _document(self, method: str, path: str, *sent: Any, **how: Any) -> dict[str, Any]:
        reply = await self._send(method, path, *sent, **how)
        try:
            document = reply.json()
        except ValueError as error:
            raise self._somebody_else() from error
        if not isinstance(document, dict):
            raise self._somebody_else()
        return document

    async def _send(
        self,
        method: str,
        path: str,
        document: Any = None,
        token: str | None = None,
        *,
        query: Mapping[str, Any] | None = None,
        held: float = 0,
        harmless: bool = False,
    ) -> httpx.Response:
        """The answer of a call, which is `harmless` if it can be made twice, as one that only looks can always be."""
        request = self._http.build_request(
            method,
            self.url + path,
            json=document,
            headers={"Authorization": f"Bearer {token}"} if token else {},
            params={name: value for name, value in (query or {}).items() if value is not None},
            timeout=_ANSWER_WITHIN + held,
        )
        reply = await self._answer(request, harmless or method == "GET")
        if reply.is_success:
            return reply
        try:
            problem = ProblemDocument.model_validate_json(reply.content)
        except ValidationError as error:
            raise self._somebody_else() from error
        raise Refused(problem.model_dump())

    async def _answer(self, request: httpx.Request, harmless: bool) -> httpx.Response:
        waited = 0.0
        lost = False
        while True:
            wait: float | None
            try:
                reply = await self._http.send(request)
            except httpx.TransportError as error:
                lost = lost or not isinstance(error, httpx.ConnectError)
                if not (harmless and lost) or waited + _PAUSE > PATIENCE:
                    raise Unreachable(f"No server answers at {self.url}.") from error
                wait = _PAUSE
            else:
                wait = _wait_told(reply, harmless)
                if wait is None or waited + wait > PATIENCE:
                    return reply
            waited += wait
            await asyncio.sleep(wait)

    def _somebody_else(self) -> Unreachable:
        return Unreachable(f"What answers at {self.url} is no Sonar Referee.")
