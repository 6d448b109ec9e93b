"""Bots of every game play each other, with and without a server, and every game ends."""

from __future__ import annotations

import pytest

from sonar_referee.arena.entrants import Fixture
from sonar_referee.arena.online import Place
from sonar_referee.arena.play import Arena, entrant_of_name, full_options, play_one
from sonar_referee.bots import default_bot
from sonar_referee.games.registry import GAMES
from sonar_referee.match.audit import audit_record
from sonar_referee.wire.models import MatchRecord


@pytest.mark.parametrize("place", [None, Place()], ids=["offline", "online"])
@pytest.mark.parametrize("game", GAMES)
def test_its_bots_play_to_the_end(game: str, place: Place | None) -> None:
    teams = GAMES[game].teams
    arena = Arena(game, full_options(game, {}), place)
    strong, weak = entrant_of_name(game, default_bot(game)), entrant_of_name(game, "random")
    played = play_one(arena, Fixture(strong, weak, 3))
    assert played.result.bots == dict(zip(teams, (strong.name, "random"), strict=True))
    assert list(played.result.tallies) == list(teams)
    assert [tally.refused for tally in played.result.tallies.values()] == [0, 0]
    assert all(tally.orders for tally in played.result.tallies.values())
    assert played.result.rounds > 0
    assert played.record["game"] == game
    assert not audit_record(MatchRecord.model_validate(played.record, strict=False)).faults


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_that_is_there_may_enter(game: str) -> None:
    """Each game has a `random` bot, which others are measured by."""
    assert entrant_of_name(game, "random").name == "random"


def test_a_match_that_stays_secret_is_recorded() -> None:
    """Its record is the host's alone, and the host is the arena."""
    arena = Arena("sonar-duel", full_options("sonar-duel", {"reveal_at_end": False}), Place())
    bot = entrant_of_name("sonar-duel", "random")
    played = play_one(arena, Fixture(bot, bot, 3))
    assert len(played.record["orders"]) == sum(tally.orders for tally in played.result.tallies.values()) > 0
