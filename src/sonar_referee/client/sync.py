"""The client without asyncio: the same names, and each call returns when it is done.

Behind it the other client works in a thread, so that the server's pings are answered while the caller thinks.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from contextlib import AbstractContextManager, ExitStack
from functools import update_wrapper
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast

from anyio.from_thread import BlockingPortal, start_blocking_portal

from sonar_referee.client import connection, referee
from sonar_referee.client.errors import ClientError, Refused, Unreachable
from sonar_referee.client.orders import awaited_orders
from sonar_referee.client.referee import Heard

__all__ = ["ClientError", "Connection", "Heard", "Referee", "Refused", "Unreachable", "awaited_orders"]

P = ParamSpec("P")
R = TypeVar("R")


def _blocking(
    method: Callable[Concatenate[referee.Referee, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[Referee, P], R]:
    def call(self: Referee, *arguments: P.args, **named: P.kwargs) -> R:
        async def answer() -> R:
            return await method(self._referee, *arguments, **named)

        return self._portal.call(answer)

    return cast("Callable[Concatenate[Referee, P], R]", update_wrapper(call, method))


class Referee:
    """One server, for the time of a `with` block; calls as those of `sonar_referee.client.Referee`."""

    def __init__(self, url: str, host_password: str | None = None) -> None:
        self._referee = referee.Referee(url, host_password)
        self._open = ExitStack()
        self._running: BlockingPortal | None = None

    def __enter__(self) -> Self:
        self._running = self._open.enter_context(start_blocking_portal())
        self._open.enter_context(self._running.wrap_async_context_manager(self._referee))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._open.close()

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._referee.url

    games = _blocking(referee.Referee.games)
    maps = _blocking(referee.Referee.maps)
    map = _blocking(referee.Referee.map)
    create_match = _blocking(referee.Referee.create_match)
    matches = _blocking(referee.Referee.matches)
    match = _blocking(referee.Referee.match)
    find = _blocking(referee.Referee.find)
    invitation = _blocking(referee.Referee.invitation)
    join = _blocking(referee.Referee.join)
    change_seats = _blocking(referee.Referee.change_seats)
    swap = _blocking(referee.Referee.swap)
    leave = _blocking(referee.Referee.leave)
    add_bots = _blocking(referee.Referee.add_bots)
    remove_bots = _blocking(referee.Referee.remove_bots)
    free_seat = _blocking(referee.Referee.free_seat)
    readiness = _blocking(referee.Referee.readiness)
    start = _blocking(referee.Referee.start)
    rematch = _blocking(referee.Referee.rematch)
    rematch_of = _blocking(referee.Referee.rematch_of)
    record = _blocking(referee.Referee.record)
    analysis = _blocking(referee.Referee.analysis)
    view = _blocking(referee.Referee.view)
    announcements = _blocking(referee.Referee.announcements)
    order = _blocking(referee.Referee.order)
    check_order = _blocking(referee.Referee.check_order)

    def connect(
        self, match_id: str, token: str | None = None, *, seat: str | None = None, after: int | None = None
    ) -> Connection:
        """A connection to a match, to be opened with `with`; without a token a spectator's."""
        return Connection(self._portal, self._referee.connect(match_id, token, seat=seat, after=after))

    @property
    def _portal(self) -> BlockingPortal:
        if self._running is None:
            raise RuntimeError("open a Referee with `with`")
        return self._running


class Connection:
    """What one viewer sees, hears and orders, for the time of a `with` block; `for` yields the server's frames."""

    def __init__(self, portal: BlockingPortal, behind: connection.Connection) -> None:
        self._portal = portal
        self._behind = behind
        self._block: AbstractContextManager[object] = portal.wrap_async_context_manager(behind)

    def __enter__(self) -> Self:
        self._block.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._block.__exit__(kind, error, traceback)

    @property
    def view(self) -> dict[str, Any]:
        """The latest view."""
        return self._behind.view

    @property
    def seq(self) -> int:
        """The number of the last announcement heard."""
        return self._behind.seq

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> connection.Frame:
        return self._portal.call(self._behind.__anext__)

    def order(self, order: Mapping[str, Any], *, seat: str | None = None, order_id: str | None = None) -> int:
        """Give an order; returns the own sequence afterwards or raises `Refused`."""
        return self._portal.call(lambda: self._behind.order(order, seat=seat, order_id=order_id))

    def chat(self, text: str) -> None:
        """Say a word to one's own team; raises `Refused`."""
        self._portal.call(self._behind.chat, text)

    def overlay(self, document: Any) -> None:
        """Replace the own team's overlay, the Radio Operator's sheet; raises `Refused`."""
        self._portal.call(self._behind.overlay, document)
