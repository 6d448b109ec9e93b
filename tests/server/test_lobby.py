"""Before the start: matches are made, found and filled with players and bots."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from sonar_referee.store import MemoryStore
from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Meeting, problem_in
from tests.server.running import Running


def holders(meeting: Meeting) -> dict[str, str | None]:
    """Who sits where."""
    return {seat["seat"]: seat["player"] for seat in meeting.state()["seats"]}


def free(*taken: str) -> list[str]:
    """All seats but some."""
    return [seat for seat in SEATS if seat not in taken]


def test_new_match(client: Client) -> None:
    """Whoever creates a match gets its id, the host's token, a code to read out loud and a link that carries it."""
    answer = client.call("POST", "/api/matches", json={"game": "captain-sonar", "options": {}})
    assert answer.status_code == 201
    assert answer.headers["cache-control"] == "no-store"
    created = answer.json()
    assert set(created) == {"match_id", "host_token", "join_code", "join_url"}
    assert re.fullmatch(r"srh_[a-z2-7]{32}", created["host_token"])
    assert re.fullmatch(r"[A-HJ-NP-Z2-9]{6}", created["join_code"])
    assert created["join_url"] == f"http://{client.address}/#/join/{created['join_code']}"


def test_match_in_the_lobby(client: Client) -> None:
    """Anybody may see a match in the lobby: its name, all its options, its empty seats, and when it was made."""
    state = client.create(name=" Friday night ", map="bravo", hull=3).state()
    assert list(state) == [
        *("match_id", "game", "name", "options", "status", "created_at", "seats", "round", "outcome"),
    ]
    assert state["name"] == "Friday night"
    assert state["game"] == "captain-sonar"
    assert state["status"] == "lobby"
    assert state["options"]["map"] == "bravo"
    assert state["options"]["hull"] == 3
    assert state["options"]["gauges"] == "turn-by-turn", "what was not chosen stands there as well"
    nobody = {"player": None, "bot": None, "connected": False, "away": None, "swap_with": None}
    assert state["seats"] == [{"seat": seat} | nobody for seat in SEATS]
    assert (state["round"], state["outcome"]) == (0, None)
    made = datetime.fromisoformat(state["created_at"])
    assert state["created_at"].endswith("Z")
    assert abs((datetime.now(UTC) - made).total_seconds()) < 3600


def test_join_code_leads_to_the_match(client: Client) -> None:
    """A join code, in capitals or not, leads to its match; another one is refused."""
    meeting = client.create()
    for code in (meeting.join_code, meeting.join_code.lower(), f" {meeting.join_code}"):
        assert client.get(f"/api/join/{code}") == {"match_id": meeting.match_id}
    client.refused("no_such_match", "GET", "/api/join/000000")


def test_match_of_an_unknown_game_or_map(client: Client) -> None:
    """A game or a map that the server has not is refused with those it has, and no match is made."""
    before = client.listed()
    game = client.refused("no_such_game", "POST", "/api/matches", json={"game": "battleships"})
    assert "captain-sonar" in game["detail"]
    chart = client.refused("no_such_map", "POST", "/api/matches", json={"options": {"map": "atlantis"}})
    assert "alpha, bravo, charlie, delta, echo" in chart["detail"]
    assert client.listed() == before


def test_list_of_public_matches() -> None:
    """Public matches are listed in pages, the newest first; a private one is found by its id and code only."""
    with Running() as running, Client(running.address) as client:
        made = [client.create(name=f"match {number}").match_id for number in range(5)]
        private = client.create(public=False)
        whole = client.get("/api/matches")
        assert [match["match_id"] for match in whole["matches"]] == made[::-1]
        assert whole["next"] is None
        assert whole["matches"][0] == client.get(f"/api/matches/{made[-1]}")
        first = client.get("/api/matches", limit=3)
        assert [match["match_id"] for match in first["matches"]] == made[:1:-1]
        second = client.get("/api/matches", limit=3, before=first["next"])
        assert [match["match_id"] for match in second["matches"]] == made[1::-1]
        assert second["next"] is None
        assert private.state()["status"] == "lobby"
        assert client.get(f"/api/join/{private.join_code}") == {"match_id": private.match_id}


def test_join(client: Client) -> None:
    """Whoever sits down gets an id, the seats in the table's order, and a secret token."""
    meeting = client.create()
    seats = ["blue.first_mate", "blue.captain"]
    answer = client.call("POST", f"{meeting.path}/players", json={"name": "Ada", "seats": seats})
    assert answer.status_code == 201
    joined = answer.json()
    assert set(joined) == {"player_id", "player_token", "seats"}
    assert joined["seats"] == ["blue.captain", "blue.first_mate"]
    assert re.fullmatch(r"srp_[a-z2-7]{32}", joined["player_token"])
    assert holders(meeting) == dict.fromkeys(SEATS) | dict.fromkeys(seats, "Ada")


def test_taken_seat(client: Client) -> None:
    """A seat that somebody else has is refused by naming who has it, and none of the wished seats is given."""
    meeting = client.create()
    meeting.join("blue.captain", name="Ada")
    wish: Json = {"name": "Bob", "seats": ["blue.engineer", "blue.captain"]}
    problem = client.refused("seat_taken", "POST", f"{meeting.path}/players", json=wish)
    assert "blue.captain is taken by Ada" in problem["detail"]
    bots: Json = {"bot": "random", "seats": ["yellow.captain", "blue.captain"]}
    client.refused("seat_taken", "POST", f"{meeting.path}/bots", meeting.host, json=bots)
    assert holders(meeting) == dict.fromkeys(SEATS) | {"blue.captain": "Ada"}


def test_change_of_seats(client: Client) -> None:
    """A player may change seats, keeping some or changing sides; what it leaves is free for others."""
    meeting = client.create()
    token = meeting.join("blue.captain", "blue.first_mate", name="Ada")
    for seats in (["blue.first_mate", "blue.engineer"], ["yellow.captain"], ["yellow.captain"]):
        answer = client.call("PUT", f"{meeting.path}/players/me/seats", token, json={"seats": seats})
        assert answer.status_code == 200
        assert answer.json()["seats"] == seats
        assert holders(meeting) == dict.fromkeys(SEATS) | dict.fromkeys(seats, "Ada")
    meeting.join("blue.captain", name="Bob")
    client.refused("seat_taken", "PUT", f"{meeting.path}/players/me/seats", token, json={"seats": ["blue.captain"]})
    assert holders(meeting) == dict.fromkeys(SEATS) | {"blue.captain": "Bob", "yellow.captain": "Ada"}


def test_leaving(client: Client) -> None:
    """Who leaves frees the seats, and the token is void from then on."""
    meeting = client.create()
    token = meeting.join("blue.captain")
    answer = client.call("DELETE", f"{meeting.path}/players/me", token)
    assert (answer.status_code, answer.content) == (204, b"")
    assert holders(meeting) == dict.fromkeys(SEATS)
    client.refused("not_authenticated", "DELETE", f"{meeting.path}/players/me", token)
    client.refused("not_authenticated", "GET", f"{meeting.path}/view", token)


def test_bots_sit_down_and_go(client: Client) -> None:
    """The host may let bots sit on free seats, one on each, and send them away again."""
    meeting = client.create()
    bots = meeting.bots("yellow.captain", "yellow.engineer")
    assert [bot["seats"] for bot in bots] == [["yellow.captain"], ["yellow.engineer"]]
    seats = {seat["seat"]: seat for seat in meeting.state()["seats"]}
    assert seats["yellow.captain"] == {
        **{"seat": "yellow.captain", "player": "random bot", "bot": "random", "connected": True},
        **{"away": None, "swap_with": None},
    }
    answer = client.call("DELETE", f"{meeting.path}/bots", meeting.host, params={"seat": ["yellow.captain"]})
    assert answer.status_code == 204
    assert holders(meeting) == dict.fromkeys(SEATS) | {"yellow.engineer": "random bot"}


def test_sending_away_what_is_no_bot(client: Client) -> None:
    """Only bots can be sent away: with a person's, an empty or an unknown seat in the list, nobody goes."""
    meeting = client.create()
    meeting.join("blue.captain")
    meeting.bots("yellow.captain")
    before = holders(meeting)
    for seat in ("blue.captain", "blue.engineer", "blue.admiral", "yellow.captain"):
        params = {"seat": ["yellow.captain", seat]}
        problem = client.refused("malformed", "DELETE", f"{meeting.path}/bots", meeting.host, params=params)
        assert seat in problem["detail"]
    client.refused("malformed", "DELETE", f"{meeting.path}/bots", meeting.host)
    assert holders(meeting) == before


def test_unknown_bot(client: Client) -> None:
    """A bot that the server has not is refused with those it has."""
    meeting = client.create()
    wish: Json = {"bot": "deep-blue", "seats": ["blue.captain"]}
    problem = client.refused("no_such_bot", "POST", f"{meeting.path}/bots", meeting.host, json=wish)
    assert problem["detail"].endswith("bots are officer, hunter, cadet, random.")
    assert holders(meeting) == dict.fromkeys(SEATS)


def test_start_needs_every_seat(client: Client) -> None:
    """A match does not start before all seats are taken; the refusal names the empty ones."""
    meeting = client.create()
    meeting.join(*BLUE)
    meeting.join(*YELLOW[:3])
    problem = client.refused("seats_empty", "POST", f"{meeting.path}/start", meeting.host)
    assert "yellow.radio_operator" in problem["detail"]
    assert "blue" not in problem["detail"]
    assert meeting.state()["status"] == "lobby"


def test_start(client: Client) -> None:
    """The start answers with the match as anybody sees it, now running."""
    meeting = client.create()
    meeting.join(*BLUE)
    meeting.bots(*YELLOW)
    started = meeting.start()
    assert started["status"] == "running"
    assert started == meeting.state()


def test_seats_are_fixed_after_the_start(client: Client) -> None:
    """After the start nobody joins, changes, leaves, is sent away or starts again."""
    meeting = client.create()
    token = meeting.join(*BLUE)
    meeting.join(*YELLOW[:3])
    meeting.bots(YELLOW[3])
    meeting.start()
    before = meeting.everything()
    calls: list[tuple[str, str, str | None, Json]] = [
        ("POST", "players", None, {"json": {"name": "Bob", "seats": ["blue.captain"]}}),
        ("PUT", "players/me/seats", token, {"json": {"seats": ["blue.captain"]}}),
        ("DELETE", "players/me", token, {}),
        ("POST", "bots", meeting.host, {"json": {"seats": ["blue.captain"]}}),
        ("DELETE", "bots", meeting.host, {"params": {"seat": YELLOW[3]}}),
        ("POST", "start", meeting.host, {}),
    ]
    for method, where, bearer, more in calls:
        client.refused("not_in_lobby", method, f"{meeting.path}/{where}", bearer, **more)
    assert meeting.everything() == before


def test_orders_in_the_lobby(client: Client) -> None:
    """In the lobby no order can be given, not even a standing one, and none is offered."""
    meeting = client.create()
    meeting.join("blue.captain")
    meeting.refused("not_running", "blue.captain", "resign")
    assert "lobby" in meeting.refused("not_running", "blue.captain", "place", cell="C2")["detail"]
    view = meeting.view("blue.captain")
    assert view["status"] == "lobby"
    assert (view["legal_orders"], view["standing_orders"]) == ([], [])


def test_connection_of_a_player_who_changed_seats(client: Client) -> None:
    """A socket shows what the seats at its hello may see, so it ends when its player changes seats or leaves."""
    meeting = client.create()
    token = meeting.join("blue.captain", "blue.first_mate")
    line = meeting.line_of(token)
    other = meeting.line()
    client.call("PUT", f"{meeting.path}/players/me/seats", token, json={"seats": ["yellow.captain"]})
    code, reason, frames = line.closing()
    assert (code, reason) == (4403, "seats changed")
    assert {frame["type"] for frame in frames} <= {"presence"}
    line = meeting.line_of(token)
    assert line.welcome["view"]["seat"] == "yellow.captain"
    client.call("DELETE", f"{meeting.path}/players/me", token)
    assert line.closing()[0] == 4403
    assert other.settle() == []


def test_stream_of_a_player_who_changed_seats(client: Client) -> None:
    """A stream ends when its player changes seats or leaves."""
    meeting = client.create()
    token = meeting.join("blue.captain", "blue.first_mate")
    with client.stream(f"{meeting.path}/stream", token) as stream:
        client.call("PUT", f"{meeting.path}/players/me/seats", token, json={"seats": ["yellow.captain"]})
        assert [line for line in stream.iter_lines() if line] == []


def test_held_call_of_a_player_who_changed_seats(server: Running, client: Client) -> None:
    """A held call is refused when its player changes seats meanwhile: what it waits for is no longer the player's."""
    meeting = client.create()
    token = meeting.join("blue.captain", "blue.first_mate")
    with ThreadPoolExecutor(1) as pool:
        held = pool.submit(client.call, "GET", f"{meeting.path}/announcements", token, params={"wait": 50})
        while server.listeners(meeting.match_id) != 1:
            meeting.state()
        client.call("PUT", f"{meeting.path}/players/me/seats", token, json={"seats": ["yellow.captain"]})
        problem_in(held.result(20), "not_authenticated")


@pytest.mark.parametrize("password", ["open sesame", "sésame"])
def test_host_password(password: str) -> None:
    """Where a host password is set, only who sends it can create a match; everything else is as open as without."""
    with Running(host_password=password) as running, Client(running.address) as client:
        bearer = {"Authorization": f"Bearer {password}".encode("latin-1")}
        for headers in ({}, {"Authorization": "Bearer open"}, {"Authorization": "Basic b3Blbg=="}):
            answer = client.call("POST", "/api/matches", json={}, headers=headers)
            assert answer.status_code == 401
            assert answer.headers["www-authenticate"] == "Bearer"
            assert answer.json()["code"] == "not_authenticated"
        assert client.get("/api/matches")["matches"] == []
        answer = client.call("POST", "/api/matches", json={}, headers=bearer)
        assert answer.status_code == 201
        Meeting(client, answer.json()).join("blue.captain")


def test_secrets_are_not_stored() -> None:
    """The store holds no token, so that whoever reads the file cannot play for others."""
    store = MemoryStore()
    with Running(store) as running, Client(running.address) as client:
        meeting = client.create()
        token = meeting.join("blue.captain")
        kept = repr(vars(store))
        assert meeting.match_id in kept
        for secret in (token, meeting.host):
            assert secret not in kept
            assert secret.split("_")[1] not in kept
