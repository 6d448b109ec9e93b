"""Who has contact with the table. It is asked with the present instant and never looks at a clock itself."""

from __future__ import annotations

import math
from collections.abc import Iterable

CONTACT_LASTS = 15.0
"""Seconds without contact after which a player counts as disconnected."""

RETURN_WITHIN = 60.0
"""Seconds that a disconnected player has to return."""

ALWAYS = math.inf
"""The last contact of a bot, and of a player whose connection is open."""


class Presence:
    """The sitters of a table: players by their id, and in a running match seats by name as long as they are empty."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._away_since: dict[str, float] = {}
        self._overdue: set[str] = set()

    def __contains__(self, sitter: str) -> bool:
        return sitter in self._last

    def sit(self, sitter: str, last_contact: float) -> None:
        """Take somebody in, or count its contact anew."""
        self._last[sitter] = last_contact
        self._away_since.pop(sitter, None)
        self._overdue.discard(sitter)

    def keep(self, sitters: Iterable[str]) -> None:
        """Forget all but these."""
        for sitter in self._last.keys() - set(sitters):
            del self._last[sitter]
            self._away_since.pop(sitter, None)
            self._overdue.discard(sitter)

    def meet(self, sitter: str, now: float) -> bool:
        """Note a sign of life, `ALWAYS` for one that lasts; returns whether the player was away."""
        was_away = sitter in self._away_since
        self.sit(sitter, max(now, self._last[sitter]))
        return was_away

    def part(self, sitter: str, now: float) -> None:
        """Note that a sign of life which lasted has ended."""
        self._last[sitter] = now

    def stay_away(self, sitter: str, since: float, *, overdue: bool = False) -> None:
        """Let somebody be away since an instant, whatever its last contact was, perhaps longer than it may."""
        self.sit(sitter, since - CONTACT_LASTS)
        self._away_since[sitter] = since
        if overdue:
            self._overdue.add(sitter)

    # -- what is known

    def connected(self, sitter: str) -> bool:
        """Whether there was contact not long ago."""
        return sitter in self._last and sitter not in self._away_since

    def last_contact(self, sitter: str) -> float:
        """The instant of the last contact, or `ALWAYS`."""
        return self._last[sitter]

    def away(self) -> dict[str, float]:
        """Those who are away, with the instants since when."""
        return dict(self._away_since)

    def overdue(self) -> frozenset[str]:
        """Those who did not return in time and are still away."""
        return frozenset(self._overdue)

    def returns_within(self, sitter: str, now: float) -> float | None:
        """Seconds that somebody who is away has to return; None when they are over."""
        return None if sitter in self._overdue else max(0.0, self._away_since[sitter] + RETURN_WITHIN - now)

    # -- time passes

    def misses_at(self) -> float | None:
        """The instant at which the next player is disconnected."""
        here = [last for sitter, last in self._last.items() if sitter not in self._away_since and last < ALWAYS]
        return min(here) + CONTACT_LASTS if here else None

    def miss(self, at: float) -> None:
        """Let those be away whose last contact is too long ago."""
        for sitter, last in self._last.items():
            if last + CONTACT_LASTS <= at:
                self._away_since.setdefault(sitter, last + CONTACT_LASTS)

    def gives_up_at(self) -> float | None:
        """The instant after which somebody's time to return is over."""
        expected = [since for sitter, since in self._away_since.items() if sitter not in self._overdue]
        return min(expected) + RETURN_WITHIN if expected else None

    def give_up(self, at: float) -> tuple[str, ...]:
        """Expect those no longer whose time to return ends at this instant."""
        given_up = tuple(
            sitter
            for sitter, since in self._away_since.items()
            if sitter not in self._overdue and since + RETURN_WITHIN <= at
        )
        self._overdue.update(given_up)
        return given_up
