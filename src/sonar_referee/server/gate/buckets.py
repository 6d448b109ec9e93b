"""Token buckets: how often something may happen, with a supply for bursts."""

from __future__ import annotations

from collections.abc import Callable, Hashable

Clock = Callable[[], float]
"""Gives the time in seconds; only differences count."""

_ROUNDING = 1e-6
"""Seconds: who waits as long as it was told is not too early."""
_SWEEP_FROM = 1024


class Bucket:
    """One bucket: `burst` tokens at most, `per_second` new ones each second; without a rate it never runs dry."""

    __slots__ = ("_burst", "_clock", "_full_at", "_per_second")

    def __init__(self, per_second: float, burst: float, clock: Clock) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._full_at = 0.0

    def wait(self, cost: float = 1.0) -> float:
        """Seconds until this many tokens are there; 0 if they are."""
        if not self._per_second:
            return 0.0
        missing = max(self._full_at - self._clock(), 0.0) + (cost - self._burst) / self._per_second
        return missing if missing > _ROUNDING else 0.0

    def take(self, cost: float = 1.0) -> float:
        """Take tokens and return 0; or take none and return the seconds to wait."""
        wait = self.wait(cost)
        if not wait and self._per_second:
            self._full_at = max(self._full_at, self._clock()) + cost / self._per_second
        return wait

    def is_full(self) -> bool:
        """Whether it is as good as new."""
        return self._full_at <= self._clock()


class Buckets:
    """A bucket for each key. Full ones are forgotten: at most twice as many are kept as are in use."""

    def __init__(self, per_second: float, burst: float, clock: Clock) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._buckets: dict[Hashable, Bucket] = {}
        self._sweep_at = _SWEEP_FROM

    def __len__(self) -> int:
        return len(self._buckets)

    def wait(self, key: Hashable, cost: float = 1.0) -> float:
        """Seconds until this many tokens of a key are there; 0 if they are."""
        bucket = self._buckets.get(key)
        return 0.0 if bucket is None else bucket.wait(cost)

    def take(self, key: Hashable, cost: float = 1.0) -> float:
        """Take tokens of a key and return 0; or take none and return the seconds to wait."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._new(key)
        return bucket.take(cost)

    def _new(self, key: Hashable) -> Bucket:
        if len(self._buckets) >= self._sweep_at:
            self._buckets = {one: bucket for one, bucket in self._buckets.items() if not bucket.is_full()}
            self._sweep_at = max(_SWEEP_FROM, 2 * len(self._buckets))
        bucket = self._buckets[key] = Bucket(self._per_second, self._burst, self._clock)
        return bucket
