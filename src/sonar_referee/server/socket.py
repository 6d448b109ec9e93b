"""The WebSocket: one connection of one viewer, with a reader for what it asks and a writer for what it is told."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import perf_counter
from typing import Any

import structlog
from pydantic import TypeAdapter, ValidationError
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from sonar_referee.match.listeners import Listener
from sonar_referee.match.roster import Player
from sonar_referee.match.table import Table
from sonar_referee.server.bearer import door_of, viewer_behind
from sonar_referee.server.gate.intake import DEAREST
from sonar_referee.server.listening import bind_connection, listening
from sonar_referee.server.metrics import Metrics
from sonar_referee.wire.adapters import explain
from sonar_referee.wire.encode import dump
from sonar_referee.wire.models import ChatFrame, ClientFrame, Hello, OrderFrame, OverlayFrame, PingFrame
from sonar_referee.wire.problems import Problem

log = structlog.get_logger("sonar_referee")

HELLO_WITHIN = 10.0
"""Seconds that a new connection has for its hello."""
FINISHED_WITHIN = 0.7
"""Seconds that an order at work has to be answered when the server stops."""
STUCK_AFTER = 10.0
"""Seconds after which a connection that takes nothing is dropped."""

CLOSE_STOPPING = 1012
CLOSE_NO_HELLO = 4400
CLOSE_REFUSED = 4403
CLOSE_TOO_SLOW = 4408
CLOSE_TOO_MANY = 4429

_CLOSE_CODES = {"malformed": CLOSE_NO_HELLO, "too_many": CLOSE_TOO_MANY, "too_many_requests": CLOSE_TOO_MANY}
_COSTS: dict[type, float] = {OverlayFrame: 16.0, ChatFrame: DEAREST}
"""What a frame counts, if not 1: notes go to the disk, a word to a whole crew."""

_NO_TEXT = "Frames are text, one JSON object each."
_frames: TypeAdapter[OrderFrame | OverlayFrame | ChatFrame | PingFrame] = TypeAdapter(ClientFrame)


class Socket:
    """One viewer's connection: `hello` first, then orders, notes, chat and pings.

    It is the ASGI application itself: with eight seats a match sends thousands of frames a second, and each layer
    between would cost as much as making the frame.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a connection until either side ends it."""
        websocket = WebSocket(scope, receive, send)
        await websocket.accept()
        bind_connection()
        metrics: Metrics = websocket.app.state.metrics
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = _read_hello(await _receive(websocket))
            table = await websocket.app.state.matches.find(websocket.path_params["match_id"])
            structlog.contextvars.bind_contextvars(match_id=table.match.match_id)
            viewer, player = viewer_behind(websocket, table, hello.token, hello.seat)
            seq = table.match.streams.seq(viewer)
            if hello.after is not None and hello.after > seq:
                raise Problem("malformed", f"after: this number has not been reached; the last one is {seq}.")
            door_of(websocket).caps.require_place(table, viewer, player)
        except TimeoutError:
            metrics.dropped("no_hello")
            log.info("handshake refused", reason="no_hello")
            await _close(websocket, CLOSE_NO_HELLO, "no hello in time")
        except Problem as problem:
            metrics.refused(problem.code)
            log.info("handshake refused", reason=problem.code)
            code = _CLOSE_CODES.get(problem.code, CLOSE_REFUSED)
            await _close(websocket, code, problem.code, _refused(None, problem))
        except WebSocketDisconnect:
            return
        else:
            with listening(metrics, "socket", table, viewer, player) as listener:
                await _Connection(websocket, send, table, listener, hello.after).run()


ROUTE = WebSocketRoute("/api/matches/{match_id}/ws", Socket())


class _Connection:
    """A connection after its hello."""

    def __init__(self, websocket: WebSocket, send: Send, table: Table, listener: Listener, after: int | None) -> None:
        self._websocket = websocket
        self._send_message = send
        self._metrics: Metrics = websocket.app.state.metrics
        self._table = table
        self._listener = listener
        self._after = after
        self._intake = door_of(websocket).intake()
        self._heard = 0
        self._told = 0
        self._at_work = asyncio.Lock()
        """Held while a frame is being served."""

    async def run(self) -> None:
        """Serve until either side ends it."""
        self._listener.send(self._table.presence())
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read())
        try:
            await asyncio.wait((reader, writer), return_when=asyncio.FIRST_COMPLETED)
            if self._listener.ended == "stopping":
                await self._finish()
        finally:
            for task in (reader, writer):
                task.cancel()
            ends = await asyncio.gather(reader, writer, return_exceptions=True)
            if self._listener.ended == "seats_changed":
                await _close(self._websocket, CLOSE_REFUSED, "seats changed")
            elif self._listener.ended == "stopping":
                await _close(self._websocket, CLOSE_STOPPING, "the server is stopping; come back in a moment")
            elif self._intake.flooding:
                self._listener.end("too_many_frames")
                await _close(self._websocket, CLOSE_TOO_MANY, "too many frames")
            elif self._listener.ended:
                await _close(self._websocket, CLOSE_TOO_SLOW, "too slow")
        for end in ends:
            if isinstance(end, Exception):
                raise end  # a failure of the server itself, which belongs into the log

    async def _finish(self) -> None:
        """Answer the frame that is at work, and tell what is new, before the server stops."""
        with suppress(TimeoutError, OSError, WebSocketDisconnect):
            async with asyncio.timeout(FINISHED_WITHIN), self._at_work:
                await self._tell_news()

    # -- telling

    async def _write(self) -> None:
        """Send what is new whenever there is something; ends when the other side is gone or stuck."""
        viewer = self._listener.viewer
        match = self._table.match
        self._told = match.revision(viewer)
        seq = match.streams.seq(viewer)
        self._heard = seq if self._after is None else self._after
        try:
            await self._send(f'{{"type":"welcome","seq":{seq},"view":{match.view_json(viewer)}}}')
            while self._listener.ended is None:
                self._listener.changed.clear()
                woken, self._listener.woken = self._listener.woken, None
                async with asyncio.timeout(STUCK_AFTER):
                    told = await self._tell_news()
                if woken is not None and told:
                    self._metrics.told(perf_counter() - woken)
                await self._listener.changed.wait()
        except TimeoutError:
            self._listener.end("too_slow")
        except OSError:
            return

    async def _tell_news(self) -> bool:
        """Announcements first, then the view if it changed, then replies; returns whether the match had any news."""
        match, listener = self._table.match, self._listener
        heard, seen = self._heard, self._told
        for frame in match.streams.frames(listener.viewer, self._heard):
            self._heard += 1
            await self._send(frame)
        revision = match.revision(listener.viewer)
        if revision != self._told:
            self._told = revision
            await self._send(match.view_frame(listener.viewer))
        while listener.outbox:
            await self._send(listener.outbox.popleft())
        return (heard, seen) != (self._heard, self._told)

    async def _send(self, frame: str) -> None:
        await self._send_message({"type": "websocket.send", "text": frame})

    # -- being asked

    async def _read(self) -> None:
        while not self._intake.flooding:
            try:
                text = await _receive(self._websocket)
            except WebSocketDisconnect:
                return
            async with self._at_work:
                await self._serve(text)
            await asyncio.sleep(0)  # lets the writer send the answer before there are more than may wait

    async def _serve(self, text: str | None) -> None:
        order_id = None
        try:
            frame = _read_frame(text)
            if isinstance(frame, OrderFrame):
                order_id = frame.order_id
            self._intake.admit(_COSTS.get(type(frame), 1.0))
            if isinstance(frame, Problem):
                raise frame
            if isinstance(frame, PingFrame):
                self._listener.send('{"type":"pong"}')
                return
            player = self._require_player()
            if isinstance(frame, OrderFrame):
                answer = await self._table.order(player, self._seat_of(frame), frame.order, order_id)
                self._listener.send(dump({"type": "accepted", "order_id": order_id, "seq": answer.seq}))
            elif isinstance(frame, OverlayFrame):
                await self._table.write_notes(player, self._seat_of(frame), frame.overlay)
            else:
                self._table.chat(player, frame.text)
        except Problem as problem:
            self._refuse(order_id, problem)

    def _refuse(self, order_id: str | None, problem: Problem) -> None:
        self._metrics.refused(problem.code)
        self._listener.send(_refused(order_id, problem))

    def _require_player(self) -> Player:
        if self._listener.player is None:
            raise Problem("not_authenticated", "Spectators only listen; say hello with a player's token.")
        return self._listener.player

    def _seat_of(self, frame: OrderFrame | OverlayFrame) -> str | None:
        """The seat that a frame names, or else the seat that this connection is for, if it is for one."""
        viewer = self._listener.viewer
        if frame.seat is not None:
            return frame.seat
        return next(iter(viewer)) if len(viewer) == 1 else None


async def _receive(websocket: WebSocket) -> str | None:
    """The next frame's text, None if it is binary."""
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    return text


def _read_hello(text: str | None) -> Hello:
    if text is None:
        raise Problem("malformed", _NO_TEXT)
    try:
        return Hello.model_validate_json(text)
    except ValidationError as error:
        detail = explain(error.errors(include_url=False), "hello")
        raise Problem("malformed", f"The first frame is a hello; {detail}") from None


def _read_frame(text: str | None) -> OrderFrame | OverlayFrame | ChatFrame | PingFrame | Problem:
    """The frame in a text, or why it cannot be read."""
    if text is None:
        return Problem("malformed", _NO_TEXT)
    try:
        return _frames.validate_json(text)
    except ValidationError as error:
        return Problem("malformed", explain(error.errors(include_url=False), "frame"))


def _refused(order_id: str | None, problem: Problem) -> str:
    refusal: dict[str, Any] = {"type": "refused", "order_id": order_id, "problem": problem.as_json()}
    return dump(refusal)


async def _close(websocket: WebSocket, code: int, reason: str, last_frame: str | None = None) -> None:
    try:
        async with asyncio.timeout(1.0):
            if last_frame is not None:
                await websocket.send_text(last_frame)
            await websocket.close(code, reason)
    except (TimeoutError, RuntimeError, WebSocketDisconnect):
        pass  # it is gone already
