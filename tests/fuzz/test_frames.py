"""Every kind of frame that a client may send by mistake or on purpose, between those of a match that goes on."""

from __future__ import annotations

from contextlib import closing

import pytest
from structlog.testing import capture_logs

from tests.fuzz.fuzzer import Fuzzer
from tests.server.client import Client
from tests.server.running import Running


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_frames(seed: int) -> None:
    """A thousand frames, most of them wrong: each is answered or ends its own connection with the documented code, none
    changes anything that was not accepted, no request fails, and the match goes on for everybody."""
    with Running() as running, Client(running.address) as client, closing(Fuzzer(client, seed)) as fuzzer:
        with capture_logs() as logs:
            while fuzzer.frames < 1000:
                fuzzer.batch(40, 5)
        assert not running.complaints
        running.complaints.clear()
        assert not [event for event in logs if event["log_level"] in ("error", "critical")]
        assert fuzzer.matches > 1, "the first match has come to its end"
