"""The time for one wait. It is asked with the present instant and never looks at a clock itself."""

from __future__ import annotations

WARNINGS = (30.0, 10.0)
"""Seconds before the end at which everybody is warned, where more than that is allowed."""


class Clock:
    """Seconds that run down, and stand still while a player is away. Instants are seconds of one and the same clock."""

    def __init__(self, allowed: float, left: float) -> None:
        """A clock that stands with `left` of the `allowed` seconds."""
        self.allowed = allowed
        self._left = left
        self._running_since: float | None = None
        self._warnings = [warning for warning in WARNINGS if warning < left]

    @property
    def running(self) -> bool:
        """Whether the time runs down."""
        return self._running_since is not None

    def left(self, now: float) -> float:
        """Seconds left."""
        passed = 0.0 if self._running_since is None else now - self._running_since
        return max(0.0, self._left - passed)

    def go(self, now: float) -> None:
        """Let the time run down from now."""
        self._running_since = now

    def stop(self, now: float) -> None:
        """Let the time stand still."""
        self._left = self.left(now)
        self._running_since = None

    def ends_at(self) -> float | None:
        """The instant after which the time is up, if it runs."""
        return None if self._running_since is None else self._running_since + self._left

    def warns_at(self) -> float | None:
        """The instant of the next warning, if the time runs and one is to come."""
        end = self.ends_at()
        return end - self._warnings[0] if end is not None and self._warnings else None

    def warn(self) -> None:
        """Take the next warning as given."""
        del self._warnings[0]
