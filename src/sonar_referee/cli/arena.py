"""`sonar-referee arena`: bots against bots, and tables of how they do."""

from __future__ import annotations

import csv
import json
import os
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import sonar_referee
from sonar_referee.arena.elo import Estimate
from sonar_referee.arena.entrants import Fixture, entrant_of_command, fixtures
from sonar_referee.arena.online import Place
from sonar_referee.arena.play import Arena, entrant_of_name, full_options, play_all, require_playable
from sonar_referee.arena.results import Folder, Result, kept_seed
from sonar_referee.arena.standings import Standings, csv_row, standings
from sonar_referee.cli.bad_input import BadInput, game_named

_BOTS = "{:20} {:>6} {:>17} {:>6} {:>6} {:>6} {:>6}  {:>8} {:>8} {:>7}"
_MEETINGS = "{:20} {:20} {:>6} {:>6} {:>6} {:>6}  {:>7} {:>15} {:>13}"


class Wanted(NamedTuple):
    """What was asked for: which game and bots, how many games, where they are kept, and the options of the matches."""

    game: str
    bots: Sequence[str]
    commands: Sequence[str]
    games: int
    seed: int | None
    out: Path | None
    options: dict[str, Any]
    chosen: Sequence[str]


class Given(NamedTuple):
    """Where it is played and what is written, as given on the command line."""

    processes: int | None
    url: str | None
    host_password: str | None
    patience: float
    json_file: Path | None
    csv_file: Path | None


def arena(wanted: Wanted, given: Given) -> None:
    """Play what is missing, then print and write how all games went; raises `BadInput`, `BadArena`, `Problem`."""
    game = game_named(wanted.game).id
    entrants = [*(entrant_of_name(game, name) for name in wanted.bots), *map(entrant_of_command, wanted.commands)]
    online = given.url is not None or any(entrant.command for entrant in entrants)
    place = Place(given.url, given.host_password, given.patience) if online else None
    arena = Arena(game, full_options(game, wanted.options | dict(map(_option, wanted.chosen))), place)
    require_playable(arena)
    seed, folder = _seed_and_folder(wanted)
    games = list(fixtures(entrants, wanted.games, seed))
    kept = Folder(folder, seed, game, arena.options)
    results = _play(arena, games, kept, given.processes or os.cpu_count() or 1)
    found = standings(results)
    _show(found)
    print(f"\nSeeds from {seed}; the records are in {kept.records}.")
    if given.json_file is not None:
        common = {"version": sonar_referee.__version__, "game": game, "seed": seed, "options": arena.options}
        _write(given.json_file, json.dumps(common | asdict(found), indent=2) + "\n")
    if given.csv_file is not None:
        _write_csv(given.csv_file, results)


def _seed_and_folder(wanted: Wanted) -> tuple[int, Path]:
    """The seed is the one that was asked for, else the one of the games that the folder holds, else drawn."""
    kept = None if wanted.out is None else kept_seed(wanted.out)
    seed = wanted.seed
    if seed is None:
        seed = secrets.randbits(32) if kept is None else kept
    return seed, wanted.out or Path(f"arena-{seed}")


def _option(given: str) -> tuple[str, Any]:
    """An option of the matches: its value is JSON, or a word."""
    name, equals, value = given.partition("=")
    if not (name and equals):
        raise BadInput(f"--option takes NAME=VALUE, such as hull=2, not {given!r}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _play(arena: Arena, games: Sequence[Fixture], kept: Folder, processes: int) -> list[Result]:
    """The results of all games in their order; those that are not in the folder are played."""
    results = {game: kept.result(game) for game in games}
    missing = [game for game, result in results.items() if result is None]
    with _progress(len(games), len(games) - len(missing)) as advance:
        for fixture, game in play_all(arena, missing, processes):
            kept.keep(fixture, game)
            results[fixture] = game.result
            advance()
    return [result for result in results.values() if result is not None]


@contextmanager
def _progress(total: int, done: int) -> Iterator[Any]:
    """A bar on standard error, where that is a terminal."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("Games", total=total, completed=done)
        yield lambda: progress.advance(task)


def _show(found: Standings) -> None:
    print(_BOTS.format("bot", "Elo", "95 %", "games", "wins", "draws", "losses", "mean ms", "max ms", "refused"))
    for bot in found.bots:
        thinking = (f"{1000 * seconds:.1f}" for seconds in (bot.mean_thinking, bot.longest_thinking))
        refused = "-" if bot.refused is None else bot.refused
        elo = f"{bot.elo.value:+.0f}"
        row = (bot.bot, elo, _interval(bot.elo, "+.0f"), bot.games, bot.wins, bot.draws, bot.losses, *thinking, refused)
        print(_BOTS.format(*row))
    print()
    head = ("bot", "against", "games", "wins", "draws", "losses", "score %", "95 %", "rounds")
    print(_MEETINGS.format(*head))
    for one in found.meetings:
        share = Estimate(100 * one.score.value, 100 * one.score.low, 100 * one.score.high)
        rounds = f"{one.mean_rounds:.1f} ({one.median_rounds:g})"
        counts = (one.games, one.wins, one.draws, one.losses)
        score = (f"{share.value:.1f}", _interval(share, ".1f"))
        print(_MEETINGS.format(one.first, one.second, *counts, *score, rounds))
    endings = ", ".join(f"{reason.replace('_', ' ')} {count}" for reason, count in found.endings.items())
    rounds = f"{found.mean_rounds:.1f} rounds on average, median {found.median_rounds:g}"
    print(f"\n{found.games} games of {rounds}: {endings}.")
    for bot in found.bots:
        for fault in bot.faults:
            print(f"{bot.bot} {fault}.")


def _interval(estimate: Estimate, form: str) -> str:
    return f"{estimate.low:{form}} to {estimate.high:{form}}"


def _write_csv(file: Path, results: Sequence[Result]) -> None:
    rows = [csv_row(result) for result in results]
    try:
        with file.open("w", encoding="utf-8", newline="") as opened:
            writer = csv.DictWriter(opened, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    except OSError as error:
        raise _cannot_write(file, error) from error


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise _cannot_write(file, error) from error


def _cannot_write(file: Path, error: OSError) -> BadInput:
    return BadInput(f"{file} cannot be written: {(error.strerror or str(error)).lower()}")
