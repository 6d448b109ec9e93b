"""Stands between a bot and the server: it sees what they say to each other, and cuts their connections."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from time import monotonic
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sonar_referee.conformance.seen import Seen

LOSES_ANSWER = 3
"""The order of a game whose answer is lost with the connection."""
CUTS_AFTER = 6
"""The order of a game after whose answer the connection is cut."""

_NOT_ITS_FAULT = ("not_stored", "not_ready", "internal_error")


class _Given(NamedTuple):
    """An order as it arrived."""

    number: int
    order_id: str | None
    seat: str | None
    order: Any
    blindly: bool
    """Whether it is the order whose answer was lost, under another `order_id`."""

    def __str__(self) -> str:
        return f"{json.dumps(self.order)} of {self.seat or 'the only seat'}"


class Witness:
    """The application that the network reaches. Whatever concerns the match that is watched counts as the bot's."""

    def __init__(self, app: ASGIApp, cut: Callable[[], None]) -> None:
        """`cut` drops all connections."""
        self._app = app
        self._cut_connections = cut
        self._match_id = ""
        self._seen = Seen("")
        self._lost: _Given | None = None
        self._here = False
        self.due_since: float | None = None
        """Since when the table waits for the bot, if it does."""
        self._is_over: Callable[[], bool] = lambda: True

    def watch(self, match_id: str, seen: Seen, is_over: Callable[[], bool]) -> None:
        """From now on write down what is seen of this match; `is_over` says whether it has ended."""
        self._match_id, self._seen, self._is_over = match_id, seen, is_over
        self._lost, self._here, self.due_since = None, False, None

    def await_bot(self, awaited: bool) -> None:
        """Take down whether the table waits for the bot now."""
        self.due_since = None if not awaited else self.due_since if self.due_since is not None else monotonic()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, and look at what concerns the match."""
        if f"/api/matches/{self._match_id}/" not in scope.get("path", ""):
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._watch_socket(scope, receive, send)
        else:
            await self._watch_call(scope, receive, send)

    async def _watch_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        given: dict[str, _Given] = {}

        async def heard() -> Message:
            message = await receive()
            frame = _read(message.get("text"))
            if frame.get("type") == "hello":
                self._come()
            elif frame.get("type") == "order":
                given[str(frame.get("order_id"))] = self._take(frame)
            return message

        async def told(message: Message) -> None:
            text = message.get("text") or ""
            if not text.startswith(('{"type":"accepted"', '{"type":"refused"')):
                await send(message)
                return
            reply = json.loads(text)
            order = given.pop(str(reply["order_id"]), None)
            await self._answer(order, reply.get("problem"), lambda: send(message))

        await self._app(scope, heard, told)

    async def _watch_call(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._come()
        gives_order = scope["method"] == "POST" and scope["path"].endswith("/orders")
        body = b""
        order: _Given | None = None
        refused = False
        held: list[Message] = []

        async def heard() -> Message:
            nonlocal body, order
            message = await receive()
            if gives_order and message["type"] == "http.request":
                body += message.get("body", b"")
                if not message.get("more_body"):
                    order = self._take(_read(body))
            return message

        async def told(message: Message) -> None:
            nonlocal refused
            refused = refused or message.get("status", HTTPStatus.OK) >= HTTPStatus.BAD_REQUEST
            if order is None and not refused:
                await send(message)
                return
            held.append(message)
            if message["type"] == "http.response.start" or message.get("more_body"):
                return
            problem = _read(b"".join(part.get("body", b"") for part in held)) if refused else None
            if not await self._answer(order, problem, pass_on):
                while (await receive())["type"] != "http.disconnect":  # else the server would answer with a failure
                    pass

        async def pass_on() -> None:
            for part in held:
                await send(part)

        await self._app(scope, heard, told)

    def _come(self) -> None:
        if self._seen.lost:
            self._seen.returns += 1
        elif self._here:
            return
        self._here = True
        if self.due_since is not None:
            self.due_since = monotonic()  # neither its start nor its return is thinking

    def _take(self, document: Mapping[str, Any]) -> _Given:
        self._seen.orders += 1
        if self.due_since is not None:
            now = monotonic()
            self._seen.answers.append(now - self.due_since)
            self.due_since = now
        order_id, seat, order = document.get("order_id"), document.get("seat"), document.get("order")
        lost, self._lost = self._lost, None
        same = lost is not None and (lost.seat, lost.order) == (seat, order)
        blindly = lost is not None and same and (order_id is None or order_id != lost.order_id)
        return _Given(self._seen.orders, order_id, seat, order, blindly)

    async def _answer(
        self, given: _Given | None, problem: Mapping[str, Any] | None, pass_on: Callable[[], Awaitable[None]]
    ) -> bool:
        """Write an answer down and let it through, unless it is one that gets lost; whether it went through."""
        if problem is not None:
            self._write_down(given, problem)
        number = 0 if given is None or self._is_over() else given.number
        if number != LOSES_ANSWER:
            await pass_on()
        if number in (LOSES_ANSWER, CUTS_AFTER):
            self._lost = given
            self._seen.cuts += 1
            self._cut_connections()
        return number != LOSES_ANSWER

    def _write_down(self, given: _Given | None, problem: Mapping[str, Any]) -> None:
        code, detail = problem.get("code"), problem.get("detail")
        if code in _NOT_ITS_FAULT or (code == "not_running" and self._is_over()):
            return
        if given is None or code == "too_many_requests":
            self._seen.misspoken.append(f"{code}: {detail}")
        elif given.blindly:
            self._seen.wrong_ids.append(f"{given} was sent again under another order_id when its answer was lost.")
        elif code == "order_id_reused":
            self._seen.wrong_ids.append(f"{given}: {detail}")
        else:
            self._seen.refused.append(f"{given}: {detail}")


def _read(text: str | bytes | None) -> dict[str, Any]:
    """The JSON object in a text, empty if there is none: then the server says what is wrong."""
    try:
        document = json.loads(text or "{}")
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}
