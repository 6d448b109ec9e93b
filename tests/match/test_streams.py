"""Streams: what each viewer heard, numbered without gaps, and how often its view changed."""

from __future__ import annotations

import json

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.announcements import CrewOk, Stop, SystemReady
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.game import PUBLIC, SPECTATOR, Said, Viewer
from sonar_referee.match.streams import Streams
from tests.match.clock import MAPS

BLUE: Viewer = frozenset({"blue.captain"})
CREW: Viewer = frozenset({"blue.captain", "blue.engineer"})
YELLOW: Viewer = frozenset({"yellow.engineer"})
READY = Said(1, "blue", SystemReady("blue", "mine"))
OK = Said(1, PUBLIC, CrewOk("blue", "first_mate"))
STOP = Said(2, PUBLIC, Stop("blue"))


@pytest.fixture(name="streams")
def streams_of_a_match() -> Streams:
    """Streams in which READY is for the own team (D16)."""
    chart = MAPS.of(CAPTAIN_SONAR)["alpha"]
    state = CAPTAIN_SONAR.new(Options(announce_ready="team"), chart, 1)
    return Streams(CAPTAIN_SONAR, state, {BLUE, CREW, YELLOW, SPECTATOR})


def hear(streams: Streams, said: list[Said], seen_by: Viewer = SPECTATOR) -> None:
    """Let an order bring these announcements and change the view of these seats; spectators see none of it."""
    streams.add(said, lambda single: bool(single) and single <= seen_by)


def kinds(texts: list[str]) -> list[tuple[int, str]]:
    """The number and the kind of announcements."""
    return [(one["seq"], one["kind"]) for one in map(json.loads, texts)]


def test_each_viewer_counts_what_it_hears(streams: Streams) -> None:
    """Numbers have no gaps for anybody, whatever others hear in between."""
    hear(streams, [READY, OK])
    hear(streams, [READY])
    hear(streams, [STOP])
    for viewer in (BLUE, CREW):
        told = kinds(streams.announcements(viewer, 0))
        assert told == [(1, "system_ready"), (2, "crew_ok"), (3, "system_ready"), (4, "stop")]
        assert streams.seq(viewer) == 4
    for viewer in (YELLOW, SPECTATOR):
        assert kinds(streams.announcements(viewer, 0)) == [(1, "crew_ok"), (2, "stop")]
        assert streams.seq(viewer) == 2


def test_part_of_a_stream(streams: Streams) -> None:
    """A stream can be told after a number and up to another; as frames it is the same behind the frame's type."""
    hear(streams, [OK, OK])
    hear(streams, [STOP])
    assert kinds(streams.announcements(BLUE, 1)) == [(2, "crew_ok"), (3, "stop")]
    assert kinds(streams.announcements(BLUE, 1, 2)) == [(2, "crew_ok")]
    assert streams.announcements(BLUE, 3) == []
    for after in range(4):
        frames = [json.loads(frame) for frame in streams.frames(BLUE, after)]
        told = [json.loads(text) for text in streams.announcements(BLUE, after)]
        assert frames == [{"type": "announcement", **one} for one in told]


def test_what_an_order_brought(streams: Streams) -> None:
    """For each order in the log it is known from which number to which a viewer heard it."""
    hear(streams, [OK])
    hear(streams, [READY])
    hear(streams, [STOP, OK])
    assert [streams.brought_by(BLUE, entry) for entry in (1, 2, 3)] == [(0, 1), (1, 2), (2, 4)]
    assert [streams.brought_by(YELLOW, entry) for entry in (1, 2, 3)] == [(0, 1), (1, 1), (1, 3)]


def test_changes_of_views(streams: Streams) -> None:
    """What is heard in one order is one change; others are counted for whom they concern."""
    hear(streams, [OK, STOP])
    hear(streams, [READY])
    hear(streams, [])
    hear(streams, [], seen_by=frozenset({"blue.engineer"}))
    assert [streams.changes(viewer) for viewer in (BLUE, CREW, YELLOW)] == [2, 3, 1], "a crew sees what its seats see"
    streams.note_change_for_all()
    assert [streams.changes(viewer) for viewer in (BLUE, CREW, YELLOW, SPECTATOR)] == [3, 4, 2, 2]


def test_newcomer_has_heard_and_seen_what_its_seats_did(streams: Streams) -> None:
    """A viewer that is let in later has the numbers, changes and announcements of one that was there all the time."""
    late: Viewer = frozenset({"blue.engineer", "blue.first_mate"})
    chart = MAPS.of(CAPTAIN_SONAR)["alpha"]
    state = CAPTAIN_SONAR.new(Options(announce_ready="team"), chart, 1)
    there = Streams(CAPTAIN_SONAR, state, {BLUE, CREW, YELLOW, SPECTATOR, late})
    for one in (streams, there):
        hear(one, [OK])
        hear(one, [READY], seen_by=late)
        hear(one, [], seen_by=frozenset({"blue.engineer"}))
        hear(one, [], seen_by=YELLOW)
        hear(one, [STOP, OK])
    before = [(streams.seq(viewer), streams.changes(viewer)) for viewer in (BLUE, CREW, YELLOW, SPECTATOR)]
    streams.admit(late)
    assert streams.changes(late) == there.changes(late) == 4
    assert streams.announcements(late, 0) == there.announcements(late, 0)
    assert [streams.brought_by(late, order) for order in range(1, 6)] == [(0, 1), (1, 2), (2, 2), (2, 2), (2, 4)]
    assert [(streams.seq(viewer), streams.changes(viewer)) for viewer in (BLUE, CREW, YELLOW, SPECTATOR)] == before
    for one in (streams, there):
        hear(one, [], seen_by=late)
        hear(one, [READY])
    assert streams.changes(late) == there.changes(late) == 6
    streams.admit(late)
    assert streams.changes(late) == 6, "once only"


def test_newcomer_who_hears_what_nobody_heard_before() -> None:
    """Also what none of the viewers so far could hear is kept, and told to whoever is let in and may hear it."""
    chart = MAPS.of(CAPTAIN_SONAR)["alpha"]
    streams = Streams(CAPTAIN_SONAR, CAPTAIN_SONAR.new(Options(), chart, 1), {YELLOW, SPECTATOR})
    hear(streams, [READY])
    hear(streams, [OK])
    hear(streams, [], seen_by=BLUE)
    streams.admit(BLUE)
    assert kinds(streams.announcements(BLUE, 0)) == [(1, "system_ready"), (2, "crew_ok")]
    assert [streams.brought_by(BLUE, order) for order in (1, 2, 3)] == [(0, 1), (1, 2), (2, 2)]
    assert (streams.changes(BLUE), streams.changes(YELLOW)) == (3, 1)
