"""Frames that break the protocol of WebSockets: an end with the code for it, and not a line in the log."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from sonar_referee.server.connections import MOST_FRAGMENTS
from tests.fuzz.wire import CONTINUATION, PING, Wire, closing, encode
from tests.server.client import Client, Meeting
from tests.server.running import Running


@pytest.fixture(name="meeting")
def running_match(client: Client) -> Meeting:
    """A match of eight players."""
    return client.full(first_team="blue")


@pytest.fixture(name="wire")
def welcomed(client: Client, meeting: Meeting) -> Iterator[Wire]:
    """The connection of Blue's Captain."""
    wire = Wire(client.address, meeting.match_id)
    wire.say({"type": "hello", "token": meeting.tokens["blue.captain"], "seat": "blue.captain"})
    assert (wire.hear() or {})["type"] == "welcome"
    yield wire
    wire.cut()


def end_of(wire: Wire) -> int | None:
    """The code with which the server ends a connection."""
    while wire.hear() is not None:
        pass
    return wire.code


@pytest.mark.parametrize(
    "data",
    [
        encode(b'{"type":"chat","text":"\xff"}'),
        encode(b'{"type":"chat","text":"\xed\xa0\x80"}'),
        encode(b"\xc3", fin=False) + encode(b"(", CONTINUATION),
    ],
)
def test_text_that_is_no_utf_8(server: Running, wire: Wire, data: bytes) -> None:
    """Text that is no UTF-8 ends the connection with 1007; whoever sends it cannot fill the log with tracebacks."""
    wire.send(data)
    assert end_of(wire) == 1007
    assert not server.complaints


def test_character_in_two_fragments(wire: Wire) -> None:
    """A message is read as a whole: a character may begin in one fragment and end in the next."""
    first, second = '{"type":"order","order_id":"ö","order":{"type":"?"}}'.encode().split(b"\xb6")
    wire.send(encode(first, fin=False) + encode(b"", PING) + encode(b"\xb6" + second, CONTINUATION))
    while (frame := wire.hear() or {})["type"] == "presence":
        pass
    assert frame["order_id"] == "ö"


def test_fragments_without_end(wire: Wire) -> None:
    """A message in more than 1,024 fragments is too large (1009), also if there is nothing in them."""
    wire.send(encode(b"", fin=False) + encode(b"", CONTINUATION, fin=False) * (MOST_FRAGMENTS - 1))
    wire.send(encode(b'{"type":"ping"}', CONTINUATION, fin=False))
    assert end_of(wire) == 1009


def test_request_that_cannot_be_read(client: Client, meeting: Meeting) -> None:
    """A request for a socket with more headers than can be read ends its connection instead of keeping it open."""
    host, port = client.address.split(":")
    head = f"GET {meeting.path}/ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    with socket.create_connection((host, int(port)), 20) as line:
        line.sendall(head.encode() + b"X: y\r\n" * 300 + b"\r\n")
        assert line.recv(100) == b""


@pytest.mark.slow
def test_pings_whose_answers_nobody_takes(server: Running, wire: Wire) -> None:
    """Who sends pings without end and takes no pong is not read any more, instead of filling the server's memory; when
    the pongs are taken, the connection goes on."""
    pings = memoryview(encode(b"x" * 125, PING) * 500_000)
    sent = 0
    wire.socket.settimeout(1.5)
    with suppress(TimeoutError):
        while sent < len(pings):
            sent += wire.socket.send(pings[sent : sent + 1_000_000])
    waiting = max(one.transport.get_write_buffer_size() for one in server.connections)
    assert waiting < 2_000_000
    assert sent < len(pings)
    taker = threading.Thread(target=lambda: all(iter(lambda: wire.socket.recv(1_000_000), b"")))
    wire.socket.settimeout(30)
    taker.start()
    at_the_end_of_one = -sent % 131
    wire.socket.sendall(pings[sent : sent + at_the_end_of_one])
    wire.socket.sendall(closing(1000))
    taker.join(30)
    assert not taker.is_alive(), "the close frame was read and answered"
