"""A killed server: every acknowledged entry is found again, once and in its place."""

import asyncio
import random
import subprocess
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

from sonar_referee.store import Entry, SQLiteStore

CHILD = Path(__file__).with_name("crash_child.py").read_text("utf-8")
KILLS = 4
ENTRIES = 2000


async def logs(path: Path) -> dict[str, list[Entry]]:
    """Open the log, and return all entries by match."""
    store = SQLiteStore.open(path)
    try:
        return {one.match_id: await store.entries(one.match_id) for one in await store.matches()}
    finally:
        await store.close()


@pytest.mark.parametrize("matches", [1, 16])
def test_killed_server_loses_no_acknowledged_entry(path: Path, python: Callable[..., list[str]], matches: int) -> None:
    dice = random.Random(matches)
    acknowledged = dict.fromkeys((f"m{index}" for index in range(matches)), 0)
    for _ in range(KILLS):
        command = python(CHILD, path, matches, ENTRIES)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            told = list(islice(child.stdout, dice.randint(1, 60 * matches)))
            child.kill()
            told += child.stdout.readlines()
        assert child.returncode == -9, "the child must not have ended by itself"
        for line in told:
            if line.endswith("\n"):
                match_id, number = line.split()
                assert int(number) > acknowledged[match_id]
                acknowledged[match_id] = int(number)
        kept = asyncio.run(logs(path))
        for match_id, last in acknowledged.items():
            entries = kept.get(match_id, [])
            assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
            assert len(entries) >= last
            assert all(e.order == f'{{"match":"{match_id}","step":{e.number}}}' for e in entries)
            acknowledged[match_id] = len(entries)
