"""The folder of an arena, the games that it wants, and what follows from results."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sonar_referee.arena.entrants import BadArena, Entrant, entrant_of_command, fixtures
from sonar_referee.arena.results import Folder, Game, Result, Tally, kept_seed
from sonar_referee.arena.standings import standings
from sonar_referee.bots.guest import CannotStart

A, B, C = Entrant("a"), Entrant("b"), Entrant("c")


def result(blue: str, yellow: str, seed: int, winner: str | None, rounds: int = 10) -> Result:
    tallies = {"blue": Tally(orders=10, thought=1.0, longest=0.5), "yellow": Tally(orders=30, refused=None)}
    return Result(
        {"blue": blue, "yellow": yellow}, seed, winner, "destroyed" if winner else "turn_limit", rounds, tallies
    )


def test_every_pair_plays_each_seed_on_both_sides() -> None:
    games = list(fixtures([A, B, C], 4, 7))
    sides = Counter((game.first.name, game.second.name, game.seed) for game in games)
    names = [(one, other) for one in "abc" for other in "abc" if one != other]
    assert sides == Counter((one, other, seed) for one, other in names for seed in (7, 8))
    assert len({game.name for game in games}) == len(games)


@pytest.mark.parametrize(
    ("entrants", "games", "said"),
    [
        ([A], 2, "two bots or more"),
        ([A, B, A], 2, "two bots named 'a'"),
        ([A, B], 3, "must be even"),
        ([A, B], 0, "must be even"),
    ],
)
def test_what_cannot_be_an_arena(entrants: list[Entrant], games: int, said: str) -> None:
    with pytest.raises(BadArena, match=said):
        list(fixtures(entrants, games, 1))


def test_a_command_is_named_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "my bot.py"
    file.touch()
    assert entrant_of_command(f"python3 '{file}' --fast") == Entrant("my_bot.py", ("python3", str(file), "--fast"))
    assert entrant_of_command("some/bot --fast").name == "bot"
    for wrong in ("", "'"):
        with pytest.raises(CannotStart):
            entrant_of_command(wrong)


def test_a_folder_gives_back_what_it_was_given(tmp_path: Path) -> None:
    one, other, *_ = fixtures([A, B], 2, 7)
    folder = Folder(tmp_path / "new" / "out", 7, "captain-sonar", {"hull": 2})
    assert folder.result(one) is None
    folder.keep(one, Game(result("a", "b", 7, "blue"), {"match_id": "x"}))
    again = Folder(folder.path, 7, "captain-sonar", {"hull": 2})
    assert again.result(one) == result("a", "b", 7, "blue")
    assert again.result(other) is None
    assert kept_seed(folder.path) == 7
    assert [file.name for file in again.records.iterdir()] == ["a-vs-b-7.json"]


def test_a_folder_of_other_games_is_refused(tmp_path: Path) -> None:
    Folder(tmp_path, 7, "captain-sonar", {"hull": 2})
    for seed, game, hull in ((8, "captain-sonar", 2), (7, "sonar-duel", 2), (7, "captain-sonar", 3)):
        with pytest.raises(BadArena, match="with another seed or other options"):
            Folder(tmp_path, seed, game, {"hull": hull})
    (tmp_path / "arena.json").write_text("[]")
    with pytest.raises(BadArena, match="not what an arena has written"):
        kept_seed(tmp_path)


def test_standings_by_hand() -> None:
    found = standings(
        [
            result("b", "a", 1, "yellow", 10),
            result("a", "b", 1, "blue", 20),
            result("a", "b", 2, "yellow", 60),
            result("b", "a", 2, None, 30),
        ]
    )
    best, worst = found.bots
    assert (best.bot, best.games, best.wins, best.draws, best.losses) == ("a", 4, 2, 1, 1)
    assert (worst.bot, worst.games, worst.wins, worst.draws, worst.losses) == ("b", 4, 1, 1, 2)
    assert (best.mean_thinking, best.longest_thinking, best.refused) == (2.0 / 80, 0.5, 0)
    (meeting,) = found.meetings
    assert (meeting.first, meeting.second, meeting.wins, meeting.draws, meeting.losses) == ("a", "b", 2, 1, 1)
    assert (meeting.score.value, meeting.mean_rounds, meeting.median_rounds) == (2.5 / 4, 30, 25)
    assert found.endings == {"destroyed": 3, "turn_limit": 1}
    assert best.elo.value > 0 > worst.elo.value
