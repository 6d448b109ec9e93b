"""From which pages a browser may use the server."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from tests.server.client import problem_in
from tests.server.gate.calls import Calls

OWN = (
    ("http://192.168.1.5:8000", "192.168.1.5:8000"),
    ("https://192.168.1.5:8000", "192.168.1.5:8000"),
    ("http://localhost", "localhost"),
    ("http://localhost", "localhost:80"),
    ("https://localhost", "localhost"),
    ("https://localhost", "localhost:443"),
    ("HTTP://LOCALHOST:8000", "localhost:8000"),
    ("http://[::1]:8000", "[::1]:8000"),
)
FOREIGN = (
    ("https://evil.example", "192.168.1.5:8000"),
    ("http://192.168.1.5:9000", "192.168.1.5:8000"),
    ("http://192.168.1.5", "192.168.1.5:8000"),
    ("http://192.168.1.5.evil.example:8000", "192.168.1.5:8000"),
    ("http://localhost:8000", "127.0.0.1:8000"),
    ("null", "192.168.1.5:8000"),
    ("", "192.168.1.5:8000"),
    ("http://192.168.1.5:x", "192.168.1.5:8000"),
    ("file://", "192.168.1.5:8000"),
)


def ask(calls: Calls, origin: str | None, method: str = "GET", **more: Any) -> httpx.Response:
    """Ask for a match list, or to make a match, as a page of this origin."""
    headers = {} if origin is None else {"Origin": origin}
    return asyncio.run(calls.call(method, "/api/matches", headers=headers, **more))


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(("origin", "host"), OWN)
def test_own_pages(method: str, origin: str, host: str) -> None:
    """A page of this server may, by http or by https, with the usual port said or not."""
    assert ask(Calls(), origin, method, host=host, json=None if method == "GET" else {}).is_success


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS", "DELETE"])
@pytest.mark.parametrize(("origin", "host"), FOREIGN)
def test_foreign_pages(method: str, origin: str, host: str) -> None:
    """No other may: another host, another port, a file, a sandbox. Nothing is made, and it is told how to allow it."""
    calls = Calls()
    answer = ask(calls, origin, method, host=host, json=None if method == "GET" else {})
    assert "--allowed-origins" in problem_in(answer, "origin_not_allowed")["detail"]
    assert ask(calls, None).json()["matches"] == []


def test_programs_name_no_origin() -> None:
    """Bots and curl send none, and may."""
    assert ask(Calls(), None, "POST", json={}).status_code == 201


def test_two_origins() -> None:
    """Two of them are nothing to rely on."""
    both = [("Host", "192.168.1.5:8000"), ("Origin", "http://192.168.1.5:8000"), ("Origin", "https://evil.example")]
    calls = Calls()

    async def scenario() -> httpx.Response:
        transport = httpx.ASGITransport(app=calls.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://server") as http:
            return await http.get("/api/games", headers=both)

    problem_in(asyncio.run(scenario()), "origin_not_allowed")


def test_allowed_origins_may_ask_and_read() -> None:
    """A page that the setting names gets what browsers want to see: for the question before, and in the answer."""
    calls = Calls(allowed_origins="https://bots.example, http://other.example:8080")
    for origin in ("https://bots.example", "http://other.example:8080"):
        wanted = {
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type",
        }
        before = asyncio.run(calls.call("OPTIONS", "/api/matches", headers={"Origin": origin, **wanted}))
        assert before.status_code == 200
        assert before.headers["access-control-allow-origin"] == origin
        answer = ask(calls, origin, "POST", json={})
        assert answer.status_code == 201
        assert answer.headers["access-control-allow-origin"] == origin
        assert "access-control-allow-credentials" not in answer.headers
    problem_in(ask(calls, "https://evil.example"), "origin_not_allowed")
    problem_in(ask(calls, "http://bots.example"), "origin_not_allowed")


def test_without_the_setting_nothing_is_shared() -> None:
    """A page elsewhere cannot read answers."""
    answer = ask(Calls(), "http://192.168.1.5:8000")
    assert not [name for name in answer.headers if name.startswith("access-control-")]
