"""The same people again, whether a match can start, and orders that are only tried."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from sonar_referee.store import MemoryStore, SQLiteStore
from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Meeting, problem_in
from tests.server.running import Running


def played(client: Client, loser: str = "blue", **options: Any) -> Meeting:
    """A match that a team has resigned."""
    meeting = client.full(**options)
    meeting.order(f"{loser}.captain", "resign")
    return meeting


def again(meeting: Meeting, swap: bool = False) -> Meeting:
    """Its rematch, with everybody's tokens where they sit now."""
    answer = meeting.client.call("POST", f"{meeting.path}/rematch", meeting.host, json={"swap": swap})
    assert answer.status_code == 201, answer.text
    rematch = Meeting(meeting.client, answer.json())
    turned = dict(zip(SEATS, YELLOW + BLUE, strict=True))
    rematch.tokens = {turned[seat] if swap else seat: token for seat, token in meeting.tokens.items()}
    return rematch


def people(meeting: Meeting) -> dict[str, tuple[str | None, str | None]]:
    """Name and bot on each seat."""
    return {one["seat"]: (one["player"], one["bot"]) for one in meeting.state()["seats"]}


def test_rematch(client: Client) -> None:
    """The same game, options, name and people on the same seats, started at once; the answer is that of creating."""
    meeting = client.create(name="Friday night", map="bravo", hull=2)
    for number, seats in enumerate((BLUE[:2], BLUE[2:3], BLUE[3:], YELLOW[:3])):
        meeting.join(*seats, name=f"Player {number}")
    meeting.bots(YELLOW[3])
    meeting.start()
    meeting.order("blue.captain", "resign")
    rematch = again(meeting)
    before, after = meeting.state(), rematch.state()
    assert rematch.match_id != meeting.match_id
    assert rematch.join_code != meeting.join_code
    assert rematch.host == meeting.host
    assert people(rematch) == people(meeting)
    assert (after["status"], after["round"], after["outcome"]) == ("running", 0, None)
    for same in ("game", "name", "options"):
        assert after[same] == before[same]


def test_tokens_go_on_working(client: Client) -> None:
    """Every player's token and the host's are good for the rematch as well."""
    rematch = again(played(client, first_team="blue"))
    rematch.place()
    rematch.quiet_round("blue", "north")
    rematch.quiet_round("yellow", "north")
    problem_in(client.call("POST", f"{rematch.path}/start", rematch.host), "not_in_lobby")


def test_swapped_sides(client: Client) -> None:
    """With `swap` everybody has the same role in the other team, bots too."""
    meeting = client.create()
    meeting.join(*BLUE, name="Ada")
    meeting.join(*YELLOW[:3], name="Vera")
    meeting.bots(YELLOW[3])
    meeting.start()
    meeting.order("blue.captain", "resign")
    rematch = again(meeting, swap=True)
    assert people(rematch) == {
        **dict.fromkeys(YELLOW, ("Ada", None)),
        **dict.fromkeys(BLUE[:3], ("Vera", None)),
        BLUE[3]: ("random bot", "random"),
    }
    assert set(rematch.view("yellow.captain")) == set(meeting.view("blue.captain")) - {"reveal"}


def test_there_is_one_rematch(client: Client) -> None:
    """Asking again, at the same time or with swapped sides, answers with the rematch that was made."""
    meeting = played(client)
    client.refused("no_such_match", "GET", f"{meeting.path}/rematch")
    with ThreadPoolExecutor(4) as pool:
        made = {rematch.match_id for rematch in pool.map(lambda _number: again(meeting), range(4))}
    assert made == {again(meeting, swap=True).match_id}
    assert client.get(f"{meeting.path}/rematch") == {"match_id": made.pop()}


def test_all_listeners_are_told_once(client: Client) -> None:
    """Players and spectators who still listen to the old match hear where it goes on."""
    meeting = played(client)
    lines = [meeting.line("blue.engineer"), meeting.line("yellow.captain"), meeting.line()]
    rematch = again(meeting)
    again(meeting)
    told = {"type": "rematch", "match_id": rematch.match_id}
    for line in lines:
        assert line.settle() == [told]


@pytest.mark.parametrize("loser", ["blue", "yellow"])
def test_the_loser_begins(client: Client, loser: str) -> None:
    """With `loser_of_previous` the team begins whose people have lost, on whichever side they sit, match by match."""
    other = {"blue": "yellow", "yellow": "blue"}
    first = played(client, loser, first_team="loser_of_previous")
    assert first.state()["options"]["first_team"] == "loser_of_previous"
    second = again(first, swap=True)
    assert second.state()["options"]["first_team"] == other[loser]
    second.place()
    assert second.view(f"{loser}.captain")["team_to_act"] == other[loser]
    second.order(f"{loser}.captain", "resign")
    third = again(second)
    assert third.state()["options"]["first_team"] == loser


def test_after_a_draw_nobody_has_lost(client: Client) -> None:
    """After a draw the first team is drawn, as in a first match."""
    meeting = client.full(first_team="loser_of_previous")
    meeting.place()
    meeting.order("blue.captain", "offer_draw")
    meeting.order("yellow.captain", "accept_draw")
    assert again(meeting).state()["options"]["first_team"] == "loser_of_previous"


def test_private_match_stays_private(client: Client) -> None:
    """A rematch is listed only if the match was."""
    public, private = client.create(), client.create(public=False)
    for meeting in (public, private):
        for seat in SEATS:
            meeting.join(seat)
        meeting.start()
        meeting.order("blue.captain", "resign")
    rematches = [again(public).match_id, again(private).match_id]
    listed = {match["match_id"] for match in client.get("/api/matches")["matches"]}
    assert [match_id in listed for match_id in rematches] == [True, False]


def test_bots_play_on(client: Client) -> None:
    """Bots are at work in a rematch as well."""
    meeting = client.create(first_team="yellow")
    meeting.bots(*SEATS[1:])
    meeting.join(SEATS[0])
    meeting.start()
    meeting.order("blue.captain", "resign")
    rematch = again(meeting)
    rematch.order("blue.captain", "place", cell="C2")
    with rematch.line("blue.captain", after=0) as line:
        while line.until("announcement")[-1]["kind"] != "heading":
            pass


def test_only_the_host_and_only_after_the_end(client: Client) -> None:
    """A rematch is the host's to make, when the match is over."""
    meeting = client.full()
    path = f"{meeting.path}/rematch"
    client.refused("not_finished", "POST", path, meeting.host, json={})
    meeting.order("blue.captain", "resign")
    client.refused("not_host", "POST", path, meeting.tokens["blue.captain"], json={})
    client.refused("not_authenticated", "POST", path, json={})
    client.refused("malformed", "POST", path, meeting.host, json={"swap": "yes"})
    client.refused("no_such_match", "POST", "/api/matches/none/rematch", meeting.host, json={})
    client.refused("no_such_match", "GET", path)


def test_rematch_outlives_the_server(tmp_path: Path) -> None:
    """After a restart there is still one rematch, with its tokens, and the loser still begins the next."""
    file = tmp_path / "matches.sqlite3"
    with Running(SQLiteStore.open(file)) as running, Client(running.address) as client:
        meeting = played(client, first_team="loser_of_previous")
        rematch = again(meeting)
    with Running(SQLiteStore.open(file)) as running, Client(running.address) as client:
        meeting.client = rematch.client = client
        assert again(meeting).match_id == rematch.match_id
        rematch.order("yellow.captain", "resign")
        assert again(rematch).state()["options"]["first_team"] == "yellow"


def test_rematch_that_cannot_be_stored() -> None:
    """If the disk refuses, nobody is told of a rematch, and it can be made later."""
    store = MemoryStore()
    with Running(store) as running, Client(running.address) as client:
        meeting = played(client)
        store._closed = True
        client.refused("not_stored", "POST", f"{meeting.path}/rematch", meeting.host, json={})
        store._closed = False
        with meeting.line("blue.captain") as line:
            assert line.settle() == []
            assert line.settle() == [] != [again(meeting)]
            assert [frame["type"] for frame in line.settle()] == ["rematch"]


# -- whether a match can start


def readiness(meeting: Meeting) -> Json:
    """Whether a match can start."""
    return meeting.client.get(f"{meeting.path}/readiness")


def test_readiness(client: Client) -> None:
    """Before the start anybody can ask whether it is possible; the reason is that of the refused start."""
    meeting = client.create()
    meeting.join(*BLUE)
    found = readiness(meeting)
    assert found == {"ready": False, "reason": f"Nobody sits on {', '.join(YELLOW)}."}
    problem = client.refused("seats_empty", "POST", f"{meeting.path}/start", meeting.host)
    assert found["reason"] == problem["detail"]
    meeting.join(YELLOW[0], YELLOW[3])
    meeting.join(YELLOW[1], YELLOW[2])
    problem = client.refused("crew_not_allowed", "POST", f"{meeting.path}/start", meeting.host)
    assert readiness(meeting) == {"ready": False, "reason": problem["detail"]}


def test_ready(client: Client) -> None:
    """A full table of people that go together is ready, until it has started."""
    meeting = client.create()
    meeting.bots(*SEATS)
    assert readiness(meeting) == {"ready": True, "reason": None}
    meeting.start()
    assert readiness(meeting) == {"ready": False, "reason": "The match has started already."}


# -- orders that are only tried


def check(meeting: Meeting, seat: str | None, token: str, order: Json) -> Any:
    """Ask whether an order would be accepted; nothing may change."""
    before = meeting.everything()
    answer = meeting.client.call("POST", f"{meeting.path}/orders/check", token, json={"seat": seat, "order": order})
    assert meeting.everything() == before
    return answer


def test_check_of_an_order(client: Client) -> None:
    """An order that would be accepted is answered with nothing; a refusal is that of the order itself."""
    meeting = client.full(first_team="blue")
    meeting.place()
    token = meeting.tokens["blue.captain"]
    for seat in ("blue.captain", None):
        accepted = check(meeting, seat, token, {"type": "head", "heading": "north"})
        assert (accepted.status_code, accepted.content) == (204, b"")
    for order in ({"type": "head", "heading": "up"}, {"type": "end_round"}, {"type": "mark_gauge", "system": "mine"}):
        checked = check(meeting, None, token, order)
        given = client.call("POST", f"{meeting.path}/orders", token, json={"order": order})
        assert (checked.status_code, checked.json()) == (given.status_code, given.json())
        assert given.status_code >= 400
    meeting.order("blue.captain", "head", heading="north")


def test_check_is_for_the_player(client: Client) -> None:
    """A check needs what the order needs: a player's token, the player's seat, a running match."""
    meeting = client.create()
    token = meeting.join(*BLUE)
    resign = {"type": "resign"}
    problem_in(check(meeting, None, token, resign), "not_running")
    problem_in(check(meeting, "yellow.captain", token, resign), "not_your_seat")
    problem_in(check(meeting, "blue.cook", token, resign), "no_such_seat")
    problem_in(check(meeting, None, token, {"type": "dance"}), "malformed")
    problem_in(check(meeting, None, meeting.host, resign), "not_authenticated")
