"""The WebSocket side of the client: one viewer's connection to a match."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from collections.abc import Callable, Mapping
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from sonar_referee.client.errors import Refused, Unreachable
from sonar_referee.client.orders import split

Frame = dict[str, Any]

PATIENCE = 60.0
"""Seconds for which a lost connection is tried again, and for which a busy server is waited for."""
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 2.0
_NO_OVERLAY = object()
_CANNOT_OPEN = (OSError, ConnectionClosed, InvalidHandshake)


class Connection:
    """What one viewer sees, hears and orders, for the time of an `async with` block and in one task.

    `async for` yields the server's frames. A dropped connection is opened again after the last announcement that was
    heard: nothing is missed and nothing comes twice.
    """

    def __init__(self, address: str, token: str | None, seat: str | None, after: int | None) -> None:
        self._address = address
        self._token = token
        self._seat = seat
        self._socket: ClientConnection | None = None
        self._frames: deque[Frame] = deque()
        self._heard = after
        self.view: dict[str, Any] = {}
        """The latest view."""

    async def __aenter__(self) -> Self:
        try:
            await self._open()
        except Refused as refusal:
            if refusal.retry_after is None:
                raise
            await self._open_again()
        except _CANNOT_OPEN as error:
            raise Unreachable(f"No match can be played at {self._address}.") from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._socket is not None:
            await self._socket.close()

    @property
    def seq(self) -> int:
        """The number of the last announcement heard."""
        return self._heard or 0

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Frame:
        return self._frames.popleft() if self._frames else await self._receive()

    async def order(self, order: Mapping[str, Any], *, seat: str | None = None, order_id: str | None = None) -> int:
        """Give an order, such as one of the view's legal orders as it stands there; raises `Refused`.

        Returns the own sequence afterwards. What the order brought is in `view` by then, and among the frames that come
        next. An order that came too soon after many others is given again when the server says so.
        """
        order_id = order_id or secrets.token_hex(8)
        seat, order = split(order, seat)
        frame = {"type": "order", "order_id": order_id, "seat": seat, "order": order}  # the same id does nothing twice
        accepted = await self._ask(frame, lambda reply: reply["type"] == "accepted" and reply["order_id"] == order_id)
        return int(accepted["seq"])

    async def chat(self, text: str) -> None:
        """Say a word to one's own team; raises `Refused`.

        The own word is among the frames that come next. If the connection drops on its way, this raises `Unreachable`,
        since nobody can tell whether it was heard; the connection goes on.
        """
        frame = {"type": "chat", "text": text}
        said = await self._ask(frame, lambda reply: reply["type"] == "chat" and reply["text"] == text.strip(), False)
        self._frames.append(said)

    async def overlay(self, document: Any) -> None:
        """Replace the own team's overlay, the Radio Operator's sheet, by any JSON; raises `Refused`.

        The overlay is in `view` by then, and the view among the frames that come next.
        """
        drawn = json.loads(json.dumps(document))
        frame = {"type": "overlay", "overlay": drawn}
        self._frames.append(await self._ask(frame, lambda reply: _overlay_in(reply) == drawn))

    async def _ask(self, frame: Frame, answers: Callable[[Frame], bool], repeatable: bool = True) -> Frame:
        """Send a frame and wait for what answers it; raises `Refused`, and `Unreachable` if it may not be repeated."""
        asked: ClientConnection | None = None
        waited = 0
        while True:
            if asked is not self._socket:
                if asked is not None and not repeatable:
                    raise Unreachable(f"The connection to {self._address} was lost; nobody can tell what got through.")
                asked = await self._send(frame)
            reply = await self._receive()
            if answers(reply):
                return reply
            if reply["type"] == "refused" and reply["order_id"] in (frame.get("order_id"), None):
                refusal = Refused(reply["problem"])
                if refusal.retry_after is None or waited + refusal.retry_after > PATIENCE:
                    raise refusal
                waited += refusal.retry_after
                await asyncio.sleep(refusal.retry_after)
                asked = None
            else:
                self._frames.append(reply)

    async def _open(self) -> None:
        """Connect and say hello; raises `Refused`."""
        try:
            socket = await connect(self._address, proxy=None, compression=None, max_size=None)
        except InvalidStatus as error:
            refusal = _refusal_in(error)
            if refusal is None:
                raise
            raise refusal from error
        try:
            hello = {"type": "hello", "token": self._token, "seat": self._seat, "after": self._heard}
            await socket.send(json.dumps(hello))
            welcome = json.loads(await socket.recv())
            if welcome["type"] == "refused":
                raise Refused(welcome["problem"])
        except BaseException:
            await socket.close()
            raise
        self._socket = socket
        self.view = welcome["view"]
        if self._heard is None:
            self._heard = welcome["seq"]
        self._frames.append(welcome)

    async def _open_again(self) -> None:
        pause: float = _FIRST_PAUSE
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    try:
                        return await self._open()
                    except Refused as refusal:
                        if refusal.status != HTTPStatus.TOO_MANY_REQUESTS:
                            raise
                        await asyncio.sleep(refusal.retry_after or _LONGEST_PAUSE)
                    except _CANNOT_OPEN:
                        await asyncio.sleep(pause)
                        pause = min(2 * pause, _LONGEST_PAUSE)
        except TimeoutError as error:
            raise Unreachable(f"The connection to {self._address} is lost.") from error

    async def _send(self, frame: Frame) -> ClientConnection:
        """Send a frame, by a new connection if need be; returns the one that took it."""
        while True:
            socket = self._require_open()
            try:
                await socket.send(json.dumps(frame))
            except ConnectionClosed:
                await self._open_again()
            else:
                return socket

    async def _receive(self) -> Frame:
        try:
            frame: Frame = json.loads(await self._require_open().recv())
        except ConnectionClosed:
            await self._open_again()
            return self._frames.pop()
        if frame["type"] == "view":
            self.view = frame["view"]
        elif frame["type"] == "announcement":
            self._heard = frame["seq"]
        return frame

    def _require_open(self) -> ClientConnection:
        if self._socket is None:
            raise RuntimeError("open a Connection with `async with`")
        return self._socket


def _overlay_in(reply: Frame) -> Any:
    """The overlay in a new view, `_NO_OVERLAY` in anything else."""
    return reply["view"].get("overlay", _NO_OVERLAY) if reply["type"] == "view" else _NO_OVERLAY


def _refusal_in(error: InvalidStatus) -> Refused | None:
    """The server's refusal of a handshake; None if it is something else that answers."""
    try:
        return Refused(json.loads(error.response.body or b""))
    except (ValueError, LookupError, TypeError):
        return None
