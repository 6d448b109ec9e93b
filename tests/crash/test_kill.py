"""A server that is killed in the middle of everything: what it acknowledged is there, once and in order."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.crash.night import Tally, spend_night

KILLS = 24
SEED = 20260131


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform == "win32", reason="servers are forked, so that they are up at once")
def test_server_that_is_killed_again_and_again(tmp_path: Path) -> None:
    """Twenty matches of eight players each, and one of bots, go on although their server is killed again and again: as
    it starts, as everybody comes back, as they play, and in the middle of a commit. After each kill the log holds every
    acknowledged order once and in order; everybody who comes back hears nothing twice and misses nothing; in the end
    every match has gone on, and no server has complained."""
    tally = Tally()
    asyncio.run(spend_night(tmp_path, SEED, KILLS, tally))
    assert tally.kills == KILLS
    assert tally.in_start > 0
    assert tally.in_commit > 0
    assert tally.orders > 20 * KILLS
    assert tally.finished > 0
