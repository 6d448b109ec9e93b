"""The view documents: what each kind of viewer gets, and that what it may not see is absent, not null."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Meeting

HEAD = {"seq", "revision", "match_id", "game", "status"}
PUBLIC = {"map", "round", "team_to_act", "phase", "awaiting", "outcome", "clock"}
ORDERS = {"legal_orders", "standing_orders"}
SEAT = HEAD | PUBLIC | ORDERS | {"seat", "submarine", "enemy", "gauges", "breakdowns", "overlay"}
SPECTATOR = HEAD | PUBLIC | {"teams"}
SHEET = {"cell", "route", "mines", "damage", "surfaced", "surface_round"}
OUTSIDE = {"damage", "surfaced", "surface_round"}
TRUTH = SHEET | {"past_routes", "gauges", "breakdowns"}


def over_the_socket(meeting: Meeting, seat: str | None) -> Json:
    """The view that a socket shows, which must be the one that HTTP gives."""
    with meeting.line(seat) as line:
        view: Json = line.welcome["view"]
    assert view == meeting.view(seat)
    return view


def started(client: Client, **options: Any) -> Meeting:
    """A match of eight players in which blue has moved and both marks are open."""
    meeting = client.full(first_team="blue", **options)
    meeting.place()
    meeting.order("blue.captain", "head", heading="north")
    return meeting


def test_view_of_a_seat(client: Client) -> None:
    """A seat's view has the protocol's members, with the values of the position."""
    meeting = started(client)
    view = over_the_socket(meeting, "blue.captain")
    assert set(view) == SEAT
    assert {name: view[name] for name in HEAD - {"revision"}} == {
        **{"seq": 2, "match_id": meeting.match_id, "game": "captain-sonar", "status": "running"},
    }
    assert {name: view[name] for name in PUBLIC} == {
        "map": "alpha",
        "round": 1,
        "team_to_act": "blue",
        "phase": "marks",
        "awaiting": ["blue.engineer", "blue.first_mate"],
        "outcome": None,
        "clock": None,
    }
    assert view["seat"] == "blue.captain"
    assert view["submarine"] == {
        **{"cell": "C1", "route": ["C2", "C1"], "mines": []},
        **{"damage": 0, "surfaced": False, "surface_round": 0},
    }
    assert view["enemy"] == {"damage": 0, "surfaced": False, "surface_round": 0}
    sizes = {"mine": 2, "torpedo": 3, "drone": 3, "sonar": 2, "silence": 5}
    assert view["gauges"] == {system: {"marked": 0, "size": size} for system, size in sizes.items()}
    assert (view["breakdowns"], view["overlay"]) == ([], {})
    assert view["legal_orders"] == []
    assert view["standing_orders"] == [{"type": "resign"}, {"type": "offer_draw"}]
    engineer = meeting.view("blue.engineer")
    assert engineer["legal_orders"] == [{"type": "mark_breakdown", "symbol": f"N{place}"} for place in range(1, 7)]
    assert engineer["standing_orders"] == []


def test_views_before_the_first_round(client: Client) -> None:
    """While starts are chosen there is no team to act, and a submarine without a start has no cell yet."""
    meeting = client.full(first_team="blue")
    view = meeting.view("blue.captain")
    assert (view["phase"], view["round"], view["team_to_act"]) == ("placement", 0, None)
    assert view["awaiting"] == ["blue.captain", "yellow.captain"]
    assert (view["submarine"]["cell"], view["submarine"]["route"]) == (None, [])
    assert {"type": "place", "cell": "C2"} in view["legal_orders"]


def test_members_that_apply_now_and_then(client: Client) -> None:
    """Members that say nothing at the moment are absent: activation_used, draw_offered_by, silent_heading,
    archer_mines."""
    meeting = started(client)
    meeting.mark("blue")
    assert meeting.view("yellow.captain")["activation_used"] is False
    meeting.order("blue.captain", "offer_draw")
    for seat in SEATS:
        assert meeting.view(seat)["draw_offered_by"] == "blue"
    assert meeting.view()["draw_offered_by"] == "blue"
    assert meeting.view("yellow.captain")["standing_orders"] == [
        {"type": kind} for kind in ("resign", "accept_draw", "decline_draw")
    ]
    assert meeting.view("blue.captain")["standing_orders"] == [{"type": "resign"}]
    meeting.order("yellow.captain", "decline_draw")
    meeting.order("blue.captain", "end_round")
    assert set(meeting.view("blue.captain")) == SEAT
    echo = client.full(map="echo")
    assert echo.view()["archer_mines"] == echo.view("blue.captain")["archer_mines"] != []
    assert echo.view("blue.captain")["gauges"]["scenario"]["marked"] == 0


def test_silent_heading(client: Client) -> None:
    """The heading of a silent course stands in the own team's views while its mark is open, and in no other."""
    meeting = client.full(first_team="blue")
    meeting.order("blue.captain", "place", cell="A10")
    meeting.order("yellow.captain", "place", cell="J10")
    symbols = ("N2", "N4", "N5", "N6")
    rounds = [(team, "north", symbol) for symbol in symbols for team in ("blue", "yellow")]
    for team, heading, symbol in [*rounds, ("blue", "east", "E1")]:
        meeting.order(f"{team}.captain", "head", heading=heading)
        meeting.order(f"{team}.engineer", "mark_breakdown", symbol=symbol)
        meeting.order(f"{team}.first_mate", "mark_gauge", system="silence")
        if heading == "north":
            meeting.order(f"{team}.captain", "end_round")
    assert meeting.view("blue.captain")["gauges"]["silence"] == {"marked": 5, "size": 5}
    meeting.order("blue.captain", "activate_silence", heading="north", distance=2)
    for mine in BLUE:
        assert meeting.view(mine)["silent_heading"] == "north"
    for other in (*YELLOW, None):
        assert "silent_heading" not in meeting.view(other)
    assert meeting.view("yellow.captain")["phase"] == "silence_marks"


SHEETS = {
    "captain": (SHEET, set[str]()),
    "first_mate": (OUTSIDE, {"gauges"}),
    "engineer": (OUTSIDE, {"breakdowns"}),
    "radio_operator": (OUTSIDE, {"overlay"}),
}
"""What each role sees of its submarine under `role_only`, and its other sheet."""


@pytest.mark.parametrize("role", SHEETS)
def test_each_role_by_itself(client: Client, role: str) -> None:
    """Under own_team_view role_only a seat's view has its own role's sheet only, over HTTP and socket alike (D25)."""
    meeting = started(client, own_team_view="role_only")
    submarine, sheet = SHEETS[role]
    view = over_the_socket(meeting, f"blue.{role}")
    assert set(view) == SEAT - {"gauges", "breakdowns", "overlay"} | sheet
    assert set(view["submarine"]) == submarine
    assert view["enemy"] == {"damage": 0, "surfaced": False, "surface_round": 0}


def test_all_roles_together(client: Client) -> None:
    """By default every role of a team sees all its sheets, and only its orders differ (D25)."""
    meeting = started(client)
    own = {"seat", "legal_orders", "standing_orders"}
    views = [over_the_socket(meeting, seat) for seat in BLUE]
    for view in views:
        assert {name: view[name] for name in SEAT - own} == {name: views[0][name] for name in SEAT - own}


def test_view_of_a_spectator(client: Client) -> None:
    """A spectator sees public facts only: whose turn, what phase, and each submarine from outside."""
    meeting = started(client)
    view = over_the_socket(meeting, None)
    assert set(view) == SPECTATOR
    outside = {"damage": 0, "surfaced": False, "surface_round": 0}
    assert view["teams"] == {"blue": outside, "yellow": outside}
    meeting.mark("blue")
    assert set(meeting.view()) == SPECTATOR | {"activation_used"}


def test_view_of_a_spectator_who_sees_everything(client: Client) -> None:
    """Under spectator_view omniscient a spectator sees the truth, and the players no more than ever."""
    meeting = started(client, spectator_view="omniscient")
    view = over_the_socket(meeting, None)
    assert set(view) == SPECTATOR | {"truth"}
    assert set(view["truth"]) == {"blue", "yellow"}
    assert set(view["truth"]["blue"]) == TRUTH
    assert (view["truth"]["blue"]["cell"], view["truth"]["yellow"]["cell"]) == ("C1", "C9")
    assert "overlay" not in view
    for seat in SEATS:
        assert set(meeting.view(seat)) == SEAT
        assert "C9" not in str(meeting.view("blue.captain"))


@pytest.mark.parametrize("options", [{}, {"own_team_view": "role_only"}, {"spectator_view": "omniscient"}])
def test_views_after_the_end(client: Client, options: Json) -> None:
    """After the end every view reveals both submarines, names the outcome, and has no more orders."""
    meeting = started(client, **options)
    meeting.order("yellow.captain", "resign")
    for seat in (*SEATS, None):
        view = over_the_socket(meeting, seat)
        assert (view["status"], view["phase"], view["team_to_act"]) == ("finished", "game_over", None)
        assert view["outcome"] == {"winner": "blue", "reason": "resignation"}
        assert view["awaiting"] == []
        assert set(view["reveal"]) == {"blue", "yellow"}
        assert set(view["reveal"]["yellow"]) == TRUTH
        assert view["reveal"]["blue"]["route"] == ["C2", "C1"]
        if seat is not None:
            assert (view["legal_orders"], view["standing_orders"]) == ([], [])
    assert meeting.state()["outcome"] == {"winner": "blue", "reason": "resignation"}
    assert meeting.state()["status"] == "finished"


def nulls(value: Any, path: str = "") -> set[str]:
    """Where a document holds null."""
    if value is None:
        return {path}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {found for key, part in items for found in nulls(part, f"{path}.{key}" if path else str(key))}


@pytest.mark.parametrize("own_team_view", ["shared", "role_only"])
def test_nothing_hidden_is_null(client: Client, own_team_view: str) -> None:
    """Null means that there is none: no outcome, no clock, no team to act, no cell before the placement."""
    meeting = client.full(first_team="blue", own_team_view=own_team_view)
    for seat in (*SEATS, None):
        assert nulls(meeting.view(seat)) <= {"outcome", "clock", "team_to_act", "submarine.cell"}
    meeting.place()
    meeting.order("blue.captain", "head", heading="north")
    for seat in (*SEATS, None):
        assert nulls(meeting.view(seat)) == {"outcome", "clock"}


def test_legal_orders_are_accepted(client: Client) -> None:
    """Each order that a view lists is complete as it stands: given back, it is accepted."""
    probe = client.full(first_team="blue")
    listed = probe.view("blue.captain")["legal_orders"]
    assert len(listed) == 92
    for order in listed[::13]:
        assert probe.give("blue.captain", order).status_code == 200
