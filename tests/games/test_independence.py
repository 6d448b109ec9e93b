"""What is no game's own knows no game: not by name, not by its seats, and not by the words of its orders."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sonar_referee.games.registry import GAMES

SOURCES = Path(__file__).parents[2] / "src" / "sonar_referee"
PACKAGES = ("match", "store", "server", "wire", "arena", "conformance")

OF_THE_SERVER = {"wait", "forfeit"}
"""Orders of a game whose names are also what a match may do without a player."""


def words(game: Any) -> set[str]:
    """A game's names, seats, teams and roles, and the kinds of its orders."""
    package = type(game).__module__.split(".")[2]
    kinds = {kind.__dataclass_fields__["type"].default for kind in game.orders}
    roles = {seat.split(".")[-1] for seat in game.seats} | set(game.teams)
    return {game.id, game.title, package, *game.seats, *roles, *kinds} - OF_THE_SERVER


@pytest.mark.parametrize("package", PACKAGES)
def test_no_file_names_a_game(package: str) -> None:
    """No file of the packages around the games has a word of a game in it, as a name or as a text."""
    known = set().union(*(words(game) for game in GAMES.values()))
    quoted = re.compile("|".join(rf"[\"']{re.escape(word)}[\"']" for word in sorted(known)))
    names = re.compile("captain|engineer|first.?mate|radio.?operator|sonar.?duel|torpedo", re.IGNORECASE)
    for file in sorted((SOURCES / package).rglob("*.py")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            named = quoted.search(line) or names.search(line)
            assert named is None, f"{file}, line {number}: {line.strip()}"


@pytest.mark.parametrize("folder", ["lib", "parts", "pages", "chart"])
def test_no_shared_part_of_the_pages_names_a_game(folder: str) -> None:
    """What the pages of all games share has no game's name in it, none of its roles, and none of its imports."""
    names = re.compile(r"captain|engineer|first.?mate|radio.?operator|sonar.?duel|games/[a-z-]+/", re.IGNORECASE)
    files = sorted((SOURCES / "web" / folder).rglob("*.js"))
    assert files
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            assert names.search(line) is None, f"{file}, line {number}: {line.strip()}"
