"""Limits on what a client may send."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sonar_referee.wire.encode import dump
from sonar_referee.wire.problems import MEDIA_TYPE, Problem

MOST_BODY = 64 * 1024
MOST_FRAME = 16 * 1024


class BodyLimit:
    """Refuses HTTP bodies above 64 KiB, whether or not their length was announced."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request within the limit."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if announced.isdigit() and int(announced) > MOST_BODY:
            await _refuse(send)
            return
        received = 0
        refused = False

        async def counted() -> Message:
            nonlocal received, refused
            message = await receive()
            received += len(message.get("body", b""))
            if received > MOST_BODY:
                refused = True
                raise _TooLarge
            return message

        try:
            await self._app(scope, counted, send)
        except _TooLarge:
            if refused:
                await _refuse(send)


class _TooLarge(Exception):
    pass


async def _refuse(send: Send) -> None:
    problem = Problem("body_too_large", f"A body has at most {MOST_BODY} bytes.")
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": dump(problem.as_json()).encode()})
