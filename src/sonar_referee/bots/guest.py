"""A bot that a command starts: what it is told, how it is stopped, and what becomes of what it writes."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from subprocess import DEVNULL, Popen
from typing import IO, NamedTuple

from sonar_referee.games.errors import RefereeError

_LAST_WORDS = 4000
"""Bytes of what a guest has written to standard error that are told."""

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a process that a termination signal has ended."""

_running: set[Popen[bytes]] = set()


class CannotStart(RefereeError):
    """A bot cannot be started or asked; one sentence says why."""


class Seating(NamedTuple):
    """What a bot is told about its match."""

    url: str
    match_id: str
    token: str
    seats: tuple[str, ...]

    def variables(self) -> dict[str, str]:
        """The same as environment variables."""
        return {
            "SONAR_URL": self.url,
            "SONAR_MATCH": self.match_id,
            "SONAR_TOKEN": self.token,
            "SONAR_SEATS": " ".join(self.seats),
        }


class Guest:
    """The process of a bot. Its standard output is thrown away, its standard error kept."""

    def __init__(self, process: Popen[bytes], written: IO[bytes]) -> None:
        self._process = process
        self._written = written

    async def gone(self) -> int:
        """Wait for its end; its exit code, negative if it was a signal."""
        return await asyncio.to_thread(self._process.wait)

    @property
    def ending(self) -> str:
        """How it has ended."""
        code = self._process.returncode or 0
        return f"with exit code {code}" if code >= 0 else f"by signal {-code}"

    def last_words(self) -> str:
        """The end of what it has written to standard error."""
        self._written.seek(max(0, self._written.seek(0, os.SEEK_END) - _LAST_WORDS))
        return self._written.read().decode(errors="replace").strip()


def words_of(command: str) -> tuple[str, ...]:
    """The words of a command line; raises `CannotStart`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise CannotStart(f"The command {command!r} cannot be read: {str(error).lower()}.") from error
    if not words:
        raise CannotStart("A command that starts a bot is needed, such as 'python3 my_bot.py', not an empty one.")
    return tuple(words)


@asynccontextmanager
async def invited(command: Sequence[str], seating: Seating) -> AsyncIterator[Guest]:
    """Let a command's bot play for the time of an `async with` block; raises `CannotStart`.

    What is still running at the end is killed, with everything that it has started.
    """
    with tempfile.TemporaryFile() as written:
        try:
            process = Popen(
                command,
                env=os.environ | seating.variables(),
                stdin=DEVNULL,
                stdout=DEVNULL,
                stderr=written,
                start_new_session=True,  # so that what a script has started can be killed with it
            )
        except (OSError, ValueError) as error:  # not there, not to be run, a zero byte in it
            reason = (getattr(error, "strerror", None) or str(error)).lower()
            raise CannotStart(f"The command {' '.join(command)!r} cannot be started: {reason}.") from error
        _running.add(process)  # no signal comes in between: `end_on_termination` waits for the next turn of the loop
        try:
            yield Guest(process, written)
        finally:
            _end(process)
            _running.discard(process)
            process.wait()


def end_on_termination() -> None:
    """While this event loop runs, let a termination signal end the process at once, and all of its guests with it."""

    def end() -> None:
        for process in _running:
            _end(process)
        os._exit(TERMINATED)

    if os.name == "posix":  # elsewhere there are no such signals
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end)


def _end(process: Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):  # macOS may not signal a group of which all have ended
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)  # the group may well outlive the process that leads it
        else:
            process.kill()
