"""The games of an arena, played in several processes."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any

from sonar_referee.arena.entrants import BadArena, Entrant, Fixture
from sonar_referee.arena.offline import Crew, play
from sonar_referee.arena.online import Place, play_online
from sonar_referee.arena.results import Game, Result
from sonar_referee.bots import BOTS
from sonar_referee.bots.guest import TERMINATED
from sonar_referee.games.errors import RefereeError
from sonar_referee.games.game import Game as Rules
from sonar_referee.games.game import bounded
from sonar_referee.games.registry import GAMES
from sonar_referee.match.maps import Maps, shipped_folder
from sonar_referee.match.setup import Setup
from sonar_referee.wire.adapters import options_adapter, read_options

MOST_ROUNDS = 400
"""After so many rounds a game is a draw, if the options say nothing else."""


@dataclass(frozen=True, slots=True)
class Arena:
    """What all games have in common. Without a `place` they are played without a server."""

    game: str
    options: dict[str, Any]
    place: Place | None = None

    @property
    def rules(self) -> Rules[Any]:
        """The rules that are played by."""
        return GAMES[self.game]


def full_options(game: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options of a game as they are with these chosen; raises `Problem` for what is none."""
    rules = GAMES[game]
    read = read_options(rules, {**bounded(rules, MOST_ROUNDS), **chosen})
    options: dict[str, Any] = options_adapter(game).dump_python(read, mode="json")
    return options


def entrant_of_name(game: str, name: str) -> Entrant:
    """The bot of this package with this name; raises `BadArena`."""
    if name not in BOTS[game]:
        raise BadArena(f"There is no bot {name!r}; bots are {', '.join(BOTS[game])}")
    return Entrant(name)


def require_playable(arena: Arena) -> None:
    """Raise `BadArena` for a game that no arena can end, and `Problem` if there is no such map without a server."""
    if arena.rules.resignation is None:
        raise BadArena(f"{arena.rules.title} has no arena: nobody can give up in it, as a bot must that fails")
    if arena.place is None or arena.place.url is None:
        _maps().find(arena.rules, arena.options["map"])


def play_all(arena: Arena, games: Sequence[Fixture], processes: int) -> Iterator[tuple[Fixture, Game]]:
    """Play games, so many at a time, and give each when it is over.

    Those at a server are played in other processes in any case: a signal ends these at once, whatever they wait for.
    """
    with _handled(signal.SIGTERM, lambda *_: sys.exit(TERMINATED)):
        if arena.place is None and (processes == 1 or len(games) == 1):
            for fixture in games:
                yield fixture, play_one(arena, fixture)
        else:
            yield from _play_in_processes(arena, games, processes)


def _play_in_processes(arena: Arena, games: Sequence[Fixture], processes: int) -> Iterator[tuple[Fixture, Game]]:
    if not games:
        return
    # a fresh interpreter each: a fork would copy the threads' locks of whoever draws a progress bar
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(games)), context) as pool:
        with _handled(signal.SIGINT, signal.SIG_IGN):  # who is started now leaves Ctrl+C to this process
            futures = {pool.submit(play_one, arena, fixture): fixture for fixture in games}
        try:
            for future in as_completed(futures):
                yield futures[future], future.result()
        except BaseException:  # an error, Ctrl+C, or nobody wants the rest
            pool.shutdown(wait=False, cancel_futures=True)
            children = multiprocessing.active_children()
            for child in children:
                child.terminate()
            for child in children:
                child.join()
            raise


def play_one(arena: Arena, fixture: Fixture) -> Game:
    """Play one game to its end; raises `BadArena`."""
    if arena.place is None:
        return _play_offline(arena, fixture)
    try:
        return play_online(fixture, arena.rules, arena.options, arena.place)
    except RefereeError as error:  # others do not come whole from one process to another
        raise BadArena(str(error)) from None


def _play_offline(arena: Arena, fixture: Fixture) -> Game:
    rules = arena.rules
    options = read_options(rules, arena.options)
    chart = _maps().find(rules, options.map)
    setup = Setup(rules, options, chart, chart.text, fixture.seed, fixture.name, False, "", options)
    bots = {team: entrant.name for team, entrant in fixture.sides(rules.teams).items()}
    played = play(setup, [Crew(bot, rules.teams[team]) for team, bot in bots.items()])
    outcome = rules.outcome(played.match.state)
    assert outcome is not None
    tallies = {team: sitter.tally for team, sitter in zip(bots, played.sitters, strict=True)}
    rounds = rules.round(played.match.state)
    result = Result(bots, fixture.seed, outcome.winner, outcome.reason, rounds, tallies)
    return Game(result, played.record)


@cache
def _maps() -> Maps:
    return Maps([shipped_folder()])


@contextmanager
def _handled(number: signal.Signals, handler: Any) -> Iterator[None]:
    """Let a signal be handled like this meanwhile."""
    before = signal.signal(number, handler)
    try:
        yield
    finally:
        signal.signal(number, before)
