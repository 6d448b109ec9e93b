"""Bringing the bot to a game: a command is started, a service is asked."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

import httpx

from sonar_referee.bots.guest import CannotStart, Guest, Seating, invited, words_of


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
async def brought(bot: str, seating: Seating) -> AsyncIterator[Guest | None]:
    """Let a bot play for the time of an `async with` block; its process, if it is a command; raises `CannotStart`."""
    if is_service(bot):
        await _ask(bot, seating)
        yield None
        return
    async with invited(words_of(bot), seating) as guest:
        yield guest


async def _ask(bot: str, seating: Seating) -> None:
    document = {"url": seating.url, "match": seating.match_id, "token": seating.token, "seats": list(seating.seats)}
    try:
        async with httpx.AsyncClient(trust_env=False) as http:
            reply = await http.post(bot, json=document)
    except httpx.HTTPError as error:
        raise CannotStart(f"No bot answers at {bot}.") from error
    if not reply.is_success:
        raise CannotStart(f"The bot at {bot} does not want to play: it answers with status {reply.status_code}.")
