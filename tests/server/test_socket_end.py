"""A socket whose other end is gone: the server ends it without an error, whenever it notices."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import pytest

from sonar_referee.server.app import make_app
from sonar_referee.server.settings import Settings
from sonar_referee.server.socket import Socket
from sonar_referee.store import MemoryStore

Message = dict[str, Any]

CONNECT: Message = {"type": "websocket.connect"}
GONE: Message = {"type": "websocket.disconnect", "code": 1006}


def text(frame: str) -> Message:
    """A frame as it is received."""
    return {"type": "websocket.receive", "text": frame}


async def serve(received: Iterable[Message], takes: int) -> list[Message]:
    """Serve a connection that receives these messages, and whose other end takes that many and is gone then."""
    app = make_app(Settings(), MemoryStore())
    incoming, sent = iter(received), list[Message]()

    async def receive() -> Message:
        return next(incoming)

    async def send(message: Any) -> None:
        if len(sent) == takes:
            raise OSError("gone")
        sent.append(message)

    scope = {"type": "websocket", "path": "/", "headers": [], "app": app, "path_params": {"match_id": "x"}}
    async with asyncio.timeout(20):
        await Socket()(scope, receive, send)
    return sent


@pytest.mark.parametrize("takes", [1, 2, 3])
@pytest.mark.parametrize("frame", ["no hello", '{"type":"hello"}'])
def test_gone_before_it_is_refused(frame: str, takes: int) -> None:
    """A connection may be gone before it is told why it is refused, or before it is closed."""
    sent = asyncio.run(serve([CONNECT, text(frame), GONE], takes))
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send", "websocket.close"][:takes]


def test_gone_before_hello() -> None:
    """A connection that ends before its hello is let go."""
    assert [message["type"] for message in asyncio.run(serve([CONNECT, GONE], 9))] == ["websocket.accept"]
