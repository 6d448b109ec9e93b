"""Kills of a server at work, night after night, each with a file of its own; tests/crash tells what is checked."""

from __future__ import annotations

import asyncio
import tempfile
import time
import traceback
from pathlib import Path

from tests.crash.night import Tally, spend_night
from tests.soak.row import Row

KILLS_A_NIGHT = 25
MOST_FAULTS = 5
"""So many faults are enough to know; the rest of the kills is left out."""


def run(amount: int, deadline: float) -> Row:
    """Kill servers as often as asked for, or until the deadline."""
    begun = time.monotonic()
    nights: list[Tally] = []
    faults = 0
    remark = ""
    try:
        while (done := sum(night.kills for night in nights)) < amount and time.monotonic() < deadline:
            if faults == MOST_FAULTS:
                break
            nights.append(Tally())
            try:
                _spend(nights[-1], len(nights), min(KILLS_A_NIGHT, amount - done), deadline)
            except Exception:  # whatever goes wrong in a night is a fault, and the next one shows whether it does again
                traceback.print_exc()
                faults += 1
    except KeyboardInterrupt:
        remark = "interrupted; "
    done, orders, in_start, in_commit, matches = (
        sum(getattr(night, name) for night in nights)
        for name in ("kills", "orders", "in_start", "in_commit", "finished")
    )
    remark += f"{orders:,} orders, {matches:,} matches ended; {in_start} kills in start-up, {in_commit} in a commit"
    return Row("kills", amount, done, faults, time.monotonic() - begun, remark)


def _spend(tally: Tally, seed: int, kills: int, deadline: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(spend_night(Path(folder), seed, kills, tally, deadline))
