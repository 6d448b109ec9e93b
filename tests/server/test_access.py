"""Who may do what: players, hosts and spectators, and tokens that do not fit."""

from __future__ import annotations

import pytest

from tests.server.client import BLUE, SEATS, Client, Json, Meeting, problem_in

NOBODY = ("srp_" + "a" * 32, "srh_" + "a" * 32, "x", "é", "a" * 8000)
"""Tokens of nobody."""

PLAYERS_CALLS: list[tuple[str, str, Json]] = [
    ("PUT", "players/me/seats", {"json": {"seats": ["blue.captain"]}}),
    ("DELETE", "players/me", {}),
    ("POST", "orders", {"json": {"order": {"type": "surface"}}}),
]
HOSTS_CALLS: list[tuple[str, str, Json]] = [
    ("POST", "bots", {"json": {"seats": ["yellow.captain"]}}),
    ("DELETE", "bots", {"params": {"seat": "yellow.captain"}}),
    ("POST", "start", {}),
]
VIEWERS_CALLS = ("view", "announcements", "stream")


@pytest.fixture(name="meeting")
def lobby(client: Client) -> Meeting:
    """A match in the lobby with one player."""
    meeting = client.create()
    meeting.join(*BLUE)
    return meeting


def bearer(token: str | None) -> Json:
    """The header with a token."""
    return {} if token is None else {"Authorization": f"Bearer {token}".encode("latin-1")}


@pytest.mark.parametrize(("method", "where", "more"), PLAYERS_CALLS)
def test_calls_of_players(client: Client, meeting: Meeting, method: str, where: str, more: Json) -> None:
    """What players do needs the token of a player of this match; the host's or another match's will not do."""
    other = client.create()
    other.join(*BLUE)
    before = meeting.everything()
    for token in (None, meeting.host, other.tokens["blue.captain"], *NOBODY):
        answer = client.call(method, f"{meeting.path}/{where}", headers=bearer(token), **more)
        problem_in(answer, "not_authenticated")
        assert answer.headers["www-authenticate"] == "Bearer"
    assert meeting.everything() == before


@pytest.mark.parametrize(("method", "where", "more"), HOSTS_CALLS)
def test_calls_of_the_host(client: Client, meeting: Meeting, method: str, where: str, more: Json) -> None:
    """What the host does needs this match's host token; a player is told that it is not the host."""
    before = meeting.everything()
    for token in (None, client.create().host, *NOBODY):
        answer = client.call(method, f"{meeting.path}/{where}", headers=bearer(token), **more)
        problem_in(answer, "not_authenticated")
    client.refused("not_host", method, f"{meeting.path}/{where}", meeting.tokens["blue.captain"], **more)
    assert meeting.everything() == before


@pytest.mark.parametrize("where", VIEWERS_CALLS)
def test_views_of_seats(client: Client, meeting: Meeting, where: str) -> None:
    """A seat is shown to its player only; a wrong token is refused and not taken for a spectator's."""
    path = f"{meeting.path}/{where}"
    token = meeting.join("yellow.captain")
    for seat in (*BLUE, "yellow.engineer"):
        problem = client.refused("not_your_seat", "GET", path, token, params={"seat": seat})
        assert f"You do not hold {seat}; you hold yellow.captain." in problem["detail"]
        client.refused("not_authenticated", "GET", path, params={"seat": seat})
        client.refused("not_authenticated", "GET", path, meeting.host, params={"seat": seat})
    for stranger in NOBODY:
        problem_in(client.call("GET", path, headers=bearer(stranger)), "not_authenticated")


def test_host_sees_what_spectators_see(client: Client, meeting: Meeting) -> None:
    """The host's token opens no team's sheets: it sees the spectators' view."""
    assert client.get(f"{meeting.path}/view", meeting.host) == meeting.view()
    assert "submarine" not in meeting.view()


def test_match_without_spectators(client: Client) -> None:
    """Under spectator_view none neither strangers nor the host may look, over HTTP, stream and socket alike."""
    meeting = client.create(spectator_view="none")
    token = meeting.join("blue.captain")
    for where in VIEWERS_CALLS:
        for other in (None, meeting.host):
            client.refused("no_spectators", "GET", f"{meeting.path}/{where}", other)
    for other in (None, meeting.host):
        line = client.line(meeting.match_id)
        line.say({"type": "hello", "token": other})
        code, reason, frames = line.closing()
        assert (code, reason) == (4403, "no_spectators")
        assert frames[0]["problem"]["code"] == "no_spectators"
    assert client.get(f"{meeting.path}/view", token)["seat"] == "blue.captain"
    assert meeting.state()["match_id"] == meeting.match_id, "who plays is no secret"


@pytest.mark.parametrize("match_id", ["000000000000", "x", "%00", "%ff", "%ed%a0%80", "a" * 5000])
def test_match_that_does_not_exist(client: Client, match_id: str) -> None:
    """Every call about a match that there is not says so, whatever else is wrong with it."""
    path = f"/api/matches/{match_id}"
    calls: list[tuple[str, str, Json]] = [
        *PLAYERS_CALLS,
        *HOSTS_CALLS,
        *(("GET", where, {}) for where in (*VIEWERS_CALLS, "record")),
        ("POST", "players", {"json": {"name": "Ada", "seats": ["blue.captain"]}}),
    ]
    client.refused("no_such_match", "GET", path)
    for method, where, more in calls:
        client.refused("no_such_match", method, f"{path}/{where}", "srp_x", **more)


def test_addresses_that_do_not_exist(client: Client) -> None:
    """An unknown address and an unknown method are refused with problems that lead to the documentation."""
    for path in ("/nothing", "/api", "/api/games/captain-sonar", "/api/matches/x/y/z"):
        assert "/docs" in client.refused("not_found", "GET", path)["detail"]
    for method, path in (
        ("PUT", "/api/games"),
        ("DELETE", "/api/matches"),
        ("POST", "/healthz"),
        ("PATCH", "/api/games"),
    ):
        assert "/docs" in client.refused("method_not_allowed", method, path)["detail"]


def test_token_is_bound_to_its_match(client: Client) -> None:
    """A token opens its own match and no other, though seats and names are the same."""
    one, other = client.full(), client.full()
    for seat in SEATS:
        assert client.get(f"{one.path}/view", one.tokens[seat])["match_id"] == one.match_id
        client.refused("not_authenticated", "GET", f"{other.path}/view", one.tokens[seat])
