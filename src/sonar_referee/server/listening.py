"""Connections that stay open: counted, and logged with an id of their own."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

import structlog

from sonar_referee.games.game import Viewer
from sonar_referee.match.listeners import Listener
from sonar_referee.match.roster import Player
from sonar_referee.match.table import Table
from sonar_referee.server.metrics import Kind, Metrics

log = structlog.get_logger("sonar_referee")


def new_connection_id() -> str:
    """An id for the log, which means nothing elsewhere."""
    return secrets.token_hex(5)


def bind_connection() -> None:
    """Let what is logged from here on in this task bear the id of a new connection."""
    structlog.contextvars.bind_contextvars(connection_id=new_connection_id())


@contextmanager
def listening(metrics: Metrics, kind: Kind, table: Table, viewer: Viewer, player: Player | None) -> Iterator[Listener]:
    """Listen to a match for the time of a `with` block, in a task that serves this connection alone."""
    # A held call comes and goes with the announcements: seen beside the others' its line would be noise.
    tell = log.debug if kind == "poll" else log.info
    began = monotonic()
    with table.listeners.listening(viewer, player) as listener:
        metrics.opened(kind)
        tell("connection opened", kind=kind, player_id=player.player_id if player else None)
        try:
            yield listener
        finally:
            metrics.closed(kind)
            if listener.ended is not None:
                metrics.dropped(listener.ended)
            seconds = round(monotonic() - began, 3)
            tell("connection closed", kind=kind, reason=listener.ended or "left", seconds=seconds)
