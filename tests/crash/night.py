"""A game night whose server is killed again and again."""

from __future__ import annotations

import asyncio
import itertools
import json
import math
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import httpx

from tests.crash.guests import Guest
from tests.crash.hearing import LINE
from tests.crash.log_check import check_log
from tests.crash.matches import PlayedMatch
from tests.crash.servers import Commit, Server, Servers, servers

KINDS = ["rest", "rest", "watched", "watched", *["players"] * 16, "bots"]
"""The matches of a night: twenty with eight players each, and one of bots alone."""
PATIENCE = 60.0
"""Seconds in which something must happen that is waited for."""


@dataclass(slots=True)
class Tally:
    """What a night has brought."""

    kills: int = 0
    orders: int = 0
    finished: int = 0
    in_start: int = 0
    """Kills before the server listened."""
    in_commit: int = 0
    """Kills while a commit was at work."""


class Night:
    """Twenty-one matches at once over one file."""

    def __init__(self, childs: Servers, seed: int, tally: Tally) -> None:
        self.moments: Iterator[int] = itertools.count(1)
        self.tally = tally
        self._servers = childs
        self._dice = Random(seed)
        self._matches_dice = Random(self._dice.random())  # apart, so that the moments do not depend on the matches
        play, commit, resume, start = self._in_play, self._in_commit, self._in_resume, self._in_start
        self._turns = itertools.cycle([play, commit, resume, play, commit, start, play, commit, resume, play])
        self._places = [[self._new_match(kind)] for kind in KINDS]
        self._failure: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._reached = asyncio.Event()
        self._goal = 0

    def _new_match(self, kind: str) -> PlayedMatch:
        return PlayedMatch(kind, Random(self._matches_dice.random()), self)

    @property
    def matches(self) -> list[PlayedMatch]:
        """All matches so far."""
        return [match for place in self._places for match in place]

    def acknowledged(self) -> None:
        """See Host.acknowledged."""
        self.tally.orders += 1
        if self.tally.orders >= self._goal:
            self._reached.set()

    # -- one life

    async def live_and_be_killed(self) -> None:
        """Let one server live until a random moment, and check what it has left behind."""
        moment = next(self._turns)
        await moment()
        self.tally.kills += 1
        await check_log(self._servers.file, self.matches)

    async def _in_start(self) -> None:
        server = await self._servers.start()
        await server.pid
        await asyncio.sleep(self._dice.choice([0, self._dice.uniform(0, 0.1)]))
        self.tally.in_start += not server.address.done()
        await server.kill()

    async def _in_resume(self) -> None:
        server = await self._servers.start()
        async with self._guests(server):
            await asyncio.sleep(self._dice.uniform(0, 0.8))
            await server.kill()

    async def _in_play(self) -> None:
        server = await self._servers.start()
        async with self._guests(server):
            await self._orders(self._dice.randint(1, 150))
            await asyncio.sleep(self._dice.uniform(0, 0.003))
            await server.kill()

    async def _in_commit(self) -> None:
        """As often in the middle of the writing as at its begin, when nothing is on the disk, and after it."""
        after = self._dice.choice([0.0, self._dice.uniform(0.00001, 0.001)])
        server = await self._servers.start(Commit(self._dice.randint(1, 120), after))
        async with self._guests(server):
            await self._waiting_for(server.ended)
        assert server.ended.result() == -signal.SIGKILL
        self.tally.in_commit += 1

    async def live_and_be_stopped(self) -> float:
        """Let one server live until it is told to stop in the middle of play; returns in how many seconds it does."""
        server = await self._servers.start()
        async with self._guests(server):
            await self._orders(self._dice.randint(50, 150))
            told = time.monotonic()
            assert await server.stop() == 0
            took = time.monotonic() - told
        await check_log(self._servers.file, self.matches)
        assert self._servers.complaints() == ""
        return took

    async def finish(self) -> None:
        """Let one server live until every match has gone on, and stop it."""
        server = await self._servers.start()
        before = [accepted(place) for place in self._places]
        async with self._guests(server):
            end = time.monotonic() + 2 * PATIENCE
            while behind := [
                place[-1].path
                for place, old in zip(self._places, before, strict=True)
                if place[0].players and accepted(place) == old
            ]:
                assert time.monotonic() < end, f"not gone on: {behind}"
                await self._orders(20)
        assert not server.ended.done()
        async with httpx.AsyncClient(base_url=f"http://{server.address.result()}", trust_env=False) as http:
            for match in self.matches:
                for guest in match.guests:
                    await check_hearing(http, guest)
        assert await server.stop() == 0
        await check_log(self._servers.file, self.matches)
        assert self._servers.complaints() == ""

    async def _orders(self, count: int) -> None:
        self._goal = self.tally.orders + count
        self._reached.clear()
        await self._waiting_for(self._reached.wait())

    async def _waiting_for(self, event: Awaitable[object]) -> None:
        """Wait for something, unless something goes wrong first."""
        event = asyncio.ensure_future(event)
        done, _ = await asyncio.wait((event, self._failure), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        assert done, "nothing happens any more"
        await next(iter(done))

    @asynccontextmanager
    async def _guests(self, server: Server) -> AsyncIterator[None]:
        """Let all guests use a server as soon as it listens, until it is dead or the block ends."""
        visits = [asyncio.create_task(self._keep_playing(server, place)) for place in self._places]
        try:
            yield
            if not server.ended.done():
                cancel(visits)
            _, late = await asyncio.wait(visits, timeout=PATIENCE)
            assert not late, "guests do not notice that the server is gone"
        finally:
            cancel(visits)
            if self._failure.done():
                self._failure.result()

    async def _keep_playing(self, server: Server, place: list[PlayedMatch]) -> None:
        address = await asyncio.shield(server.address)
        if address is None:
            return
        try:
            async with httpx.AsyncClient(base_url=f"http://{address}", trust_env=False, timeout=PATIENCE) as http:
                while await place[-1].live(address, http):
                    self.tally.finished += 1
                    place.append(self._new_match(place[-1].kind))
        except Exception as error:
            if not self._failure.done():
                self._failure.set_exception(error)


def cancel(tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel what is still at work."""
    for task in tasks:
        task.cancel()


def accepted(place: Sequence[PlayedMatch]) -> int:
    """How many orders were acknowledged at a place so far."""
    return sum(len(player.accepted) for match in place for player in match.players)


async def check_hearing(http: httpx.AsyncClient, guest: Guest) -> None:
    """Check that all that was heard, over however many lives, is what the match tells as a whole."""
    params = {"seat": guest.seat} if guest.seat else {}
    answer = await http.get(f"{guest.path}/announcements", params=params, headers=guest.headers)
    told = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in answer.json()["announcements"]]
    heard = [LINE + one.removeprefix(guest.form) for one in guest.hearing.heard]
    assert told[: len(heard)] == heard


async def spend_night(folder: Path, seed: int, kills: int, tally: Tally, deadline: float = math.inf) -> None:
    """Kill the servers of one night so many times, or until the deadline (seconds of `time.monotonic`)."""
    async with servers(folder) as childs:
        night = Night(childs, seed, tally)
        while tally.kills < kills and time.monotonic() < deadline:
            await night.live_and_be_killed()
        await night.finish()
