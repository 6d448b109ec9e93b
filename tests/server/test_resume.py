"""Coming back: a client that says what it heard last misses nothing and hears nothing twice."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, repeat

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.client import BLUE, YELLOW, Client, Json, Meeting
from tests.server.running import Running

COURSES = ("north", "west", "west")
"""From C2 and from C9 over the sea."""


def new_match(client: Client) -> Meeting:
    """A match in its first round in which READY is for the own team (D16), so that viewers hear different things."""
    meeting = client.full((BLUE, YELLOW), first_team="blue", announce_ready="team")
    meeting.place()
    return meeting


def play(meeting: Meeting) -> None:
    """Six rounds, and the end."""
    for heading in COURSES:
        for team in ("blue", "yellow"):
            meeting.order(f"{team}.captain", "head", heading=heading)
            meeting.order_of(f"{team}.engineer", 0)
            meeting.order_of(f"{team}.first_mate", 0)
            meeting.order(f"{team}.captain", "end_round")
    meeting.order("blue.captain", "resign")


@given(
    cuts=st.lists(st.integers(0, 7), min_size=1, max_size=12),
    seat=st.sampled_from(["blue.captain", "yellow.engineer", None]),
)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_socket_that_breaks_anywhere(server: Running, cuts: list[int], seat: str | None) -> None:
    """A socket is cut after any number of frames while the match goes on; resumed by `after`, it tells each
    announcement once and in order, and its last view is that of the end."""
    with Client(server.address) as client, ThreadPoolExecutor(1) as pool:
        meeting = new_match(client)
        playing = pool.submit(play, meeting)
        heard: list[Json] = []
        view: Json = {}
        for frames_to_read in chain(cuts, repeat(1000)):
            line = meeting.line(seat, after=len(heard))
            assert line.welcome["seq"] == line.welcome["view"]["seq"] >= len(heard)
            view = line.welcome["view"]
            for _ in range(frames_to_read):
                if view["status"] == "finished" and view["seq"] == len(heard):
                    break
                frame = line.hear()
                if frame["type"] == "announcement":
                    heard.append(frame)
                elif frame["type"] == "view":
                    view = frame["view"]
            line.cut()
            if view["status"] == "finished" and view["seq"] == len(heard):
                break
        playing.result(20)
        assert [frame["seq"] for frame in heard] == list(range(1, len(heard) + 1))
        assert heard == [{"type": "announcement", **one} for one in meeting.heard(seat)]
        assert view == meeting.view(seat)


@given(cuts=st.lists(st.integers(1, 7), min_size=1, max_size=12))
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_stream_that_breaks_anywhere(server: Running, cuts: list[int]) -> None:
    """A stream is cut after any number of lines while the match goes on; resumed by `after`, it misses nothing."""
    with Client(server.address) as client, ThreadPoolExecutor(1) as pool:
        meeting = new_match(client)
        playing = pool.submit(play, meeting)
        heard: list[Json] = []
        for lines_to_read in chain(cuts, repeat(1000)):
            if heard and heard[-1]["kind"] == "game_over":
                break
            with client.stream(f"{meeting.path}/stream", meeting.tokens["blue.captain"], after=len(heard)) as stream:
                for line, _number in zip(stream.iter_lines(), range(lines_to_read), strict=False):
                    heard.append(json.loads(line))
        playing.result(20)
        assert heard == meeting.heard("blue.captain")


def test_after(client: Client) -> None:
    """With `after` a socket first tells what came since; without it, only what comes from now on."""
    meeting = new_match(client)
    meeting.quiet_round("blue", "north")
    whole = [{"type": "announcement", **one} for one in meeting.heard()]
    for after in range(len(whole) + 1):
        line = meeting.line(after=after)
        assert line.welcome["seq"] == len(whole)
        assert line.settle() == whole[after:]
    assert meeting.line().settle() == []


@pytest.mark.parametrize("after", [0, None])
def test_resume_after_the_end(client: Client, after: int | None) -> None:
    """A match that is over can still be looked at: the socket stays open and tells what was said."""
    meeting = new_match(client)
    meeting.order("blue.captain", "resign")
    line = meeting.line("blue.captain", after=after)
    assert line.welcome["view"]["status"] == "finished"
    assert [frame["kind"] for frame in line.settle()] == ([] if after is None else ["game_over"])
