"""What is no proper request is refused with a problem that says what would be proper, and changes nothing."""

from __future__ import annotations

import json

import pytest

from tests.server.client import Client, Json, Meeting

JSON = {"content-type": "application/json"}
LONG = b"9" * 5000
ENDLESS = b"[" * 30000 + b"]" * 30000
NESTED = b"[" * 700 + b"]" * 700

NO_DOCUMENT = {
    "nothing": b"",
    "cut off": b'{"name":',
    "no JSON": b"name=Ada",
    "a list": b"[]",
    "null": b"null",
    "a text": b'"Ada"',
    "no UTF-8": b'\xff\xfe{"name":"Ada"}',
    "an endless number": b'{"name":' + LONG + b"}",
    "an endless nest": b'{"name":' + ENDLESS + b"}",
}


@pytest.fixture(name="meeting")
def lobby(client: Client) -> Meeting:
    """A match in the lobby with one player."""
    meeting = client.create(first_team="blue")
    meeting.join("blue.captain", "blue.first_mate")
    return meeting


@pytest.mark.parametrize("body", NO_DOCUMENT.values(), ids=NO_DOCUMENT)
@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/matches"),
        ("POST", "{match}/players"),
        ("PUT", "{match}/players/me/seats"),
        ("POST", "{match}/bots"),
        ("POST", "{match}/orders"),
    ],
)
def test_body_that_is_no_json_object(client: Client, meeting: Meeting, method: str, path: str, body: bytes) -> None:
    """A body that is no JSON object is refused in one sentence that asks for one and for its content type."""
    token = meeting.host if path.endswith("bots") else meeting.tokens["blue.captain"]
    before = meeting.everything()
    where = path.format(match=meeting.path)
    problem = client.refused("malformed", method, where, token, content=body, headers=JSON)
    assert "JSON object" in problem["detail"]
    assert "Content-Type: application/json" in problem["detail"]
    assert meeting.everything() == before


@pytest.mark.parametrize("content_type", [None, "text/plain", "application/x-www-form-urlencoded", "json"])
def test_body_without_the_content_type(client: Client, content_type: str | None) -> None:
    """JSON under another content type, as curl sends it unasked, is refused with the right one in the sentence."""
    headers = {"content-type": content_type} if content_type else {}
    problem = client.refused("malformed", "POST", "/api/matches", content=b"{}", headers=headers)
    assert "Content-Type: application/json" in problem["detail"]


WRONG_MATCH: dict[str, tuple[bytes, str]] = {
    "unknown member": (b'{"colour":"blue"}', "colour"),
    "name of the wrong type": (b'{"name":5}', "name"),
    "empty name": (b'{"name":"  "}', "name"),
    "long name": (json.dumps({"name": "A" * 41}).encode(), "name"),
    "name with a line break": (b'{"name":"a\\nb"}', "name"),
    "name with half a character": (b'{"name":"\\ud800"}', "name"),
    "text for a truth value": (b'{"public":"yes"}', "public"),
    "number for a truth value": (b'{"public":1}', "public"),
    "options of the wrong type": (b'{"options":[]}', "options"),
    "unknown option": (b'{"options":{"speed":1}}', "options.speed"),
    "option of the wrong type": (b'{"options":{"hull":"4"}}', "options.hull"),
    "truth value for a number": (b'{"options":{"hull":true}}', "options.hull"),
    "fraction for a number": (b'{"options":{"hull":4.0}}', "options.hull"),
    "option out of bounds": (b'{"options":{"hull":7}}', "1 to 6"),
    "huge number": (b'{"options":{"hull":' + b"9" * 4000 + b"}}", "hull must be 1 to 6"),
    "infinite number": (b'{"options":{"max_mines":1e999}}', "options.max_mines"),
    "no number": (b'{"options":{"max_mines":NaN}}', "options.max_mines"),
    "number for a clock": (b'{"options":{"clock":60}}', "options.clock"),
    "clock without seconds": (b'{"options":{"clock":{}}}', "options.clock.seconds: is missing"),
    "clock that is too fast": (b'{"options":{"clock":{"seconds":1}}}', "options.clock: seconds must be 5 to 3600"),
    "option that is none of the choices": (b'{"options":{"gauges":"dark"}}', "'real-time'"),
    "option with half a character": (b'{"options":{"map":"\\ud800"}}', "options"),
    "option named with half a character": (b'{"options":{"\\ud800":1}}', "options"),
    "nested option": (b'{"options":{"map":' + NESTED + b"}}", "options"),
}


@pytest.mark.parametrize(("body", "words"), WRONG_MATCH.values(), ids=WRONG_MATCH)
def test_match_that_cannot_be_made(client: Client, body: bytes, words: str) -> None:
    """A match with members, types or options that do not fit is refused by naming the place, and not made."""
    before = client.listed()
    problem = client.refused("malformed", "POST", "/api/matches", content=body, headers=JSON)
    assert words in problem["detail"]
    assert client.listed() == before


WRONG_ORDER: dict[str, tuple[bytes, str]] = {
    "no order": (b"{}", "order: is missing"),
    "order of the wrong type": (b'{"order":"surface"}', "order"),
    "order without a type": (b'{"order":{"heading":"north"}}', "'type'"),
    "unknown type": (b'{"order":{"type":"fly"}}', "'place', 'head'"),
    "the referee's order": (b'{"order":{"type":"forfeit","teams":["yellow"],"reason":"time"}}', "'place', 'head'"),
    "type of the wrong type": (b'{"order":{"type":["head"]}}', "'place', 'head'"),
    "missing field": (b'{"order":{"type":"head"}}', "heading: is missing"),
    "unknown field": (b'{"order":{"type":"surface","sector":1}}', "sector: is unknown"),
    "none of the choices": (b'{"order":{"type":"head","heading":"up"}}', "'west'"),
    "number for a text": (b'{"order":{"type":"place","cell":6}}', "cell"),
    "fraction for a number": (b'{"order":{"type":"launch_drone","sector":1.0}}', "sector"),
    "truth value for a number": (b'{"order":{"type":"launch_drone","sector":true}}', "sector"),
    "no number": (b'{"order":{"type":"launch_drone","sector":NaN}}', "sector"),
    "one fact of two": (b'{"order":{"type":"answer_sonar","facts":[{"kind":"row","value":1}]}}', "facts"),
    "half a character in the cell": (b'{"order":{"type":"place","cell":"\\ud800"}}', "order"),
    "half a character in the type": (b'{"order":{"type":"\\ud800"}}', "order"),
    "half a character in a name": (b'{"order":{"type":"surface","\\ud800":1}}', "order"),
    "half a character in the order_id": (b'{"order":{"type":"surface"},"order_id":"\\ud800"}', "order_id"),
    "order_id of the wrong type": (b'{"order":{"type":"surface"},"order_id":7}', "order_id"),
    "empty order_id": (b'{"order":{"type":"surface"},"order_id":""}', "order_id"),
    "long order_id": (json.dumps({"order": {"type": "surface"}, "order_id": "x" * 65}).encode(), "order_id"),
    "seat of the wrong type": (b'{"order":{"type":"surface"},"seat":1}', "seat"),
    "unknown member": (b'{"order":{"type":"surface"},"now":true}', "now"),
    "nested field": (b'{"order":{"type":"place","cell":' + NESTED + b"}}", "order"),
}


@pytest.mark.parametrize(("body", "words"), WRONG_ORDER.values(), ids=WRONG_ORDER)
def test_order_that_cannot_be_read(client: Client, meeting: Meeting, body: bytes, words: str) -> None:
    """An order with members or types that do not fit is refused by naming the place, and nothing changes."""
    before = meeting.everything()
    token = meeting.tokens["blue.captain"]
    problem = client.refused("malformed", "POST", f"{meeting.path}/orders", token, content=body, headers=JSON)
    assert words in problem["detail"]
    assert meeting.everything() == before


def test_numbers_and_names_beyond_the_chart(client: Client) -> None:
    """Orders of the right form that name what does not exist are refused by the rules, however large it is."""
    meeting = client.full(first_team="blue")
    for cell in ("Z99", "c2", "", "C2 ", "C٢", "C2\x00", "😀" * 5000):
        assert meeting.refused("illegal_order", "blue.captain", "place", cell=cell)["rule"] == "R16"
    meeting.place()
    meeting.order("blue.captain", "head", heading="north")
    meeting.mark("blue")
    meeting.refused("illegal_order", "blue.captain", "launch_drone", sector=10**4000)
    meeting.refused("illegal_order", "blue.captain", "activate_silence", heading="north", distance=-(10**30))


WRONG_PLAYER: dict[str, tuple[Json, str]] = {
    "no name": ({"seats": ["blue.engineer"]}, "name: is missing"),
    "no seats": ({"name": "Bob"}, "seats: is missing"),
    "empty seats": ({"name": "Bob", "seats": []}, "seats"),
    "seats of the wrong type": ({"name": "Bob", "seats": "blue.engineer"}, "seats"),
    "seat of the wrong type": ({"name": "Bob", "seats": [1]}, "seats.0"),
    "same seat twice": ({"name": "Bob", "seats": ["blue.engineer", "blue.engineer"]}, "twice"),
    "seats of two teams": ({"name": "Bob", "seats": ["blue.engineer", "yellow.engineer"]}, "one team"),
    "too many seats": ({"name": "Bob", "seats": ["blue.engineer"] * 65}, "64"),
    "unknown member": ({"name": "Bob", "seats": ["blue.engineer"], "admin": True}, "admin"),
}


@pytest.mark.parametrize(("document", "words"), WRONG_PLAYER.values(), ids=WRONG_PLAYER)
def test_player_who_cannot_sit_down(client: Client, meeting: Meeting, document: Json, words: str) -> None:
    """A player whose name or seats do not fit is refused by naming the place, and the seats stay free."""
    before = meeting.everything()
    problem = client.refused("malformed", "POST", f"{meeting.path}/players", json=document)
    assert words in problem["detail"]
    assert meeting.everything() == before


@pytest.mark.parametrize("seat", ["", "captain", "blue.admiral", "\ud800", "blue.captain\x00", "x" * 5000])
def test_seat_that_does_not_exist(client: Client, meeting: Meeting, seat: str) -> None:
    """A seat that the game does not have is refused with the list of those it has, wherever it is named."""
    token = meeting.tokens["blue.captain"]
    seats = json.dumps({"name": "Bob", "seats": [seat]}).encode()
    order = json.dumps({"order": {"type": "surface"}, "seat": seat}).encode()
    bots = json.dumps({"bot": "random", "seats": [seat]}).encode()
    choice = json.dumps({"seats": [seat]}).encode()
    calls = [
        ("POST", "players", None, seats),
        ("PUT", "players/me/seats", token, choice),
        ("POST", "bots", meeting.host, bots),
        ("POST", "orders", token, order),
    ]
    for method, where, bearer, body in calls:
        path = f"{meeting.path}/{where}"
        problem = client.refused("no_such_seat", method, path, bearer, content=body, headers=JSON)
        assert "blue.captain, blue.first_mate" in problem["detail"]
    if seat.isprintable() and seat.isascii():
        for where in ("view", "announcements", "stream"):
            client.refused("no_such_seat", "GET", f"{meeting.path}/{where}", token, params={"seat": seat})


@pytest.mark.parametrize(
    ("where", "query"),
    [
        ("announcements", "after=-1"),
        ("announcements", "after=one"),
        ("announcements", "after=1.5"),
        ("announcements", "after=1"),
        ("announcements", "after=" + "9" * 4000),
        ("announcements", "after=" + "9" * 5000),
        ("announcements", "wait=-1"),
        ("announcements", "wait=nan"),
        ("announcements", "wait=soon"),
        ("stream", "after=-1"),
        ("stream", "after=1"),
    ],
)
def test_number_that_has_not_been_reached(client: Client, meeting: Meeting, where: str, query: str) -> None:
    """A number of an announcement that is none, or has not been reached, is refused; so is a wait that is none."""
    token = meeting.tokens["blue.captain"]
    problem = client.refused("malformed", "GET", f"{meeting.path}/{where}?{query}", token)
    assert query.split("=", maxsplit=1)[0] in problem["detail"]
    assert len(problem["detail"]) < 700


def test_page_of_matches_that_does_not_exist(client: Client) -> None:
    """The list of matches is asked for in pages of 1 to 50."""
    for limit in ("0", "51", "many"):
        assert "limit" in client.refused("malformed", "GET", "/api/matches", params={"limit": limit})["detail"]
