"""Playing through the client by HTTP calls alone."""

import asyncio
from pathlib import Path

import pytest

from sonar_referee.client import Connection, Referee, Refused, Unreachable, awaited_orders, referee
from sonar_referee.games.captain_sonar.terms import SEATS
from tests.client.drops import wire_to


def test_every_call_reaches_what_it_is_for(url: str) -> None:
    async def scenario() -> None:
        async with Referee(url) as host:
            assert "captain-sonar" in [game.id for game in (await host.games()).games]
            assert "alpha" in [chart.name for chart in (await host.maps()).maps]
            created = await host.create_match({"first_team": "blue"}, name="Calls")
            match_id = created.match_id
            assert await host.find(created.join_code.lower()) == match_id
            assert (await host.invitation(match_id)).join_url == created.join_url
            assert "Nobody sits on blue.captain" in str((await host.readiness(match_id)).reason)
            assert match_id in [match.match_id for match in (await host.matches()).matches]
            blue = await host.join(match_id, "Ada", SEATS[:2])
            eve = await host.join(match_id, "Eve", SEATS[2:3])
            assert (await host.swap(match_id, eve.player_token, "blue.captain")).swap == "offered"
            await host.leave(match_id, eve.player_token)
            assert (await host.change_seats(match_id, blue.player_token, SEATS[:4])).seats == list(SEATS[:4])
            await host.add_bots(match_id, created.host_token, SEATS[4:6])
            await host.remove_bots(match_id, created.host_token, SEATS[4:6])
            guest = await host.join(match_id, "Guest", SEATS[4:])
            await host.leave(match_id, guest.player_token)
            gone = await host.join(match_id, "Gone", SEATS[4:])
            await host.free_seat(match_id, created.host_token, SEATS[4])
            with pytest.raises(Refused):
                await host.view(match_id, gone.player_token)
            yellow = await host.join(match_id, "Bo", SEATS[4:])
            assert (await host.readiness(match_id)).ready
            await host.start(match_id, created.host_token)
            assert (await host.match(match_id)).status == "running"
            await host.order(match_id, yellow.player_token, {"type": "place", "cell": "H8"}, seat="yellow.captain")
            with pytest.raises(Refused, match="island"):
                await host.check_order(match_id, blue.player_token, {"type": "place", "cell": "D1"})
            await host.check_order(match_id, blue.player_token, {"type": "place", "cell": "A5"})
            await host.order(match_id, blue.player_token, {"type": "place", "cell": "A5"})
            heard = await host.order(match_id, blue.player_token, {"type": "head", "heading": "north"})
            assert (heard.seq, [said["kind"] for said in heard.announcements]) == (2, ["dive", "heading"])
            assert (await host.view(match_id, blue.player_token, seat="blue.captain"))["submarine"]["cell"] == "A4"
            listened = await host.announcements(match_id, after=1)
            assert [said["kind"] for said in listened.announcements] == ["heading"]
            await host.order(match_id, yellow.player_token, {"type": "resign"})
            assert (await host.record(match_id)).orders[-1].order == {"type": "resign"}
            yellow_knew = (await host.analysis(match_id)).teams["yellow"][-1]
            assert (yellow_knew.number, yellow_knew.round, yellow_knew.exact) == (3, 1, True)
            assert "A4" in yellow_knew.cells
            assert "A10" not in yellow_knew.cells
            with pytest.raises(Refused, match="no rematch"):
                await host.rematch_of(match_id)
            again = await host.rematch(match_id, created.host_token)
            assert await host.rematch_of(match_id) == again.match_id
            assert (await host.match(again.match_id)).status == "running"

    asyncio.run(scenario())


def test_a_legal_order_is_given_as_it_stands_in_the_view(url: str) -> None:
    async def scenario() -> None:
        async with Referee(url) as host:
            match = await host.create_match({"first_team": "blue", "role_bundles": "free"})
            whole = await host.join(match.match_id, "Ada", SEATS[:4])
            single = await host.join(match.match_id, "Bo", SEATS[4:5])
            await host.add_bots(match.match_id, match.host_token, SEATS[5:])
            await host.start(match.match_id, match.host_token)
            for token, captain in ((whole.player_token, "blue.captain"), (single.player_token, "yellow.captain")):
                choices = awaited_orders(await host.view(match.match_id, token))
                assert {choice["seat"] for choice in choices} == {captain}
                await host.order(match.match_id, token, choices[0])
                assert not [
                    order
                    for order in awaited_orders(await host.view(match.match_id, token))
                    if order["type"] == "place"
                ]

    asyncio.run(scenario())


def test_seats_that_nobody_waits_for_have_no_awaited_orders() -> None:
    drone = {"type": "launch_drone", "sector": 1}
    view = {"seats": ["blue.captain", "blue.first_mate"], "awaiting": ["blue.captain"]}
    legal = [{"seat": "blue.captain", "type": "end_round"}, {"seat": "blue.first_mate", **drone}]
    assert awaited_orders({**view, "legal_orders": legal}) == [{"seat": "blue.captain", "type": "end_round"}]
    single = {"seat": "blue.first_mate", "awaiting": ["blue.captain"], "legal_orders": [drone]}
    assert awaited_orders(single) == []
    assert awaited_orders({**single, "awaiting": ["blue.first_mate"]}) == [{"seat": "blue.first_mate", **drone}]


def test_an_order_whose_answer_is_lost_is_carried_out_once(url: str) -> None:
    async def scenario() -> None:
        async with Referee(url) as host, wire_to(url) as (wire, near_end), Referee(near_end) as far_away:
            match = await host.create_match({"first_team": "blue"})
            blue = await host.join(match.match_id, "Ada", SEATS[:4])
            yellow = await host.join(match.match_id, "Bo", SEATS[4:])
            await host.start(match.match_id, match.host_token)
            await host.order(match.match_id, yellow.player_token, {"type": "place", "cell": "H8"})
            await host.order(match.match_id, blue.player_token, {"type": "place", "cell": "A5"})
            wire.deaf = True
            heading = far_away.order(match.match_id, blue.player_token, {"type": "head", "heading": "north"})
            ordering = asyncio.create_task(heading)
            await host.announcements(match.match_id, wait=20)  # so it is carried out
            wire.cut()
            assert (await ordering).seq == 2
            assert (await host.announcements(match.match_id)).seq == 2

    asyncio.run(scenario())


def test_what_might_be_done_already_is_not_asked_again(url: str) -> None:
    async def scenario() -> None:
        async with Referee(url) as host, wire_to(url) as (wire, near_end), Referee(near_end) as far_away:
            before = len((await host.matches()).matches)
            wire.deaf = True
            creating = asyncio.create_task(far_away.create_match({}))
            while len((await host.matches()).matches) == before:
                pass
            wire.cut()
            with pytest.raises(Unreachable):
                await creating
            assert len((await host.matches()).matches) == before + 1

    asyncio.run(scenario())


def test_an_answer_that_never_comes_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "PATIENCE", 0.1)
    monkeypatch.setattr(referee, "_PAUSE", 0.04)
    asked = []

    async def hang_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append(await reader.readline())
        writer.close()

    async def scenario() -> None:
        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        async with server, Referee(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}") as host:
            with pytest.raises(Unreachable, match="No server answers at"):
                await host.games()
            with pytest.raises(Unreachable):
                await host.create_match({})

    asyncio.run(scenario())
    assert [line.split()[0] for line in asked] == [b"GET", b"GET", b"GET", b"POST"]


def test_every_call_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "client.md").read_text(encoding="utf-8")
    calls = [name for name, value in vars(Referee).items() if callable(value) and not name.startswith("_")]
    assert len(calls) > 15
    for name in calls:
        assert f"| `{name}(" in page, name
    for name in ("order", "chat", "overlay"):
        assert hasattr(Connection, name)
        assert f"`await match.{name}(" in page, name
