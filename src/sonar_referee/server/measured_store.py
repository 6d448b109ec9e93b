"""A store whose orders are counted and timed on their way."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from sonar_referee.store import Entry, Store


class MeasuredStore:
    """Passes every call on to another store; `stored` hears of each order and the seconds until it was durable."""

    def __init__(self, store: Store, stored: Callable[[str, Entry, float], None]) -> None:
        self._store = store
        self._stored = stored

    async def append(self, match_id: str, entry: Entry) -> None:
        """See Store.append."""
        began = perf_counter()
        await self._store.append(match_id, entry)
        self._stored(match_id, entry, perf_counter() - began)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)
