"""`sonar-referee maps`."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sonar_referee.cli.bad_input import BadInput, require_folder
from sonar_referee.cli.charts import Track, draw
from sonar_referee.games.errors import BadMap
from sonar_referee.games.game import Game
from sonar_referee.games.registry import GAMES
from sonar_referee.match.maps import Maps, read_map_file, shipped_folder

PLAIN = ".#"
"""Sea and islands, which every map has."""


def known_maps(folder: Path | None) -> Maps:
    """The maps that a server with this folder of own maps offers; raises `BadInput`."""
    require_folder(folder)
    return Maps([shipped_folder(), *([folder] if folder else [])])


def list_maps(folder: Path | None) -> None:
    """Print a line for each map, and on standard error one for each file that cannot be used."""
    maps = known_maps(folder)
    for game, described in _described(maps):
        size = f"{len(described['columns'])}x{len(described['rows'])}"
        cells = "".join(described["grid"])
        special = (
            f"{meaning}s" for kind, meaning in described["legend"].items() if kind not in PLAIN and kind in cells
        )
        remarks = [*["unofficial"] * described["unofficial"], *special]
        line = f"{described['name']:12} {described['title']:16} {size:6} {len(described['sectors'])} sectors"
        print(f"{game.id:13}  {line}  {', '.join(remarks)}".rstrip())
    for fault in maps.faults:
        print(f"sonar-referee: left out: {fault}", file=sys.stderr)


def show_map(name: str, folder: Path | None) -> None:
    """Draw a map, of each game that has one of this name, and print what is known of it; raises `BadInput`."""
    maps = list(_described(known_maps(folder)))
    found = [(game, described) for game, described in maps if described["name"] == name]
    if not found:
        names = dict.fromkeys(described["name"] for _game, described in maps)
        raise BadInput(f"There is no map {name!r}; maps are {', '.join(names)}")
    for number, (game, described) in enumerate(found):
        print("\n" * bool(number), end="")
        _show(game, described)


def check_maps(files: Sequence[Path]) -> bool:
    """Print for each file whether it can be used; returns whether all can."""
    sound = True
    for file in files:
        try:
            _game, chart = read_map_file(file)
        except BadMap as fault:
            print(f"sonar-referee: {fault}.", file=sys.stderr)
            sound = False
        else:
            print(f"{file}: map {chart.name!r} can be played")
    return sound


def _described(maps: Maps) -> Iterator[tuple[Game[Any], dict[str, Any]]]:
    for game in GAMES.values():
        for chart in maps.of(game).values():
            yield game, game.describe_map(chart)


def _show(game: Game[Any], described: dict[str, Any]) -> None:
    print(f"{described['title']} ({game.title}){', unofficial' if described['unofficial'] else ''}\n")
    print("\n".join(draw(described, Track(), sys.stdout)))
    print("\n" + "   ".join(f"{kind} {meaning}" for kind, meaning in described["legend"].items()) + "\n")
    sectors = [f"{number} {cells[0]}-{cells[-1]}" for number, cells in described["sectors"].items()]
    print(f"Sectors: {', '.join(sectors)}")
    if described["source"]:
        print(f"Source: {described['source']} (confidence {described['confidence']:.0%})")
    if described.get("notes"):
        print(f"Notes: {described['notes']}")
