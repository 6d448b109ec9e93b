"""Pairs of worlds that differ in what the observed viewers may not know: 100,000 of them, on all processors."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from typing import NamedTuple

from tests.secrecy.pairs import KINDS, Difference, compare, numbered_script
from tests.soak.row import Row

FIRST_SEED = 1_000_000
"""Far from the seeds of the ordinary tests."""

SCRIPTS_OF_A_PROCESS = 30
"""After so many a fresh process goes on, since FastAPI's caches keep every application that was ever made in one."""


class Found(NamedTuple):
    """What one script brought: pairs compared, and the difference if there was one."""

    pairs: int
    difference: str


def look(number: int) -> Found:
    """Compare the script with this number; the kinds take turns."""
    try:
        return Found(compare(numbered_script(number, FIRST_SEED, KINDS)), "")
    except Difference as difference:
        return Found(0, str(difference))


def run(amount: int, deadline: float) -> Row:
    """Compare so many pairs, or as many as there is time for."""
    begun = time.monotonic()
    workers = os.cpu_count() or 1
    pairs, differences = 0, list[str]()
    numbers = count()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, spawn, max_tasks_per_child=SCRIPTS_OF_A_PROCESS) as pool:
        waiting = {pool.submit(look, next(numbers)) for _ in range(workers)}
        try:
            while waiting and pairs < amount:
                done, waiting = wait(
                    waiting, timeout=max(0.0, deadline - time.monotonic()), return_when=FIRST_COMPLETED
                )
                for found in _results(done):
                    pairs += found.pairs
                    differences += [found.difference] if found.difference else []
                if not done:
                    break
                waiting |= {pool.submit(look, next(numbers)) for _ in done}
        except KeyboardInterrupt:
            pass  # what is done counts
        pool.shutdown(cancel_futures=True)
    for difference in differences[:3]:
        print(difference)
    seconds = time.monotonic() - begun
    rate = f"{pairs / seconds:,.0f} pairs a second with {workers} processes" if seconds else ""
    return Row("pairs", amount, pairs, len(differences), seconds, rate)


def _results(done: set[Future[Found]]) -> Iterator[Found]:
    for future in done:
        yield future.result()
