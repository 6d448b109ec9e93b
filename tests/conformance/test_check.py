"""A bot that keeps to the protocol passes; one with a fault fails in the line of its fault, and in no other."""

import asyncio
import shlex
import sys
from pathlib import Path

import pytest

from sonar_referee.conformance import CannotStart, Line, Seen, Terms, check, verdict
from sonar_referee.games.registry import GAMES
from sonar_referee.server.settings import Settings
from tests.docs.pages import ROOT, runnable

SHORT = {"map": "echo", "first_team": "blue", "max_rounds": 24}
FAULTY = Path(__file__).with_name("faulty_bot.py")


def judged(bot: str, games: int = 1, limit: float = 60.0, patience: float = 60.0) -> dict[str, Line]:
    """The lines for a bot, by name."""
    told: list[Seen] = []
    terms = Terms("captain-sonar", games=games, limit=limit, patience=patience, options=SHORT)
    settings = Settings(host="127.0.0.1", port=0, bot_delay=0)
    found = asyncio.run(check(bot, terms, settings, told.append))
    assert told == found
    assert [game.team for game in found] == ["blue", "yellow"][:games]
    return {line.name: line for line in verdict(found, limit)}


def failed(lines: dict[str, Line]) -> list[str]:
    return [line.name for line in lines.values() if line.mark == "FAIL"]


def faulty(fault: str) -> str:
    return shlex.join([sys.executable, str(FAULTY), fault])


@pytest.mark.slow
def test_a_bot_without_a_fault_passes_in_every_line() -> None:
    lines = judged(faulty("none"), games=2)
    assert {line.mark for line in lines.values()} == {"ok"}, lines
    assert lines["back after a cut"].found == "4 of 4 times"


@pytest.mark.slow
def test_the_bot_of_the_readme_passes_in_every_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "bot.py"
    script.write_text(runnable(ROOT / "README.md", "bot"), encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    lines = judged(shlex.join([sys.executable, "-W", "error", str(script)]), games=2)
    assert {line.mark for line in lines.values()} == {"ok"}, lines


@pytest.mark.parametrize(
    ("fault", "line", "said"),
    [
        ("illegal", "legal orders", "deep"),
        ("gibberish", "legible frames and calls", "malformed: "),
        ("new id for a lost order", "order ids", "was sent again under another order_id"),
        ("one id for two", "order ids", "order_id"),
        ("ends with its connection", "back after a cut", "did not come back"),
        ("resigns", "games to the end", "it resigned"),
        ("ends the match at a cut", "games to the end", "it resigned"),
        ("ends with a failure", "games to the end", "its process ended in the middle, with exit code 3"),
    ],
)
def test_a_fault_is_found_and_nothing_else(fault: str, line: str, said: str) -> None:
    lines = judged(faulty(fault))
    assert failed(lines) == [line]
    assert said in lines[line].faults[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fault", "line", "said"),
    [
        ("never comes back", "back after a cut", "did not come back"),
        ("falls asleep", "games to the end", "no order that is legal came for 5 seconds"),
        ("stays after the end", "games to the end", "did not end within 5 seconds of the match's end"),
    ],
)
def test_a_bot_that_does_nothing_is_given_up(fault: str, line: str, said: str) -> None:
    lines = judged(faulty(fault), patience=5.0)
    assert failed(lines) == [line]
    assert said in lines[line].faults[0]


@pytest.mark.slow
def test_an_order_beyond_the_limit_is_slow() -> None:
    lines = judged(faulty("none"), limit=0.0)
    assert failed(lines) == ["orders in time"]
    assert lines["orders in time"].faults


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-command-here", "cannot be started: no such file"),
        ("'", "cannot be read: no closing quotation"),
        ("http://127.0.0.1:1/play", "No bot answers at"),
    ],
)
def test_a_bot_that_cannot_be_started_is_one_clear_sentence(command: str, said: str) -> None:
    with pytest.raises(CannotStart, match=said):
        judged(command)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_of_any_game_can_be_checked(game: str) -> None:
    terms = Terms(game, games=2, limit=60.0, patience=60.0)
    settings = Settings(host="127.0.0.1", port=0, bot_delay=0)
    found = asyncio.run(check(faulty("none"), terms, settings, lambda _game: None))
    assert [one.team for one in found] == list(GAMES[game].teams)
    assert {line.mark for line in verdict(found, 60.0)} == {"ok"}, found
