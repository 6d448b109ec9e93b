"""How much may come from one address and over one socket, with the limits that a server has by default."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from sonar_referee.server.gate.intake import DEAREST, MOST_REFUSED, Intake
from sonar_referee.server.gate.network import address_of
from sonar_referee.server.run import serving
from sonar_referee.server.settings import Settings
from sonar_referee.server.socket import CLOSE_TOO_MANY
from sonar_referee.store import MemoryStore
from sonar_referee.wire.problems import Problem
from tests.server.client import BLUE, YELLOW, Client, check_problem, problem_in
from tests.server.gate.calls import Calls, FakeTime
from tests.server.running import Running

DEFAULTS = ("requests_per_second", "frames_per_second")


def test_a_game_night_and_a_tournament_pass() -> None:
    """Ten tabs that open at once behind one address, then bots with 200 moves a second, three calls each."""

    async def scenario() -> None:
        calls = Calls()
        door = calls.app.state.door
        for _ in range(10 * 60):
            await door.require_welcome(scope("/web/pages/front.js"))
        for _ in range(10):
            await door.require_welcome(scope("/api/matches/x/ws", "websocket"))
        for _ in range(60 * 200):
            for path in ("/api/matches/x/view", "/api/matches/x/orders"):
                await door.require_welcome(scope(path))
            calls.time.now += 1 / 200

    asyncio.run(scenario())


def scope(path: str, kind: str = "http", address: str = "192.168.1.20") -> dict[str, object]:
    """A request from a neighbour."""
    return {"type": kind, "path": path, "headers": [(b"host", b"localhost")], "client": (address, 1)}


async def until_refused(calls: Calls, path: str, kind: str = "http") -> tuple[int, Problem]:
    """How many requests pass at once, and the refusal of the next."""
    for count in range(100_000):
        try:
            await calls.app.state.door.require_welcome(scope(path, kind))
        except Problem as problem:
            return count, problem
    raise AssertionError("there is no limit")


@pytest.mark.parametrize(
    ("path", "kind", "most"),
    [("/api/games", "http", 1000), ("/web/index.js", "http", 10_000), ("/api/matches/x/ws", "websocket", 200)],
)
def test_a_burst_has_an_end(path: str, kind: str, most: int) -> None:
    """Two seconds' worth may come at once; files count less, sockets more."""

    async def scenario() -> None:
        calls = Calls()
        count, problem = await until_refused(calls, path, kind)
        assert count == pytest.approx(most, abs=1)
        assert problem.code == "too_many_requests"
        calls.time.now += problem.retry_after or 0
        count, _problem = await until_refused(calls, path, kind)
        assert count == pytest.approx(most / 2, abs=1)

    asyncio.run(scenario())


def test_the_refusal_says_when_to_come_back() -> None:
    """429 with `Retry-After`, the same number in the problem and in words; others are served meanwhile."""

    async def scenario() -> None:
        calls = Calls(requests_per_second=0.5)
        while (answer := await calls.call("GET", "/healthz")).status_code == 200:
            pass
        problem = problem_in(answer, "too_many_requests")
        assert answer.headers["retry-after"] == str(problem["retry_after"]) == "2"
        assert "in 2 seconds" in problem["detail"]
        assert (await calls.call("GET", "/healthz", address="192.168.1.21")).status_code == 200
        calls.time.now += 2
        assert (await calls.call("GET", "/healthz")).status_code == 200
        assert (await calls.call("GET", "/healthz")).status_code == 429

    asyncio.run(scenario())


def test_refusals_at_the_door_are_counted() -> None:
    """Whoever runs the server sees in the metrics how many were turned away, and why."""

    async def scenario() -> str:
        calls = Calls(requests_per_second=0.001, operator_token="operator")
        await calls.call("GET", "/", host="evil.example")
        await calls.call("GET", "/", headers={"Origin": "null"})
        for _ in range(4):
            await calls.call("GET", "/healthz")
        operator = {"Authorization": "Bearer operator"}
        return (await calls.call("GET", "/metrics", address="192.168.1.21", headers=operator)).text

    counted = asyncio.run(scenario())
    for code in ("host_not_allowed", "origin_not_allowed", "too_many_requests"):
        assert f'sonar_refusals_total{{code="{code}"}} 1.0' in counted


def test_refused_requests_do_nothing() -> None:
    """A match that is refused for being asked for too often is not made."""

    async def scenario() -> None:
        calls = Calls(requests_per_second=1)
        answers = [await calls.call("POST", "/api/matches", json={}) for _ in range(12)]
        made = sum(answer.status_code == 201 for answer in answers)
        assert 0 < made < 12
        assert {answer.status_code for answer in answers} == {201, 429}
        listed = await calls.call("GET", "/api/matches", address="192.168.1.21")
        assert len(listed.json()["matches"]) == made

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("trusted", "statuses"), [("", [200] * 5 + [429]), ("10.0.0.1", [200] * 5 + [429]), ("127.0.0.0/8", [200] * 6)]
)
def test_a_client_cannot_choose_its_address(trusted: str, statuses: list[int]) -> None:
    """Who asks is who is connected. Only a proxy that the settings trust may say otherwise."""
    chosen: dict[str, Any] = {"requests_per_second": 0.001, "trusted_proxies": trusted}
    settings = Settings(host="127.0.0.1", port=0, **chosen)

    async def scenario() -> list[int]:
        async with serving(settings, MemoryStore()) as url, httpx.AsyncClient(base_url=url, trust_env=False) as http:
            named = [{"X-Forwarded-For": f"198.51.100.{number}"} for number in range(6)]
            return [(await http.get("/healthz", headers=headers)).status_code for headers in named]

    assert asyncio.run(scenario()) == statuses


@pytest.mark.parametrize(
    ("address", "counts_as"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somewhere:else", "somewhere:else"),
    ],
)
def test_what_counts_as_one_address(address: str, counts_as: str) -> None:
    """An IPv4 address however it is written, an IPv6 network of one household."""
    assert address_of({"client": (address, 1)}) == counts_as
    assert address_of({"client": None}) == address_of({}) == ""


def test_frames_of_a_socket() -> None:
    """A burst, then the rate; a refusal says when; who waits as told is let in again."""
    time = FakeTime()
    intake = Intake(100.0, time)
    for _ in range(100):
        intake.admit(1.0)
    with pytest.raises(Problem) as refusal:
        intake.admit(1.0)
    assert refusal.value.retry_after == 1
    time.now += 1
    for _ in range(100):
        intake.admit(1.0)
    assert not intake.flooding


def test_a_socket_that_floods() -> None:
    """Some refusals are suffered, a flood of them is not; now and then one refusal is no flood."""
    time = FakeTime()
    intake = Intake(1.0, time)
    intake.admit(DEAREST)
    flooding = []
    for _ in range(int(MOST_REFUSED) + 1):
        with pytest.raises(Problem):
            intake.admit(1.0)
        flooding.append(intake.flooding)
    assert flooding == [False] * int(MOST_REFUSED) + [True]

    patient = Intake(1.0, time)
    for _ in range(1000):
        try:
            patient.admit(DEAREST)
        except Problem as problem:
            time.now += problem.retry_after or 0
    assert not patient.flooding


@pytest.fixture(name="client", scope="module")
def client_of_a_server_with_limits() -> Iterator[Client]:
    """A server with the limits of frames and requests that it has by default."""
    settings = Calls().app.state.settings
    with Running(**{name: getattr(settings, name) for name in DEFAULTS}) as running, Client(running.address) as client:
        yield client


def test_a_flood_over_a_socket(client: Client) -> None:
    """Each frame above the limit is refused with `retry_after`, then the socket is closed with its own code.

    Refusals do not pile up: it is not closed for reading too slowly. Nobody else at the table notices.
    """
    meeting = client.create()
    meeting.join("blue.captain")
    meeting.join("blue.engineer")
    other, line = meeting.line("blue.engineer"), meeting.line("blue.captain")
    with suppress(ConnectionClosed):
        for _ in range(2000):
            line.say({"type": "ping"})
    code, reason, frames = line.closing()
    assert (code, reason) == (CLOSE_TOO_MANY, "too many frames")
    refused = [frame["problem"] for frame in frames if frame["type"] == "refused"]
    assert len(refused) > MOST_REFUSED
    for problem in refused:
        check_problem(problem)
        assert (problem["code"], problem["retry_after"]) == ("too_many_requests", 1)
    assert sum(frame["type"] == "pong" for frame in frames) >= 400
    assert other.settle() == []
    meeting.line("blue.captain").settle()


@pytest.fixture(name="strict", scope="module")
def client_of_a_strict_server() -> Iterator[Client]:
    """A server whose sockets may send the least that can be set, and no new supply while a test lasts."""
    with Running(frames_per_second=0.001) as running, Client(running.address) as client:
        yield client


def test_a_word_to_the_crew_counts_as_many_frames(strict: Client) -> None:
    """Where forty pings would pass, one word does; the next one is refused and reaches nobody."""
    meeting = strict.create()
    meeting.join("blue.captain")
    meeting.join("blue.engineer")
    line, other = meeting.line("blue.captain"), meeting.line("blue.engineer")
    for word in ("first", "second"):
        line.say({"type": "chat", "text": word})
    refused = line.until("refused")[-1]
    check_problem(refused["problem"])
    assert (refused["problem"]["code"], refused["order_id"]) == ("too_many_requests", None)
    assert [frame["text"] for frame in other.settle() if frame["type"] == "chat"] == ["first"]


@pytest.mark.parametrize("frame", [b"x", "x", "{}", '{"type":"order"}'])
def test_garbage_counts(strict: Client, frame: str | bytes) -> None:
    """What cannot be read is refused as such as often as it may come, then as too much, then no longer."""
    meeting = strict.create()
    meeting.join("blue.captain")
    line = meeting.line("blue.captain")
    with suppress(ConnectionClosed):
        for _ in range(200):
            line.connection.send(frame)
    code, _reason, frames = line.closing()
    assert code == CLOSE_TOO_MANY
    codes = [frame["problem"]["code"] for frame in frames if frame["type"] == "refused"]
    assert codes == ["malformed"] * 40 + ["too_many_requests"] * 33


def test_a_refused_order_is_not_given(strict: Client) -> None:
    """An order above the limit is refused under its own id and can be given again later, over HTTP at once."""
    meeting = strict.full((BLUE, YELLOW))
    line = meeting.line("blue.captain")
    before = meeting.view("blue.captain")
    for _ in range(39):
        line.settle()
    place = {"cell": "C2", "seat": "blue.captain"}
    assert line.order("place", "a", cell="A1", seat="no.seat")[-1]["problem"]["code"] == "no_such_seat"
    refused = line.order("place", "b", **place)[-1]
    assert (refused["order_id"], refused["problem"]["code"]) == ("b", "too_many_requests")
    assert meeting.view("blue.captain") == before
    given = meeting.give("blue.captain", {"type": "place", "cell": "C2"}, "b")
    assert given.status_code == 200
