"""A server that is killed in the middle of everything: what it acknowledged is there, once and in order."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random

from sonar_referee.store import Entry, SQLiteStore
from tests.crash.players import Acks, Guest, Player, SocketPlayer, Watcher, visit
from tests.server.client import Client

CHILD = Path(__file__).with_name("server_child.py")
KILLS = 6
SEED = 20260131


@contextmanager
def server(file: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server process over a file, and its address; killed in the end if it still lives."""
    paths = [str(Path(place).resolve()) for place in sys.path]
    code = f"import runpy, sys; sys.path[:] = {paths!r}; runpy.run_path({str(CHILD)!r}, run_name='__main__')"
    command = [sys.executable, "-c", code, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        try:
            yield child, child.stdout.readline().strip()
        finally:
            child.kill()


async def read_log(file: Path, match_id: str) -> list[Entry]:
    """The orders of a match in the file of a server that is dead."""
    store = SQLiteStore.open(file)
    try:
        return await store.entries(match_id)
    finally:
        await store.close()


def check_log(file: Path, player: Player) -> None:
    """The log holds what was acknowledged to a player, once and in order, and at most the order on its way."""
    if player.meeting is None:
        return
    entries = asyncio.run(read_log(file, player.meeting.match_id))
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    stored = [(entry.seat, json.loads(entry.order)) for entry in entries]
    known = len(player.acknowledged)
    assert stored[:known] == player.acknowledged
    assert stored[known:] in ([], [player.pending])


def test_server_that_is_killed_again_and_again(tmp_path: Path) -> None:
    """However often the server is killed at any moment, players and bots go on after it is back, no acknowledged
    order is lost or doubled, no announcement missed or repeated, and every match comes to its end."""
    file = tmp_path / "matches.sqlite3"
    dice = Random(SEED)
    acks: Acks = Acks()
    players = [Player(1, acks), SocketPlayer(2, acks), SocketPlayer(3, acks)]
    guests: list[Guest] = [*players, Watcher()]
    with ThreadPoolExecutor(len(guests)) as pool:
        for _life in range(KILLS):
            with server(file) as (child, address):
                visits = [pool.submit(visit, guest, address, acks) for guest in guests]
                for _ in range(dice.randint(3, 60)):
                    failure = acks.get(timeout=60)
                    if failure is not None:
                        raise failure
                child.kill()
                for one in visits:
                    one.result(60)
            assert child.returncode == -9
            for player in players:
                check_log(file, player)
        with server(file) as (child, address):
            for one in [pool.submit(visit, guest, address, acks) for guest in guests]:
                one.result(60)
            with Client(address) as client:
                for guest in guests:
                    guest.check_end(client)
            child.communicate("")
        assert child.returncode == 0
