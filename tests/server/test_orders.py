"""Orders over HTTP: what the answer tells, what refusals say, and orders that are sent more than once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from sonar_referee.store import SQLiteStore
from tests.server.client import BLUE, YELLOW, Client, Json, Meeting, problem_in
from tests.server.running import Running

NORTH: Json = {"type": "head", "heading": "north"}


@pytest.fixture(name="meeting")
def running_match(client: Client) -> Meeting:
    """A match of eight players in its first round, blue to move from C2."""
    meeting = client.full(first_team="blue")
    meeting.place()
    return meeting


def test_answer_tells_what_the_sender_heard(meeting: Meeting) -> None:
    """The answer to an order holds what it brought the sender to hear, and the sender's own sequence after it."""
    assert meeting.order("blue.captain", "head", heading="north") == {
        "seq": 2,
        "announcements": [
            {"seq": 1, "round": 1, "kind": "dive", "team": "blue", "text": "DIVE!"},
            {"seq": 2, "round": 1, "kind": "heading", "team": "blue", "text": "HEAD NORTH", "heading": "north"},
        ],
    }
    assert meeting.order("blue.first_mate", "mark_gauge", system="mine") == {"seq": 2, "announcements": []}
    oks = meeting.order("blue.engineer", "mark_breakdown", symbol="N1")["announcements"]
    assert [(ok["seq"], ok["kind"], ok["role"]) for ok in oks] == [
        *((3, "crew_ok", "engineer"), (4, "crew_ok", "first_mate")),
    ]


def test_sequence_in_the_answer_is_the_senders_own(client: Client) -> None:
    """What only the own team hears counts in its sequence and not in the enemy's (D16)."""
    meeting = client.full(first_team="blue", announce_ready="team")
    meeting.place()
    last = meeting.fill_the_mine_gauge()
    assert [one["kind"] for one in last["announcements"]] == ["system_ready", "crew_ok"]
    assert "system_ready" not in [one["kind"] for one in meeting.heard("yellow.captain")]
    assert meeting.view("blue.captain")["seq"] == meeting.view("yellow.captain")["seq"] + 1
    for seat in (None, "blue.captain", "yellow.captain"):
        heard = meeting.heard(seat)
        assert [one["seq"] for one in heard] == list(range(1, len(heard) + 1))


def test_refusals_of_the_rules(meeting: Meeting) -> None:
    """The rules' refusals carry the rule's id, a sentence, and one of three codes; nothing changes."""
    not_yours = meeting.refused("not_your_turn", "yellow.captain", "head", heading="north")
    assert (not_yours["rule"], not_yours["detail"]) == ("R27", "It is the other team's round.")
    too_early = meeting.refused("wrong_phase", "blue.engineer", "mark_breakdown", symbol="N1")
    assert too_early["rule"] == "R50"
    meeting.refused("illegal_order", "blue.captain", "surface")
    meeting.order("blue.captain", "head", heading="north")
    again = meeting.refused("wrong_phase", "blue.captain", "head", heading="north")
    assert again["rule"] == "R23"
    crossed = meeting.refused("illegal_order", "blue.engineer", "mark_breakdown", symbol="S1")
    assert crossed["detail"] == "The course is north: cross a symbol of the north panel."
    meeting.mark("blue")
    torpedo = meeting.refused("illegal_order", "blue.captain", "launch_torpedo", cell="C3")
    assert (torpedo["rule"], torpedo["detail"]) == ("R80", "The torpedo gauge is not full.")


def test_orders_after_the_end(meeting: Meeting) -> None:
    """After the end every order is refused with not_running."""
    meeting.order("blue.captain", "resign")
    for seat, order in (("blue.captain", NORTH), ("yellow.captain", {"type": "resign"})):
        problem = meeting.refused("not_running", seat, **{"kind": order["type"], **_fields(order)})
        assert "over" in problem["detail"]


def _fields(order: Json) -> Json:
    return {name: value for name, value in order.items() if name != "type"}


# -- order_id


def test_repeated_order(meeting: Meeting) -> None:
    """The same order with the same order_id is answered as the first time, and done once."""
    first = meeting.give("blue.captain", NORTH, "one")
    before = meeting.everything()
    for _time in range(3):
        assert meeting.give("blue.captain", NORTH, "one").content == first.content
    assert meeting.everything() == before
    meeting.mark("blue")
    meeting.order("blue.captain", "end_round")
    assert meeting.give("blue.captain", NORTH, "one").content == first.content, "also when much has happened since"
    meeting.order("blue.captain", "resign")
    assert meeting.give("blue.captain", NORTH, "one").content == first.content, "also after the end"


def test_repeated_order_without_its_seat(client: Client) -> None:
    """A repetition may leave out the seat or name it; another seat makes it another order."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    token = meeting.tokens["blue.captain"]
    meeting.give("blue.captain", NORTH, "one")

    def repeat(**more: str) -> httpx.Response:
        document = {"order": NORTH, "order_id": "one", **more}
        return client.call("POST", f"{meeting.path}/orders", token, json=document)

    assert repeat().json()["seq"] == 2
    assert repeat(seat="blue.captain").json()["seq"] == 2
    problem_in(repeat(seat="blue.engineer"), "order_id_reused")


def test_order_id_of_another_order(meeting: Meeting) -> None:
    """Another order with a used order_id is refused and not done, whether or not it were legal."""
    meeting.give("blue.captain", NORTH, "one")
    meeting.mark("blue")
    before = meeting.everything()
    for order in ({"type": "end_round"}, {"type": "head", "heading": "south"}, {"type": "resign"}):
        problem_in(meeting.give("blue.captain", order, "one"), "order_id_reused")
    assert meeting.everything() == before


def test_refused_order_does_not_use_up_its_order_id(meeting: Meeting) -> None:
    """A refused order leaves its order_id free: the same id serves for the order that is accepted."""
    problem_in(meeting.give("blue.captain", {"type": "surface"}, "one"), "illegal_order")
    assert meeting.give("blue.captain", NORTH, "one").status_code == 200
    problem_in(meeting.give("blue.captain", {"type": "surface"}, "one"), "order_id_reused")


def test_order_ids_of_two_players(meeting: Meeting) -> None:
    """Players choose their order_ids without knowing each other's: the same one is two orders."""
    assert meeting.give("blue.captain", NORTH, "1").status_code == 200
    crossed = meeting.give("blue.engineer", {"type": "mark_breakdown", "symbol": "N1"}, "1")
    marked = meeting.give("blue.first_mate", {"type": "mark_gauge", "system": "mine"}, "1")
    assert (crossed.json()["seq"], marked.json()["seq"]) == (3, 4)
    assert meeting.give("blue.engineer", {"type": "mark_breakdown", "symbol": "N1"}, "1").content == crossed.content


def test_repeated_order_after_a_restart(tmp_path: Path) -> None:
    """An order_id is remembered across a restart: the answer is the same, and another order is refused."""
    file = tmp_path / "matches.sqlite3"
    with Running(SQLiteStore.open(file)) as running, Client(running.address) as client:
        meeting = client.full(first_team="blue")
        meeting.place()
        first = meeting.give("blue.captain", NORTH, "one")
        before = meeting.everything()
    with Running(SQLiteStore.open(file)) as running, Client(running.address) as client:
        meeting.client = client
        assert meeting.everything() == before
        assert meeting.give("blue.captain", NORTH, "one").content == first.content
        problem_in(meeting.give("blue.captain", {"type": "resign"}, "one"), "order_id_reused")
        assert meeting.everything() == before
        meeting.mark("blue")
        assert meeting.view("blue.captain")["phase"] == "activation"


def test_many_at_once_with_one_order_id(meeting: Meeting) -> None:
    """However many send one order with one order_id at the same moment, it is done once and all hear the same."""
    meeting.order("blue.captain", "head", heading="north")
    mark: Json = {"type": "mark_breakdown", "symbol": "N1"}
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: meeting.give("blue.engineer", mark, "mine"), range(48)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    meeting.order("blue.first_mate", "mark_gauge", system="mine")
    assert [one["kind"] for one in meeting.heard("yellow.captain")] == ["dive", "heading", "crew_ok", "crew_ok"]
    assert meeting.view("blue.engineer")["breakdowns"] == ["N1"]


def test_many_at_once_without_order_ids(meeting: Meeting) -> None:
    """Of many equal orders without order_id that can be given once, one is accepted and the others are refused."""
    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(lambda _: meeting.give("blue.captain", NORTH), range(32)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 31
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"wrong_phase"}
    assert meeting.view("blue.captain")["submarine"]["route"] == ["C2", "C1"]


def test_many_matches_at_once(client: Client) -> None:
    """Matches go on side by side: the same orders in each give the same views."""

    def play(_number: int) -> list[Json]:
        meeting = client.full((BLUE, YELLOW), first_team="blue")
        meeting.place()
        for heading in ("north", "west"):
            meeting.quiet_round("blue", heading)
            meeting.quiet_round("yellow", heading)
        return [{**meeting.view(seat), "match_id": ""} for seat in (*BLUE, *YELLOW)]

    with ThreadPoolExecutor(8) as pool:
        played = list(pool.map(play, range(8)))
    assert all(views == played[0] for views in played)
    assert played[0][0]["round"] == 5
