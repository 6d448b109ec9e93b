"""`sonar-referee bot check` prints a line for each thing, and its exit code says whether all are right."""

import shlex
import sys
from pathlib import Path

import pytest

from sonar_referee.games.registry import GAMES
from tests.cli.conftest import Command

FAULTY = Path(__file__).parents[1] / "conformance" / "faulty_bot.py"


@pytest.mark.slow
def test_a_good_bot_passes(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SONAR_HOST_PASSWORD", "sesame")  # the settings of a real server are not the check's
    monkeypatch.setenv("SONAR_PORT", "1")
    bot = shlex.join([sys.executable, str(FAULTY), "none"])
    ended = command("bot", "check", bot, "--games", 1, "--map", "echo", "--limit", 60, "--against", "cadet")
    assert (ended.code, ended.err) == (0, "")
    first, game, _empty, *lines = ended.out.splitlines()
    assert first == "1 game against cadet:"
    assert game.startswith("  blue, ")
    assert game.endswith(" orders, played to the end")
    assert [line[:4] for line in lines] == ["ok  "] * 6


@pytest.mark.slow
def test_a_bot_with_a_fault_does_not(command: Command) -> None:
    bot = shlex.join([sys.executable, str(FAULTY), "ends with a failure"])
    ended = command("bot", "check", bot, "--games", 1, "--limit", 60)
    assert (ended.code, ended.err) == (1, "")
    assert "its process ended in the middle, with exit code 3" in ended.out
    assert "\nFAIL  games to the end          1 fault\n      game 1: its process" in ended.out
    assert "\n-     back after a cut" in ended.out


@pytest.mark.slow
def test_what_a_bot_says_when_it_fails_is_shown(command: Command) -> None:
    bot = shlex.join([sys.executable, "-c", "raise SystemExit('no seat for me')"])
    ended = command("bot", "check", bot, "--games", 1)
    assert (ended.code, ended.err) == (1, "no seat for me\n")
    assert "blue, 0 orders, its process ended in the middle, with exit code 1" in ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("no-such-command-here",), "The command 'no-such-command-here' cannot be started: no such file or directory."),
        (("true", "--against", "nobody"), "There is no bot 'nobody'"),
        (("true", "--game", "chess"), f"There is no game 'chess'; games are {', '.join(GAMES)}."),
        (("true", "--map", "atlantis"), "There is no map 'atlantis'; maps are alpha, bravo, charlie, delta, echo."),
        (("http://127.0.0.1:1/",), "No bot answers at http://127.0.0.1:1/."),
        ((), "Missing argument"),
    ],
)
def test_what_cannot_be_checked_is_refused_in_one_sentence(
    command: Command, arguments: tuple[str, ...], said: str
) -> None:
    ended = command("bot", "check", *arguments)
    assert ended.code == 2
    assert said in ended.err
    assert ended.err.count("\n") == 1
