"""What follows from the results of many games: scores, ratings, how games end, and how long the bots think."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from sonar_referee.arena.elo import Estimate, ratings, share
from sonar_referee.arena.results import Result, Tally


@dataclass(frozen=True, slots=True)
class Meeting:
    """All games of two bots, from the first one's side; `score` is its share of the points."""

    first: str
    second: str
    games: int
    wins: int
    draws: int
    losses: int
    score: Estimate
    mean_rounds: float
    median_rounds: float


@dataclass(frozen=True, slots=True)
class Standing:
    """All games of one bot. Thinking is in seconds for an order; `refused` is None where nobody knows."""

    bot: str
    elo: Estimate
    games: int
    wins: int
    draws: int
    losses: int
    mean_thinking: float
    longest_thinking: float
    refused: int | None
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """Everything, the best bot first."""

    bots: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]
    endings: dict[str, int]
    games: int
    mean_rounds: float
    median_rounds: float


def standings(results: Sequence[Result]) -> Standings:
    """What follows from these results, of which there is at least one."""
    met: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        first, second = sorted(result.bots.values())
        met[first, second].append(result)
    elo = ratings({both: _pairs(both[0], games) for both, games in met.items()})
    order = sorted(elo, key=lambda bot: -elo[bot].value)
    rounds = [result.rounds for result in results]
    return Standings(
        bots=tuple(_standing(bot, elo[bot], results) for bot in order),
        meetings=tuple(
            _meeting(one, other, met[min(one, other), max(one, other)])
            for index, one in enumerate(order)
            for other in order[index + 1 :]
            if (min(one, other), max(one, other)) in met
        ),
        endings=dict(Counter(result.reason for result in results).most_common()),
        games=len(results),
        mean_rounds=fmean(rounds),
        median_rounds=median(rounds),
    )


def _pairs(bot: str, games: Iterable[Result]) -> list[tuple[float, int]]:
    """What a bot scored with each seed, and in how many games: two once both sides are played."""
    scores: dict[int, list[float]] = defaultdict(list)
    for result in games:
        scores[result.seed].append(result.score(bot))
    return [(sum(one), len(one)) for one in scores.values()]


def _counts(bot: str, games: Iterable[Result]) -> tuple[int, int, int]:
    scores = Counter(result.score(bot) for result in games)
    return scores[1.0], scores[0.5], scores[0.0]


def _meeting(first: str, second: str, games: Sequence[Result]) -> Meeting:
    rounds = [result.rounds for result in games]
    score = share(sum(result.score(first) for result in games), len(games))
    return Meeting(first, second, len(games), *_counts(first, games), score, fmean(rounds), median(rounds))


def _standing(bot: str, elo: Estimate, results: Iterable[Result]) -> Standing:
    games = [result for result in results if bot in result.bots.values()]
    tallies: list[Tally] = [
        result.tallies[team] for result in games for team, name in result.bots.items() if name == bot
    ]
    refused = [tally.refused for tally in tallies if tally.refused is not None]
    return Standing(
        bot,
        elo,
        len(games),
        *_counts(bot, games),
        mean_thinking=sum(tally.thought for tally in tallies) / max(1, sum(tally.orders for tally in tallies)),
        longest_thinking=max(tally.longest for tally in tallies),
        refused=sum(refused) if refused else None,
        faults=tuple(dict.fromkeys(tally.fault for tally in tallies if tally.fault is not None)),
    )


def csv_row(result: Result) -> dict[str, Any]:
    """A game's line in the CSV; a draw has no winner."""
    row: dict[str, Any] = {
        **result.bots,
        "seed": result.seed,
        "winner": result.winner,
        "winning_bot": None if result.winner is None else result.bots[result.winner],
        "reason": result.reason,
        "rounds": result.rounds,
    }
    for team, tally in result.tallies.items():
        row[f"{team}_orders"] = tally.orders
        row[f"{team}_refused"] = tally.refused
        row[f"{team}_mean_thinking"] = round(tally.thought / max(1, tally.orders), 6)
        row[f"{team}_longest_thinking"] = round(tally.longest, 6)
    return row
