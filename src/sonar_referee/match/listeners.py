"""Who is listening to a match: open sockets, streams and long polls, and which players they belong to."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

from sonar_referee.games.game import Viewer
from sonar_referee.match.roster import Player

MOST_WAITING = 256
"""Frames that may wait for one connection before it counts as too slow."""


class Listener:
    """One open connection. `changed` is set when there may be something new for it; `outbox` holds other frames."""

    def __init__(self, viewer: Viewer, player: Player | None) -> None:
        self.viewer = viewer
        self.player = player
        self.changed = asyncio.Event()
        self.outbox: deque[str] = deque()
        self.woken: float | None = None
        """When the match first woke it for what it has not looked at yet, as `perf_counter` counts."""
        self.ended: str | None = None
        """Why the server wants to end the connection: `too_slow`, `seats_changed` or `stopping`."""
        self._rests = False

    def send(self, frame: str) -> None:
        """Put a frame behind those that wait; too many end the connection as too slow."""
        if len(self.outbox) < MOST_WAITING:
            self.outbox.append(frame)
            self.changed.set()
        else:
            self.end("too_slow")

    async def rest(self) -> None:
        """Wait for something new, as a bot of the server does: its match may leave the memory meanwhile."""
        self._rests = True
        try:
            await self.changed.wait()
        finally:
            self._rests = False

    @property
    def rests(self) -> bool:
        """Whether this one would miss nothing if its match left the memory."""
        return self._rests and not self.changed.is_set()

    def end(self, reason: str) -> None:
        """Ask the connection to end."""
        self.ended = reason
        self.changed.set()


class Listeners:
    """All listeners of one match."""

    def __init__(self, opened: Callable[[Player], None], closed: Callable[[Player], None]) -> None:
        """`opened` is called for each connection of a player, `closed` when the last one of a player has ended."""
        self._listeners: set[Listener] = set()
        self._opened = opened
        self._closed = closed

    def __iter__(self) -> Iterator[Listener]:
        return iter(tuple(self._listeners))

    def wake(self) -> None:
        """Tell everybody that something may have changed."""
        now = perf_counter()
        for listener in self._listeners:
            if listener.woken is None:
                listener.woken = now
            listener.changed.set()

    @contextmanager
    def listening(self, viewer: Viewer, player: Player | None) -> Iterator[Listener]:
        """Listen for the time of a `with` block."""
        listener = Listener(viewer, player)
        self._listeners.add(listener)
        if player is not None:
            self._opened(player)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)
            if player is not None and not self._has(player):
                self._closed(player)

    def _has(self, player: Player) -> bool:
        return any(listener.player and listener.player.player_id == player.player_id for listener in self._listeners)
