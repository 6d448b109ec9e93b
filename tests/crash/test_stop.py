"""A server that is told to stop in the middle of play."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.crash.night import Night, Tally
from tests.crash.servers import servers

STOPS = 3
SECONDS = 10.0
"""In which a server has stopped; on a machine that does nothing else it takes about one."""


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform == "win32", reason="servers are forked, so that they are up at once")
def test_server_that_is_stopped_in_mid_traffic(tmp_path: Path) -> None:
    """SIGTERM while twenty matches are played: the server ends soon, with exit code 0 and nothing on standard error;
    what it acknowledged is in the log, once and in order; at the next start everybody comes back and plays on."""

    async def night() -> None:
        async with servers(tmp_path) as childs:
            night = Night(childs, seed=1, tally=Tally())
            for _ in range(STOPS):
                assert await night.live_and_be_stopped() < SECONDS
            await night.finish()

    asyncio.run(night())
