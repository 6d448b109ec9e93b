"""The maps that a server offers: those shipped with it and those of the host's own folder."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sonar_referee.games.errors import BadMap
from sonar_referee.games.game import Game
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.problems import Problem

_PACKAGE = Path(__file__).parents[1]


def shipped_folder() -> Path:
    """Where the maps are: in the installed package, or at the top of a source checkout."""
    installed = _PACKAGE / "maps"
    return installed if installed.is_dir() else _PACKAGE.parents[1] / "maps"


class Maps:
    """Maps by game and name. A file that cannot be used is left out and its fault kept in `faults`."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self.faults: list[str] = []
        self._charts: dict[str, dict[str, Any]] = {game: {} for game in GAMES}
        for folder in folders:
            for file in sorted(folder.rglob("*.toml")):
                self._take(file)

    def _take(self, file: Path) -> None:
        try:
            game, chart = read_map_file(file)
        except BadMap as fault:
            self.faults.append(str(fault))
        else:
            self._charts[game.id][chart.name] = chart

    def of(self, game: Game[Any]) -> dict[str, Any]:
        """The maps of a game by name."""
        return self._charts[game.id]

    def find(self, game: Game[Any], name: str) -> Any:
        """One map; raises `no_such_map` naming those there are."""
        chart = self._charts[game.id].get(name)
        if chart is None:
            known = ", ".join(self._charts[game.id]) or "none"
            raise Problem("no_such_map", f"There is no map {name[:40]!r}; maps are {known}.")
        return chart


def read_map_file(file: Path) -> tuple[Game[Any], Any]:
    """The game and the map in a file; raises `BadMap` with file, line and reason."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadMap(f"{file}: cannot be read as UTF-8 text: {error}") from error
    game = GAMES.get(_game_named_in(text))
    if game is None:
        raise BadMap(f"{file}, line 1: game must be one of {', '.join(GAMES)}")
    return game, game.read_map(text, str(file))


def _game_named_in(text: str) -> str:
    """The game that a map file names; the first of all if it names none or is no TOML, which its reader reports."""
    try:
        return str(tomllib.loads(text).get("game", next(iter(GAMES))))
    except tomllib.TOMLDecodeError:
        return next(iter(GAMES))
