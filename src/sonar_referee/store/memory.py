"""A store that keeps everything in memory, for tests and for matches that need not outlive the server."""

from dataclasses import astuple, dataclass, field, replace

from sonar_referee.store.errors import LogGap, MatchExists, NoSuchMatch, OrderRepeated, StoreFailed
from sonar_referee.store.log import Entry, StoredMatch, require_utf8


@dataclass(slots=True)
class _Log:
    match: StoredMatch
    entries: list[Entry] = field(default_factory=list)
    documents: dict[str, str] = field(default_factory=dict)
    order_ids: set[tuple[str, str]] = field(default_factory=set)


class MemoryStore:
    """A store without a disk: it answers as SQLiteStore does, until the process ends."""

    def __init__(self) -> None:
        self._logs: dict[str, _Log] = {}
        self._closed = False

    @property
    def refusal(self) -> str | None:
        """See Store.refusal."""
        return None

    async def create(self, match: StoredMatch) -> None:
        """See Store.create."""
        self._check(*astuple(match))
        taken = any(log.match.join_code == match.join_code for log in self._logs.values())
        if taken or match.match_id in self._logs:
            raise MatchExists(match.match_id)
        self._logs[match.match_id] = _Log(match)

    async def append(self, match_id: str, entry: Entry) -> None:
        """See Store.append."""
        self._check(match_id, entry.at, entry.player, entry.seat, entry.order, entry.order_id)
        log = self._log(match_id)
        if entry.number != len(log.entries) + 1:
            raise LogGap(match_id, entry.number, len(log.entries) + 1)
        if entry.order_id is not None:
            key = (entry.player, entry.order_id)
            if key in log.order_ids:
                raise OrderRepeated(match_id, entry.order_id)
            log.order_ids.add(key)
        log.entries.append(entry)

    async def save_roster(self, match_id: str, roster: str, status: str) -> None:
        """See Store.save_roster."""
        self._check(match_id, roster, status)
        log = self._log(match_id)
        log.match = replace(log.match, roster=roster, status=status)

    async def save_document(self, match_id: str, name: str, document: str) -> None:
        """See Store.save_document."""
        self._check(match_id, name, document)
        self._log(match_id).documents[name] = document

    async def matches(self) -> list[StoredMatch]:
        """See Store.matches."""
        self._check()
        return [log.match for log in self._logs.values()]

    async def unfinished(self) -> list[StoredMatch]:
        """See Store.unfinished."""
        return [match for match in await self.matches() if match.status != "finished"]

    async def find(self, match_id: str) -> StoredMatch:
        """See Store.find."""
        self._check(match_id)
        return self._log(match_id).match

    async def find_code(self, join_code: str) -> str | None:
        """See Store.find_code."""
        self._check(join_code)
        return next((log.match.match_id for log in self._logs.values() if log.match.join_code == join_code), None)

    async def find_rematch(self, match_id: str) -> str | None:
        """See Store.find_rematch."""
        self._check(match_id)
        return next((log.match.match_id for log in self._logs.values() if log.match.rematch_of == match_id), None)

    async def idle_since(self, time: str, most: int) -> list[str]:
        """See Store.idle_since."""
        self._check(time)
        old = [log for log in self._logs.values() if log.match.created_at < time]
        idle = [log for log in old if not log.entries or log.entries[-1].at < time]
        return [log.match.match_id for log in sorted(idle, key=lambda log: log.match.created_at)][:most]

    async def entries(self, match_id: str) -> list[Entry]:
        """See Store.entries."""
        self._check(match_id)
        return list(self._log(match_id).entries)

    async def documents(self, match_id: str) -> dict[str, str]:
        """See Store.documents."""
        self._check(match_id)
        return dict(self._log(match_id).documents)

    async def delete(self, match_id: str) -> None:
        """See Store.delete."""
        self._check(match_id)
        self._log(match_id)
        del self._logs[match_id]

    async def close(self) -> None:
        """See Store.close."""
        self._closed = True

    def _check(self, *texts: str | None) -> None:
        require_utf8(*texts)
        if self._closed:
            raise StoreFailed("the store is closed")

    def _log(self, match_id: str) -> _Log:
        try:
            return self._logs[match_id]
        except KeyError:
            raise NoSuchMatch(match_id) from None
