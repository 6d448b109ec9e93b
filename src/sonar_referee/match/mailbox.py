"""One thing at a time: the queue through which everything that changes a match goes."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextvars import Context
from typing import Any, TypeVar

T = TypeVar("T")


class Mailbox:
    """Runs what is put in, one after another, whether or not the sender still waits for it.

    A sender whose connection breaks does not stop an order half-way between the log and the match.
    """

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Awaitable[Any]], asyncio.Future[Any]]] = deque()
        self._task: asyncio.Task[None] | None = None

    async def put(self, deed: Callable[[], Awaitable[T]]) -> T:
        """Run `deed` when its turn comes and return or raise what it does."""
        return await self.post(deed)

    def post(self, deed: Callable[[], Awaitable[T]]) -> asyncio.Future[T]:
        """Put `deed` behind what waits at this moment, without waiting for it."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append((deed, future))
        if self._task is None:
            # a context of its own: what is logged at work must not bear the id of the connection that woke it
            self._task = asyncio.create_task(self._work(), context=Context())
        return future

    async def _work(self) -> None:
        while self._waiting:
            deed, future = self._waiting.popleft()
            try:
                result = await deed()
            except Exception as error:  # whatever it is, it belongs to the sender
                if not future.cancelled():
                    future.set_exception(error)
            else:
                if not future.cancelled():
                    future.set_result(result)
        self._task = None

    @property
    def busy(self) -> bool:
        """Whether something is at work or waiting."""
        return self._task is not None

    async def idle(self) -> None:
        """Return when nothing is at work or waiting."""
        if self._task is not None:
            await asyncio.shield(self._task)
