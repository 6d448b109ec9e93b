"""How often secrets that are short enough to be tried out may be tried."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sonar_referee.server.gate.buckets import Bucket, Buckets, Clock
from sonar_referee.wire.problems import too_many_requests

MINUTE = 60.0
OF_ALL = 10.0
"""How many addresses' supply there is for all together: who has many addresses must not have many tries."""
OF_ALL_PER_MINUTE = 1.5
"""How many addresses' new tries a minute there are for all together."""


class Guesses:
    """Wrong tries of one kind of secret, `per_minute` for each address and some for all together; right ones are free.

    Who has none left is refused whatever it tries: else the answer would tell the right one from the wrong ones.
    """

    def __init__(self, what: str, per_minute: float, clock: Clock) -> None:
        self._what = what
        self._of_one = Buckets(per_minute / MINUTE, max(per_minute, 1.0), clock)
        self._of_all = Bucket(OF_ALL_PER_MINUTE * per_minute / MINUTE, OF_ALL * max(per_minute, 1.0), clock)

    @contextmanager
    def trying(self, address: str) -> Iterator[None]:
        """Count what is tried in the `with` block, and no longer if it raises nothing; raises `too_many_requests`."""
        wait = max(self._of_one.wait(address), self._of_all.wait())
        if wait:
            raise too_many_requests(f"Too many wrong {self._what} were tried.", wait)
        self._of_one.take(address)
        self._of_all.take()
        yield
        self._of_one.take(address, -1.0)
        self._of_all.take(-1.0)
