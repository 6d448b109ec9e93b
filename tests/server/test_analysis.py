"""The analysis of a match: closed while it runs, and afterwards what each team could know of its enemy's place."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import pytest

from sonar_referee.games.captain_sonar.captain_sonar import CaptainSonar
from sonar_referee.games.game import Insight
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.adapters import read_options, read_order
from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Meeting
from tests.server.test_record import play_to_the_end


def over(client: Client, seed: int = 1, **options: Any) -> Meeting:
    """A match that was played to its end."""
    meeting = client.full((BLUE, YELLOW), **({"max_rounds": 40} | options))
    play_to_the_end(meeting, seed)
    return meeting


def insights(record: Json) -> list[Insight]:
    """What the game itself makes of a record's orders."""
    game = GAMES[record["game"]]
    state = game.new(read_options(game, record["options"]), game.read_map(record["map"], "record"), record["seed"])
    orders = [(entry["seat"], read_order(game, entry["order"])) for entry in record["orders"]]
    return list(game.analysis(state, orders))


def as_it_was(steps: list[Json], number: int) -> Json:
    """What a team could know after an order: its latest step."""
    return next(step for step in reversed(steps) if step["number"] <= number)


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (2, {"map": "echo", "hull": 1}), (3, {"map": "delta", "radio_assist": "cells"})],
)
def test_analysis_tells_what_each_team_could_know_after_each_order(client: Client, seed: int, options: Json) -> None:
    """Each team's steps lead to the game's own analysis of the record; what has not changed is not told again."""
    meeting = over(client, seed, **options)
    record, analysis = (client.get(f"{meeting.path}/{what}") for what in ("record", "analysis"))
    assert (analysis["match_id"], analysis["game"]) == (meeting.match_id, "captain-sonar")
    for entry, insight in zip(record["orders"], insights(record), strict=True):
        for team, known in insight.teams.items():
            step = as_it_was(analysis["teams"][team], entry["number"])
            assert (step["cells"], step["exact"]) == (list(known.cells), known.exact)
            assert step["number"] < entry["number"] or step["round"] == insight.round
    for steps in analysis["teams"].values():
        assert steps[0]["number"] == 1
        told = [(step["cells"], step["exact"]) for step in steps]
        assert all(one != other for one, other in pairwise(told))


def test_analysis_is_open_to_whom_the_record_is(client: Client) -> None:
    """After the end to everybody, also where spectators were not admitted, and to each the same."""
    meeting = over(client, spectator_view="none")
    foreign = client.create().join("blue.captain")
    for what in ("record", "analysis"):
        answers = [
            client.call("GET", f"{meeting.path}/{what}", token)
            for token in (None, meeting.host, meeting.tokens["blue.captain"], meeting.tokens["yellow.captain"], foreign)
        ]
        assert {answer.status_code for answer in answers} == {200}
        assert {answer.headers["cache-control"] for answer in answers} == {"no-store"}
        assert len({answer.content for answer in answers}) == 1


def test_analysis_of_a_match_that_is_not_over(client: Client) -> None:
    """In the lobby and while it runs it is closed to everybody, byte for byte the same whatever has happened."""
    answers = set()
    for start in ("C2", "J10"):
        meeting = client.create(first_team="blue")
        for seat in SEATS:
            meeting.join(seat)
        answers |= refusals(meeting)
        meeting.start()
        answers |= refusals(meeting)
        meeting.place(start)
        answers |= refusals(meeting)
        meeting.quiet_round("blue", "north")
        answers |= refusals(meeting)
    assert len(answers) == 1
    assert b"when the match is over" in answers.pop()


def refusals(meeting: Meeting) -> set[bytes]:
    """What everybody is told who asks now."""
    tokens = (None, meeting.host, *meeting.tokens.values())
    answers = [meeting.client.call("GET", f"{meeting.path}/analysis", token) for token in tokens]
    assert all(answer.json()["code"] == "not_finished" for answer in answers)
    return {answer.content for answer in answers}


def test_the_server_goes_on_while_it_is_worked_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Orders are taken and views are shown meanwhile."""
    meeting, other = over(client), client.full(first_team="blue")
    begun, go_on = threading.Event(), threading.Event()
    analysis = CaptainSonar.analysis

    def slow(state: Any, orders: Any) -> Iterator[Insight]:
        begun.set()
        assert go_on.wait(20)
        return analysis(state, orders)

    monkeypatch.setattr(CaptainSonar, "analysis", staticmethod(slow))
    with Client(client.address) as asking, ThreadPoolExecutor(1) as beside:
        asked = beside.submit(asking.get, f"{meeting.path}/analysis")
        assert begun.wait(20)
        other.place()
        other.quiet_round("blue", "north")
        assert not asked.done()
        go_on.set()
        assert set(asked.result(20)["teams"]) == {"blue", "yellow"}


def test_analysis_of_a_duel(client: Client) -> None:
    """Any game answers in the same form, for the seats where it has no teams."""
    answer = client.call("POST", "/api/matches", json={"game": "sonar-duel"})
    duel = Meeting(client, answer.json())
    for seat in ("blue", "yellow"):
        duel.join(seat)
    duel.start()
    first = next(seat for seat in ("blue", "yellow") if duel.view(seat)["legal_orders"])
    duel.order(first, "sonar")
    client.refused("not_finished", "GET", f"{duel.path}/analysis")
    duel.order(first, "forfeit")
    teams = client.get(f"{duel.path}/analysis")["teams"]
    assert {seat: [step["number"] for step in steps] for seat, steps in teams.items()} == {"blue": [1], "yellow": [1]}
    other = "yellow" if first == "blue" else "blue"
    assert duel.view(first)["cell"] in teams[other][0]["cells"]
    assert len(teams[other][0]["cells"]) <= 16, "the sound told the sector"


def test_a_game_that_works_nothing_out(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its teams have no steps."""
    meeting = over(client)
    monkeypatch.setattr(CaptainSonar, "analysis", staticmethod(lambda _state, _orders: iter(())))
    assert client.get(f"{meeting.path}/analysis")["teams"] == {"blue": [], "yellow": []}
