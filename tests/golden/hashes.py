"""The state hashes of the playthroughs, worked out with nothing but the standard library and the games.

As a program it prints a line for each playthrough, its name and its hash: `python hashes.py SOURCES MAPS PLAYTHROUGHS`.
It runs alone, so that a Python on which nothing is installed can do it.
"""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints


class Notation(NamedTuple):
    """How the matches of one game are read: options and seed from a playthrough's first line, an order from its own."""

    game: Any
    read_head: Callable[[str], tuple[Any, int]]
    read_order: Callable[[str], Any]


def captain_sonar() -> Notation:
    """Captain Sonar has a notation of its own."""
    from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
    from sonar_referee.games.captain_sonar.notation import read_match, read_order

    def read_head(text: str) -> tuple[Any, int]:
        match = read_match(text)
        return match.options, match.seed

    return Notation(CAPTAIN_SONAR, read_head, read_order)


def sonar_duel() -> Notation:
    """Sonar duel is written as JSON."""
    from sonar_referee.games.sonar_duel import SONAR_DUEL

    return in_json(SONAR_DUEL)


def in_json(game: Any) -> Notation:
    """The notation of a game that has none of its own."""
    kinds = {kind.__dataclass_fields__["type"].default: kind for kind in (*game.orders, *game.referee_orders)}

    def read_head(text: str) -> tuple[Any, int]:
        head = json.loads(text)
        return _built(game.options, head["options"]), head["seed"]

    def read_order(text: str) -> Any:
        fields = json.loads(text)
        return _built(kinds[fields["type"]], fields)

    return Notation(game, read_head, read_order)


def _built(kind: Any, value: Any) -> Any:
    """A dataclass from the JSON of its fields; other values as they are."""
    if isinstance(value, list):
        return tuple(value)
    if not isinstance(value, dict):
        return value
    cls: Any = next(one for one in (kind, *get_args(kind)) if dataclasses.is_dataclass(one))
    hints = get_type_hints(cls)
    return cls(**{name: _built(hints[name], inner) for name, inner in value.items()})


NOTATIONS = {"captain_sonar": captain_sonar, "sonar_duel": sonar_duel}
"""For each game's folder how its playthroughs are read; imported late, when the sources can be found."""


def hashes(maps: Path, playthroughs: Path) -> Iterator[tuple[str, str]]:
    """The name and state hash of each playthrough of each game."""
    from sonar_referee.games.errors import IllegalOrder
    from sonar_referee.games.replay import Replay

    for folder in sorted(playthroughs.iterdir()):
        game, read_head, read_order = NOTATIONS[folder.name]()
        for path in sorted(folder.glob("*.txt")):
            head, *lines = path.read_text(encoding="utf-8").splitlines()
            options, seed = read_head(head)
            file = maps / folder.name / f"{options.map}.toml"
            replay = Replay(game, options, game.read_map(file.read_text(encoding="utf-8"), file.name), seed)
            for line in lines:
                if line[:1].isdigit():
                    _number, seat, order = line.split(" ", 2)
                    try:
                        replay.give(seat, read_order(order))
                    except IllegalOrder:
                        continue  # playthroughs show refused orders too
            yield f"{folder.name}/{path.stem}", replay.state_hash()


def text(maps: Path, playthroughs: Path) -> str:
    """The same as lines."""
    return "".join(f"{name} {found}\n" for name, found in hashes(maps, playthroughs))


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(text(Path(sys.argv[2]), Path(sys.argv[3])), end="")
