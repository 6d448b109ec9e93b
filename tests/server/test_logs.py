"""The log: one line an event on standard error, with its match and connection, and without secrets."""

from __future__ import annotations

import asyncio
import json
import logging
import warnings
from collections.abc import Iterator

import pytest
import structlog

from sonar_referee.server import socket
from sonar_referee.server.app import make_app
from sonar_referee.server.logs import configure_logs
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore
from tests.logs import logs_put_back
from tests.server.client import SEATS, Client, Json, Meeting
from tests.server.running import Running

Capture = pytest.CaptureFixture[str]

NAME = "Nemo of the Canaries"
MATCH_NAME = "Canary Wharf"
WORDS = "canary in the coal mine"
ORDER_ID = "canary-order-id"
PASSWORD = "canary-password"
OPERATOR = "canary-operator"


@pytest.fixture(autouse=True)
def put_back() -> Iterator[None]:
    """Leave the log as it was."""
    with logs_put_back():
        yield


def lines_of(capture: Capture) -> list[Json]:
    """What was logged, each line parsed."""
    out, err = capture.readouterr()
    assert out == ""
    return [json.loads(line) for line in err.splitlines()]


def test_an_event_is_a_line_with_time_level_and_facts(capsys: Capture) -> None:
    configure_logs()
    structlog.get_logger("test").warning("map left out", fault="line 3")
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert "warning" in line
    assert "map left out" in line
    assert "fault=" in line
    assert "line 3" in line
    assert "\x1b" not in line, "no colours in a file"


def test_json_has_the_same_as_members(capsys: Capture) -> None:
    configure_logs("json")
    structlog.get_logger("test").warning("map left out", fault="line\n3")
    (line,) = lines_of(capsys)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "map left out", "level": "warning", "fault": "line\n3"}


@pytest.mark.parametrize(("level", "shown"), [("debug", 4), ("info", 3), ("warning", 2), ("error", 1)])
def test_what_is_below_the_level_is_not_logged(capsys: Capture, level: str, shown: int) -> None:
    configure_logs("json", level)  # type: ignore[arg-type]
    for name in ("debug", "info", "warning", "error"):
        getattr(structlog.get_logger("test"), name)("event")
    assert len(lines_of(capsys)) == shown


@pytest.mark.parametrize("form", ["console", "json"])
def test_a_traceback_tells_places_and_kinds_but_no_values(capsys: Capture, form: str) -> None:
    """The words of an exception may quote an order, and variables may hold tokens: neither is logged."""
    configure_logs(form)  # type: ignore[arg-type]
    token = "srp_" + "secret" * 3
    try:
        try:
            raise ValueError(token)
        except ValueError as inner:
            raise RuntimeError(f"failed with {token}") from inner
    except RuntimeError:
        structlog.get_logger("test").exception("request failed")
    err = capsys.readouterr().err
    assert err.index("ValueError") < err.index("RuntimeError")
    assert "test_logs.py:" in err
    assert "in test_a_traceback_tells_places_and_kinds_but_no_values" in err
    assert "secret" not in err


def test_a_failure_of_the_system_tells_its_reason(capsys: Capture) -> None:
    configure_logs("json")
    structlog.get_logger("test").error("log not written", exc_info=OSError(28, "No space left on device", "secret.db"))
    (line,) = lines_of(capsys)
    assert line["exception"] == "OSError: No space left on device"


def test_libraries_write_the_same_way_and_nothing_but_their_first_line(capsys: Capture) -> None:
    """asyncio names the objects in question under its message; their text holds what they hold."""
    configure_logs("json")

    async def fail() -> None:
        raise ValueError("secret")

    async def scenario() -> None:
        task = asyncio.ensure_future(fail())
        await asyncio.wait([task])
        del task

    asyncio.run(scenario())
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.error").info("connection open from 192.168.1.7")
    lines = lines_of(capsys)
    assert [line["event"] for line in lines] == [
        "Task exception was never retrieved",
        "Invalid HTTP request received.",
    ]
    assert lines[0]["level"] == "error"
    assert lines[0]["exception"].endswith("ValueError")
    assert "secret" not in json.dumps(lines)


def test_configuring_twice_does_not_log_twice(capsys: Capture) -> None:
    configure_logs("json")
    configure_logs("json")
    logging.getLogger("asyncio").warning("slow")
    assert len(lines_of(capsys)) == 1


# -- a whole match


def play(running: Running) -> tuple[Meeting, list[str]]:
    """A match from its creation to its end, with sockets, refusals, words, notes; returns its secrets too."""
    with Client(running.address) as client:
        client.refused("not_authenticated", "POST", "/api/matches", "wrong " + WORDS, json={})
        created = client.call("POST", "/api/matches", PASSWORD, json={"name": MATCH_NAME, "public": False}).json()
        meeting = Meeting(client, created)
        client.get(f"/api/join/{meeting.join_code}")
        for seat in SEATS:
            meeting.join(seat, name=NAME)
        meeting.start()
        stranger = client.line(meeting.match_id)
        stranger.say({"type": "hello", "token": "srp_" + WORDS})
        stranger.closing()
        lines = {seat: meeting.line(seat) for seat in SEATS}
        lines["blue.captain"].order("place", cell="C2", order_id=ORDER_ID)
        lines["yellow.captain"].order("place", cell="C9")
        lines["blue.captain"].order("surface", seat="yellow.captain")
        lines["blue.captain"].say({"type": "chat", "text": WORDS})
        lines["blue.radio_operator"].say({"type": "overlay", "overlay": {"note": WORDS}})
        lines["blue.radio_operator"].settle()
        lines["blue.captain"].order("resign")
        for line in lines.values():
            line.close()
        while running.listeners(meeting.match_id):
            pass
        client.call("GET", "/metrics", OPERATOR)
        client.refused("not_authenticated", "GET", "/metrics", WORDS)
    ids = [player.player_id for player in running.table(meeting.match_id).match.roster.players]
    return meeting, ids


@pytest.mark.parametrize("level", ["debug", "info"])
def test_a_whole_match_leaves_its_story_and_no_secret(capsys: Capture, level: str) -> None:
    """Every line of a match names the match, every line of a connection its id, and none anything of the game."""
    configure_logs("json", level)  # type: ignore[arg-type]
    with Running(host_password=PASSWORD, operator_token=OPERATOR) as running:
        meeting, players = play(running)
    lines = lines_of(capsys)
    of_the_match = [line for line in lines if line.get("match_id") == meeting.match_id]
    events = [line["event"] for line in of_the_match]
    assert [event for event in events if event.startswith("match")] == [
        "match created",
        "match started",
        "match finished",
    ]
    joined = [line["player_id"] for line in of_the_match if line["event"] == "player joined"]
    assert joined == players
    opened = [line for line in of_the_match if line["event"] == "connection opened"]
    closed = [line for line in of_the_match if line["event"] == "connection closed"]
    assert len(opened) == len(closed) == len(SEATS)
    assert {line["connection_id"] for line in opened} == {line["connection_id"] for line in closed}
    assert len({line["connection_id"] for line in opened}) == len(SEATS)
    assert {line["player_id"] for line in opened} == set(players)
    assert {(line["kind"], line["reason"]) for line in closed} == {("socket", "left")}
    assert all(0 <= line["seconds"] < 120 for line in closed)
    (finished,) = (line for line in of_the_match if line["event"] == "match finished")
    assert "connection_id" not in finished, "it would tell who gave the last order"
    (refused,) = (line for line in lines if line["event"] == "handshake refused")
    assert (refused["reason"], refused["match_id"]) == ("not_authenticated", meeting.match_id)
    assert refused["connection_id"] not in {line["connection_id"] for line in opened}
    assert [line["event"] for line in lines if line["event"].startswith("server")] == [
        "server started",
        "server stopping",
        "server stopped",
    ]
    secrets = [meeting.host, meeting.join_code, *meeting.tokens.values()]
    text = json.dumps(lines, ensure_ascii=False).lower()
    for secret in (
        *secrets,
        *(one.partition("_")[2] for one in secrets if "_" in one),
        "canar",
        "nemo",
        "srp_",
        "srh_",
    ):
        assert secret.lower() not in text, secret
    for word in ("c2", "c9", "captain", "radio", "place", "surface", "resign", "order_id"):
        assert f'"{word}"' not in text, word


def test_nothing_is_logged_for_an_order(capsys: Capture) -> None:
    """A line an order would tell when a secret one was given."""
    configure_logs("json", "debug")
    with Running() as running, Client(running.address) as client:
        meeting = client.full(first_team="blue")
        capsys.readouterr()
        meeting.place()
        meeting.quiet_round("blue", "north")
        meeting.refused("not_your_turn", "blue.captain", "head", heading="north")
        assert lines_of(capsys) == []


def test_a_drop_is_logged_with_its_reason(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    configure_logs("json", "info")
    monkeypatch.setattr(socket, "HELLO_WITHIN", 0.01)
    with Running() as running, Client(running.address) as client:
        meeting = client.create()
        client.line(meeting.match_id).closing()
        monkeypatch.setattr(socket, "HELLO_WITHIN", 20)
        token = meeting.join("blue.captain")
        line = meeting.line("blue.captain")
        client.call("PUT", f"{meeting.path}/players/me/seats", token, json={"seats": ["blue.engineer"]})
        line.closing()
        while running.listeners(meeting.match_id):
            pass
    lines = lines_of(capsys)
    assert [one["reason"] for one in lines if "reason" in one] == ["no_hello", "seats_changed"]


def test_a_failed_call_is_logged_without_its_address(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address may hold a join code: the log has the route's."""
    configure_logs("json")
    with Running() as running, Client(running.address) as client:
        meeting = client.create()
        monkeypatch.setattr(running.app.state.matches, "find_code", lambda code: {}[code])
        answer = client.ask("GET", f"/api/join/{meeting.join_code}", params={"code": meeting.join_code})
        assert answer.json()["code"] == "internal_error"
        while not running.complaints:  # the server tells of it after its answer
            pass
        running.complaints.clear()
    failed, *others = lines_of(capsys)
    assert failed["event"] == "request failed"
    assert (failed["method"], failed["address"]) == ("GET", "/api/join/{join_code}")
    assert failed["exception"].endswith("KeyError")
    assert meeting.join_code not in json.dumps([failed, *others])


def test_warnings_of_python_are_not_lost(capsys: Capture) -> None:
    configure_logs("json")
    logging.captureWarnings(capture=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.warn("old\nsecret", stacklevel=1)
    finally:
        logging.captureWarnings(capture=False)
    (line,) = lines_of(capsys)
    assert line["level"] == "warning"
    assert "secret" not in line["event"]


def test_a_server_inside_another_program_keeps_its_log_out_of_the_output(capsys: Capture) -> None:
    """A program that has set no log up finds none on its standard output, and on standard error only what matters."""
    structlog.reset_defaults()
    make_app(Settings(), MemoryStore())
    structlog.get_logger("test").info("server started")
    structlog.get_logger("test").warning("map left out")
    out, err = capsys.readouterr()
    assert out == ""
    assert "map left out" in err
    assert "server started" not in err


def test_a_log_that_is_set_up_stays_as_it_is(capsys: Capture) -> None:
    configure_logs("json", "info")
    make_app(Settings(), MemoryStore())
    structlog.get_logger("test").info("server started")
    assert [line["event"] for line in lines_of(capsys)] == ["server started"]
