"""The record of a match: closed while it runs, and afterwards all that is needed to play it again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from pydantic_core import from_json, to_json

from sonar_referee.games.game import SPECTATOR
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.adapters import read_options, read_order
from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Meeting


def play_to_the_end(meeting: Meeting, seed: int) -> None:
    """Give random legal orders until the match is over."""
    rng = Random(seed)
    while (seat := meeting.awaited()) is not None:
        meeting.give(seat, rng.choice(meeting.view(seat)["legal_orders"]))


def replayed(record: Json) -> tuple[Any, list[Any]]:
    """The final state and all that was said when a record's orders are given anew."""
    game = GAMES[record["game"]]
    state = game.new(read_options(game, record["options"]), game.read_map(record["map"], "record"), record["seed"])
    said = []
    for entry in record["orders"]:
        said += game.apply(state, entry["seat"], read_order(game, entry["order"]))
    return state, said


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (2, {"map": "echo", "hull": 1, "spectator_view": "omniscient"}), (3, {"map": "delta", "max_rounds": 12})],
)
def test_record_plays_the_match_again(client: Client, seed: int, options: Json) -> None:
    """Map, options, seed and orders of a record give the same announcements and the same end once more."""
    meeting = client.full((BLUE, YELLOW), **({"max_rounds": 30} | options))
    play_to_the_end(meeting, seed)
    record = client.get(f"{meeting.path}/record")
    state, said = replayed(record)
    game = GAMES[record["game"]]
    assert from_json(to_json(game.outcome(state))) == record["outcome"] == meeting.state()["outcome"]
    ears = game.hears(state, SPECTATOR)
    heard = [from_json(to_json(one.announcement)) | {"round": one.round} for one in said if one.audience in ears]
    assert [{name: one[name] for name in one if name not in ("seq", "text")} for one in meeting.heard()] == heard
    reveal = meeting.view("blue.captain")["reveal"]
    assert from_json(to_json(game.view(state, SPECTATOR).reveal)) == reveal


def test_a_match_that_stays_secret_is_told_to_its_host_only(client: Client) -> None:
    """Who may not see the tracks after the end reads them neither in the record nor in the analysis."""
    meeting = client.create(game="sonar-duel", reveal_at_end=False, clock=None)
    meeting.join("blue")
    meeting.join("yellow")
    meeting.start()
    meeting.order("blue", "forfeit")
    for what in ("record", "analysis"):
        client.refused("not_authenticated", "GET", f"{meeting.path}/{what}")
        client.refused("not_host", "GET", f"{meeting.path}/{what}", meeting.tokens["blue"])
        assert client.get(f"{meeting.path}/{what}", meeting.host)["match_id"] == meeting.match_id
    assert "reveal" not in meeting.view("blue")


def test_record_tells_who_played(client: Client) -> None:
    """A record has what the match shows, the seats, and each order with number, time, seat and player."""
    meeting = client.create(name="Final", first_team="blue")
    for number, seat in enumerate(SEATS):
        meeting.join(seat, name=f"player {number}")
    meeting.start()
    meeting.place()
    meeting.order("blue.captain", "head", heading="north")
    meeting.refused("wrong_phase", "blue.captain", "end_round")
    meeting.order("blue.first_mate", "mark_gauge", system="mine")
    meeting.order("yellow.captain", "resign")
    record = client.get(f"{meeting.path}/record")
    state = meeting.state()
    for name in ("match_id", "game", "name", "created_at", "options", "seats", "outcome"):
        assert record[name] == state[name]
    assert 'name = "alpha"' in record["map"]
    assert isinstance(record["seed"], int)
    orders = record["orders"]
    assert [order["number"] for order in orders] == [1, 2, 3, 4, 5]
    assert [(order["seat"], order["player"], order["order"]["type"]) for order in orders] == [
        ("blue.captain", "player 0", "place"),
        ("yellow.captain", "player 4", "place"),
        ("blue.captain", "player 0", "head"),
        ("blue.first_mate", "player 1", "mark_gauge"),
        ("yellow.captain", "player 4", "resign"),
    ]
    times = [order["at"] for order in orders]
    assert times == sorted(times)
    assert all(time.endswith("Z") for time in times)


def test_record_of_orders_that_the_clock_gave(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A default order, given because time had run out, stands in the record without a player."""
    monkeypatch.setattr("sonar_referee.games.captain_sonar.captain_sonar.CaptainSonar.time_allowed", _soon)
    meeting = client.full((BLUE, YELLOW))
    line = meeting.line()
    while line.welcome["view"]["phase"] == "placement":
        line.welcome = line.until("view")[-1]
    meeting.order("blue.captain", "resign")
    record = client.get(f"{meeting.path}/record")
    assert [(order["seat"], order["player"]) for order in record["orders"]] == [
        ("blue.captain", None),
        ("yellow.captain", None),
        ("blue.captain", "Ada"),
    ]
    assert replayed(record)[0].outcome.reason == "resignation"


def _soon(_game: object, state: Any) -> float | None:
    return 0.01 if state.phase == "placement" else None


def test_record_of_a_match_that_is_not_over(client: Client) -> None:
    """While a match is in the lobby or running its record is closed to everybody."""
    meeting = client.create()
    for seat in SEATS:
        meeting.join(seat)
    for status in ("lobby", "running"):
        assert meeting.state()["status"] == status
        for token in (None, meeting.host, meeting.tokens["blue.captain"]):
            problem = client.refused("not_finished", "GET", f"{meeting.path}/record", token)
            assert "when the match is over" in problem["detail"]
        if status == "lobby":
            meeting.start()


def test_record_holds_no_secrets_of_players(client: Client) -> None:
    """A record gives no token, hash of a token, order_id or chat away."""
    meeting = client.full(first_team="blue")
    meeting.place()
    meeting.give("blue.captain", {"type": "head", "heading": "north"}, "order-id-of-mine")
    meeting.order("yellow.captain", "resign")
    text = client.call("GET", f"{meeting.path}/record").text
    for secret in ("order-id-of-mine", "hash", "token", "srp_", "srh_", meeting.join_code):
        assert secret not in text
