"""The durable log of accepted orders: what is kept of a match, in SQLite or in memory."""

from sonar_referee.store.errors import (
    LogGap,
    MatchExists,
    NoSuchMatch,
    OrderRepeated,
    StoreError,
    StoreFailed,
    StoreUnusable,
)
from sonar_referee.store.log import Entry, Store, StoredMatch
from sonar_referee.store.memory import MemoryStore
from sonar_referee.store.reading import reading
from sonar_referee.store.sqlite import SQLiteStore

__all__ = [
    "Entry",
    "LogGap",
    "MatchExists",
    "MemoryStore",
    "NoSuchMatch",
    "OrderRepeated",
    "SQLiteStore",
    "Store",
    "StoreError",
    "StoreFailed",
    "StoreUnusable",
    "StoredMatch",
    "reading",
]
