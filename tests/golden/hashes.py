"""The state hashes of the playthroughs, worked out with nothing but the standard library and the games.

As a program it prints a line for each playthrough, its name and its hash: `python hashes.py SOURCES MAPS PLAYTHROUGHS`.
It runs alone, so that a Python on which nothing is installed can do it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path


def hashes(maps: Path, playthroughs: Path) -> Iterator[tuple[str, str]]:
    """Each playthrough's name and state hash."""
    from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
    from sonar_referee.games.captain_sonar.notation import read_match, read_order
    from sonar_referee.games.errors import IllegalOrder
    from sonar_referee.games.replay import Replay

    for path in sorted(playthroughs.glob("*.txt")):
        heading, *lines = path.read_text(encoding="utf-8").splitlines()
        match = read_match(heading)
        file = maps / f"{match.options.map}.toml"
        chart = CAPTAIN_SONAR.read_map(file.read_text(encoding="utf-8"), file.name)
        replay = Replay(CAPTAIN_SONAR, match.options, chart, match.seed)
        for line in lines:
            if line[:1].isdigit():
                _number, seat, order = line.split(" ", 2)
                try:
                    replay.give(seat, read_order(order))
                except IllegalOrder:
                    continue  # playthroughs show refused orders too
        yield path.stem, replay.state_hash()


def text(maps: Path, playthroughs: Path) -> str:
    """The same as lines."""
    return "".join(f"{name} {found}\n" for name, found in hashes(maps, playthroughs))


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    print(text(Path(sys.argv[2]), Path(sys.argv[3])), end="")
