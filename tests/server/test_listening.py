"""Listening over HTTP: announcements after a number, the long poll and the stream."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

import pytest

from tests.server.client import BLUE, YELLOW, Client, Json, Meeting
from tests.server.running import Running

SOON = 10.0
"""Seconds within which what should come at once has come, however busy the machine is."""


@pytest.fixture(name="quick", scope="module")
def quick_server() -> Iterator[Running]:
    """A server with short waits and quick signs of life."""
    with Running(longest_wait=0.2, heartbeat=0.02) as running:
        yield running


@pytest.fixture(name="meeting")
def running_match(client: Client) -> Meeting:
    """A match in its first round, blue to move from C2."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    return meeting


def poll(meeting: Meeting, seat: str | None, after: int, wait: float) -> Json:
    """Ask for announcements and wait for one."""
    if seat is None:
        return meeting.client.get(f"{meeting.path}/announcements", after=after, wait=wait)
    return meeting.client.get(f"{meeting.path}/announcements", meeting.tokens[seat], seat=seat, after=after, wait=wait)


def test_announcements_after_a_number(meeting: Meeting) -> None:
    """A viewer is told what it heard after a number, with the number of the last; without one, everything."""
    meeting.quiet_round("blue", "north")
    whole = meeting.client.get(f"{meeting.path}/announcements")
    assert [one["kind"] for one in whole["announcements"]] == [
        *("dive", "heading", "crew_ok", "crew_ok", "round_ended"),
    ]
    assert whole["seq"] == 5
    for after in range(6):
        page = meeting.client.get(f"{meeting.path}/announcements", after=after)
        assert page == {"announcements": whole["announcements"][after:], "seq": 5}


def until_held(server: Running, meeting: Meeting, number: int) -> None:
    """Return when that many calls of the match are held."""
    while server.listeners(meeting.match_id) != number:
        meeting.state()


def test_long_poll_returns_with_what_is_heard(server: Running, meeting: Meeting) -> None:
    """A held call returns as soon as there is something to hear, for every kind of viewer."""
    with ThreadPoolExecutor(4) as pool:
        began = monotonic()
        held = [pool.submit(poll, meeting, seat, 0, 50) for seat in (None, "blue.engineer", "yellow.captain")]
        until_held(server, meeting, 3)
        meeting.order("blue.captain", "head", heading="north")
        for call in held:
            answer = call.result(SOON)
            assert [one["kind"] for one in answer["announcements"]] == ["dive", "heading"]
            assert answer["seq"] == 2
        assert monotonic() - began < SOON


def test_long_poll_does_not_wait_for_what_was_heard_before(meeting: Meeting) -> None:
    """With something to tell already, the call is answered at once."""
    meeting.order("blue.captain", "head", heading="north")
    began = monotonic()
    assert poll(meeting, None, 1, 50)["announcements"][0]["kind"] == "heading"
    assert monotonic() - began < SOON


def test_long_poll_is_not_woken_by_what_is_not_heard(server: Running, meeting: Meeting) -> None:
    """A mark without a word (the First Mate's before the Engineer's) does not end a held call; the OKs do."""
    meeting.order("blue.captain", "head", heading="north")
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(poll, meeting, "yellow.captain", 2, 50)
        until_held(server, meeting, 1)
        meeting.order("blue.first_mate", "mark_gauge", system="mine")
        assert meeting.view("yellow.captain")["seq"] == 2
        assert not held.done()
        meeting.order("blue.engineer", "mark_breakdown", symbol="N1")
        assert [one["kind"] for one in held.result(SOON)["announcements"]] == ["crew_ok", "crew_ok"]


def test_long_poll_is_capped(quick: Running) -> None:
    """A call is held no longer than the server's longest wait, and then is answered with nothing."""
    with Client(quick.address) as client:
        meeting = client.full((BLUE, YELLOW))
        for wait in (0.05, 3600, 1e300):
            began = monotonic()
            assert poll(meeting, None, 0, wait) == {"announcements": [], "seq": 0}
            assert min(wait, 0.2) <= monotonic() - began + 0.001 < SOON


def test_long_poll_ends_with_the_match(server: Running, meeting: Meeting) -> None:
    """The end is heard, and afterwards no call is held."""
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(poll, meeting, None, 0, 50)
        until_held(server, meeting, 1)
        meeting.order("blue.captain", "resign")
        assert [one["kind"] for one in held.result(SOON)["announcements"]] == ["game_over"]
    began = monotonic()
    assert poll(meeting, None, 1, 50) == {"announcements": [], "seq": 1}
    assert monotonic() - began < SOON


def test_stream_tells_everything_in_order(meeting: Meeting) -> None:
    """A stream tells what was heard before and what is heard from now on, one announcement a line, to the end."""
    meeting.quiet_round("blue", "north")
    with meeting.client.stream(f"{meeting.path}/stream", meeting.tokens["blue.captain"]) as stream:
        assert stream.status_code == 200
        assert stream.headers["content-type"] == "application/x-ndjson"
        assert stream.headers["cache-control"] == "no-store"
        lines = stream.iter_lines()
        heard = [json.loads(next(lines)) for _ in range(5)]
        assert heard == meeting.heard("blue.captain")
        meeting.quiet_round("yellow", "north")
        heard += [json.loads(next(lines)) for _ in range(5)]
        meeting.order("yellow.captain", "resign")
        heard += [json.loads(line) for line in lines]
    assert heard == meeting.heard("blue.captain")
    assert [one["seq"] for one in heard] == list(range(1, 12))
    assert heard[-1]["kind"] == "game_over"


def test_stream_after_a_number(meeting: Meeting) -> None:
    """A stream goes on after the last number heard; that of a match that is over ends by itself."""
    meeting.quiet_round("blue", "north")
    meeting.order("yellow.captain", "resign")
    whole = meeting.heard()
    for after in range(len(whole) + 1):
        with meeting.client.stream(f"{meeting.path}/stream", after=after) as stream:
            assert [json.loads(line) for line in stream.iter_lines()] == whole[after:]


def test_stream_shows_signs_of_life(quick: Running) -> None:
    """While nothing is heard a stream sends empty lines, which are no announcements."""
    with Client(quick.address) as client:
        meeting = client.full((BLUE, YELLOW), first_team="blue")
        with client.stream(f"{meeting.path}/stream") as stream:
            lines = stream.iter_lines()
            assert [next(lines) for _ in range(3)] == [""] * 3
            meeting.order("blue.captain", "resign")
            rest = [line for line in lines if line]
        assert [json.loads(line)["kind"] for line in rest] == ["game_over"]


def test_streams_are_made_for_their_viewers(client: Client) -> None:
    """Each stream tells what its viewer may hear: a system that is ready is the own team's (D16)."""
    meeting = client.full(first_team="blue", announce_ready="team")
    meeting.place()
    meeting.fill_the_mine_gauge()
    meeting.order("blue.captain", "resign")

    def kinds(seat: str | None) -> list[str]:
        token = None if seat is None else meeting.tokens[seat]
        with client.stream(f"{meeting.path}/stream", token) as stream:
            return [json.loads(line)["kind"] for line in stream.iter_lines()]

    assert kinds("blue.radio_operator").count("system_ready") == 1
    assert kinds("yellow.radio_operator") == kinds(None)
    assert "system_ready" not in kinds(None)


def test_spectators_who_see_everything_hear_everything(client: Client) -> None:
    """Under spectator_view omniscient a spectator hears what either team hears (D16)."""
    meeting = client.full((BLUE, YELLOW), first_team="blue", announce_ready="team", spectator_view="omniscient")
    meeting.place()
    line = meeting.line()
    meeting.fill_the_mine_gauge()
    kinds = [one["kind"] for one in meeting.heard()]
    assert kinds.count("system_ready") == 1
    assert [frame["kind"] for frame in line.settle() if frame["type"] == "announcement"] == kinds
    assert "system_ready" not in [one["kind"] for one in meeting.heard("yellow.captain")]


def test_lost_listener_is_forgotten(server: Running, client: Client) -> None:
    """A stream or a held call whose client goes away stops counting as a connection."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    with client.stream(f"{meeting.path}/stream") as stream:
        meeting.order("blue.captain", "place", cell="C2")
        meeting.order("yellow.captain", "place", cell="C9")
        meeting.order("blue.captain", "head", heading="north")
        lines = stream.iter_lines()
        assert json.loads(next(lines))["kind"] == "dive"
        assert server.listeners(meeting.match_id) == 1
    meeting.order("blue.engineer", "mark_breakdown", symbol="N1")
    until_held(server, meeting, 0)
