"""The timekeeper alone, with the instants given: what happens at which moment, to the edge."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonar_referee.match.clock import Clock
from sonar_referee.match.presence import ALWAYS
from sonar_referee.match.timekeeper import Timekeeper


def keeper(seconds: float | None = 45.0, *sitters: str, stand_ins: bool = False) -> Timekeeper:
    """The timekeeper of a match that begins at 0 with a wait of so many seconds; all sitters have just been heard."""
    made = Timekeeper(stand_ins, pauses=True)
    for sitter in sitters:
        made.presence.sit(sitter, 0.0)
    made.running = True
    made.wait(seconds, 0.0)
    return made


def happened(one: Timekeeper, now: float) -> list[str | tuple[str, ...]]:
    """What came about by an instant, those who are given up by their names."""
    return [happening.sitters or happening.kind for happening in one.advance(now)]


def left(one: Timekeeper, now: float) -> tuple[float, bool]:
    """What the clock shows, and whether it runs."""
    shown = one.clock_shown(now)
    assert shown is not None
    return shown["left"], shown["running"]


def come(one: Timekeeper, sitter: str, now: float, until: float | None = None) -> list[str]:
    """Let somebody be heard of; what came about because of it."""
    assert one.advance(now) == []
    return [happening.kind for happening in one.meet(sitter, now, now if until is None else until)]


# -- the clock


@pytest.mark.parametrize(("now", "up"), [(44.9, False), (45.0, False), (45.1, True)])
def test_time_is_up_only_after_its_last_instant(now: float, up: bool) -> None:
    """An order at 45.0 of 45 seconds still counts; the time is up after it."""
    assert ("expired" in happened(keeper(45.0), now)) == up


def test_time_is_up_once() -> None:
    """Each wait ends once; the next one has its whole time."""
    one = keeper(45.0)
    assert happened(one, 50.0) == ["clock", "clock", "expired"]
    assert happened(one, 500.0) == []
    assert left(one, 500.0) == (0.0, True)
    one.wait(20.0, 500.0)
    assert left(one, 500.0) == (20.0, True)
    assert happened(one, 520.0) == ["clock"], "the warning"
    assert happened(one, 520.1) == ["expired"]


@pytest.mark.parametrize(
    ("seconds", "warned_at"),
    [(45.0, [15.0, 35.0]), (30.5, [0.5, 20.5]), (30.0, [20.0]), (11.0, [1.0]), (10.0, []), (5.0, [])],
)
def test_warnings(seconds: float, warned_at: list[float]) -> None:
    """Everybody is warned when 30 and 10 seconds are left, where more than that is allowed."""
    one = keeper(seconds)
    due = []
    while (at := one.next_due()) is not None and at < seconds:
        assert happened(one, at) == ["clock"]
        due.append(at)
    assert due == warned_at


def test_without_a_clock() -> None:
    """Where no time is set nothing is shown and nothing comes about."""
    one = keeper(None)
    assert one.clock_shown(0.0) is None
    assert one.next_due() is None
    assert happened(one, 10.0**6) == []


def test_clock_that_stands() -> None:
    """A clock that stands loses no time, has no end and warns nobody."""
    clock = Clock(45.0, 45.0)
    clock.go(0.0)
    clock.stop(16.0)
    assert (clock.left(1000.0), clock.running, clock.ends_at(), clock.warns_at()) == (29.0, False, None, None)
    clock.go(1000.0)
    assert (clock.left(1001.0), clock.ends_at(), clock.warns_at()) == (28.0, 1029.0, 999.0)


def test_a_match_that_is_over_has_no_clock() -> None:
    """With the match its clock ends, and nobody is waited for; who is there is still told."""
    one = keeper(45.0, "ada")
    assert happened(one, 15.0) == ["presence", "clock"]
    one.finish(20.0)
    assert (one.clock, one.next_due(), one.away_shown("ada", 20.0)) == (None, None, None)
    assert come(one, "ada", 21.0) == ["presence"]
    assert happened(one, 36.0) == ["presence"]


# -- contact


@pytest.mark.parametrize(("now", "gone"), [(14.9, False), (15.0, True), (15.1, True)])
def test_disconnected_after_15_seconds(now: float, gone: bool) -> None:
    """Without contact for 15 seconds a player is disconnected."""
    one = keeper(None, "ada", "bob")
    one.presence.sit("bob", ALWAYS)
    assert happened(one, now) == (["presence"] if gone else [])
    assert one.presence.connected("ada") != gone
    assert one.presence.connected("bob")


def test_any_contact_begins_the_15_seconds_anew() -> None:
    """What counts is the last contact; a connection that is open counts as long as it is."""
    one = keeper(None, "ada")
    assert come(one, "ada", 14.0) == []
    assert happened(one, 28.9) == []
    assert come(one, "ada", 28.9, ALWAYS) == []
    assert come(one, "ada", 28.95) == [], "a request beside it does not shorten it"
    assert happened(one, 1000.0) == []
    one.presence.part("ada", 1000.0)
    assert happened(one, 1014.9) == []
    assert happened(one, 1015.0) == ["presence"]
    assert one.away_shown("ada", 1016.0) == {"returns_within": 59.0}
    assert come(one, "ada", 1016.0) == ["presence"]
    assert one.away_shown("ada", 1016.0) is None


@pytest.mark.parametrize(("now", "late"), [(74.9, False), (75.0, False), (75.1, True)])
def test_60_seconds_to_return(now: float, late: bool) -> None:
    """From being disconnected a player has 60 seconds; at 60.0 it is still back in time."""
    one = keeper(None, "ada")
    assert happened(one, 15.0) == ["presence"]
    assert happened(one, now) == (["presence", ("ada",)] if late else [])
    assert one.away_shown("ada", now) == {"returns_within": None if late else round(75.0 - now, 2)}
    assert one.presence.overdue() == ({"ada"} if late else set())
    assert [happening.kind for happening in one.meet("ada", now, now)] == ["presence"]
    assert one.presence.overdue() == set()


def test_earlier_deadline_comes_first() -> None:
    """Of two who are away each has a deadline of its own; they come about in order, also when noticed late."""
    one = keeper(None, "ada", "bob")
    come(one, "bob", 0.5)
    assert happened(one, 100.0) == ["presence", "presence", "presence", ("ada",), "presence", ("bob",)]


def test_equal_deadlines_come_together() -> None:
    """Two whose time to return ends at the same instant are given up together."""
    one = keeper(None, "ada", "bob")
    assert happened(one, 100.0) == ["presence", "presence", ("ada", "bob")]


def test_lobby_gives_nobody_a_deadline() -> None:
    """Where no match runs, somebody disconnected is shown so, and nothing more comes of it."""
    one = Timekeeper(stand_ins=False, pauses=True)
    one.presence.sit("ada", 0.0)
    assert happened(one, 1000.0) == ["presence"]
    assert one.away_shown("ada", 1000.0) is None
    assert one.next_due() is None


def test_who_is_no_sitter_is_let_pass() -> None:
    """Contact of somebody who has no seat any more changes nothing."""
    one = keeper(None, "ada")
    assert come(one, "eve", 1.0) == []
    assert "eve" not in one.presence
    assert not one.presence.connected("eve")


def test_those_who_leave_are_forgotten() -> None:
    """Who has left is neither away nor given up; the clock goes on."""
    one = keeper(45.0, "ada", "bob")
    come(one, "bob", 10.0, ALWAYS)
    assert happened(one, 20.0) == ["presence", "clock"]
    one.presence.keep(["bob"])
    assert [happening.kind for happening in one.seats_changed(20.0)] == ["clock"]
    assert left(one, 21.0) == (29.0, True)
    assert "ada" not in one.presence
    one.presence.stay_away("carol", 21.0, overdue=True)
    one.presence.keep(["bob"])
    assert not one.presence.away()
    assert not one.presence.overdue()


# -- pauses


def test_clock_stands_while_somebody_is_away() -> None:
    """The clock stops when a player is disconnected, not before, and goes on when it returns."""
    one = keeper(45.0, "ada")
    assert happened(one, 14.0) == []
    assert left(one, 14.0) == (31.0, True)
    assert happened(one, 15.0) == ["presence", "clock"]
    assert left(one, 60.0) == (30.0, False)
    assert come(one, "ada", 60.0) == ["presence", "clock"]
    assert left(one, 61.0) == (29.0, True)
    assert happened(one, 75.0) == ["clock", "presence", "clock"], "the warning, and away again"
    assert left(one, 80.0) == (15.0, False)


def test_two_who_are_away_make_one_pause() -> None:
    """The clock goes on when nobody is away any more, and time that two are away counts once."""
    one = keeper(45.0, "ada", "bob")
    come(one, "bob", 5.0)
    happened(one, 30.0)
    assert left(one, 30.0) == (30.0, False)
    assert come(one, "ada", 40.0, ALWAYS) == ["presence"]
    assert left(one, 40.0) == (30.0, False)
    assert come(one, "bob", 50.0, ALWAYS) == ["presence", "clock"]
    assert one.document(50.0)["pauses_left"] == 120.0 - 35.0


def test_pauses_last_120_seconds_in_all() -> None:
    """Three absences of 50, 50 and 20 seconds use up the pauses of a match; then the clock runs on."""
    one = keeper(1000.0, "ada")
    now = 0.0
    for pause in (50.0, 50.0):
        now += 15.0
        assert happened(one, now) == ["presence", "clock"]
        now += pause
        assert come(one, "ada", now) == ["presence", "clock"]
    now += 15.0
    assert happened(one, now) == ["presence", "clock"]
    assert left(one, now) == (955.0, False)
    assert happened(one, now + 19.9) == []
    assert happened(one, now + 20.0) == ["clock"]
    assert left(one, now + 30.0) == (945.0, True)
    assert come(one, "ada", now + 30.0) == ["presence"], "the clock runs already"
    assert happened(one, now + 45.0) == ["presence"], "no pause is left"
    assert left(one, now + 45.0) == (930.0, True)


def test_pause_over_several_waits() -> None:
    """A pause outlives what the table waits for; where no time is set, none of it is used."""
    one = keeper(45.0, "ada")
    happened(one, 25.0)
    one.wait(20.0, 25.0)
    assert left(one, 30.0) == (20.0, False)
    one.wait(None, 35.0)
    assert one.document(60.0)["pauses_left"] == 100.0
    one.wait(30.0, 60.0)
    assert left(one, 70.0) == (30.0, False)
    assert come(one, "ada", 70.0) == ["presence", "clock"]
    assert one.document(80.0)["pauses_left"] == 90.0


def test_after_the_60_seconds_the_clock_waits_on() -> None:
    """A player who does not return in time keeps the clock standing as long as pauses last."""
    one = keeper(45.0, "ada")
    assert happened(one, 76.0) == ["presence", "clock", "presence", ("ada",)]
    assert left(one, 100.0) == (30.0, False)
    assert happened(one, 135.0) == ["clock", "clock"], "it goes on, and warns"
    assert left(one, 136.0) == (29.0, True)


def test_stand_in_lets_the_clock_go_on() -> None:
    """Once a bot plays for a player who did not return, nobody waits for that player any longer."""
    one = keeper(50.0, "ada", stand_ins=True)
    assert happened(one, 76.0) == ["presence", "clock", "presence", ("ada",), "clock"]
    assert left(one, 76.0) == (34.0, True)
    assert come(one, "ada", 76.0) == ["presence"]
    assert happened(one, 91.0) == ["clock", "presence", "clock"], "a warning, and away again"
    assert left(one, 95.0) == (19.0, False)


# -- over a restart


def again(one: Timekeeper, at: float, now: float, *sitters: str, same_wait: bool = True) -> Timekeeper:
    """A timekeeper that takes up at one instant what another one left at another."""
    document: dict[str, Any] = json.loads(json.dumps(one.document(at)))
    made = Timekeeper(stand_ins=False, pauses=True)
    for sitter in sitters:
        made.presence.sit(sitter, now)
    made.running = True
    made.take_up(document, now)
    made.wait(45.0, now, document["left"] if same_wait else None)
    return made


def test_nothing_passes_while_the_server_is_down() -> None:
    """What is left of the clock, the pauses and the time to return is what was left when the server stopped."""
    one = keeper(45.0, "ada", "bob", "carol")
    come(one, "bob", 10.0)
    happened(one, 20.0)
    two = again(one, 20.0, 5000.0, "ada", "bob")
    assert left(two, 5000.0) == (30.0, False)
    assert two.document(5000.0)["pauses_left"] == 115.0
    assert two.away_shown("ada", 5000.0) == {"returns_within": 55.0}
    assert two.away_shown("bob", 5000.0) is None
    assert "carol" not in two.presence, "who has no seat any more is not taken up"
    assert happened(two, 5014.9) == []
    assert happened(two, 5015.0) == ["presence"], "contact of the others begins anew"
    assert happened(two, 5055.0) == []
    assert happened(two, 5055.1) == ["presence", ("ada",)]
    three = again(two, 5055.1, 1.0, "ada", "bob", same_wait=False)
    assert three.away_shown("ada", 2.0) == {"returns_within": None}
    assert left(three, 2.0) == (45.0, False), "another wait has its whole time"


@given(
    st.lists(st.tuples(st.sampled_from(["ada", "bob"]), st.floats(0.0, 90.0), st.booleans()), min_size=1, max_size=12),
    st.booleans(),
)
def test_it_does_not_matter_when_time_is_looked_at(visits: list[tuple[str, float, bool]], stand_ins: bool) -> None:
    """Looking often or seldom gives the same happenings; time never runs backwards and pauses never exceed 120 s."""
    seldom, often = keeper(300.0, "ada", "bob", stand_ins=stand_ins), keeper(300.0, "ada", "bob", stand_ins=stand_ins)
    now, told_seldom, told_often = 0.0, list[Any](), list[Any]()
    lefts = [300.0]
    for sitter, pause, lasting in visits:
        for step in range(1, 8):
            told_often += often.advance(now + pause * step / 8)
        now += pause
        for one, told in ((seldom, told_seldom), (often, told_often)):
            told.extend(one.advance(now))
            told.extend(one.meet(sitter, now, ALWAYS if lasting else now))
            if lasting:
                one.presence.part(sitter, now)
        lefts.append(left(seldom, now)[0])
    assert told_seldom == told_often
    assert all(before >= after for before, after in pairwise(lefts))
    assert lefts[-1] <= max(0.0, 300.0 - now + 120.0) + 0.01
