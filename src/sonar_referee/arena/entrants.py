"""Who plays whom: bots of this package and commands that start others, and the games between them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from sonar_referee.bots.guest import words_of
from sonar_referee.games.errors import RefereeError


class BadArena(RefereeError):
    """What cannot be played as asked for; one sentence says why."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A bot of this package by its name, or one that a command starts."""

    name: str
    command: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game to play: who is the game's first team, who its second one, and the seed."""

    first: Entrant
    second: Entrant
    seed: int

    @property
    def name(self) -> str:
        """Names the files of the game."""
        return f"{self.first.name}-vs-{self.second.name}-{self.seed}"

    def sides(self, teams: Iterable[str]) -> dict[str, Entrant]:
        """Who plays each of these teams."""
        return dict(zip(teams, (self.first, self.second), strict=True))


def entrant_of_command(command: str) -> Entrant:
    """The bot behind a command, named by its file: the last word that is one. Raises `CannotStart`."""
    words = words_of(command)
    file = next((word for word in reversed(words) if Path(word).is_file()), words[0])
    return Entrant(re.sub(r"[^\w.-]", "_", Path(file).name), words)


def fixtures(entrants: Sequence[Entrant], games: int, seed: int) -> Iterator[Fixture]:
    """Every entrant against every other, so many games each: with each seed two, with sides swapped.

    The games of all pairings come in turn, so that the first results say something about everybody. Raises `BadArena`.
    """
    _require_two_or_more(entrants)
    if games < 2 or games % 2:
        raise BadArena(f"--games must be even, 2 or more, not {games}: each seed is played on both sides")
    for number in range(games // 2):
        for one, other in combinations(entrants, 2):
            yield Fixture(one, other, seed + number)
            yield Fixture(other, one, seed + number)


def _require_two_or_more(entrants: Sequence[Entrant]) -> None:
    names = [entrant.name for entrant in entrants]
    if len(names) < 2:
        raise BadArena("An arena needs two bots or more")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadArena(f"There are two bots named {twice!r}; each needs a name of its own")
