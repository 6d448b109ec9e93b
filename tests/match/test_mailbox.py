"""The mailbox: one thing at a time, whatever becomes of those who sent it."""

from __future__ import annotations

import asyncio

import pytest

from sonar_referee.match.mailbox import Mailbox
from tests.match.clock import settle


async def test_deeds_are_done_in_turn() -> None:
    """What is put in first is finished before the next begins."""
    mailbox, done = Mailbox(), list[str]()

    async def deed(name: str) -> str:
        done.append(f"{name} begins")
        await settle()
        done.append(f"{name} ends")
        return name

    results = await asyncio.gather(*(mailbox.put(lambda name=name: deed(name)) for name in "abc"))  # type: ignore[misc]
    assert results == ["a", "b", "c"]
    assert done == [f"{name} {part}" for name in "abc" for part in ("begins", "ends")]


async def test_sender_who_is_gone_stops_nothing() -> None:
    """A deed is finished although its sender was cancelled, before it began or in its middle; the next are done too."""
    mailbox, done = Mailbox(), list[str]()

    async def deed(name: str) -> None:
        await settle()
        done.append(name)

    first = asyncio.create_task(mailbox.put(lambda: deed("first")))
    second = asyncio.create_task(mailbox.put(lambda: deed("second")))
    third = asyncio.create_task(mailbox.put(lambda: deed("third")))
    await asyncio.sleep(0)
    first.cancel()
    second.cancel()
    await third
    assert done == ["first", "second", "third"]
    assert first.cancelled()
    assert second.cancelled()


async def test_failure_belongs_to_the_sender() -> None:
    """What a deed raises reaches its sender only; without a sender it is forgotten, and the next deed is done."""
    mailbox = Mailbox()

    async def fail() -> None:
        await settle()
        raise ValueError("no")

    async def succeed() -> str:
        return "yes"

    lost = asyncio.create_task(mailbox.put(fail))
    failing = asyncio.create_task(mailbox.put(fail))
    following = asyncio.create_task(mailbox.put(succeed))
    await asyncio.sleep(0)
    lost.cancel()
    with pytest.raises(ValueError, match="no"):
        await failing
    assert await following == "yes"


async def test_idle() -> None:
    """Idle returns when nothing is at work or waiting, and at once if nothing ever was."""
    mailbox, done = Mailbox(), list[int]()
    await mailbox.idle()

    async def deed() -> None:
        await settle()
        done.append(len(done))

    sent = [asyncio.create_task(mailbox.put(deed)) for _ in range(3)]
    await asyncio.sleep(0)
    await mailbox.idle()
    assert done == [0, 1, 2]
    await asyncio.gather(*sent)
    await mailbox.put(deed)
    await mailbox.idle()
    assert done == [0, 1, 2, 3]
