"""Bots on the server: they finish their matches, play with people, and go on after a restart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from sonar_referee.store import SQLiteStore
from tests.server.client import SEATS, Client, Json, Meeting
from tests.server.running import Running


@pytest.fixture(name="client", scope="module")
def client_of_a_quick_server() -> Iterator[Client]:
    """A client of a server whose bots do not wait."""
    with Running() as running, Client(running.address) as client:
        yield client


def heard_to_the_end(meeting: Meeting) -> list[Json]:
    """Everything that a spectator hears of a match."""
    with meeting.client.stream(f"{meeting.path}/stream") as stream:
        return [json.loads(line) for line in stream.iter_lines() if line]


def bots_everywhere(client: Client, *but: str, **options: Any) -> Meeting:
    """A match with a bot on every seat but some, not yet started."""
    meeting = client.create(**options)
    meeting.bots(*(seat for seat in SEATS if seat not in but))
    return meeting


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"map": "echo", "auto_answers": "captain_confirms", "spectator_view": "omniscient"},
        {"map": "delta", "mine_trigger": "anytime", "own_team_view": "role_only", "gauges": "real-time"},
    ],
)
def test_eight_bots_finish(client: Client, options: Json) -> None:
    """A match of eight random bots comes to its end by itself."""
    meeting = bots_everywhere(client, **options)
    assert meeting.start()["status"] in ("running", "finished")
    heard = heard_to_the_end(meeting)
    assert [one["seq"] for one in heard] == list(range(1, len(heard) + 1))
    state = meeting.state()
    assert state["status"] == "finished"
    assert heard[-1]["kind"] == "game_over"
    assert heard[-1]["winner"] == state["outcome"]["winner"]
    players = {order["player"] for order in client.get(f"{meeting.path}/record")["orders"]}
    assert players == {"random bot"}


@pytest.mark.parametrize("seat", ["blue.captain", "yellow.engineer", "blue.first_mate"])
def test_one_person_and_seven_bots(client: Client, seat: str) -> None:
    """One person can play with seven bots; the match waits for the person and finishes."""
    meeting = bots_everywhere(client, seat, hull=1, max_rounds=40)
    meeting.join(seat, name="Ada")
    line = meeting.line(seat)
    meeting.start()
    view, given = line.welcome["view"], 0
    while view["status"] != "finished":
        if view["status"] == "running" and seat in view["awaiting"]:
            order = dict(view["legal_orders"][given % len(view["legal_orders"])])
            frames = line.order(order.pop("type"), **order)
            assert frames[-1]["type"] == "accepted"
            given += 1
            views = [frame["view"] for frame in frames if frame["type"] == "view"]
            view = views[-1] if views else view
        else:
            view = line.until("view")[-1]["view"]
    players = [order["player"] for order in client.get(f"{meeting.path}/record")["orders"]]
    assert players.count("Ada") == given > 0


def test_bots_decline_a_draw(client: Client) -> None:
    """A bot Captain declines a person's offer of a draw, also out of turn, and plays on."""
    meeting = bots_everywhere(client, "blue.captain", first_team="blue")
    meeting.join("blue.captain")
    meeting.start()
    line = meeting.line("blue.captain")
    assert line.order("offer_draw")[-1]["type"] == "accepted"
    view = meeting.view("blue.captain")
    while "draw_offered_by" in view:
        view = line.until("view")[-1]["view"]
    assert view["status"] == "running"
    meeting.order("blue.captain", "resign")
    orders = client.get(f"{meeting.path}/record")["orders"]
    kinds = [(order["seat"], order["order"]["type"]) for order in orders]
    assert kinds.count(("yellow.captain", "decline_draw")) == 1


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    """Stopped in the middle of their match, bots go on from there when the server is back."""
    file = tmp_path / "matches.sqlite3"
    with Running(SQLiteStore.open(file)) as running, Client(running.address) as client:
        meeting = bots_everywhere(client)
        meeting.start()
        with client.stream(f"{meeting.path}/stream") as stream:
            before = [json.loads(line) for line in islice(stream.iter_lines(), 60)]
    with Running(SQLiteStore.open(file)) as running, Client(running.address) as client:
        meeting.client = client
        heard = heard_to_the_end(meeting)
        assert heard[:60] == before
        assert heard[-1]["kind"] == "game_over"
        numbers = [order["number"] for order in client.get(f"{meeting.path}/record")["orders"]]
        assert numbers == list(range(1, len(numbers) + 1))


def test_bots_think_for_a_while() -> None:
    """With a delay, bots give one order after another and not all at once; the server stops without waiting."""
    with Running(bot_delay=60) as running, Client(running.address) as client:
        meeting = bots_everywhere(client, first_team="blue")
        meeting.start()
        assert meeting.state()["round"] == 0
        assert client.get(f"{meeting.path}/view")["awaiting"] == ["blue.captain", "yellow.captain"]
