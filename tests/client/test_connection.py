"""The WebSocket side of the client, against a real server and over a wire that can be cut."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from sonar_referee.client import Connection, Referee, Refused, Unreachable, connection
from sonar_referee.games.captain_sonar.terms import SEATS
from tests.client.drops import wire_to
from tests.client.serving import served


@dataclass
class Started:
    """A match that runs: one player has all of blue's seats, the other all of yellow's."""

    referee: Referee
    match_id: str
    blue: str
    yellow: str


@asynccontextmanager
async def started_match(url: str, **options: Any) -> AsyncIterator[Started]:
    async with Referee(url) as referee:
        created = await referee.create_match({"first_team": "blue", **options})
        blue = await referee.join(created.match_id, "Ada", SEATS[:4])
        yellow = await referee.join(created.match_id, "Bo", SEATS[4:])
        await referee.start(created.match_id, created.host_token)
        yield Started(referee, created.match_id, blue.player_token, yellow.player_token)


async def announcements(listener: Connection, count: int) -> list[tuple[int, str]]:
    heard: list[tuple[int, str]] = []
    async for frame in listener:
        if frame["type"] == "announcement":
            heard.append((frame["seq"], frame["kind"]))
        if len(heard) == count:
            break
    return heard


async def place_both(match: Started, blue: Connection) -> None:
    async with match.referee.connect(match.match_id, match.yellow) as yellow:
        await yellow.order({"type": "place", "cell": "H8"})
    await blue.order({"type": "place", "cell": "A5"})


def test_it_says_hello_and_has_the_view_at_once(url: str) -> None:
    async def scenario() -> None:
        async with started_match(url) as match:
            async with match.referee.connect(match.match_id, match.blue) as whole_team:
                assert whole_team.view["seats"] == list(SEATS[:4])
                assert (await anext(whole_team))["type"] == "welcome"
            async with match.referee.connect(match.match_id, match.blue, seat="blue.engineer") as engineer:
                assert engineer.view["seat"] == "blue.engineer"
            async with match.referee.connect(match.match_id) as spectator:
                assert "teams" in spectator.view
                assert spectator.seq == 0

    asyncio.run(scenario())


def test_an_accepted_order_returns_the_sequence_and_the_view_is_there(url: str) -> None:
    async def scenario() -> None:
        async with started_match(url) as match, match.referee.connect(match.match_id, match.blue) as blue:
            await place_both(match, blue)
            assert await blue.order({"type": "head", "heading": "north"}) == 2
            assert blue.view["submarine"]["cell"] == "A4"
            assert blue.seq == 2
            kinds = await announcements(blue, 2)
            assert kinds == [(1, "dive"), (2, "heading")]

    asyncio.run(scenario())


def test_a_refused_order_raises_the_problem_and_the_connection_stays(url: str) -> None:
    async def scenario() -> None:
        async with started_match(url) as match, match.referee.connect(match.match_id, match.blue) as blue:
            with pytest.raises(Refused, match="D1 is an island") as refusal:
                await blue.order({"type": "place", "cell": "D1"})
            assert (refusal.value.code, refusal.value.rule, refusal.value.status) == ("illegal_order", "R16", 422)
            with pytest.raises(Refused) as refusal:
                await blue.order({"type": "place", "cell": "A1"}, order_id="x" * 65)
            assert refusal.value.code == "malformed"
            await blue.order({"type": "place", "cell": "A1"}, seat="blue.captain")
            assert blue.view["submarine"]["cell"] == "A1"

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("token", "seat", "code"),
    [
        ("srp_nobody", None, "not_authenticated"),
        (None, "blue.captain", "not_authenticated"),
        (None, None, "no_spectators"),
    ],
)
def test_a_refused_hello_raises_the_problem(url: str, token: str | None, seat: str | None, code: str) -> None:
    async def scenario() -> None:
        async with started_match(url, spectator_view="none") as match:
            with pytest.raises(Refused) as refusal:
                async with match.referee.connect(match.match_id, token, seat=seat):
                    pass
            assert refusal.value.code == code

    asyncio.run(scenario())


def test_hearing_begins_after_the_number_that_is_given(url: str) -> None:
    async def scenario() -> None:
        async with started_match(url) as match:
            async with match.referee.connect(match.match_id, match.blue) as blue:
                await place_both(match, blue)
                await blue.order({"type": "head", "heading": "north"})
            async with match.referee.connect(match.match_id, after=1) as spectator:
                assert await announcements(spectator, 1) == [(2, "heading")]

    asyncio.run(scenario())


def test_a_dropped_listener_misses_nothing_and_hears_nothing_twice(url: str) -> None:
    async def scenario() -> None:
        async with (
            started_match(url) as match,
            wire_to(url) as (wire, near_end),
            match.referee.connect(match.match_id, match.blue) as blue,
            Referee(near_end) as far_away,
            far_away.connect(match.match_id, match.yellow) as yellow,
        ):
            await place_both(match, blue)
            await blue.order({"type": "head", "heading": "north"})
            heard = await announcements(yellow, 2)
            wire.cut()
            await blue.order({"type": "mark_breakdown", "symbol": "N1"})
            await blue.order({"type": "mark_gauge", "system": "mine"})
            await blue.order({"type": "end_round"})
            heard += await announcements(yellow, 3)
            assert [seq for seq, _kind in heard] == [1, 2, 3, 4, 5]
            assert heard[-1] == (5, "round_ended")
            assert yellow.view["team_to_act"] == "yellow"
            assert wire.connections == 2

    asyncio.run(scenario())


def test_an_order_whose_answer_is_lost_is_carried_out_once(url: str) -> None:
    async def scenario() -> None:
        async with (
            started_match(url) as match,
            wire_to(url) as (wire, near_end),
            Referee(near_end) as far_away,
            far_away.connect(match.match_id, match.blue) as blue,
            match.referee.connect(match.match_id) as spectator,
        ):
            await place_both(match, blue)
            wire.deaf = True
            ordering = asyncio.create_task(blue.order({"type": "head", "heading": "north"}))
            await announcements(spectator, 2)  # so it is carried out, but the answer cannot arrive
            wire.cut()
            assert await ordering == 2
            assert blue.view["submarine"]["route"] == ["A5", "A4"]
            assert await announcements(blue, 2) == [(1, "dive"), (2, "heading")]

    asyncio.run(scenario())


def test_a_word_is_heard_by_the_own_team_alone(url: str) -> None:
    async def scenario() -> None:
        async with (
            started_match(url) as match,
            match.referee.connect(match.match_id, match.blue) as blue,
            match.referee.connect(match.match_id, match.blue, seat="blue.engineer") as engineer,
            match.referee.connect(match.match_id, match.yellow) as yellow,
        ):
            await blue.chat("  They are at H8 ")
            await yellow.chat("They have not seen us")
            for listener, words in ((blue, "They are at H8"), (engineer, "They are at H8"), (yellow, "They have not")):
                heard = await anext(frame async for frame in listener if frame["type"] == "chat")
                assert heard["text"].startswith(words)
            with pytest.raises(Refused) as refusal:
                await blue.chat("x" * 501)
            assert refusal.value.code == "malformed"
            async with match.referee.connect(match.match_id) as spectator:
                with pytest.raises(Refused, match="Spectators only listen"):
                    await spectator.chat("Hello")
            await place_both(match, blue)  # no refusal is left over for an order

    asyncio.run(scenario())


@pytest.mark.slow
def test_a_word_that_comes_too_soon_is_said_when_the_server_allows_it() -> None:
    async def scenario(url: str) -> None:
        async with started_match(url) as match, match.referee.connect(match.match_id, match.blue) as blue:
            await blue.chat("one")
            await blue.chat("two")  # a word counts as many frames: this one has to wait
            chats = (frame["text"] async for frame in blue if frame["type"] == "chat")
            assert [await anext(chats), await anext(chats)] == ["one", "two"]

    with served(frames_per_second=60) as url:
        asyncio.run(scenario(url))


def test_a_word_that_may_be_lost_is_not_said_again(url: str) -> None:
    async def scenario() -> None:
        async with (
            started_match(url) as match,
            wire_to(url) as (wire, near_end),
            Referee(near_end) as far_away,
            far_away.connect(match.match_id, match.blue) as blue,
            match.referee.connect(match.match_id, match.blue) as friend,
        ):
            wire.deaf = True
            chatting = asyncio.create_task(blue.chat("once"))
            await anext(frame async for frame in friend if frame["type"] == "chat")
            wire.cut()
            with pytest.raises(Unreachable, match="nobody can tell what got through"):
                await chatting
            await blue.chat("twice")
            assert (await anext(frame async for frame in friend if frame["type"] == "chat"))["text"] == "twice"

    asyncio.run(scenario())


def test_the_overlay_is_replaced_and_seen_at_once(url: str) -> None:
    sheet = {"route": [["C6", "C7"]], "at": 1.5, "sure": True}

    async def scenario() -> None:
        async with (
            started_match(url, own_team_view="role_only") as match,
            wire_to(url) as (wire, near_end),
            Referee(near_end) as far_away,
            far_away.connect(match.match_id, match.blue, seat="blue.radio_operator") as radio,
            match.referee.connect(match.match_id, match.blue) as blue,
            match.referee.connect(match.match_id, match.yellow) as yellow,
        ):
            await radio.overlay(sheet)
            assert radio.view["overlay"] == sheet
            await radio.overlay(sheet)  # the same once more is an answer as well
            wire.deaf = True
            drawing = asyncio.create_task(radio.overlay({**sheet, "sure": False}))
            while blue.view["overlay"].get("sure") is not False:
                await anext(blue)
            wire.cut()
            await drawing
            assert radio.view["overlay"]["sure"] is False
            await blue.overlay([])
            assert (blue.view["overlay"], yellow.view["overlay"]) == ([], {})
            with pytest.raises(Refused) as refusal:
                await blue.overlay("x" * 13_000)
            assert refusal.value.code == "malformed"
            async with match.referee.connect(match.match_id, match.blue, seat="blue.captain") as captain:
                with pytest.raises(Refused, match=r"Notes are written by"):
                    await captain.overlay({})

    asyncio.run(scenario())


def test_an_order_after_a_drop_goes_out_by_a_new_connection(url: str) -> None:
    async def scenario() -> None:
        async with (
            started_match(url) as match,
            wire_to(url) as (wire, near_end),
            Referee(near_end) as far_away,
            far_away.connect(match.match_id, match.blue) as blue,
        ):
            wire.cut()
            assert blue._socket is not None
            await blue._socket.wait_closed()
            await blue.order({"type": "place", "cell": "B2"})
            assert blue.view["submarine"]["cell"] == "B2"
            assert wire.connections == 2

    asyncio.run(scenario())


def test_a_server_that_stays_away_is_given_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 0.3)

    async def scenario() -> None:
        async with started_match(url) as match:
            async with wire_to(url) as (_wire, near_end):
                far_away = Referee(near_end).connect(match.match_id, match.blue)
                lost = await far_away.__aenter__()
            with pytest.raises(Unreachable, match="is lost"):
                await announcements(lost, 1)
            await lost.__aexit__(None, None, None)

    asyncio.run(scenario())


def test_no_server_is_one_clear_sentence() -> None:
    async def scenario() -> None:
        async with Referee("http://127.0.0.1:1") as referee:
            with pytest.raises(Unreachable, match="No match can be played at"):
                async with referee.connect("4f0c9a7be211"):
                    pass

    asyncio.run(scenario())


def test_a_connection_is_used_inside_its_block_only(url: str) -> None:
    async def scenario() -> None:
        async with Referee(url) as referee:
            with pytest.raises(RuntimeError, match="async with"):
                await anext(referee.connect("4f0c9a7be211"))

    asyncio.run(scenario())
