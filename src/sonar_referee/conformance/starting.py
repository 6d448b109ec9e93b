"""Bringing the bot to a game: a command is started, a service is asked."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx

from sonar_referee.games.errors import RefereeError


class CannotStart(RefereeError):
    """The bot cannot be started or asked; one sentence says why."""


class Seating(NamedTuple):
    """What a bot is told about its game."""

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


def is_service(bot: str) -> bool:
    """Whether this is the address of a bot, not a command."""
    return bot.startswith(("http://", "https://"))


def address_towards(bot: str) -> str:
    """The address under which a bot reaches this machine; raises `CannotStart`."""
    if not is_service(bot):
        return "127.0.0.1"
    try:
        parts = urlsplit(bot)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((parts.hostname or "", parts.port or 80))  # sends nothing
            address: str = probe.getsockname()[0]
    except (OSError, ValueError) as error:
        raise CannotStart(f"{bot!r} is no address of a bot; one looks like http://192.168.1.20:9000/play.") from error
    return address


@asynccontextmanager
async def brought(bot: str, seating: Seating) -> AsyncIterator[asyncio.subprocess.Process | None]:
    """Let a bot play for the time of an `async with` block; its process, if it is a command; raises `CannotStart`."""
    if is_service(bot):
        await _ask(bot, seating)
        yield None
        return
    process = await _start(bot, seating)
    try:
        yield process
    finally:
        _end(process)
        await process.wait()


async def _ask(bot: str, seating: Seating) -> None:
    document = {"url": seating.url, "match": seating.match_id, "token": seating.token, "seats": list(seating.seats)}
    try:
        async with httpx.AsyncClient(trust_env=False) as http:
            reply = await http.post(bot, json=document)
    except httpx.HTTPError as error:
        raise CannotStart(f"No bot answers at {bot}.") from error
    if not reply.is_success:
        raise CannotStart(f"The bot at {bot} does not want to play: it answers with status {reply.status_code}.")


async def _start(bot: str, seating: Seating) -> asyncio.subprocess.Process:
    try:
        command = shlex.split(bot)
        return await asyncio.create_subprocess_exec(
            *command,
            env=os.environ | seating.variables(),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            start_new_session=True,  # so that what a script has started ends with it
        )
    except (OSError, ValueError, TypeError) as error:  # not there, an open quotation mark, nothing at all
        reason = getattr(error, "strerror", None) or ("it is empty" if isinstance(error, TypeError) else str(error))
        raise CannotStart(f"The command {bot!r} cannot be started: {reason.lower()}.") from error


def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
