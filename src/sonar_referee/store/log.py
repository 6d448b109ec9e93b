"""What a store keeps, and the interface that all stores share."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as stored: its unchanging setup (the log's first entry) and its latest roster, as JSON text."""

    match_id: str
    join_code: str
    created_at: str
    """RFC 3339, UTC."""
    status: str
    """lobby, running or finished."""
    setup: str
    roster: str
    rematch_of: str | None = None
    """The match whose players play again in this one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """An accepted order, as JSON text, with who gave it and when."""

    number: int
    """1, 2, … without gaps in a match."""
    at: str
    """RFC 3339, UTC."""
    player: str
    """Who gave it; `clock` for the clock's default order."""
    seat: str
    order: str
    order_id: str | None


class Store(Protocol):
    """A log of accepted orders.

    Calls take effect in the order in which they are made, each wholly or not at all. What a call has changed
    is durable when it returns. Cancelling a call does not take it back. Every call raises StoreFailed if the
    disk fails or the store is closed, and UnicodeEncodeError for text with a lone surrogate.
    """

    @property
    def refusal(self) -> str | None:
        """Why the disk takes nothing at the moment, in SQLite's word; None as far as is known that it does.

        It ends by itself when the disk writes again. Calls are tried all the same, and reading goes on.
        """

    async def create(self, match: StoredMatch) -> None:
        """Add a match; MatchExists if its id or its join code is taken."""

    async def append(self, match_id: str, entry: Entry) -> None:
        """Add the next entry; NoSuchMatch, LogGap if its number is not the next, OrderRepeated."""

    async def save_roster(self, match_id: str, roster: str, status: str) -> None:
        """Replace the roster and the status; NoSuchMatch."""

    async def save_document(self, match_id: str, name: str, document: str) -> None:
        """Replace the document of this name that is kept beside the log; NoSuchMatch."""

    async def matches(self) -> list[StoredMatch]:
        """List all matches in the order of their creation, the oldest first."""

    async def unfinished(self) -> list[StoredMatch]:
        """List the matches whose status is not `finished`, the oldest first."""

    async def find(self, match_id: str) -> StoredMatch:
        """Return one match; NoSuchMatch."""

    async def find_code(self, join_code: str) -> str | None:
        """Return the id of the match with this join code, if there is one."""

    async def find_rematch(self, match_id: str) -> str | None:
        """Return the id of the first match made as a rematch of this one, if there is one."""

    async def idle_since(self, time: str, most: int) -> list[str]:
        """List up to `most` matches, oldest first, made before `time` (RFC 3339, UTC) and without an entry since."""

    async def entries(self, match_id: str) -> list[Entry]:
        """List the entries of a match by number; NoSuchMatch."""

    async def documents(self, match_id: str) -> dict[str, str]:
        """Return the documents kept beside a match's log by name; NoSuchMatch."""

    async def delete(self, match_id: str) -> None:
        """Remove a match with its entries and documents; NoSuchMatch."""

    async def close(self) -> None:
        """Write what was accepted and let go of the log; closing twice does nothing more."""


def require_utf8(*texts: str | None) -> None:
    """Raise UnicodeEncodeError for text that cannot be stored, whatever the store."""
    for text in texts:
        if text is not None:
            text.encode()
