"""A duel over the wire: what each player is sent, and how orders that are none are refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.server.client import Client, Json, Meeting

SEATS = ("blue", "yellow")
OTHER = {"blue": "yellow", "yellow": "blue"}


def begun(client: Client, **options: Any) -> Meeting:
    """A duel between two people."""
    answer = client.call("POST", "/api/matches", json={"game": "sonar-duel", "options": options})
    duel = Meeting(client, answer.json())
    for seat in SEATS:
        duel.join(seat)
    duel.start()
    return duel


def first_of(duel: Meeting) -> str:
    """Who begins."""
    first: str = duel.view("blue")["to_act"]
    return first


def test_a_whole_duel(client: Client) -> None:
    """Players who draw from their legal orders come to an end, and each has heard its own half of it."""
    duel, rng = begun(client), Random(6)
    while (seat := duel.view("blue")["to_act"]) is not None:
        assert duel.view(OTHER[seat])["legal_orders"] == []
        assert duel.view(seat)["standing_orders"] == [{"type": "forfeit"}]
        duel.give(seat, rng.choice(duel.view(seat)["legal_orders"]))
    heard = {seat: duel.heard(seat) for seat in SEATS}
    for seat in SEATS:
        assert [one["seq"] for one in heard[seat]] == list(range(1, len(heard[seat]) + 1))
        view = duel.view(seat)
        kinds = [one["kind"] for one in heard[seat]]
        assert kinds[-1] == "game_over"
        assert kinds.count("reading") == len(view["readings"])
        assert kinds.count("emission") == len(view["emissions"])
        assert view["outcome"]["reason"] == heard[seat][-1]["reason"]
        assert set(view["reveal"]) == set(SEATS)
    readings = {seat: {one["turn"] for one in heard[seat] if one["kind"] == "reading"} for seat in SEATS}
    for seat in SEATS:
        sonars = {one["turn"] for one in heard[OTHER[seat]] if one.get("system") == "sonar"}
        assert readings[seat] == sonars


def test_a_view_has_what_its_seat_may_know_and_nothing_else(client: Client) -> None:
    """Fields that a viewer does not get are absent."""
    duel = begun(client, spectator_view="public")
    public = {"seq", "revision", "match_id", "game", "status", "map", "turn", "to_act", "outcome", "clock"}
    own = {"start", "cell", "torpedoes", "deeds", "readings", "emissions", "legal_orders", "standing_orders", "seat"}
    assert set(duel.view("blue")) == set(duel.view("yellow")) == public | own
    assert set(client.get(f"{duel.path}/view")) == public


@pytest.mark.parametrize(
    "order",
    [
        {"type": "torpedo", "heading": "northeast"},
        {"type": "torpedo", "heading": "ne"},
        {"type": "torpedo"},
        {"type": "torpedo", "cell": "C6"},
        {"type": "move", "heading": None},
        {"type": "move", "heading": "north", "distance": 2},
        {"type": "dive"},
        {"type": "default", "seats": ["yellow"], "reason": "absence"},
    ],
)
def test_t6_what_is_no_order_is_malformed(client: Client, order: Json) -> None:
    """A diagonal torpedo, a move by two, an order of the referee's: refused, and nothing is used up."""
    duel = begun(client)
    seat = first_of(duel)
    before = {one: duel.view(one) for one in SEATS}
    answer = client.call("POST", f"{duel.path}/orders", duel.tokens[seat], json={"order": order})
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")
    assert without_time({one: duel.view(one) for one in SEATS}) == without_time(before)


def without_time(views: dict[str, Json]) -> dict[str, Json]:
    """Views but for the seconds that are left."""
    return {seat: view | {"clock": view["clock"] | {"left": 0}} for seat, view in views.items()}


def test_t11_refusals_name_the_rule_and_reach_nobody_else(client: Client) -> None:
    """Out of turn by 3.1, into land or off the map by 3.2; the enemy's socket stays silent, its view the same."""
    duel = begun(client, clock=None)
    seat = first_of(duel)
    foe = OTHER[seat]
    line = duel.line(foe)
    line.settle()
    assert client.call("POST", f"{duel.path}/orders", duel.tokens[foe], json={"order": {"type": "sonar"}}).json() == {
        "type": "urn:sonar-referee:problem:not_your_turn",
        "title": "Not your turn",
        "status": 409,
        "detail": f"It is {seat}'s turn; wait for yours.",
        "code": "not_your_turn",
        "rule": "3.1",
    }
    moves = 0
    while not (shut := shut_headings(duel.view(seat))):
        duel.order(seat, "move", heading="north")
        duel.order(foe, "wait")
        moves += 1
    line.settle()
    before = duel.view(foe)
    for heading in shut:
        refused = duel.refused("illegal_order", seat, "move", heading=heading)
        assert refused["rule"] == "3.2"
        assert heading.title() in refused["detail"]
    assert line.settle() == []
    assert duel.view(foe) == before
    assert duel.view(seat)["turn"] == 1 + 2 * moves


def shut_headings(view: Json) -> set[str]:
    """Where a submarine cannot go."""
    return {"north", "east", "south", "west"} - {o["heading"] for o in view["legal_orders"] if o["type"] == "move"}


def test_t8_frames_after_a_move_and_a_wait_are_the_same(client: Client) -> None:
    """On the enemy's socket one call and one view, equal but for the identity of the match and the time."""
    frames = []
    for kind in ("move", "wait"):
        duel = begun(client, clock=None)
        seat = first_of(duel)
        line = duel.line(OTHER[seat])
        line.settle()
        duel.give(seat, next(order for order in duel.view(seat)["legal_orders"] if order["type"] == kind))
        told = line.settle()
        assert [frame["type"] for frame in told] == ["announcement", "view"]
        assert told[0] == {"type": "announcement", "seq": 1, "round": 1, "kind": "turn_passed", "text": "TURN PASSED"}
        frames.append({name: told[1]["view"][name] for name in ("seq", "revision", "turn", "readings", "emissions")})
    assert frames[0] == frames[1] == {"seq": 1, "revision": 2, "turn": 2, "readings": [], "emissions": []}


def test_5_3_nobody_looks_on_by_default(client: Client) -> None:
    """Spectators are refused unless the host lets them in."""
    duel = begun(client)
    for where in ("view", "announcements", "stream"):
        client.refused("no_spectators", "GET", f"{duel.path}/{where}")
    assert client.get(duel.path)["status"] == "running"
