"""What teams keep among themselves: words and the Radio Operator's overlay; and who is seen to be there."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

import pytest

from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Line, Meeting

OVERLAY: Json = {"marks": [{"cell": "C6", "ink": "red"}], "zoom": 1.5, "note": "Wo ist er? 🚢"}


@pytest.fixture(name="meeting")
def running_match(client: Client) -> Meeting:
    """A match of eight players in its first round, blue to move from C2."""
    meeting = client.full(first_team="blue")
    meeting.place()
    return meeting


def everybody(meeting: Meeting) -> dict[str | None, Line]:
    """A socket for each seat and for a spectator."""
    lines: dict[str | None, Line] = {seat: meeting.line(seat) for seat in SEATS}
    lines[None] = meeting.line()
    return lines


# -- words


def test_chat_stays_in_the_team(meeting: Meeting) -> None:
    """A word goes to every socket of the sender's own team, with name, team and time, and to nobody else."""
    lines = everybody(meeting)
    lines["blue.engineer"].say({"type": "chat", "text": "  All circuits green  "})
    lines["blue.engineer"].settle()
    for seat, line in lines.items():
        heard = line.settle()
        if seat == "blue.engineer":
            continue
        if seat not in BLUE:
            assert heard == []
            continue
        (word,) = heard
        assert list(word) == ["type", "from", "team", "text", "at"]
        assert (word["from"], word["team"], word["text"]) == ("Ada", "blue", "All circuits green")
        assert datetime.fromisoformat(word["at"]).tzinfo is not None


def test_chat_comes_back_to_its_sender(meeting: Meeting) -> None:
    """The sender's own sockets get the word too, so that all of a team see the same conversation."""
    one, other = meeting.line("blue.captain"), meeting.line("blue.captain")
    one.say({"type": "chat", "text": "Steady"})
    assert [word["text"] for word in one.settle()] == ["Steady"]
    assert [word["text"] for word in other.settle()] == ["Steady"]


def test_chat_in_the_lobby(client: Client) -> None:
    """Teams can talk before the start."""
    meeting = client.create()
    meeting.join("blue.captain")
    meeting.join("blue.engineer")
    captain, engineer = meeting.line("blue.captain"), meeting.line("blue.engineer")
    captain.say({"type": "chat", "text": "a" * 500})
    captain.settle()
    assert [word["text"] for word in engineer.settle()] == ["a" * 500]


# -- the overlay


def test_overlay_is_the_teams(meeting: Meeting) -> None:
    """What the Radio Operator draws stands in the views of the whole team as it was sent, and nowhere else."""
    lines = everybody(meeting)
    before = meeting.view("blue.captain")
    assert before["overlay"] == {}
    lines["blue.radio_operator"].say({"type": "overlay", "overlay": OVERLAY})
    assert [frame["type"] for frame in lines["blue.radio_operator"].settle()] == ["view"]
    for seat, line in lines.items():
        frames = [] if seat == "blue.radio_operator" else line.settle()
        if seat in BLUE[:3]:
            assert [frame["type"] for frame in frames] == ["view"]
            assert frames[0]["view"] == {**meeting.view(seat)}
        else:
            assert frames == []
    after = meeting.view("blue.captain")
    assert after == {**before, "overlay": OVERLAY, "revision": before["revision"] + 1}
    assert meeting.view("yellow.radio_operator")["overlay"] == {}
    assert "overlay" not in meeting.view()


@pytest.mark.parametrize("overlay", [None, False, 0, "", [], [[1.5, None]], "\u2028", 10**300, -0.0])
def test_overlay_is_any_json(meeting: Meeting, overlay: object) -> None:
    """The server does not ask what a drawing means: any JSON comes back as it was."""
    line = meeting.line("blue.radio_operator")
    line.say({"type": "overlay", "overlay": overlay})
    assert line.settle()[0]["view"]["overlay"] == overlay
    assert meeting.view("blue.engineer")["overlay"] == overlay


def test_overlay_is_the_radio_operators(meeting: Meeting) -> None:
    """Other roles cannot draw, not even in the Radio Operator's name."""
    line = meeting.line("blue.captain")
    for seat, code in ((None, "not_your_seat"), ("blue.radio_operator", "not_your_seat"), ("x", "no_such_seat")):
        line.say({"type": "overlay", "overlay": OVERLAY, "seat": seat})
        (refused,) = line.settle()
        assert refused["problem"]["code"] == code
    assert meeting.view("blue.radio_operator")["overlay"] == {}


def test_overlay_of_a_player_with_several_seats(client: Client) -> None:
    """Who holds the Radio Operator's seat among others draws without naming it."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    line = meeting.line_of(meeting.tokens["blue.captain"])
    line.say({"type": "overlay", "overlay": OVERLAY})
    assert line.settle()[-1]["view"]["overlay"] == OVERLAY
    line.say({"type": "overlay", "overlay": {}, "seat": "blue.captain"})
    assert line.settle()[-1]["problem"]["code"] == "not_your_seat"


def test_size_of_an_overlay_is_counted_without_spaces(meeting: Meeting) -> None:
    """What counts is the shortest form of the drawing, not how its sender spaced it."""
    line = meeting.line("blue.radio_operator")
    line.connection.send(json.dumps({"type": "overlay", "overlay": [1] * 5000}, separators=(",", ": ")))
    assert len(line.settle()[0]["view"]["overlay"]) == 5000


@pytest.mark.parametrize("letter", ["a", "ö", "🚢"])
def test_overlay_has_a_size(meeting: Meeting, letter: str) -> None:
    """A drawing has at most 12 KiB as UTF-8; a larger one is refused by naming both sizes and leaves the old one."""
    line = meeting.line("blue.radio_operator")
    most = 12 * 1024 // len(letter.encode()) - 2
    line.connection.send(json.dumps({"type": "overlay", "overlay": letter * most}, ensure_ascii=False))
    assert line.settle()[0]["view"]["overlay"] == letter * most
    line.connection.send(json.dumps({"type": "overlay", "overlay": letter * (most + 3)}, ensure_ascii=False))
    (refused,) = line.settle()
    assert refused["problem"]["code"] == "malformed"
    assert "at most 12288 bytes" in refused["problem"]["detail"]
    assert meeting.view("blue.captain")["overlay"] == letter * most


def surface_blue(meeting: Meeting) -> None:
    """Let blue surface in its second round."""
    meeting.quiet_round("blue", "north")
    meeting.quiet_round("yellow", "north")
    meeting.order("blue.captain", "surface")


def test_overlay_is_locked_while_surfaced(meeting: Meeting) -> None:
    """While its submarine is surfaced a Radio Operator cannot draw, and can again after the dive (R138)."""
    blue, yellow = meeting.line("blue.radio_operator"), meeting.line("yellow.radio_operator")
    surface_blue(meeting)
    blue.settle()
    blue.say({"type": "overlay", "overlay": OVERLAY})
    (refused,) = blue.settle()
    assert (refused["problem"]["code"], refused["problem"]["rule"]) == ("illegal_order", "R138")
    yellow.say({"type": "overlay", "overlay": OVERLAY})
    assert yellow.settle()[-1]["view"]["overlay"] == OVERLAY
    for heading in ("west", "west", "north"):
        meeting.quiet_round("yellow", heading)
    meeting.order("blue.captain", "head", heading="west")
    blue.settle()
    blue.say({"type": "overlay", "overlay": OVERLAY})
    assert blue.settle()[-1]["view"]["overlay"] == OVERLAY


def test_overlay_without_the_lock(client: Client) -> None:
    """Under surfaced_radio no_limit the Radio Operator draws on while surfaced (D24)."""
    meeting = client.full(first_team="blue", surfaced_radio="no_limit")
    meeting.place()
    surface_blue(meeting)
    line = meeting.line("blue.radio_operator")
    line.say({"type": "overlay", "overlay": OVERLAY})
    assert line.settle()[-1]["view"]["overlay"] == OVERLAY


def test_overlay_under_role_only(client: Client) -> None:
    """Under own_team_view role_only the drawing is on the Radio Operator's sheet alone."""
    meeting = client.full(first_team="blue", own_team_view="role_only")
    meeting.place()
    lines = everybody(meeting)
    lines["blue.radio_operator"].say({"type": "overlay", "overlay": OVERLAY})
    assert lines["blue.radio_operator"].settle()[-1]["view"]["overlay"] == OVERLAY
    for seat, line in lines.items():
        if seat != "blue.radio_operator":
            assert line.settle() == []
        assert ("overlay" in meeting.view(seat)) == (seat in ("blue.radio_operator", "yellow.radio_operator"))


def test_overlay_before_the_start_and_after_the_end(client: Client) -> None:
    """Only a running match has drawings to change; after the end the last one stays to be seen."""
    meeting = client.create()
    meeting.join("blue.radio_operator")
    line = meeting.line("blue.radio_operator")
    line.say({"type": "overlay", "overlay": OVERLAY})
    assert line.settle()[-1]["problem"]["code"] == "not_running"
    meeting = client.full(first_team="blue")
    line = meeting.line("blue.radio_operator")
    line.say({"type": "overlay", "overlay": OVERLAY})
    line.settle()
    meeting.order("blue.captain", "resign")
    line.settle()
    line.say({"type": "overlay", "overlay": {}})
    assert line.settle()[-1]["problem"]["code"] == "not_running"
    assert meeting.view("blue.radio_operator")["overlay"] == OVERLAY


# -- presence


def connected(frame: Json) -> list[str]:
    """The seats that a presence frame shows as connected."""
    return [seat["seat"] for seat in frame["seats"] if seat["connected"]]


def test_presence(client: Client) -> None:
    """Who sits down or comes back is told to all sockets of the match, as GET shows it; a second socket is no news."""
    meeting = client.create()
    watching = meeting.line()
    assert connected(watching.until("presence")[-1]) == []
    meeting.join("blue.captain", name="Ada")
    shown = watching.until("presence")[-1]
    assert list(shown) == ["type", "status", "seats"]
    assert (shown["status"], shown["seats"][0]["player"]) == ("lobby", "Ada")
    assert connected(shown) == ["blue.captain"], "whoever sits down has just been heard of"
    assert shown["seats"] == meeting.state()["seats"]
    own = meeting.line("blue.captain")
    assert own.until("presence")[-1] == shown
    meeting.line("blue.captain")
    meeting.bots("yellow.captain")
    for line in (watching, own):
        assert connected(line.hear()) == ["blue.captain", "yellow.captain"]


@pytest.fixture(name="contact_is_short")
def contact_that_is_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Contact lasts for a twentieth of a second."""
    monkeypatch.setattr("sonar_referee.match.presence.CONTACT_LASTS", 0.05)


@pytest.mark.usefixtures("contact_is_short")
def test_presence_of_a_player_who_is_gone(client: Client) -> None:
    """A player whose only socket has closed is shown as gone when its last contact is a while ago, and as back."""
    meeting = client.create()
    meeting.join("blue.captain")
    line = meeting.line("blue.captain")
    watching = meeting.line()
    assert connected(watching.hear()) == ["blue.captain"]
    line.cut()
    assert connected(watching.hear()) == []
    meeting.line("blue.captain")
    assert connected(watching.hear()) == ["blue.captain"]


@pytest.mark.usefixtures("contact_is_short")
def test_open_connection_is_a_contact(client: Client) -> None:
    """A player with a socket, a stream or a held call open is connected, however long ago it said anything."""
    meeting = client.create()
    for seat in BLUE:
        meeting.join(seat)
    watching = meeting.line()
    gone = {"blue.first_mate"}
    meeting.line("blue.captain")
    path, tokens = meeting.path, meeting.tokens
    with ThreadPoolExecutor(1) as pool, client.stream(f"{path}/stream", tokens["blue.engineer"]):
        held = pool.submit(client.get, f"{path}/announcements", tokens["blue.radio_operator"], after=0, wait=1)
        while set(BLUE) - set(connected(watching.until("presence")[-1])) != gone:
            pass
        assert not held.done()


@pytest.mark.usefixtures("contact_is_short")
def test_any_call_with_a_token_is_a_contact(client: Client) -> None:
    """A player who asks for anything is connected for a while, also without a socket."""
    meeting = client.create()
    meeting.join("blue.captain")
    watching = meeting.line()
    while connected(watching.until("presence")[-1]):
        pass
    meeting.view("blue.captain")
    assert connected(watching.hear()) == ["blue.captain"]
    assert connected(watching.hear()) == []
