"""Servers over one file, each a process that can be killed at any moment."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple

CHILD = Path(__file__).with_name("server_child.py")
WITHIN = 60.0
"""Seconds in which a server is up, or has ended when told to."""


class Commit(NamedTuple):
    """A commit, counted from the start of a server, in which it kills itself: so many seconds after it began."""

    number: int
    after: float


class Server:
    """One server's life."""

    def __init__(self, said: asyncio.StreamReader) -> None:
        loop = asyncio.get_running_loop()
        self.pid: asyncio.Future[int] = loop.create_future()
        self.address: asyncio.Future[str | None] = loop.create_future()
        """Where it listens; None if it ends before."""
        self.ended: asyncio.Future[int] = loop.create_future()
        """Its exit code; the signal as a negative number if it was killed."""
        self._listening = asyncio.create_task(self._listen(said))

    async def _listen(self, said: asyncio.StreamReader) -> None:
        while not self.ended.done():
            word, number = (await said.readline()).split()
            if word == b"pid":
                self.pid.set_result(int(number))
            elif word == b"listens":
                self.address.set_result(f"127.0.0.1:{int(number)}")
            else:
                if not self.address.done():
                    self.address.set_result(None)
                self.ended.set_result(int(number))

    async def kill(self) -> None:
        """Kill it."""
        assert await self._signal(signal.SIGKILL) == -signal.SIGKILL

    async def stop(self) -> int:
        """Tell it to stop; returns the exit code."""
        return await self._signal(signal.SIGTERM)

    async def _signal(self, number: signal.Signals) -> int:
        async with asyncio.timeout(WITHIN):
            pid = await self.pid
            if not self.ended.done():
                with suppress(ProcessLookupError):
                    os.kill(pid, number)
            return await self.ended


class Servers:
    """Starts servers over a file, one at a time."""

    def __init__(self, child: asyncio.subprocess.Process, file: Path, errors: Path) -> None:
        self.file = file
        self._child = child
        self._errors = errors

    async def start(self, commit: Commit | None = None) -> Server:
        """Start a server, which may be going to kill itself in a commit."""
        assert self._child.stdin is not None
        assert self._child.stdout is not None
        self._child.stdin.write(json.dumps([str(self.file), *(commit or (0, 0.0))]).encode() + b"\n")
        return Server(self._child.stdout)

    def complaints(self) -> str:
        """What the servers have written to standard error so far."""
        return self._errors.read_text()


@asynccontextmanager
async def servers(folder: Path) -> AsyncIterator[Servers]:
    """Servers over a new file in a folder; what still lives at the end is killed."""
    errors = folder / "stderr"
    paths = [str(Path(place).resolve()) for place in sys.path]
    code = f"import runpy, sys; sys.path[:] = {paths!r}; runpy.run_path({str(CHILD)!r}, run_name='__main__')"
    lifeline, held = os.pipe()
    with errors.open("wb") as stderr:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", code, str(lifeline)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=stderr,
            pass_fds=[lifeline],
        )
    os.close(lifeline)
    try:
        yield Servers(child, folder / "matches.sqlite3", errors)
    finally:
        os.close(held)
        assert child.stdin is not None
        child.stdin.close()
        await child.wait()
