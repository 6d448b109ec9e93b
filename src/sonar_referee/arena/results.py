"""How a game went, and the folder that keeps it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sonar_referee.arena.entrants import BadArena, Fixture


@dataclass(slots=True)
class Tally:
    """How one side did: its orders, how many were refused (None: nobody knows), its seconds of thought in all and for
    the slowest order, and what went wrong with it."""

    orders: int = 0
    refused: int | None = 0
    thought: float = 0.0
    longest: float = 0.0
    fault: str | None = None

    def add_thought(self, seconds: float) -> None:
        """Count the time for one order."""
        self.thought += seconds
        self.longest = max(self.longest, seconds)

    def add_refusal(self) -> None:
        """Count an order that was refused."""
        self.refused = (self.refused or 0) + 1


@dataclass(slots=True)
class Result:
    """One game: the bot of each team, who won (the team; None for a draw), why it ended, its rounds, and each team's
    tally."""

    bots: dict[str, str]
    seed: int
    winner: str | None
    reason: str
    rounds: int
    tallies: dict[str, Tally] = field(default_factory=dict)

    def score(self, bot: str) -> float:
        """What the game brought this bot: 1, 0 or, for a draw, a half."""
        return 0.5 if self.winner is None else float(self.bots[self.winner] == bot)


@dataclass(frozen=True, slots=True)
class Game:
    """A result with the record of its match, the document of `/api/matches/{id}/record`."""

    result: Result
    record: Mapping[str, Any]


class Folder:
    """Where games are kept: `records/` and `results/`, a file each, and what they have in common in `arena.json`."""

    def __init__(self, path: Path, seed: int, game: str, options: Mapping[str, Any]) -> None:
        """Open it or make it; raises `BadArena` if it holds games of another kind."""
        self.path = path
        self.records = path / "records"
        self._results = path / "results"
        common = {"seed": seed, "game": game, "options": dict(options)}
        kept = _common(path)
        if kept is not None and kept != common:
            raise BadArena(
                f"{path} holds games of another kind, with another seed or other options; choose another folder with "
                "--out"
            )
        try:
            for folder in (self.records, self._results):
                folder.mkdir(parents=True, exist_ok=True)
            _write(path / "arena.json", common)
        except OSError as error:
            raise BadArena(f"{path} cannot be written: {(error.strerror or str(error)).lower()}") from error

    def result(self, fixture: Fixture) -> Result | None:
        """The result of a game that was played before."""
        try:
            kept = json.loads((self._results / f"{fixture.name}.json").read_text(encoding="utf-8"))
            tallies = {team: Tally(**tally) for team, tally in kept.pop("tallies").items()}
            return Result(**kept, tallies=tallies)
        except FileNotFoundError:
            return None
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise BadArena(f"{self._results / fixture.name}.json is no result of a game; delete it") from error

    def keep(self, fixture: Fixture, game: Game) -> None:
        """Keep a game: the record first, so that what has a result has a record."""
        _write(self.records / f"{fixture.name}.json", game.record)
        _write(self._results / f"{fixture.name}.json", asdict(game.result))


def kept_seed(path: Path) -> int | None:
    """The seed of the games that a folder holds, if it holds any; raises `BadArena`."""
    common = _common(path)
    return None if common is None else int(common["seed"])


def _common(path: Path) -> dict[str, Any] | None:
    file = path / "arena.json"
    try:
        common: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
        int(common["seed"])
    except FileNotFoundError:
        return None
    except (ValueError, LookupError, TypeError, OSError) as error:
        raise BadArena(f"{file} is not what an arena has written") from error
    return common


def _write(file: Path, document: Mapping[str, Any]) -> None:
    """Write a file at once or not at all."""
    beside = file.with_suffix(".part")
    beside.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    os.replace(beside, file)
