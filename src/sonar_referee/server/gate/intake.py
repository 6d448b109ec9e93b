"""How many frames one socket may send."""

from __future__ import annotations

from sonar_referee.server.gate.buckets import Bucket, Clock
from sonar_referee.wire.problems import too_many_requests

BURST = 1.0
"""Seconds' worth of frames that may come at once."""
DEAREST = 40.0
"""The most that a frame may count."""
MOST_REFUSED = 32.0
"""Refusals in a row after which a socket counts as flooding."""


class Intake:
    """The frames of one socket; `flooding` when it goes on and on although it is refused."""

    def __init__(self, per_second: float, clock: Clock) -> None:
        self._frames = Bucket(per_second, max(BURST * per_second, DEAREST), clock)
        self._refusals = Bucket(1.0, MOST_REFUSED, clock)
        self.flooding = False

    def admit(self, cost: float) -> None:
        """Take a frame in, or raise `too_many_requests`."""
        wait = self._frames.take(cost)
        if wait:
            self.flooding = self._refusals.take() > 0
            raise too_many_requests("Too many frames came over this socket.", wait)
