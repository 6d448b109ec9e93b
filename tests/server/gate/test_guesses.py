"""Secrets that are short enough to be tried out: join codes and host passwords."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable

import httpx
import pytest

from sonar_referee.match import tokens
from sonar_referee.server.gate.guesses import Guesses
from sonar_referee.wire.problems import Problem
from tests.server.client import problem_in
from tests.server.gate.calls import Calls, FakeTime

HOUR = 3600.0
LIVE_CODES = 1000

Guess = Callable[[str], Awaitable[int]]
"""Makes a wrong guess from an address: the seconds to wait, or 0 if it was looked at."""


def wrong_code() -> str:
    """A code that no match of these tests has: none has this letter."""
    return "0" + secrets.token_hex(3)[:5]


async def tries_within(time: FakeTime, seconds: float, addresses: int, guess: Guess) -> int:
    """How many guesses were looked at, of attackers who ask again as soon as they are told to."""
    looked_at, end = 0, time.now + seconds
    free_at = {f"198.51.{number // 256}.{number % 256}": time.now for number in range(addresses)}
    while True:
        address = min(free_at, key=free_at.__getitem__)
        if free_at[address] >= end:
            return looked_at
        time.now = max(time.now, free_at[address])
        wait = await guess(address)
        free_at[address] = time.now + wait
        looked_at += wait == 0


def check_chance(tries: int) -> None:
    """So many tries find one of a thousand codes with a chance below one in a thousand."""
    assert tries > 500, "the attackers do try"
    assert tries * LIVE_CODES / len(tokens.ALPHABET) ** tokens.CODE_LENGTH < 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("addresses", [1, 3])
def test_codes_are_not_found_by_trying(addresses: int) -> None:
    """An attacker who tries codes for an hour, from one address or some, is as good as certain to find none."""
    calls = Calls()

    async def guess(address: str) -> int:
        answer = await calls.call("GET", f"/api/join/{wrong_code()}", address=address)
        return int(problem_in(answer, answer.json()["code"]).get("retry_after", 0))

    tries = asyncio.run(tries_within(calls.time, HOUR, addresses, guess))
    check_chance(tries)
    if addresses == 1:
        assert tries <= 10 + HOUR / 6


def test_codes_are_not_found_from_many_addresses() -> None:
    """Nor does it help to have many addresses: all together have few tries."""
    time = FakeTime()
    guesses = Guesses("codes", Calls().app.state.settings.wrong_tries_per_minute, time)

    async def guess(address: str) -> int:
        try:
            with guesses.trying(address):
                raise Problem("no_such_match", "There is no match with this code.")
        except Problem as problem:
            return problem.retry_after or 0

    check_chance(asyncio.run(tries_within(time, HOUR, 30, guess)))


def test_ids_are_not_found_by_trying() -> None:
    """A match id has so many bits that an address at its full rate finds none in a day."""
    ids = 16 ** len(tokens.new_id())
    settings = Calls().app.state.settings
    assert settings.requests_per_second > 0
    assert settings.requests_per_second * 24 * HOUR * LIVE_CODES / ids < 1e-3


@pytest.mark.parametrize("path", ["/api/join/{}", "/api/join/{}/qr.svg"])
def test_right_codes_are_free_and_told_apart_by_nothing(path: str) -> None:
    """Right codes do not count. Who has tried too many wrong ones is refused the right one as well, for a while."""

    async def scenario() -> None:
        calls = Calls()
        code = (await calls.call("POST", "/api/matches", json={})).json()["join_code"]
        for _ in range(50):
            assert (await calls.call("GET", path.format(code))).status_code == 200
        for _ in range(10):
            problem_in(await calls.call("GET", path.format(wrong_code())), "no_such_match")
        wrong = problem_in(await calls.call("GET", path.format(wrong_code())), "too_many_requests")
        right = problem_in(await calls.call("GET", path.format(code)), "too_many_requests")
        assert wrong == right
        assert (await calls.call("GET", path.format(code), address="192.168.1.21")).status_code == 200
        calls.time.now += wrong["retry_after"]
        assert (await calls.call("GET", path.format(code))).status_code == 200

    asyncio.run(scenario())


def test_codes_and_their_pictures_are_one() -> None:
    """Trying half of them as QR codes does not give more."""

    async def scenario() -> None:
        calls = Calls()
        for number in range(10):
            path = f"/api/join/{wrong_code()}{'/qr.svg' if number % 2 else ''}"
            problem_in(await calls.call("GET", path), "no_such_match")
        for end in ("", "/qr.svg"):
            problem_in(await calls.call("GET", f"/api/join/{wrong_code()}{end}"), "too_many_requests")

    asyncio.run(scenario())


def test_one_household_is_one_address() -> None:
    """Who has a whole IPv6 network has one supply of tries; a client cannot name an address of its own choice."""

    async def scenario() -> None:
        calls = Calls()
        for number in range(10):
            headers = {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for=198.51.100.{number}"}
            address = f"2001:db8:1:2:{number:x}::1"
            answer = await calls.call("GET", f"/api/join/{wrong_code()}", address=address, headers=headers)
            problem_in(answer, "no_such_match")
        answer = await calls.call("GET", f"/api/join/{wrong_code()}", address="2001:db8:1:2:ffff::1")
        problem_in(answer, "too_many_requests")
        answer = await calls.call("GET", f"/api/join/{wrong_code()}", address="2001:db8:1:3::1")
        problem_in(answer, "no_such_match")

    asyncio.run(scenario())


def test_host_passwords_are_not_found_by_trying() -> None:
    """Ten wrong passwords, then the right one is refused as well until there is a new try."""

    async def scenario() -> None:
        calls = Calls(host_password="sesame")

        async def create(password: str) -> httpx.Response:
            headers = {"Authorization": f"Bearer {password}"}
            return await calls.call("POST", "/api/matches", json={}, headers=headers)

        for _ in range(20):
            assert (await create("sesame")).status_code == 201
        for number in range(10):
            problem_in(await create(f"sesam{number}"), "not_authenticated")
        wait = problem_in(await create("sesame"), "too_many_requests")["retry_after"]
        problem_in(await create("sesamo"), "too_many_requests")
        calls.time.now += wait
        assert (await create("sesame")).status_code == 201

        async def guess(_: str) -> int:
            return int((await create("wrong")).json().get("retry_after", 0))

        assert await tries_within(calls.time, 600, 1, guess) <= 1 + 600 / 6

    asyncio.run(scenario())


def test_operators_tokens_are_not_found_by_trying() -> None:
    """Ten wrong ones, then the right one is refused as well until there is a new try."""

    async def scenario() -> None:
        calls = Calls(operator_token="sesame")

        async def look(token: str) -> httpx.Response:
            return await calls.call("GET", "/metrics", headers={"Authorization": f"Bearer {token}"})

        for number in range(10):
            assert (await look("sesame")).status_code == 200
            problem_in(await look(f"sesam{number}"), "not_authenticated")
        calls.time.now += problem_in(await look("sesame"), "too_many_requests")["retry_after"]
        assert (await look("sesame")).status_code == 200

    asyncio.run(scenario())


def test_to_send_no_password_is_no_try() -> None:
    """The page asks without one first, to find out whether one is needed."""

    async def scenario() -> None:
        calls = Calls(host_password="sesame")
        for _ in range(30):
            problem_in(await calls.call("POST", "/api/matches", json={}), "not_authenticated")

    asyncio.run(scenario())


@pytest.mark.parametrize("path", ["orders", "start", "view"])
def test_wrong_tokens(path: str) -> None:
    """Wrong tokens are answered now and then only; right ones of the same address go on working."""

    async def scenario() -> None:
        calls = Calls()
        match = (await calls.call("POST", "/api/matches", json={})).json()
        there = f"/api/matches/{match['match_id']}"
        seats = {"name": "Ada", "seats": ["blue.captain"]}
        token = (await calls.call("POST", f"{there}/players", json=seats)).json()["player_token"]
        method = "GET" if path == "view" else "POST"
        wrong = {"Authorization": f"Bearer {tokens.new_token(tokens.PLAYER)}"}
        for _ in range(30):
            answer = await calls.call(method, f"{there}/{path}", headers=wrong, json={"order": {}})
            problem_in(answer, "not_authenticated")
        answer = await calls.call(method, f"{there}/{path}", headers=wrong, json={"order": {}})
        assert problem_in(answer, "too_many_requests")["retry_after"] == 1
        right = await calls.call("GET", f"{there}/view", headers={"Authorization": f"Bearer {token}"})
        assert right.status_code == 200
        calls.time.now += 1
        answer = await calls.call(method, f"{there}/{path}", headers=wrong, json={"order": {}})
        problem_in(answer, "not_authenticated")

    asyncio.run(scenario())
