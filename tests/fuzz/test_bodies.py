"""Bodies of orders that schemathesis does not send: not JSON, in another encoding, cut off, or nearly an order."""

from __future__ import annotations

import gzip
import json
import socket
from collections.abc import Iterator
from random import Random

import pytest

from tests.fuzz.frames import nearly_valid_document
from tests.server.client import SEATS, Client, Json, Meeting, check_problem
from tests.server.running import Running

ORDER = b'{"order":{"type":"head","heading":"north"}}'
JSON = b"Content-Type: application/json"


def sized(body: bytes, *headers: bytes) -> bytes:
    """Headers with the body's length, and the body."""
    return b"\r\n".join([JSON, b"Content-Length: %d" % len(body), *headers, b"", body])


REFUSED: dict[str, bytes] = {
    "Latin-1": sized(ORDER.replace(b"north", b"n\xf6rth")),
    "compressed": sized(gzip.compress(ORDER), b"Content-Encoding: gzip"),
    "another charset": sized(ORDER.decode().encode("cp037"), b"Content-Encoding: identity"),
    "form": sized(b"order=head").replace(b"application/json", b"application/x-www-form-urlencoded"),
    "several parts": sized(b"--x\r\n\r\n" + ORDER + b"\r\n--x--").replace(
        b"application/json", b"multipart/form-data; boundary=x"
    ),
    "parts without a boundary": sized(ORDER).replace(b"application/json", b"multipart/form-data"),
    "type that is none": sized(ORDER).replace(b"application/json", b"\xff/;=,"),
    "two types": sized(ORDER, b"Content-Type: text/plain").replace(b"application/json", b"text/html"),
    "no body": sized(b""),
    "negative length": JSON + b"\r\nContent-Length: -1\r\n\r\n" + ORDER,
    "length that is none": JSON + b"\r\nContent-Length: many\r\n\r\n" + ORDER,
    "two lengths": sized(ORDER, b"Content-Length: 3"),
    "length and chunks": sized(b"0\r\n\r\n" + ORDER, b"Transfer-Encoding: chunked"),
    "chunk of no size": JSON + b"\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\n" + ORDER,
    "chunk of endless size": JSON + b"\r\nTransfer-Encoding: chunked\r\n\r\n" + b"f" * 40 + b"\r\n" + ORDER,
    "unknown encoding": JSON + b"\r\nTransfer-Encoding: brotli\r\n\r\n" + ORDER,
    "chunks above the limit": JSON
    + b"\r\nTransfer-Encoding: chunked\r\n\r\n"
    + (b"4000\r\n" + b" " * 0x4000 + b"\r\n") * 5
    + b"0\r\n\r\n",
}
CUT_OFF: dict[str, bytes] = {
    "half a body": sized(ORDER)[:-10],
    "no body yet": sized(ORDER)[: -len(ORDER)],
    "chunks without an end": JSON + b"\r\nTransfer-Encoding: chunked\r\n\r\n2b\r\n" + ORDER + b"\r\n",
    "half a chunk": JSON + b"\r\nTransfer-Encoding: chunked\r\n\r\n2b\r\n" + ORDER[:20],
    "half a header": JSON + b"\r\nContent-Le",
    "awaits leave to send": sized(ORDER, b"Expect: 100-continue")[: -len(ORDER)],
}


@pytest.fixture(name="own", scope="module")
def serving() -> Iterator[Running]:
    """A server of these tests alone, which looks at what it complained of."""
    with Running() as running:
        yield running


@pytest.fixture(name="meeting")
def playing(own: Running) -> Iterator[Meeting]:
    """A match in which Blue's Captain is to give an order."""
    with Client(own.address) as client:
        meeting = client.full(first_team="blue")
        meeting.place()
        yield meeting


def views(meeting: Meeting) -> list[Json]:
    """What everybody sees."""
    return [meeting.view(seat) for seat in (*SEATS, None)]


def post(meeting: Meeting, rest: bytes) -> socket.socket:
    """Send an order byte by byte, from its headers on."""
    host, port = meeting.client.address.split(":")
    wire = socket.create_connection((host, int(port)), 20)
    head = f"POST {meeting.path}/orders HTTP/1.1\r\nHost: {meeting.client.address}\r\nConnection: close\r\n"
    wire.sendall(head.encode() + f"Authorization: Bearer {meeting.tokens['blue.captain']}\r\n".encode() + rest)
    return wire


@pytest.mark.parametrize("rest", REFUSED.values(), ids=REFUSED)
def test_body_that_is_no_order(own: Running, meeting: Meeting, rest: bytes) -> None:
    """An order in a body that is none is refused as the client's fault, and changes nothing."""
    before = views(meeting)
    with post(meeting, rest) as wire, wire.makefile("rb") as answer:
        status = answer.readline()
    assert status.startswith(b"HTTP/1.1 4"), status
    assert views(meeting) == before
    assert not own.complaints


@pytest.mark.parametrize("rest", CUT_OFF.values(), ids=CUT_OFF)
def test_body_that_is_cut_off(own: Running, meeting: Meeting, rest: bytes) -> None:
    """An order whose sender goes away in the middle is not carried out, and is no failure of the server's."""
    before = views(meeting)
    post(meeting, rest).close()
    assert views(meeting) == before
    assert not own.complaints


def test_nearly_valid_bodies(own: Running, meeting: Meeting) -> None:
    """An order with something wrong in one place is refused with a problem, and changes nothing."""
    rng = Random(7)
    before = views(meeting)
    for _ in range(200):
        document = nearly_valid_document(rng)
        document.pop("type", None)
        body = json.dumps(document).encode()
        token = meeting.tokens[rng.choice(SEATS)]
        headers = {"content-type": "application/json"}
        answer = meeting.client.call("POST", f"{meeting.path}/orders", token, content=body, headers=headers)
        if answer.status_code == 200:
            before = views(meeting)
        else:
            assert 400 <= answer.status_code < 500, body[:300]
            check_problem(answer.json())
    assert views(meeting) == before
    assert not own.complaints
