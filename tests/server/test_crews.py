"""Which players may play together, and which of a player's seats an order comes from."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.client import BLUE, YELLOW, Client, Json, Meeting, problem_in

CAPTAIN, FIRST_MATE, ENGINEER, RADIO_OPERATOR = range(4)

BUNDLES: dict[int, tuple[tuple[int, ...], ...]] = {
    1: ((CAPTAIN, FIRST_MATE, ENGINEER, RADIO_OPERATOR),),
    2: ((CAPTAIN, FIRST_MATE, ENGINEER), (RADIO_OPERATOR,)),
    3: ((CAPTAIN, FIRST_MATE), (ENGINEER,), (RADIO_OPERATOR,)),
    4: ((CAPTAIN,), (FIRST_MATE,), (ENGINEER,), (RADIO_OPERATOR,)),
}
"""The rulebook's split of the four roles among one to four players."""


def gather(
    client: Client, blue: tuple[tuple[int, ...], ...], yellow: tuple[tuple[int, ...], ...], **options: Any
) -> Meeting:
    """A match with these players, not yet started."""
    meeting = client.create(**options)
    for team, crew in ((BLUE, blue), (YELLOW, yellow)):
        for roles in crew:
            meeting.join(*(team[role] for role in roles))
    return meeting


@pytest.mark.parametrize("yellow", BUNDLES)
@pytest.mark.parametrize("blue", BUNDLES)
def test_team_sizes(client: Client, blue: int, yellow: int) -> None:
    """Two to eight players may play in the rulebook's bundles if the teams differ by at most one (E8, E9, E11)."""
    meeting = gather(client, BUNDLES[blue], BUNDLES[yellow])
    if abs(blue - yellow) <= 1:
        assert meeting.start()["status"] == "running"
    else:
        problem = client.refused("crew_not_allowed", "POST", f"{meeting.path}/start", meeting.host)
        assert f"{blue} against {yellow}" in problem["detail"]
        assert "role_bundles=free" in problem["detail"]
        assert meeting.state()["status"] == "lobby"


WRONG_CREWS = {
    "two of two": ((CAPTAIN, FIRST_MATE), (ENGINEER, RADIO_OPERATOR)),
    "captain with the engineer": ((CAPTAIN, ENGINEER), (FIRST_MATE,), (RADIO_OPERATOR,)),
    "first mate with the engineer": ((CAPTAIN,), (FIRST_MATE, ENGINEER), (RADIO_OPERATOR,)),
    "captain alone of two": ((CAPTAIN,), (FIRST_MATE, ENGINEER, RADIO_OPERATOR)),
}


@pytest.mark.parametrize("crew", WRONG_CREWS.values(), ids=WRONG_CREWS)
def test_bundles(client: Client, crew: tuple[tuple[int, ...], ...]) -> None:
    """Other combinations of roles are refused with those that are allowed, unless the match was made with free ones
    (E7)."""
    meeting = gather(client, crew, BUNDLES[3])
    problem = client.refused("crew_not_allowed", "POST", f"{meeting.path}/start", meeting.host)
    assert "of three, one is Captain and First Mate" in problem["detail"]
    assert gather(client, crew, BUNDLES[3], role_bundles="free").start()["status"] == "running"


def test_three_players_and_four_seats(client: Client) -> None:
    """Of three players the Captain's holds the First Mate's seat too, the others one seat each (E7)."""
    meeting = gather(client, BUNDLES[3], BUNDLES[2])
    seats = {seat["seat"]: seat["player"] for seat in meeting.start()["seats"]}
    assert None not in seats.values()
    assert meeting.tokens["blue.captain"] == meeting.tokens["blue.first_mate"]
    assert len(set(meeting.tokens.values())) == 5


def test_one_player_makes_every_mark_by_itself(client: Client) -> None:
    """One player with all four roles still gives each mark as an order of its own (E9)."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    meeting.order("blue.captain", "head", heading="north")
    assert meeting.view("blue.captain")["awaiting"] == ["blue.engineer", "blue.first_mate"]
    meeting.refused("wrong_phase", "blue.captain", "end_round")
    meeting.mark("blue")
    assert meeting.view("blue.captain")["phase"] == "activation"


# -- the seat of an order


def without_seat(meeting: Meeting, token: str, kind: str, **fields: object) -> Json:
    """Give an order without naming a seat, and return the answer's document."""
    order = {"order": {"type": kind, **fields}}
    document: Json = meeting.client.call("POST", f"{meeting.path}/orders", token, json=order).json()
    return document


def test_seat_left_out(client: Client) -> None:
    """An order needs no seat where only one of the player's seats gives orders of its type."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    token = meeting.tokens["blue.captain"]
    assert without_seat(meeting, token, "head", heading="north")["announcements"][-1]["kind"] == "heading"
    crossed = without_seat(meeting, token, "mark_breakdown", symbol="N1")
    assert crossed["announcements"][0]["role"] == "engineer"
    assert without_seat(meeting, token, "mark_gauge", system="mine")["announcements"][0]["role"] == "first_mate"
    assert without_seat(meeting, token, "end_round")["announcements"][0]["kind"] == "round_ended"


def test_seat_needed(client: Client) -> None:
    """Where several of the player's seats give orders of a type, the refusal names them and asks for one."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    before = meeting.everything()
    token = meeting.tokens["blue.captain"]
    for order in ({"type": "launch_drone", "sector": 1}, {"type": "activate_sonar"}):
        answer = client.call("POST", f"{meeting.path}/orders", token, json={"order": order})
        assert "blue.captain and blue.first_mate" in problem_in(answer, "seat_needed")["detail"]
    assert meeting.everything() == before


def test_seat_left_out_without_the_role(client: Client) -> None:
    """An order that none of the player's seats gives is refused by the rule that says whose it is."""
    meeting = client.full(first_team="blue")
    meeting.place()
    for seat, order, rule in (
        ("blue.engineer", {"type": "head", "heading": "north"}, "R12"),
        ("blue.radio_operator", {"type": "activate_sonar"}, "R81"),
        ("blue.captain", {"type": "mark_gauge", "system": "mine"}, "R12"),
    ):
        answer = client.call("POST", f"{meeting.path}/orders", meeting.tokens[seat], json={"order": order})
        assert problem_in(answer, "illegal_order")["rule"] == rule


def test_role_refusals(client: Client) -> None:
    """A seat that has not the role for an order is refused by the rule, though the seat is the player's own."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    assert meeting.refused("illegal_order", "blue.engineer", "head", heading="north")["rule"] == "R12"
    assert meeting.refused("illegal_order", "blue.captain", "mark_breakdown", symbol="N1")["rule"] == "R12"
    assert meeting.refused("illegal_order", "blue.radio_operator", "launch_drone", sector=1)["rule"] == "R81"
    assert meeting.refused("illegal_order", "blue.first_mate", "launch_torpedo", cell="C3")["rule"] == "R81"


def test_seat_of_somebody_else(client: Client) -> None:
    """An order for a seat that the player does not hold is refused, be it of the own team or of the enemy's."""
    meeting = client.full(first_team="blue")
    meeting.place()
    before = meeting.everything()
    for seat in ("blue.captain", "yellow.captain"):
        document = {"seat": seat, "order": {"type": "head", "heading": "north"}}
        answer = client.call("POST", f"{meeting.path}/orders", meeting.tokens["blue.engineer"], json=document)
        problem = problem_in(answer, "not_your_seat")
        assert problem["detail"] == f"You do not hold {seat}; you hold blue.engineer."
    assert meeting.everything() == before


def test_view_of_several_seats(client: Client) -> None:
    """A player with several seats sees them together: the seats in a list, and the seat in each of the orders."""
    crews = (*((tuple(BLUE[role] for role in roles)) for roles in BUNDLES[3]), YELLOW[:3], YELLOW[3:])
    meeting = client.full(crews, first_team="blue", own_team_view="role_only")
    meeting.place()
    meeting.order("blue.captain", "head", heading="north")
    view = client.get(f"{meeting.path}/view", meeting.tokens["blue.captain"])
    assert view["seats"] == ["blue.captain", "blue.first_mate"]
    assert "seat" not in view
    assert {order["seat"] for order in view["legal_orders"]} == {"blue.first_mate"}
    assert {order["seat"] for order in view["standing_orders"]} == {"blue.captain"}
    assert view["submarine"]["cell"] == "C1", "what the Captain sees"
    assert set(view["gauges"]) == {"mine", "torpedo", "drone", "sonar", "silence"}, "what the First Mate sees"
    assert "breakdowns" not in view
    assert "overlay" not in view
    for seat in ("blue.captain", "blue.first_mate"):
        alone = meeting.view(seat)
        assert alone["seat"] == seat
        assert "seats" not in alone
        assert all("seat" not in order for order in alone["legal_orders"])
        expected = [order for order in view["legal_orders"] if order["seat"] == seat]
        assert [{"seat": seat, **order} for order in alone["legal_orders"]] == expected
