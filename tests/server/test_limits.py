"""How much a client may send, and what it is told when the server itself fails."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.client import BLUE, YELLOW, Client, Json, problem_in
from tests.server.running import Running

MOST = 64 * 1024
JSON = {"content-type": "application/json"}


def body(size: int) -> bytes:
    """A proper request of that many bytes."""
    start = b'{"name":"Friday"'
    return start + b" " * (size - len(start) - 1) + b"}"


def pieces(whole: bytes) -> Iterator[bytes]:
    """A body in pieces, which is sent without its length."""
    for start in range(0, len(whole), 10_000):
        yield whole[start : start + 10_000]


def test_largest_body(client: Client) -> None:
    """A body of 64 KiB is taken, whether or not its length is announced."""
    assert client.call("POST", "/api/matches", content=body(MOST), headers=JSON).status_code == 201
    assert client.call("POST", "/api/matches", content=pieces(body(MOST)), headers=JSON).status_code == 201


@pytest.mark.parametrize("size", [MOST + 1, 10 * MOST])
@pytest.mark.parametrize("announced", [True, False])
def test_body_that_is_too_large(client: Client, size: int, announced: bool) -> None:
    """A larger body is refused with the limit, whether or not its length is announced, and does nothing."""
    before = client.listed()
    for path in ("/api/matches", "/api/matches/x/players", "/api/matches/x/orders"):
        content = body(size) if announced else pieces(body(size))
        answer = client.call("POST", path, content=content, headers=JSON)
        assert "65536 bytes" in problem_in(answer, "body_too_large")["detail"]
    assert client.listed() == before


def test_body_beside_a_stream(client: Client) -> None:
    """A stream goes on although its client sends an endless body with the question."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    host, port = client.address.split(":")
    with socket.create_connection((host, int(port)), 20) as wire, wire.makefile("rb") as answer:
        head = f"GET {meeting.path}/stream HTTP/1.1\r\nHost: {client.address}\r\nTransfer-Encoding: chunked\r\n\r\n"
        wire.sendall(head.encode())
        assert answer.readline() == b"HTTP/1.1 200 OK\r\n"
        for _ in range(20):
            wire.sendall(b"2710\r\n" + b"x" * 10_000 + b"\r\n")
        meeting.order("blue.captain", "resign")
        while b"game_over" not in answer.readline():
            pass


def test_failure_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the server itself fails it says so in a problem without details, and goes on serving."""

    def fail(*_: object) -> Json:
        raise RuntimeError("secret of the server")

    with Running() as running, Client(running.address) as client:
        meeting = client.create()
        with monkeypatch.context() as patched:
            patched.setattr("sonar_referee.match.match.Match.summary", fail)
            answer = client.ask("GET", meeting.path)
        assert "the log says more" in problem_in(answer, "internal_error")["detail"]
        assert "secret" not in json.dumps(answer.json())
        assert meeting.state()["status"] == "lobby"
        assert "secret of the server" in running.complaints.pop()


def test_failure_of_the_server_at_a_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the server itself fails at a frame, that connection ends and the log says why; the others go on."""

    def fail(*_: object) -> None:
        raise RuntimeError("secret of the server")

    with Running() as running, Client(running.address) as client:
        meeting = client.full(first_team="blue")
        failing, other = meeting.line("blue.captain"), meeting.line("blue.engineer")
        with monkeypatch.context() as patched:
            patched.setattr("sonar_referee.match.table.Table.chat", fail)
            failing.say({"type": "chat", "text": "Dive!"})
            with pytest.raises(ConnectionClosed) as ended:
                failing.until("chat")
        assert "secret" not in str(ended.value)
        assert other.settle() == []
        assert "secret of the server" in running.complaints.pop()
