"""Seats that change hands: in the lobby, and in a running match when a player stays away."""

from __future__ import annotations

import pytest

from sonar_referee.store import MemoryStore
from tests.server.client import BLUE, ONE_EACH, YELLOW, Client, Json, Meeting
from tests.server.running import Running


@pytest.fixture(name="meeting")
def match_that_an_engineer_leaves(client: Client, monkeypatch: pytest.MonkeyPatch) -> Meeting:
    """A running match of eight, each connected but for blue's Engineer, who has gone after the first round."""
    monkeypatch.setattr("sonar_referee.match.presence.CONTACT_LASTS", 0.05)
    meeting = client.full(first_team="blue", own_team_view="role_only")
    for seat in {*BLUE, *YELLOW} - {"blue.engineer"}:
        meeting.line(seat)
    meeting.place()
    meeting.quiet_round("blue", "north")
    wait_until_away(meeting, "blue.engineer")
    return meeting


def wait_until_away(meeting: Meeting, *seats: str) -> None:
    """Wait until just these seats are away."""
    while {one["seat"] for one in meeting.state()["seats"] if one["away"]} != {*seats}:
        pass


def free(meeting: Meeting, seat: str) -> None:
    """Let the host free a seat."""
    answer = meeting.client.call("DELETE", f"{meeting.path}/seats/{seat}", meeting.host)
    assert (answer.status_code, answer.content) == (204, b"")


def holders(meeting: Meeting) -> dict[str, str | None]:
    """Who sits where."""
    return {seat["seat"]: seat["player"] for seat in meeting.state()["seats"]}


def others(meeting: Meeting) -> list[object]:
    """What all but blue's Engineer see and have heard, and the spectators."""
    seats = [seat for seat in (*BLUE, *YELLOW) if seat != "blue.engineer"]
    return [(meeting.view(seat), meeting.heard(seat)) for seat in (*seats, None)]


# -- in the lobby


def test_host_sends_somebody_away(client: Client) -> None:
    """In the lobby the host can send away anybody, with all seats; the token is void and the socket ends."""
    meeting = client.create()
    token = meeting.join("blue.captain", "blue.engineer")
    meeting.bots("yellow.captain")
    line = meeting.line("blue.captain")
    free(meeting, "blue.engineer")
    free(meeting, "yellow.captain")
    assert set(holders(meeting).values()) == {None}
    assert line.closing()[:2] == (4403, "seats changed")
    client.refused("not_authenticated", "GET", f"{meeting.path}/view", token)
    meeting.join("blue.engineer")


@pytest.mark.parametrize(
    ("seat", "code"), [("blue.captain", "malformed"), ("blue.admiral", "no_such_seat"), ("%ff", "no_such_seat")]
)
def test_seat_that_cannot_be_freed(client: Client, seat: str, code: str) -> None:
    """A seat that nobody has, or that there is not, cannot be freed."""
    meeting = client.create()
    client.refused(code, "DELETE", f"{meeting.path}/seats/{seat}", meeting.host)


def test_only_the_host_frees_seats(meeting: Meeting) -> None:
    """Neither players nor strangers can free a seat."""
    path = f"{meeting.path}/seats/blue.engineer"
    before = holders(meeting)
    meeting.client.refused("not_authenticated", "DELETE", path)
    meeting.client.refused("not_host", "DELETE", path, meeting.tokens["blue.captain"])
    assert holders(meeting) == before


# -- in a running match


def test_player_who_is_there_keeps_the_seat(meeting: Meeting) -> None:
    """A player who is connected cannot lose the seat; the refusal says how long to wait."""
    path = f"{meeting.path}/seats/yellow.captain"
    before = holders(meeting)
    document = meeting.client.refused("not_absent", "DELETE", path, meeting.host)
    assert "connected" in document["detail"]
    assert "seconds" in document["detail"]
    assert holders(meeting) == before


def test_player_who_was_just_heard_of_keeps_the_seat(client: Client) -> None:
    """Contact without a connection counts for 15 seconds; the refusal says how many of them are left."""
    meeting = client.full()
    document = client.refused("not_absent", "DELETE", f"{meeting.path}/seats/blue.captain", meeting.host)
    assert " 15 seconds more " in document["detail"]


def test_seat_of_an_absent_player_is_taken_by_somebody_else(meeting: Meeting) -> None:
    """The newcomer has the whole history of the seat and goes on with it; for the others nothing has changed; the old
    token is void, for calls and sockets."""
    client, old = meeting.client, meeting.tokens["blue.engineer"]
    seen = client.get(f"{meeting.path}/view", old, seat="blue.engineer")
    heard = meeting.heard("blue.engineer")
    wait_until_away(meeting, "blue.engineer")
    untouched = others(meeting)
    free(meeting, "blue.engineer")
    assert holders(meeting)["blue.engineer"] is None
    client.refused("not_authenticated", "GET", f"{meeting.path}/view", old)
    client.refused("not_authenticated", "POST", f"{meeting.path}/orders", old, json={"order": {"type": "surface"}})
    line = client.line(meeting.match_id)
    line.say({"type": "hello", "token": old})
    assert line.closing()[:2] == (4403, "not_authenticated")
    meeting.join("blue.engineer", name="Bea")
    assert meeting.view("blue.engineer") == seen
    assert meeting.heard("blue.engineer") == heard
    assert others(meeting) == untouched
    meeting.quiet_round("yellow", "north")
    meeting.order("blue.captain", "head", heading="west")
    meeting.order_of("blue.engineer", 0)


def test_bot_takes_over_at_once(meeting: Meeting) -> None:
    """A bot on a freed seat plays on without being asked."""
    free(meeting, "blue.engineer")
    meeting.bots("blue.engineer")
    meeting.quiet_round("yellow", "north")
    line = meeting.line("blue.captain")
    line.order("head", heading="west")
    meeting.order_of("blue.first_mate", 0)
    while not {"activation", "marks"} & {frame["view"]["phase"] for frame in line.until("view")[-1:]}:
        pass
    while meeting.view("blue.captain")["phase"] != "activation":
        line.hear()
    free(meeting, "blue.engineer")
    assert holders(meeting)["blue.engineer"] is None, "a bot can be replaced at any time"


def test_seats_of_a_match_at_work_are_taken_once(meeting: Meeting) -> None:
    """Nobody joins a match without an empty seat, nor takes another one; the rest of the lobby stays closed."""
    client = meeting.client
    newcomer = {"name": "Bea", "seats": ["blue.engineer"]}
    client.refused("not_in_lobby", "POST", f"{meeting.path}/players", json=newcomer)
    free(meeting, "blue.engineer")
    taken = {"name": "Bea", "seats": ["blue.engineer", "blue.captain"]}
    client.refused("seat_taken", "POST", f"{meeting.path}/players", json=taken)
    client.refused("malformed", "DELETE", f"{meeting.path}/seats/blue.engineer", meeting.host)
    token = meeting.tokens["blue.captain"]
    client.refused("not_in_lobby", "PUT", f"{meeting.path}/players/me/seats", token, json={"seats": ["blue.engineer"]})
    client.refused("not_in_lobby", "DELETE", f"{meeting.path}/players/me", token)
    params = {"seat": ["blue.engineer"]}
    client.refused("not_in_lobby", "DELETE", f"{meeting.path}/bots", meeting.host, params=params)
    client.refused("not_in_lobby", "POST", f"{meeting.path}/start", meeting.host)
    assert holders(meeting)["blue.engineer"] is None


def test_newcomers_keep_to_the_role_bundles(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Under role_bundles=strict a newcomer takes roles that go together, as at the start (R12)."""
    monkeypatch.setattr("sonar_referee.match.presence.CONTACT_LASTS", 0.0)
    crews = (BLUE[:3], BLUE[3:], *ONE_EACH[4:])
    meeting = client.full((*crews[:2], YELLOW[:2], *ONE_EACH[6:]), role_bundles="strict")
    free(meeting, "blue.engineer")
    newcomer = {"name": "Bea", "seats": ["blue.captain", "blue.engineer"]}
    client.refused("crew_not_allowed", "POST", f"{meeting.path}/players", json=newcomer)
    meeting.join(*BLUE[:3])


def test_record_names_who_gave_which_order(meeting: Meeting) -> None:
    """Former players stay in the record with the orders they gave."""
    free(meeting, "blue.engineer")
    meeting.join("blue.engineer", name="Bea")
    meeting.quiet_round("yellow", "north")
    meeting.order("blue.captain", "head", heading="west")
    meeting.order_of("blue.engineer", 0)
    meeting.order("blue.captain", "resign")
    client = meeting.client
    record = client.get(f"{meeting.path}/record")
    assert [one["player"] for one in record["orders"] if one["seat"] == "blue.engineer"] == ["Ada", "Bea"]
    assert {one["seat"]: one["player"] for one in record["seats"]}["blue.engineer"] == "Bea"
    client.refused("not_running", "DELETE", f"{meeting.path}/seats/blue.engineer", meeting.host)
    client.refused("not_in_lobby", "POST", f"{meeting.path}/players", json={"name": "Eve", "seats": ["blue.captain"]})
    rematch = client.call("POST", f"{meeting.path}/rematch", meeting.host, json={})
    assert rematch.status_code == 201, rematch.text
    seats = client.get(f"/api/matches/{rematch.json()['match_id']}")["seats"]
    assert {one["seat"]: one["player"] for one in seats}["blue.engineer"] == "Bea"


def test_rematch_with_an_empty_seat(meeting: Meeting) -> None:
    """If a seat was empty at the end the rematch waits in its lobby until somebody takes the seat."""
    client = meeting.client
    free(meeting, "blue.engineer")
    meeting.order("blue.captain", "resign")
    client.refused("seats_empty", "POST", f"{meeting.path}/rematch", meeting.host, json={})
    match_id = client.get(f"{meeting.path}/rematch")["match_id"]
    assert client.get(f"/api/matches/{match_id}")["status"] == "lobby"
    newcomer = {"name": "Bea", "seats": ["blue.engineer"]}
    assert client.call("POST", f"/api/matches/{match_id}/players", json=newcomer).status_code == 201
    assert client.call("POST", f"{meeting.path}/rematch", meeting.host, json={}).json()["match_id"] == match_id
    assert client.get(f"/api/matches/{match_id}")["status"] == "running"


def test_record_names_the_bot_that_stood_in(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders of a bot in place of a player who did not return are the bot's in the record; the seat is the player's."""
    monkeypatch.setattr("sonar_referee.match.presence.CONTACT_LASTS", 0.05)
    monkeypatch.setattr("sonar_referee.match.presence.RETURN_WITHIN", 0.05)
    meeting = client.full(first_team="blue", presence="bot")
    line = meeting.line()
    while line.until("view")[-1]["view"]["round"] < 2:
        pass
    shown = {one["seat"]: one for one in meeting.state()["seats"]}["yellow.captain"]
    assert (shown["player"], shown["connected"], shown["away"]) == ("Ada", False, {"returns_within": None})
    meeting.order("blue.captain", "resign")
    record = client.get(f"{meeting.path}/record")
    assert [one["player"] for one in record["orders"][:2]] == ["stand-in bot"] * 2
    assert record["orders"][-1]["player"] == "Ada"
    assert {one["player"] for one in record["seats"]} == {"Ada"}


def test_handover_outlives_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart everybody, the newcomer too, sees and has heard the same as before; the old token stays void."""
    monkeypatch.setattr("sonar_referee.match.presence.CONTACT_LASTS", 0.0)
    store = UnclosedStore()
    with Running(store) as server, Client(server.address) as client:
        meeting = client.full((BLUE[:2], *ONE_EACH[2:]), first_team="blue", role_bundles="free")
        old = meeting.tokens["blue.captain"]
        meeting.place()
        meeting.order("blue.captain", "head", heading="north")
        meeting.order_of("blue.first_mate", 0)
        for seat in ("blue.captain", "blue.engineer"):
            free(meeting, seat)
        meeting.join("blue.first_mate", "blue.engineer", name="Bea")
        free(meeting, "yellow.engineer")
        meeting.order_of("blue.engineer", 0)
        tokens = {meeting.tokens[seat] for seat in ("blue.engineer", "blue.radio_operator", "yellow.captain")}
        before = [seen_by(client, meeting, token) for token in tokens]
        seats = holders(meeting)
    with Running(store) as server, Client(server.address) as client:
        meeting.client = client
        assert [seen_by(client, meeting, token) for token in tokens] == before
        assert holders(meeting) == seats
        client.refused("not_authenticated", "GET", f"{meeting.path}/view", old)
        meeting.join("yellow.engineer", name="Cid")


def seen_by(client: Client, meeting: Meeting, token: str) -> Json:
    """The view and the announcements of a player."""
    heard = client.get(f"{meeting.path}/announcements", token)
    return {"view": client.get(f"{meeting.path}/view", token), "heard": heard}


class UnclosedStore(MemoryStore):
    """A store that is still there for the next server."""

    async def close(self) -> None:
        """Keep everything."""
