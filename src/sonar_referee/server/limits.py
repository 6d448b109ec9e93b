"""Limits on what a client may send."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sonar_referee.server.replies import send_problem
from sonar_referee.wire.problems import Problem

MOST_BODY = 64 * 1024
MOST_FRAME = 16 * 1024

_TOO_LARGE = Problem("body_too_large", f"A body has at most {MOST_BODY} bytes.")


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
            await send_problem(scope, send, _TOO_LARGE)
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
                await send_problem(scope, send, _TOO_LARGE)

        await self._app(scope, counted, answered)
