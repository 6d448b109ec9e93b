"""`sonar-referee arena`: tables, JSON, CSV, records, and going on where it was."""

from __future__ import annotations

import csv
import json
import os
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from sonar_referee.games.registry import GAMES
from tests.cli.conftest import Command, Ended
from tests.cli.process import SOURCES
from tests.docs.pages import ROOT, runnable

SHORT = ("--map", "echo", "--option", "hull=2", "--processes", 1)
BOTH = ("cadet", "random")
Play = Callable[..., Ended]


@pytest.fixture
def play(command: Command, tmp_path: Path) -> Play:
    """Lets bots play short games, kept in `out`."""
    return lambda *arguments: command("arena", *arguments, *SHORT, "--out", tmp_path / "out")


def files(tmp_path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (tmp_path / "out" / "records").iterdir()}


def test_tables(play: Play) -> None:
    ended = play("cadet", "random", "--games", 4, "--seed", 3)
    assert (ended.code, ended.err) == (0, "")
    bots, meetings, end = (part.splitlines() for part in ended.out.split("\n\n")[:3])
    assert bots[0].split()[:4] == ["bot", "Elo", "95", "%"]
    assert sorted(line.split()[0] for line in bots[1:]) == ["cadet", "random"]
    assert all(line.endswith(" 0") for line in bots[1:])  # none refused
    assert meetings[0].split()[:3] == ["bot", "against", "games"]
    assert meetings[1].split()[2] == "4"
    assert re.fullmatch(r"4 games of [\d.]+ rounds on average, median [\d.]+: (\w+ )+\d.*\.", end[0])
    assert max(map(len, ended.out.splitlines()[:-1])) <= 110


def test_json_and_csv(play: Play, tmp_path: Path) -> None:
    files = tmp_path / "a.json", tmp_path / "a.csv"
    assert play("cadet", "random", "--games", 2, "--seed", 3, "--json", files[0], "--csv", files[1]).code == 0
    found = json.loads(files[0].read_text())
    estimate = ["value", "low", "high"]
    assert list(found) == [
        "version", "game", "seed", "options", "bots", "meetings", "endings", "games", "mean_rounds", "median_rounds",
    ]  # fmt: skip
    assert (found["seed"], found["games"], found["options"]["hull"], found["options"]["max_rounds"]) == (3, 2, 2, 400)
    assert list(found["bots"][0]) == [
        "bot", "elo", "games", "wins", "draws", "losses", "mean_thinking", "longest_thinking", "refused", "faults",
    ]  # fmt: skip
    assert list(found["meetings"][0]) == [
        "first", "second", "games", "wins", "draws", "losses", "score", "mean_rounds", "median_rounds",
    ]  # fmt: skip
    assert list(found["bots"][0]["elo"]) == list(found["meetings"][0]["score"]) == estimate
    rows = list(csv.DictReader(files[1].read_text().splitlines()))
    assert [(row["blue"], row["yellow"], row["seed"]) for row in rows] == [
        ("cadet", "random", "3"),
        ("random", "cadet", "3"),
    ]
    assert list(rows[0]) == [
        "blue", "yellow", "seed", "winner", "winning_bot", "reason", "rounds",
        "blue_orders", "blue_refused", "blue_mean_thinking", "blue_longest_thinking",
        "yellow_orders", "yellow_refused", "yellow_mean_thinking", "yellow_longest_thinking",
    ]  # fmt: skip
    for row in rows:
        assert row["winning_bot"] == (row[row["winner"]] if row["winner"] else "")
    wins = sum(row["winning_bot"] == found["bots"][0]["bot"] for row in rows)
    assert found["bots"][0]["wins"] == wins


def test_a_second_call_plays_what_is_missing(play: Play, tmp_path: Path) -> None:
    first = play("cadet", "random", "--games", 2, "--seed", 3)
    before = files(tmp_path)
    assert sorted(before) == ["cadet-vs-random-3.json", "random-vs-cadet-3.json"]
    assert play("cadet", "random", "--games", 2).out == first.out  # the seed is the folder's
    assert files(tmp_path) == before
    (tmp_path / "out" / "results" / "cadet-vs-random-3.json").unlink()
    assert play("cadet", "random", "--games", 4).code == 0
    after = files(tmp_path)
    assert sorted(set(after) - set(before)) == ["cadet-vs-random-4.json", "random-vs-cadet-4.json"]
    assert after["random-vs-cadet-3.json"] == before["random-vs-cadet-3.json"]
    again, once = (json.loads(some["cadet-vs-random-3.json"]) for some in (after, before))
    assert again["match_id"] != once["match_id"]  # it was played again: the same game
    assert [order["order"] for order in again["orders"]] == [order["order"] for order in once["orders"]]


def test_each_record_follows_from_the_rules(play: Play, command: Command, tmp_path: Path) -> None:
    play("cadet", "random", "--games", 2)
    for file in (tmp_path / "out" / "records").iterdir():
        ended = command("verify", file)
        assert (ended.code, ended.err) == (0, "")
        assert "follows from the rules" in ended.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("cadet",), "An arena needs two bots or more."),
        (("cadet", "captain"), "There is no bot 'captain'; bots are officer, hunter, cadet, random."),
        ((*BOTH, "--game", "chess"), f"There is no game 'chess'; games are {', '.join(GAMES)}."),
        ((*BOTH, "--games", 5), "--games must be even, 2 or more, not 5: each seed is played on both sides."),
        ((*BOTH, "--option", "hull"), "--option takes NAME=VALUE, such as hull=2, not 'hull'."),
        ((*BOTH, "--option", "keel=2"), "options.keel: is unknown; /docs shows what belongs here."),
        ((*BOTH, "--map", "atlantis"), "There is no map 'atlantis'; maps are alpha, bravo, charlie, delta, echo."),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    command: Command, tmp_path: Path, arguments: tuple[Any, ...], said: str
) -> None:
    assert command("arena", *arguments, "--out", tmp_path / "out") == (2, "", f"sonar-referee: {said}\n")
    assert not (tmp_path / "out").exists()


def test_games_with_other_options_are_not_mixed(play: Play, command: Command, tmp_path: Path) -> None:
    play("cadet", "random", "--games", 2, "--seed", 3)
    before = files(tmp_path)
    ended = command("arena", "cadet", "random", "--games", 2, "--out", tmp_path / "out")
    assert ended.code == 2
    assert "holds games of another kind, with another seed or other options" in ended.err
    assert files(tmp_path) == before


@pytest.mark.slow
def test_another_game_is_played(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a bot of that game against one that a command starts, which hears of no other options than the game's."""
    bot = tmp_path / "bot.py"
    bot.write_text(runnable(ROOT / "README.md", "bot"), encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    asked = (
        "random",
        "--game",
        "sonar-duel",
        "--command",
        shlex.join([sys.executable, str(bot)]),
        "--games",
        2,
        "--seed",
        3,
    )
    files = ("--out", tmp_path / "out", "--json", tmp_path / "a.json", "--csv", tmp_path / "a.csv")
    ended = command("arena", *asked, *files)
    assert (ended.code, ended.err) == (0, "")
    found = json.loads((tmp_path / "a.json").read_text())
    assert (found["game"], found["options"]["map"]) == ("sonar-duel", "twelve")
    assert "max_rounds" not in found["options"]
    rows = list(csv.DictReader((tmp_path / "a.csv").read_text().splitlines()))
    assert [(row["blue"], row["yellow"]) for row in rows] == [("random", "bot.py"), ("bot.py", "random")]
    assert all(int(row["blue_orders"]) + int(row["yellow_orders"]) <= 100 for row in rows)
    for record in (tmp_path / "out" / "records").iterdir():
        assert command("verify", record).code == 0
    again = command("arena", "random", "--command", "true", "--games", 2, "--out", tmp_path / "out")
    assert (again.code, "holds games of another kind" in again.err) == (2, True)


@pytest.mark.slow
def test_several_processes_give_the_same_games(command: Command, play: Play, tmp_path: Path) -> None:
    play("cadet", "random", "--games", 2, "--seed", 3)
    one = {name: json.loads(text)["orders"] for name, text in files(tmp_path).items()}
    several = tmp_path / "several"
    asked = ("cadet", "random", "--games", 2, "--seed", 3, *SHORT[:4], "--processes", 2, "--out", several)
    assert command("arena", *asked).code == 0
    for file in (several / "records").iterdir():
        orders = json.loads(file.read_bytes())["orders"]
        assert [order["order"] for order in orders] == [order["order"] for order in one[file.name]]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="elsewhere there are no such signals")
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize(("by", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_with_its_bots_and_keeps_what_was_played(
    tmp_path: Path, by: signal.Signals, code: int, processes: int
) -> None:
    guest, alive, out = tmp_path / "guest.sh", tmp_path / "alive", tmp_path / "out"
    os.mkfifo(alive)
    guest.write_text(f"(echo; exec sleep 1000) > '{alive}'; echo\n", encoding="utf-8")  # a child of its own plays
    arguments = ["cadet", "random", "--command", f"sh '{guest}'", "--games", "2", "--processes", str(processes)]
    path = os.pathsep.join(filter(None, [str(SOURCES), os.environ.get("PYTHONPATH")]))
    life = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)
    arena = subprocess.Popen(
        [sys.executable, "-m", "sonar_referee", "arena", *arguments, "--out", str(out)],
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        assert select.select([life], [], [], 60)[0], "no bot has been started"
        while arena.poll() is None and not list(out.glob("results/*.json")):
            with suppress(subprocess.TimeoutExpired):
                arena.wait(0.05)
        arena.send_signal(by)
        assert arena.communicate(timeout=30) == (b"", b"")
        assert arena.returncode == code
        os.read(life, 100)
        assert select.select([life], [], [], 10)[0], "a bot has outlived the arena"
        assert os.read(life, 100) == b""
    finally:
        os.close(life)
        if arena.poll() is None:
            os.killpg(arena.pid, signal.SIGKILL)
    kept = {file.name for file in out.glob("results/*.json")}
    assert kept <= {file.name for file in out.glob("records/*.json")}
