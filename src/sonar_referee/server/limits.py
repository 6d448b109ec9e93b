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
        answering = False

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            too_large = received > MOST_BODY and not answering
            return {"type": "http.disconnect"} if too_large else message

        async def answered(message: Message) -> None:
            nonlocal answering
            if answering or received <= MOST_BODY:
                answering = True
                await send(message)
            elif message["type"] == "http.response.start":
                await _refuse(send)

        await self._app(scope, counted, answered)


async def _refuse(send: Send) -> None:
    problem = Problem("body_too_large", f"A body has at most {MOST_BODY} bytes.")
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": dump(problem.as_json()).encode()})
