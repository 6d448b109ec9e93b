"""A playthrough: a match with every order, all that is said, and what each viewer sees change, as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import Game
from tests.golden.hashes import NOTATIONS
from tests.golden.show import difference, hearing, seen_by_all

MAPS = Path(__file__).parents[2] / "maps"
FOLDER = Path(__file__).parent / "playthroughs"
HASHES = FOLDER.with_name("hashes.txt")
Given = tuple[str, Any]


@dataclass(frozen=True)
class Kept:
    """A game of which playthroughs are kept in a folder of its name, and how they are drawn and written."""

    folder: str
    draw: Callable[[Any, Random], Given]
    """The next order of a lively match."""
    write_head: Callable[[Any, int], str]
    write_order: Callable[[Any], str]

    @property
    def game(self) -> Game[Any]:
        """The game itself."""
        game: Game[Any] = NOTATIONS[self.folder]().game
        return game

    def read_order(self, text: str) -> Any:
        """An order as it is written in a playthrough."""
        return NOTATIONS[self.folder]().read_order(text)


@dataclass(frozen=True)
class Recipe:
    """What a playthrough is made from: its game, its file, its seed, and the options that are not default."""

    kept: Kept
    name: str
    seed: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The file of the playthrough."""
        return FOLDER / self.kept.folder / f"{self.name}.txt"

    @property
    def head(self) -> str:
        """The first line of the playthrough: the match it is of."""
        return self.kept.write_head(self.kept.game.options(**self.options), self.seed)

    def new(self) -> Any:
        """The state before the first order."""
        game = self.kept.game
        options = game.options(**self.options)
        file = MAPS / self.kept.folder / f"{options.map}.toml"
        return game.new(options, game.read_map(file.read_text(encoding="utf-8"), file.name), self.seed)


def recorded(recipe: Recipe) -> list[Given]:
    """The orders that the recipe's file holds, if it exists and was made from the same recipe."""
    if not recipe.path.exists():
        return []
    head, *lines = recipe.path.read_text(encoding="utf-8").splitlines()
    if head != recipe.head:
        return []
    orders = [line.split(" ", 2) for line in lines if line[:1].isdigit()]
    return [(seat, recipe.kept.read_order(order)) for _, seat, order in orders]


def replayed(recipe: Recipe, orders: list[Given]) -> str:
    """The text of a match with these orders."""
    state = recipe.new()
    return _text(recipe, state, iter(orders))


def played(recipe: Recipe) -> str:
    """The text of a match with orders drawn from the recipe's seed."""
    state = recipe.new()
    rng = Random(recipe.seed)

    def draw_to_the_end() -> Iterator[Given]:
        while recipe.kept.game.outcome(state) is None:
            yield recipe.kept.draw(state, rng)

    return _text(recipe, state, draw_to_the_end())


def _text(recipe: Recipe, state: Any, orders: Iterator[Given]) -> str:
    game = recipe.kept.game
    before = seen_by_all(game, state)
    lines = [recipe.head, *(f"  {line}" for line in difference(game, {}, before))]
    for number, (seat, order) in enumerate(orders, 1):
        lines.append(f"{number} {seat} {recipe.kept.write_order(order)}")
        try:
            said = game.apply(state, seat, order)
        except IllegalOrder as error:
            lines.append(f"  refused by {error.rule} ({error.code}): {error.reason}")
            said = []
        after = seen_by_all(game, state)
        lines += [f"  {line}" for line in [*hearing(game, state, said), *difference(game, before, after)]]
        before = after
    return "\n".join(lines) + "\n"
