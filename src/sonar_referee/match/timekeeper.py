"""The time of one match: clock, contact, and the pauses that tie them together, without asking what time it is."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sonar_referee.match.clock import Clock
from sonar_referee.match.presence import RETURN_WITHIN, Presence

PAUSES_LAST = 120.0
"""Seconds for which the clock of a match stands still in all because somebody is away."""


class Happening(NamedTuple):
    """Presence or the clock has changed for all to see, the time of sitters to return is over, or that of the wait."""

    kind: Literal["presence", "clock", "overdue", "expired"]
    sitters: tuple[str, ...] = ()
    """Whose time to return ended, all at the same instant."""


class _Due(NamedTuple):
    """What comes next: due at an instant, or only after it."""

    at: float
    after: bool
    kind: Literal["missed", "paused enough", "warning", "overdue", "expired"]


class Timekeeper:
    """Keeps the time of a match. Before each call with an instant, `advance` is called with the same one.

    With `stand_ins` a player who does not return is played by a bot, and the clock need not wait for it any longer;
    without `pauses` it waits for nobody.
    """

    def __init__(self, stand_ins: bool, pauses: bool) -> None:
        self.presence = Presence()
        self.clock: Clock | None = None
        self.running = False
        """Whether the match runs: only then somebody's time to return passes."""
        self.stand_ins = stand_ins
        self.pauses = pauses
        self._pauses_left = PAUSES_LAST
        self._paused_since: float | None = None
        self._expired = False

    # -- what the match tells

    def wait(self, seconds: float | None, now: float, left: float | None = None) -> None:
        """Begin to wait, for at most `seconds`, or what is `left` of them."""
        self.clock = None if seconds is None else Clock(seconds, seconds if left is None else left)
        self._expired = False
        self._pace(now)

    def meet(self, sitter: str, now: float, until: float) -> list[Happening]:
        """Note contact that lasts until an instant; somebody who is no sitter is let pass."""
        if sitter not in self.presence or not self.presence.meet(sitter, until):
            return []
        return [Happening("presence"), *self._pace(now)]

    def seats_changed(self, now: float) -> list[Happening]:
        """See who is away after others have sat down."""
        return self._pace(now)

    def finish(self, now: float) -> None:
        """End with the match."""
        self.running = False
        self.wait(None, now)

    # -- time passes

    def advance(self, now: float) -> list[Happening]:
        """Let time pass until now; returns what came about meanwhile, in order."""
        happenings: list[Happening] = []
        while (due := self._next()) is not None and (due.at < now or (due.at == now and not due.after)):
            happenings += self._happen(due)
        return happenings

    def next_due(self) -> float | None:
        """The instant at or after which something comes about if nothing else happens before."""
        due = self._next()
        return None if due is None else due.at

    def _next(self) -> _Due | None:
        dues = [_Due(at, False, "missed") for at in [self.presence.misses_at()] if at is not None]
        if self.running:
            dues += [_Due(at, True, "overdue") for at in [self.presence.gives_up_at()] if at is not None]
        if self._paused_since is not None:
            dues.append(_Due(self._paused_since + self._pauses_left, False, "paused enough"))
        if self.clock is not None and not self._expired:
            dues += [_Due(at, False, "warning") for at in [self.clock.warns_at()] if at is not None]
            dues += [_Due(at, True, "expired") for at in [self.clock.ends_at()] if at is not None]
        return min(dues, default=None)

    def _happen(self, due: _Due) -> list[Happening]:
        if due.kind == "missed":
            self.presence.miss(due.at)
            return [Happening("presence"), *self._pace(due.at)]
        if due.kind == "overdue":
            given_up = self.presence.give_up(due.at)
            return [Happening("presence"), Happening("overdue", given_up), *self._pace(due.at)]
        if due.kind == "paused enough":
            self._pauses_left = 0.0
            return self._pace(due.at)
        if due.kind == "expired":
            self._expired = True
            return [Happening("expired")]
        assert self.clock is not None
        self.clock.warn()
        return [Happening("clock")]

    def _pace(self, at: float) -> list[Happening]:
        """Stop the clock, or let it go on, as it is to be from this instant."""
        self._pauses_left = self._pauses_left_at(at)
        away = self.presence.away().keys() - (self.presence.overdue() if self.stand_ins else frozenset())
        paused = self.pauses and bool(away) and self._pauses_left > 0
        pause = self.running and self.clock is not None and paused
        changed = pause != (self._paused_since is not None)
        self._paused_since = at if pause else None
        if self.clock is not None and self.clock.running == pause:
            if pause:
                self.clock.stop(at)
            else:
                self.clock.go(at)
        return [Happening("clock")] if changed and self.clock is not None else []

    def _pauses_left_at(self, now: float) -> float:
        if self._paused_since is None:
            return self._pauses_left
        return max(0.0, self._pauses_left - (now - self._paused_since))

    # -- what is told

    def clock_shown(self, now: float) -> dict[str, Any] | None:
        """The clock as a view shows it."""
        if self.clock is None:
            return None
        return {"seconds": self.clock.allowed, "left": round(self.clock.left(now), 2), "running": self.clock.running}

    def away_shown(self, sitter: str, now: float) -> dict[str, float | None] | None:
        """How a seat in a running match shows that nobody is there."""
        if not self.running or self.presence.connected(sitter):
            return None
        within = self.presence.returns_within(sitter, now)
        return {"returns_within": None if within is None else round(within, 2)}

    # -- what outlives the server

    def document(self, now: float) -> dict[str, Any]:
        """What is left of all times, as JSON values."""
        return {
            "left": None if self.clock is None else self.clock.left(now),
            "pauses_left": self._pauses_left_at(now),
            "away": {sitter: self.presence.returns_within(sitter, now) for sitter in self.presence.away()},
        }

    def take_up(self, document: dict[str, Any], now: float) -> None:
        """Go on with the pauses and absences of a document; those who were away then are still away."""
        self._pauses_left = document["pauses_left"]
        for sitter, within in document["away"].items():
            if sitter in self.presence:
                since = now - RETURN_WITHIN + (within or 0.0)
                self.presence.stay_away(sitter, since, overdue=within is None)
