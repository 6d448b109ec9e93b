"""Games in several processes: the same as in one, and an error of one ends the others."""

from __future__ import annotations

import multiprocessing

import pytest

from sonar_referee.arena.entrants import BadArena, Entrant, Fixture
from sonar_referee.arena.online import Place
from sonar_referee.arena.play import Arena, full_options, play_all, require_playable
from sonar_referee.games.registry import GAMES as RULES
from sonar_referee.wire.problems import Problem

OPTIONS = full_options("captain-sonar", {"map": "echo", "hull": 1, "max_rounds": 30})
CADET, RANDOM = Entrant("cadet"), Entrant("random")
GAMES = [Fixture(CADET, RANDOM, 3), Fixture(RANDOM, CADET, 3)]


def test_a_game_in_another_process_is_the_same_game() -> None:
    arena = Arena("captain-sonar", OPTIONS)
    here, there = (dict(play_all(arena, GAMES, processes)) for processes in (1, 2))
    assert list(here) == GAMES
    assert set(there) == set(GAMES)
    for game in GAMES:
        orders, others = ([order["order"] for order in one.record["orders"]] for one in (here[game], there[game]))
        assert orders == others
        assert here[game].result.winner == there[game].result.winner


def test_an_error_in_another_process_is_told_and_nothing_goes_on() -> None:
    arena = Arena("captain-sonar", OPTIONS, Place("http://127.0.0.1:1"))
    with pytest.raises(BadArena, match=r"No server answers at http://127.0.0.1:1"):
        list(play_all(arena, GAMES, 1))
    assert not multiprocessing.active_children()


def test_no_games_need_no_process() -> None:
    assert list(play_all(Arena("captain-sonar", OPTIONS, Place()), [], 2)) == []


def test_a_map_is_looked_for_before_a_game_begins() -> None:
    """Where the own server would look; a running one has maps of its own."""
    nowhere = {**OPTIONS, "map": "atlantis"}
    for place in (None, Place()):
        with pytest.raises(Problem, match="There is no map 'atlantis'"):
            require_playable(Arena("captain-sonar", nowhere, place))
    require_playable(Arena("captain-sonar", nowhere, Place("http://127.0.0.1:1")))


def test_a_game_that_nobody_can_give_up_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that fails could not lose."""
    monkeypatch.setattr(type(RULES["captain-sonar"]), "resignation", None)
    with pytest.raises(BadArena, match="Captain Sonar has no arena"):
        require_playable(Arena("captain-sonar", OPTIONS))
