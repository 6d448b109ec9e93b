"""How many of what there may be at a time, and that what ends makes room."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sonar_referee.server.gate.caps import Quota
from sonar_referee.server.socket import CLOSE_TOO_MANY
from sonar_referee.wire.problems import Problem
from tests.server.client import BLUE, YELLOW, Client, Line, Meeting, problem_in
from tests.server.gate.calls import Calls
from tests.server.running import Running


def end(meeting: Meeting) -> None:
    """Play a match to its end, the short way."""
    meeting.order("blue.captain", "resign")


@pytest.mark.parametrize("setting", ["most_matches", "matches_per_address"])
def test_matches(setting: str) -> None:
    """No more unfinished matches than that; one that is over makes room, rematches count."""
    limits: dict[str, Any] = {setting: 2}
    with Running(**limits) as running, Client(running.address) as client:
        first, _second = client.full((BLUE, YELLOW)), client.create()
        detail = client.refused("too_many", "POST", "/api/matches", json={})["detail"]
        assert "2" in detail
        end(first)
        third = client.create()
        client.refused("too_many", "POST", f"{first.path}/rematch", first.host, json={})
        for seats in (BLUE, YELLOW):
            third.join(*seats)
        third.start()
        end(third)
        made = client.call("POST", f"{first.path}/rematch", first.host, json={})
        assert made.status_code == 201
        again = client.call("POST", f"{first.path}/rematch", first.host, json={})
        assert again.json() == made.json(), "it exists already"
        client.refused("too_many", "POST", "/api/matches", json={})


def test_matches_that_are_made_at_the_same_time() -> None:
    """Many who ask at once do not get more than one who asks again and again."""

    async def scenario() -> None:
        calls = Calls(matches_per_address=3)
        answers = await asyncio.gather(*(calls.call("POST", "/api/matches", json={}) for _ in range(20)))
        assert [answer.status_code for answer in answers].count(201) == 3
        elsewhere = await calls.call("POST", "/api/matches", json={}, address="192.168.1.21")
        assert elsewhere.status_code == 201

    asyncio.run(scenario())


def test_what_is_being_made_counts() -> None:
    """While one is on its way to the disk there is no room for another; when it fails there is again."""
    quota = Quota[int](1, "things", lambda _thing: True)
    with quota.one_more("here"):
        with pytest.raises(Problem, match="1 things already"), quota.one_more("here"):
            pass
        with quota.one_more("elsewhere"):
            pass
    with quota.one_more("here") as keep:
        keep(1)
    with pytest.raises(Problem), quota.one_more("here"):
        pass


def test_a_match_that_is_not_made_takes_no_room() -> None:
    """A refused one does not count."""

    async def scenario() -> None:
        calls = Calls(matches_per_address=1, most_matches=1)
        for _ in range(3):
            answer = await calls.call("POST", "/api/matches", json={"options": {"map": "atlantis"}})
            problem_in(answer, "no_such_map")
        assert (await calls.call("POST", "/api/matches", json={})).status_code == 201

    asyncio.run(scenario())


def test_players() -> None:
    """No more players of one address in unfinished matches; who leaves, and a match that is over, make room."""
    with Running(players_per_address=3) as running, Client(running.address) as client:
        meeting, other = client.create(), client.create()
        meeting.join(*BLUE)
        other.join("blue.captain")
        leaving = other.join("yellow.captain")
        seats = {"name": "Eve", "seats": YELLOW}
        assert "3 players" in client.refused("too_many", "POST", f"{meeting.path}/players", json=seats)["detail"]
        assert client.call("DELETE", f"{other.path}/players/me", leaving).status_code == 204
        meeting.join(*YELLOW)
        client.refused("too_many", "POST", f"{other.path}/players", json={"name": "Eve", "seats": ["yellow.captain"]})
        meeting.start()
        end(meeting)
        other.join("yellow.captain")
        other.join("yellow.engineer")


def opened(line: Line, **hello: Any) -> str:
    """Say hello: the type of the first frame that comes back."""
    line.say({"type": "hello", **hello})
    return str(line.hear()["type"])


def test_connections_of_a_seat() -> None:
    """Sockets, streams and held calls for the same seats count together; those of others do not."""
    with Running(connections_per_viewer=2) as running, Client(running.address) as client:
        meeting = client.full((BLUE, YELLOW))
        token = meeting.tokens["blue.captain"]
        meeting.line("blue.captain")
        with client.stream(f"{meeting.path}/stream", token, seat="blue.captain") as lines:
            assert lines.status_code == 200
            while running.listeners(meeting.match_id) < 2:
                pass
            third = client.line(meeting.match_id)
            assert opened(third, token=token, seat="blue.captain") == "refused"
            code, reason, _frames = third.closing()
            assert (code, reason) == (CLOSE_TOO_MANY, "too_many")
            for path, params in (("stream", {}), ("announcements", {"wait": 5})):
                refused = client.call("GET", f"{meeting.path}/{path}", token, params={"seat": "blue.captain", **params})
                problem_in(refused, "too_many")
            assert client.get(f"{meeting.path}/announcements", token, seat="blue.captain"), "not held"
            meeting.line("blue.engineer")
            meeting.line("yellow.captain")
            meeting.line_of(token)
            meeting.line()
        while running.listeners(meeting.match_id) > 5:
            pass
        meeting.line("blue.captain")


def test_spectators() -> None:
    """A match has so many spectators, and its players are let in besides."""
    with Running(spectators_per_match=2) as running, Client(running.address) as client:
        meeting, other = client.full((BLUE, YELLOW)), client.create()
        first = meeting.line()
        meeting.line_of(meeting.host)
        third = client.line(meeting.match_id)
        assert opened(third) == "refused"
        assert third.closing()[0] == CLOSE_TOO_MANY
        meeting.line("blue.captain")
        other.line()
        first.close()
        while running.listeners(meeting.match_id) > 2:
            pass
        meeting.line()


def test_connections_of_an_address() -> None:
    """Sockets count from the handshake on, held calls while they are held; closed ones make room."""
    with Running(connections_per_address=2) as running, Client(running.address) as client:
        meeting = client.create()
        silent = client.line(meeting.match_id)
        with client.stream(f"{meeting.path}/stream") as lines:
            assert lines.status_code == 200
            client.refused("too_many", "GET", "/healthz")
        while client.ask("GET", "/healthz").status_code != 200:
            pass
        silent.close()
        with client.stream(f"{meeting.path}/stream"):
            while client.ask("GET", "/healthz").status_code != 200:
                pass


def test_a_quota_forgets_what_is_over() -> None:
    """Addresses whose things are all over are not kept."""
    living = set(range(1000, 10_000))
    quota = Quota[int](2, "things", living.__contains__)
    for thing in range(10_000):
        with quota.one_more(f"address {thing}") as keep:
            keep(thing)
        living.discard(thing - 10)
    assert len(quota._made) < 600


@pytest.mark.parametrize("length", [500, 501])
def test_the_longest_word(length: int) -> None:
    """A word to the crew has 500 characters, however many bytes they take."""
    with Running() as running, Client(running.address) as client:
        meeting = client.create()
        meeting.join("blue.captain")
        line = meeting.line("blue.captain")
        line.say({"type": "chat", "text": "ü" * length})
        (heard,) = line.settle()
        assert heard["type"] == ("chat" if length == 500 else "refused")
