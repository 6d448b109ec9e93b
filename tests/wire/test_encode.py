"""JSON out: announcements as they are sent, and views without what their viewer does not get."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.orders import Fact
from sonar_referee.games.game import ABSENT, PUBLIC, Absent, Outcome, Said
from sonar_referee.wire.encode import announcement_frame, announcement_json, dump, present

SAMPLES: dict[a.Announcement, dict[str, Any]] = {
    a.Dive("blue"): {"kind": "dive", "team": "blue", "text": "DIVE!"},
    a.Course("blue", "north"): {"kind": "heading", "team": "blue", "text": "HEAD NORTH", "heading": "north"},
    a.TorpedoLaunched("yellow", "C6"): {
        "kind": "torpedo_launched",
        "team": "yellow",
        "text": "TORPEDO LAUNCHED, IMPACT IN C6!",
        "cell": "C6",
    },
    a.SonarAnswer("yellow", (Fact("row", 3), Fact("column", "C"))): {
        "kind": "sonar_answer",
        "team": "yellow",
        "text": "WE ARE IN ROW 3, COLUMN C!",
        "facts": [{"kind": "row", "value": 3}, {"kind": "column", "value": "C"}],
    },
    a.GameOver(None, None, "draw_agreed"): {
        "kind": "game_over",
        "team": None,
        "text": "GAME OVER, DRAW!",
        "winner": None,
        "reason": "draw_agreed",
    },
}


@pytest.mark.parametrize("announcement", SAMPLES, ids=lambda one: one.kind)
def test_announcement(announcement: a.Announcement) -> None:
    """An announcement is sent with number, round, kind, team and text in front, in this order."""
    said = Said(7, PUBLIC, announcement)
    sent = announcement_json(41, said)
    assert json.loads(sent) == {"seq": 41, "round": 7, **SAMPLES[announcement]}
    assert list(json.loads(sent))[:5] == ["seq", "round", "kind", "team", "text"]
    frame = announcement_frame(41, said)
    assert next(iter(json.loads(frame))) == "type"
    assert json.loads(frame) == {"type": "announcement", **json.loads(sent)}


@dataclass(frozen=True)
class Inner:
    seen: int
    hidden: int | Absent


@dataclass(frozen=True)
class View:
    plain: Outcome
    nothing: None
    gone: str | Absent
    inner: Inner | Absent


def test_absent_fields_are_left_out() -> None:
    """What a viewer does not get is not sent at all, one level down as well; null is sent where it is a value."""
    whole = present(View(Outcome(None, "time"), None, "here", Inner(1, 2)))
    assert json.loads(dump(whole)) == {
        "plain": {"winner": None, "reason": "time"},
        "nothing": None,
        "gone": "here",
        "inner": {"seen": 1, "hidden": 2},
    }
    part = present(View(Outcome("blue", "time"), None, ABSENT, Inner(1, ABSENT)))
    assert json.loads(dump(part)) == {
        "plain": {"winner": "blue", "reason": "time"},
        "nothing": None,
        "inner": {"seen": 1},
    }
    assert "inner" not in present(View(Outcome("blue", "time"), None, ABSENT, ABSENT))


def test_absent_is_named_in_tracebacks() -> None:
    """The mark of an absent field shows what it is."""
    assert repr(ABSENT) == "ABSENT"
