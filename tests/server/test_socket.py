"""The WebSocket: hello and welcome, announcements and views, orders, and what is refused."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Line, Meeting, check_problem
from tests.server.running import Running


@pytest.fixture(name="meeting")
def running_match(client: Client) -> Meeting:
    """A match of eight players in its first round, blue to move from C2."""
    meeting = client.full(first_team="blue")
    meeting.place()
    return meeting


def kinds(frames: list[Json]) -> list[str]:
    """The types of frames."""
    return [frame["type"] for frame in frames]


# -- hello


def test_welcome(meeting: Meeting) -> None:
    """A hello is answered with the viewer's sequence and whole view, which is the one that HTTP gives."""
    meeting.order("blue.captain", "head", heading="north")
    for seat in (*SEATS, None):
        line = meeting.line(seat)
        assert list(line.welcome) == ["type", "seq", "view"]
        assert line.welcome["seq"] == 2
        assert line.welcome["view"] == meeting.view(seat)


@pytest.mark.parametrize(
    "frame",
    [
        "hello",
        "[]",
        "{}",
        '{"type":"ping"}',
        '{"type":"order","order":{"type":"surface"}}',
        '{"type":"hello","token":5}',
        '{"type":"hello","after":"1"}',
        '{"type":"hello","after":1.0}',
        '{"type":"hello","after":-1}',
        '{"type":"hello","after":1}',
        '{"type":"hello","after":' + "9" * 400 + "}",
        '{"type":"hello","after":' + "9" * 5000 + "}",
        '{"type":"hello","token":"\\ud800"}',
        '{"type":"hello","secret":"x"}',
        "[" * 5000,
        b'{"type":"hello"}',
        b"\xff",
    ],
)
def test_first_frame_must_be_a_hello(meeting: Meeting, frame: str | bytes) -> None:
    """Anything but a proper hello as the first frame is refused, and the connection closed with code 4400."""
    line = meeting.client.line(meeting.match_id)
    line.connection.send(frame)
    code, reason, frames = line.closing()
    assert (code, reason) == (4400, "malformed")
    (refused,) = frames
    assert list(refused) == ["type", "order_id", "problem"]
    assert (refused["type"], refused["order_id"]) == ("refused", None)
    assert refused["problem"]["code"] == "malformed"
    check_problem(refused["problem"])


@pytest.mark.parametrize(
    ("hello", "code"),
    [
        ({"token": "srp_nobody"}, "not_authenticated"),
        ({"token": ""}, "not_authenticated"),
        ({"token": None, "seat": "blue.captain"}, "not_authenticated"),
        ({"seat": "blue.captain"}, "not_your_seat"),
        ({"seat": "blue.admiral"}, "no_such_seat"),
        ({"seat": ""}, "no_such_seat"),
    ],
)
def test_refused_hello(meeting: Meeting, hello: Json, code: str) -> None:
    """Who may not look is told why, and the connection closed with code 4403."""
    line = meeting.client.line(meeting.match_id)
    line.say({"type": "hello", "token": meeting.tokens["yellow.captain"], **hello})
    closed, reason, frames = line.closing()
    assert (closed, reason) == (4403, code)
    assert frames[0]["problem"]["code"] == code
    check_problem(frames[0]["problem"])


def test_socket_of_a_match_that_does_not_exist(client: Client) -> None:
    """A socket of an unknown match is told so after its hello; other addresses have no socket at all."""
    line = client.line("000000000000")
    line.say({"type": "hello"})
    assert line.closing()[:2] == (4403, "no_such_match")
    with pytest.raises(InvalidStatus):
        Line(client.address, "x/y")


def test_no_hello_in_time(meeting: Meeting, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection without a word is closed with code 4400."""
    monkeypatch.setattr("sonar_referee.server.socket.HELLO_WITHIN", 0.01)
    assert meeting.client.line(meeting.match_id).closing() == (4400, "no hello in time", [])


def test_connection_lost_before_hello(meeting: Meeting) -> None:
    """Connections that end before or with their hello leave nothing behind."""
    for word in (None, "no hello", '{"type":"hello"}'):
        line = meeting.client.line(meeting.match_id)
        if word is not None:
            line.connection.send(word)
        line.cut()
    assert meeting.line().settle() == []


# -- telling


def test_announcements_and_views(meeting: Meeting) -> None:
    """After each order a viewer gets the announcements first, numbered one by one, and then the view they led to."""
    lines = {seat: meeting.line(seat) for seat in (*SEATS, None)}
    heard: dict[str | None, list[Json]] = {seat: [] for seat in lines}

    def check() -> None:
        for seat, line in lines.items():
            frames = line.settle()
            told = [frame for frame in frames if frame["type"] == "announcement"]
            assert kinds(frames) == ["announcement"] * len(told) + ["view"]
            assert all(list(frame)[:4] == ["type", "seq", "round", "kind"] for frame in told)
            heard[seat] += told
            assert frames[-1]["view"] == meeting.view(seat)
            assert frames[-1]["view"]["seq"] == len(heard[seat])

    for order in ({"kind": "head", "heading": "north"},):
        meeting.order("blue.captain", **order)
        check()
    meeting.order("blue.engineer", "mark_breakdown", symbol="N1")
    check()
    meeting.order("blue.first_mate", "mark_gauge", system="mine")
    check()
    meeting.order("blue.captain", "end_round")
    check()
    meeting.order("yellow.captain", "resign")
    check()
    for seat, frames in heard.items():
        assert [{"type": "announcement", **one} for one in meeting.heard(seat)] == frames
        assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))


def test_seat_or_player(client: Client) -> None:
    """With a seat in the hello a player's socket shows that seat, without one all its seats together."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    whole, captain = meeting.line_of(meeting.tokens["blue.captain"]), meeting.line("blue.captain")
    assert whole.welcome["view"]["seats"] == list(BLUE)
    assert captain.welcome["view"]["seat"] == "blue.captain"
    frames = captain.order("head", heading="north")
    assert kinds(frames) == ["announcement", "announcement", "view", "accepted"]
    shown = whole.settle()[-1]["view"]
    assert {order["seat"] for order in shown["legal_orders"]} == {"blue.engineer", "blue.first_mate"}
    assert frames[2]["view"]["legal_orders"] == []


def test_two_sockets_for_one_seat(meeting: Meeting) -> None:
    """Any number of sockets of one seat are told the same; the one that ordered is told that it was accepted."""
    one, other = meeting.line("blue.captain"), meeting.line("blue.captain")
    frames = one.order("head", "a", heading="north")
    assert frames[-1] == {"type": "accepted", "order_id": "a", "seq": 2}
    told = [frame for frame in other.until("view") if frame["type"] != "presence"]
    assert told == frames[:-1], "without being asked"
    one.close()
    meeting.mark("blue")
    assert kinds(other.settle()).count("announcement") == 2


# -- orders


def test_order_over_the_socket(meeting: Meeting) -> None:
    """An order is answered with its order_id and the sender's sequence, after what it brought to hear and see."""
    line = meeting.line("blue.captain")
    frames = line.order("head", "my order", heading="north")
    assert kinds(frames) == ["announcement", "announcement", "view", "accepted"]
    assert frames[-1] == {"type": "accepted", "order_id": "my order", "seq": 2}
    assert line.order("head", "my order", heading="north") == [frames[-1]], "repeated: the same answer and no more"
    refused = line.order("head", "another", heading="north")
    assert kinds(refused) == ["refused"]
    assert refused[-1]["order_id"] == "another"
    assert refused[-1]["problem"]["code"] == "wrong_phase"
    check_problem(refused[-1]["problem"])
    assert line.order("end_round", "my order")[-1]["problem"]["code"] == "order_id_reused"
    assert line.order("surface")[-1]["order_id"] is None, "an order_id is not needed"


def test_order_id_over_http_and_socket(meeting: Meeting) -> None:
    """An order_id means the same order whichever way it comes."""
    line = meeting.line("blue.captain")
    line.order("head", "one", heading="north")
    answer = meeting.give("blue.captain", {"type": "head", "heading": "north"}, "one")
    assert answer.json()["seq"] == 2
    assert line.settle() == []


def test_seat_of_an_order_over_the_socket(client: Client) -> None:
    """A socket's seat gives its orders; any other seat of the player can be named; others are refused."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    captain, whole = meeting.line("blue.captain"), meeting.line_of(meeting.tokens["blue.captain"])
    assert captain.order("mark_gauge", system="mine")[-1]["problem"]["rule"] == "R12"
    assert captain.order("head", seat="yellow.captain", heading="north")[-1]["problem"]["code"] == "not_your_seat"
    assert captain.order("head", seat="", heading="north")[-1]["problem"]["code"] == "no_such_seat"
    assert whole.order("head", heading="north")[-1]["type"] == "accepted"
    assert captain.order("mark_gauge", seat="blue.first_mate", system="mine")[-1]["type"] == "accepted"
    assert whole.order("mark_breakdown", symbol="N1")[-1]["type"] == "accepted"
    assert whole.order("activate_sonar")[-1]["problem"]["code"] == "seat_needed"
    assert captain.order("activate_sonar")[-1]["problem"]["code"] == "illegal_order"


def test_spectators_only_listen(meeting: Meeting) -> None:
    """A spectator's orders, notes and words are refused; it hears what everybody hears."""
    line = meeting.line()
    assert line.order("head", heading="north")[-1]["problem"]["code"] == "not_authenticated"
    for frame in ({"type": "chat", "text": "hi"}, {"type": "overlay", "overlay": {}}):
        line.say(frame)
        (refused,) = line.settle()
        assert refused["problem"]["code"] == "not_authenticated"
        check_problem(refused["problem"])
    meeting.order("blue.captain", "head", heading="north")
    assert kinds(line.settle()) == ["announcement", "announcement", "view"]


# -- what is no frame

WRONG_FRAMES = {
    "no JSON": "surface",
    "a list": "[]",
    "no type": '{"order":{"type":"surface"}}',
    "unknown type": '{"type":"shout"}',
    "type of the wrong type": '{"type":5}',
    "another hello": '{"type":"hello"}',
    "unknown member": '{"type":"ping","loud":true}',
    "no order": '{"type":"order","order_id":"a"}',
    "order of the wrong type": '{"type":"order","order":"surface"}',
    "order_id of the wrong type": '{"type":"order","order":{"type":"surface"},"order_id":1}',
    "half a character": '{"type":"order","order":{"type":"place","cell":"\\ud800"}}',
    "no overlay": '{"type":"overlay"}',
    "overlay with half a character": '{"type":"overlay","overlay":"\\ud800"}',
    "overlay that is no number": '{"type":"overlay","overlay":[NaN]}',
    "overlay without end": '{"type":"overlay","overlay":{"a":-1e999}}',
    "overlay nested without end": '{"type":"overlay","overlay":' + "[" * 5000 + "]" * 5000 + "}",
    "huge number in the overlay": '{"type":"overlay","overlay":' + "9" * 5000 + "}",
    "empty chat": '{"type":"chat","text":"  "}',
    "long chat": json.dumps({"type": "chat", "text": "a" * 501}),
    "chat of the wrong type": '{"type":"chat","text":["a"]}',
    "chat with half a character": '{"type":"chat","text":"\\ud800"}',
    "binary": b'{"type":"ping"}',
    "nothing": "",
}


@pytest.mark.parametrize("frame", WRONG_FRAMES.values(), ids=WRONG_FRAMES)
def test_frame_that_cannot_be_read(meeting: Meeting, frame: str | bytes) -> None:
    """A frame that is none is refused; the connection stays, nothing changes and nobody else hears of it."""
    line, mate = meeting.line("blue.radio_operator"), meeting.line("blue.captain")
    before = meeting.everything()
    line.connection.send(frame)
    (refused,) = line.settle()
    assert refused["type"] == "refused"
    assert refused["problem"]["code"] == "malformed"
    check_problem(refused["problem"])
    assert mate.settle() == []
    assert meeting.everything() == before


def test_unreadable_order_is_refused_under_its_order_id(meeting: Meeting) -> None:
    """An order that names no known type is refused under the order_id that it came with."""
    refused = meeting.line("blue.captain").order("fly", "one")[-1]
    assert (refused["order_id"], refused["problem"]["code"]) == ("one", "malformed")


def test_huge_frame(meeting: Meeting) -> None:
    """A frame above 16 KiB closes its connection with code 1009 and no other."""
    line, other = meeting.line("blue.captain"), meeting.line("blue.captain")
    line.connection.send(json.dumps({"type": "chat", "text": "a" * 16384}))
    assert line.closing()[0] == 1009
    assert other.settle() == []


def test_reader_who_is_too_slow(server: Running, meeting: Meeting) -> None:
    """Who asks and does not read is dropped with code 4408 when too much waits for it, and holds up nobody."""
    slow, quick = meeting.line("blue.captain", rcvbuf=2048, max_queue=1), meeting.line("yellow.captain")
    (listener,) = (one for one in server.table(meeting.match_id).listeners if "blue.captain" in one.viewer)
    while listener.ended is None:
        for _ in range(50):
            slow.say({"type": "chat", "text": "a" * 500})
        assert quick.settle() == []
    code, reason, frames = slow.closing()
    assert (code, reason) == (4408, "too slow")
    assert {frame["type"] for frame in frames} == {"chat", "presence"}
    assert quick.settle() == []


def test_ping(meeting: Meeting) -> None:
    """A ping is answered by a pong, also to spectators."""
    for seat in ("blue.captain", None):
        line = meeting.line(seat)
        line.say({"type": "ping"})
        assert line.until("pong")[-1] == {"type": "pong"}
