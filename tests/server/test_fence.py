"""The headers that keep foreign code, frames and referrers out: with every answer, whatever it is."""

from __future__ import annotations

import socket

import httpx
import pytest

from sonar_referee.server.app import make_app
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore
from tests.server.client import Client
from tests.server.running import Running

DOCS = ("/docs", "/docs/oauth2-redirect")
FILES = (
    "/",
    "/match/x",
    "/match/x/table",
    "/web/pages/front.js",
    "/static-offline-docs/swagger-ui.css",
    "/openapi.json",
)


def called() -> list[tuple[str, str]]:
    """Every documented call, with something for each parameter in its path."""
    paths = make_app(Settings(), MemoryStore()).openapi()["paths"]
    return [
        (method.upper(), path.replace("{", "").replace("}", ""))
        for path, methods in paths.items()
        for method in methods
    ]


CALLED = called()


def policy(header: str) -> dict[str, str]:
    """The directives of a content security policy."""
    return {name: value for name, _, value in (part.strip().partition(" ") for part in header.split(";"))}


def check_fence(answer: httpx.Response) -> None:
    """Check the headers of an answer."""
    headers = answer.headers
    found = policy(headers["content-security-policy"])
    assert found["default-src"] == found["frame-ancestors"] == found["base-uri"] == "'none'"
    assert found["connect-src"] == "'self'"
    if answer.url.path not in DOCS:
        assert found["script-src"] == found["style-src"] == "'self'"
        assert "unsafe" not in headers["content-security-policy"]
    assert "*" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


@pytest.mark.parametrize(("method", "path"), [*CALLED, *(("GET", path) for path in (*FILES, *DOCS))])
def test_fence(client: Client, method: str, path: str) -> None:
    """Every call, page and file, and what is answered to a method that it has not."""
    for one in (method, "HEAD", "OPTIONS"):
        check_fence(client.call(one, path))


def test_fence_of_refusals() -> None:
    """Also a 404, a body that is too large or no JSON, a foreign host or page, and one request too many."""
    with Running(requests_per_second=0.001) as running, Client(running.address) as client:
        statuses = []
        for headers, content in (
            ({}, b"x" * 100_000),
            ({}, b"x"),
            ({"Host": "evil.example"}, b""),
            ({"Origin": "https://evil.example"}, b""),
            ({}, b"{}"),
            ({}, b"{}"),
        ):
            answer = client.ask("POST", "/api/matches", headers=headers, content=content)
            statuses.append(answer.status_code)
            check_fence(answer)
        assert statuses == [413, 422, 421, 403, 422, 429]


def test_fence_of_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when the server itself fails."""

    def fail(*_: object) -> None:
        raise RuntimeError

    with Running() as running, Client(running.address) as client:
        meeting = client.create()
        with monkeypatch.context() as patched:
            patched.setattr("sonar_referee.match.match.Match.summary", fail)
            answer = client.ask("GET", meeting.path)
        assert answer.status_code == 500
        check_fence(answer)
        assert meeting.state()
        assert "RuntimeError" in running.complaints.pop()


def test_fence_of_a_handshake_that_is_refused(client: Client) -> None:
    """Also a socket that is not opened."""
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    keyed = {**upgrade, "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Host": "evil.example"}
    answer = client.ask("GET", "/api/matches/x/ws", headers=keyed)
    assert answer.status_code == 421
    check_fence(answer)


def test_a_request_without_a_host(client: Client) -> None:
    """HTTP/1.0 knows requests without one; they are refused like a wrong one."""
    host, port = client.address.split(":")
    with socket.create_connection((host, int(port)), 20) as wire, wire.makefile("rb") as answer:
        wire.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert b" 421 " in answer.readline()
