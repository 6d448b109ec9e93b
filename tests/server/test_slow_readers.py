"""Readers that are too slow or take nothing at all: dropped in bounded time, while nobody else notices."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sonar_referee.match.listeners import MOST_WAITING, Listener
from sonar_referee.match.table import Table
from tests.server.client import BLUE, YELLOW, Client, Line, Meeting
from tests.server.running import Running

MOST_BUFFERED = 64 * 1024
"""Bytes beyond which a connection takes no further frame to send."""
MOST_FRAME = 16 * 1024
"""Bytes of one frame at most."""

STUCK = {"rcvbuf": 2048, "max_queue": 1}
"""A client that takes little that is not read."""


@pytest.fixture(name="server")
def own_server() -> Iterator[Running]:
    with Running(send_buffer=4096) as running:
        yield running


@pytest.fixture(name="meeting")
def running_match(client: Client) -> Meeting:
    meeting = client.full(first_team="blue")
    meeting.place()
    return meeting


def listener_of(server: Running, meeting: Meeting, seat: str) -> Listener:
    """The server's side of the one connection of a seat."""
    tables: list[Table] = server.app.state.matches.all()
    listeners = next(table.listeners for table in tables if table.match.match_id == meeting.match_id)
    (listener,) = (one for one in listeners if seat in one.viewer)
    return listener


def connection_of(server: Running, line: Line) -> Any:
    """The server's side of a connection."""
    (found,) = (one for one in server.connections if one.client == line.wire.getsockname())
    return found


def say_much(line: Line, times: int = 50) -> None:
    """Send the own team many words, which the server passes on to all in it."""
    for _ in range(times):
        line.say({"type": "chat", "text": "a" * 500})


def wait_for_the_cut(server: Running, connection: Any, quick: Line) -> None:
    """Wait until the server has let go of a connection; asking something gives it time."""
    while connection in server.connections:
        quick.settle()


def until_reset(wire: socket.socket) -> Iterator[bytes]:
    """What arrives until the connection ends in whatever way."""
    with suppress(ConnectionResetError):
        while data := wire.recv(65536):
            yield data


def test_the_others_go_on_while_one_is_stuck(server: Running, meeting: Meeting) -> None:
    """While one of eight takes nothing, what every order brings reaches the seven others, and what waits for that one
    is bounded: 256 frames, and what the operating system and one buffer hold."""
    stuck = meeting.line("blue.captain", **STUCK)
    mates, enemies = ([meeting.line(seat) for seat in seats] for seats in (BLUE[1:], YELLOW))
    listener, transport = listener_of(server, meeting, "blue.captain"), connection_of(server, stuck).transport
    orders = [
        ("captain", "head", "north"),
        ("engineer", None, ""),
        ("first_mate", None, ""),
        ("captain", "end_round", ""),
    ]
    while listener.ended is None:
        say_much(mates[0])
        for line in (*mates, *enemies):
            line.settle()
        assert len(listener.outbox) <= MOST_WAITING
        assert transport.get_write_buffer_size() <= MOST_BUFFERED + MOST_FRAME
        if orders:
            role, kind, heading = orders.pop(0)
            if kind is None:
                meeting.order_of(f"blue.{role}", 0)
            else:
                meeting.order(f"blue.{role}", kind, **({"heading": heading} if heading else {}))
            for line in (*mates, *enemies):
                assert line.until("view")[-1]["view"] == meeting.view(line.welcome["view"]["seat"])
    assert orders == [], "they were played while one was stuck"
    assert listener.ended == "too_slow"
    assert len(listener.outbox) <= MOST_WAITING
    stuck.cut()


def test_a_stuck_reader_that_wakes_up_is_told_why(
    server: Running, meeting: Meeting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who took nothing for a while finds, behind what waited, the close code 4408."""
    monkeypatch.setattr("sonar_referee.server.socket.STUCK_AFTER", 0.05)
    monkeypatch.setattr("sonar_referee.match.listeners.MOST_WAITING", 1_000_000)
    stuck, mate = meeting.line("blue.captain", **STUCK), meeting.line("blue.engineer")
    while server.listeners(meeting.match_id) == 2:
        say_much(mate)
        mate.settle()
    code, reason, _frames = stuck.closing()
    assert (code, reason) == (4408, "too slow")


def test_a_dead_reader_is_cut(server: Running, meeting: Meeting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who takes not even the end of a connection does not keep it."""
    monkeypatch.setattr("sonar_referee.server.connections.CUT_AFTER", 0.05)
    monkeypatch.setattr("sonar_referee.server.socket.STUCK_AFTER", 0.05)
    stuck, mate = meeting.line("blue.captain", **STUCK), meeting.line("blue.engineer")
    connection = connection_of(server, stuck)
    while server.listeners(meeting.match_id) == 2:
        say_much(mate)
        mate.settle()
    wait_for_the_cut(server, connection, mate)
    with pytest.raises(ConnectionClosed) as end:
        stuck.until("the end")
    assert end.value.rcvd is None


def test_a_dead_reader_of_little_is_cut(server: Running, meeting: Meeting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does who has not answered a ping, however little it has not taken."""
    monkeypatch.setattr("sonar_referee.server.connections.CUT_AFTER", 0.05)
    stuck, mate = meeting.line("blue.captain", **STUCK), meeting.line("blue.engineer")
    connection = connection_of(server, stuck)
    while connection.transport.get_write_buffer_size() < MOST_BUFFERED // 4:
        say_much(mate, 1)
        mate.settle()
    connection.loop.call_soon_threadsafe(connection.keepalive_timeout)
    wait_for_the_cut(server, connection, mate)
    stuck.cut()


def test_a_stuck_reader_that_answers_no_ping_is_told_why(server: Running, meeting: Meeting) -> None:
    """A ping that waits behind what is not taken, and so is not answered, ends the connection as too slow."""
    stuck, mate = meeting.line("blue.captain", **STUCK), meeting.line("blue.engineer")
    connection = connection_of(server, stuck)
    while connection.transport.get_write_buffer_size() < MOST_BUFFERED // 4:
        say_much(mate, 1)
        mate.settle()
    connection.loop.call_soon_threadsafe(connection.keepalive_timeout)
    assert stuck.closing()[:2] == (4408, "too slow")


def test_who_ends_in_order_is_not_cut(server: Running, meeting: Meeting) -> None:
    """A connection that both sides close leaves nothing behind that would fire later."""
    line, other = meeting.line("blue.captain"), meeting.line("blue.captain")
    connection = connection_of(server, line)
    line.close()
    wait_for_the_cut(server, connection, other)
    assert connection._cut is None or connection._cut.cancelled()


def test_a_stream_that_nobody_reads_is_cut(server: Running, meeting: Meeting, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream or an answer whose reader takes nothing for a while is cut, and nobody else notices."""
    monkeypatch.setattr("sonar_referee.server.connections.CUT_AFTER", 0.05)
    quick = meeting.line("blue.captain")
    host, port = server.address.split(":")
    with socket.socket() as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        wire.connect((host, int(port)))
        ask = b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
        wire.sendall(ask * 100)
        while not (own := [one for one in server.connections if one.client == wire.getsockname()]):
            quick.settle()
        wait_for_the_cut(server, own[0], quick)
        whole = len(meeting.client.ask("GET", "/openapi.json").content) * 100
        assert sum(map(len, until_reset(wire))) < whole
