"""Matches over HTTP and WebSocket: at an own server, at a running one, and with a bot that a command starts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sonar_referee import bots
from sonar_referee.arena.entrants import BadArena, Entrant, Fixture
from sonar_referee.arena.offline import MOST_REFUSED, REFUSED_TOO_OFTEN
from sonar_referee.arena.online import Place
from sonar_referee.arena.play import Arena, full_options, play_one
from sonar_referee.arena.results import Game
from sonar_referee.match.audit import audit_record
from sonar_referee.wire.models import MatchRecord
from tests.arena.test_offline import Sunk
from tests.client.serving import served
from tests.docs.pages import DOCS, ROOT, runnable

OPTIONS = full_options("captain-sonar", {"map": "echo", "hull": 1, "max_rounds": 40})
CADET = Entrant("cadet")


def command(tmp_path: Path, code: str) -> Entrant:
    """A bot in a file of its own."""
    file = tmp_path / "guest.py"
    file.write_text(code, encoding="utf-8")
    return Entrant("guest.py", (sys.executable, str(file)))


def faults_of(game: Game) -> list[object]:
    """What does not follow from the rules in a game's record."""
    return list(audit_record(MatchRecord.model_validate(game.record, strict=False)).faults)


def test_at_a_running_server() -> None:
    with served(host_password="sesame") as url:
        arena = Arena("captain-sonar", OPTIONS, Place(url, "sesame"))
        games = [
            play_one(arena, Fixture(*sides, 3)) for sides in ((CADET, Entrant("random")), (Entrant("random"), CADET))
        ]
        with pytest.raises(BadArena, match="asks for its host password"):
            play_one(Arena("captain-sonar", OPTIONS, Place(url)), Fixture(CADET, Entrant("random"), 3))
    for game in games:
        assert not faults_of(game)
        tallies = game.result.tallies.values()
        assert [tally.refused for tally in tallies] == [0, 0]
        assert all(tally.orders > 3 and tally.thought > 0 and tally.fault is None for tally in tallies)
        assert sum(tally.orders for tally in tallies) == len(game.record["orders"])
    begins = {game.record["options"]["first_team"] for game in games}
    assert len(begins) == 1
    assert begins <= {"blue", "yellow"}


def test_the_bot_of_the_how_to_plays_to_the_end(tmp_path: Path) -> None:
    guest = command(tmp_path, runnable(DOCS / "how-to" / "enter-the-arena.md", "arena"))
    game = play_one(Arena("captain-sonar", OPTIONS, Place()), Fixture(CADET, guest, 3))
    assert not faults_of(game)
    assert game.result.reason != "resignation"
    tally = game.result.tallies["yellow"]
    assert (tally.refused, tally.fault) == (0, None)
    assert tally.orders > 3
    assert tally.longest > 0
    assert {order["player"] for order in game.record["orders"]} == {"cadet", "guest.py"}


CARELESS = """
import os
from contextlib import suppress
from sonar_referee.client.sync import Referee, Refused, awaited_orders

match_id, token = os.environ["SONAR_MATCH"], os.environ["SONAR_TOKEN"]
with Referee(os.environ["SONAR_URL"]) as referee, referee.connect(match_id, token) as match:
    wrong = [{"type": "head", "heading": "down"}, {"type": "surface", "seat": "yellow.captain"}]
    for _frame in match:
        while orders := awaited_orders(match.view):
            if len(wrong) == 1:
                with suppress(Refused):
                    referee.order(match_id, token, {"type": "swim"})
            if wrong:
                with suppress(Refused):
                    match.order(wrong.pop())
            match.order(orders[0])
        if match.view["status"] == "finished":
            break
"""


@pytest.mark.slow
def test_refused_orders_of_a_command_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try counts, over either way, and nobody else's; at a running server nobody knows."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    guest = command(tmp_path, CARELESS)
    arena = Arena("captain-sonar", OPTIONS, Place())
    tallies = play_one(arena, Fixture(guest, CADET, 3)).result.tallies
    assert tallies["blue"].orders > 2
    assert tallies["blue"].refused == 3
    assert tallies["yellow"].refused == 0
    with served() as url:
        game = play_one(Arena("captain-sonar", OPTIONS, Place(url)), Fixture(guest, CADET, 3))
    assert game.result.tallies["blue"].refused is None


@pytest.mark.parametrize(
    ("code", "patience", "fault"),
    [
        ("import sys\nsys.exit('no seat for me')", 60.0, "ended with exit code 1: no seat for me"),
        ("", 60.0, "ended with exit code 0"),
        ("input = __import__('threading').Event().wait()", 0.2, "gave no order for 0.2 s"),
    ],
)
def test_a_bot_that_gives_up_loses(tmp_path: Path, code: str, patience: float, fault: str) -> None:
    game = play_one(
        Arena("captain-sonar", OPTIONS, Place(patience=patience)), Fixture(command(tmp_path, code), CADET, 3)
    )
    assert (game.result.winner, game.result.reason) == ("yellow", "resignation")
    assert game.result.tallies["blue"].fault == fault
    assert not faults_of(game)


def test_a_command_that_cannot_be_started() -> None:
    with pytest.raises(BadArena, match="The command 'no-such-bot' cannot be started: no such file"):
        play_one(Arena("captain-sonar", OPTIONS, Place()), Fixture(Entrant("no-such-bot", ("no-such-bot",)), CADET, 3))


def test_a_bot_whose_orders_are_refused_resigns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each try counts, as in a match without a server, and the record holds nothing but the resignation."""
    monkeypatch.setattr(bots, "BOTS", {"captain-sonar": {**bots.BOTS["captain-sonar"], "sunk": Sunk}})
    game = play_one(Arena("captain-sonar", OPTIONS, Place()), Fixture(CADET, Entrant("sunk"), 3))
    assert (game.result.winner, game.result.reason) == ("blue", "resignation")
    tally = game.result.tallies["yellow"]
    assert (tally.orders, tally.refused, tally.fault) == (1, MOST_REFUSED, REFUSED_TOO_OFTEN)
    assert game.result.tallies["blue"].refused == 0
    assert not faults_of(game)
