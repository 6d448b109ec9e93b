"""What a bot does well and what it does not, from what was seen of its games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from sonar_referee.conformance.seen import Seen

Mark = Literal["ok", "FAIL", "-"]
"""`-` where there was nothing to judge."""


class Line(NamedTuple):
    """One thing that is expected of a bot."""

    name: str
    mark: Mark
    found: str
    faults: list[str]


def verdict(games: Sequence[Seen], limit: float) -> list[Line]:
    """A line for each thing that is expected; `limit` is the seconds beyond which an order is slow."""
    orders = sum(game.orders for game in games)
    return [
        _line("legal orders", orders, f"{orders} orders", _numbered(game.refused for game in games)),
        _line("legible frames and calls", orders, "", _numbered(game.misspoken for game in games)),
        _pace(games, limit),
        _resuming(games),
        _line("order ids", sum(game.cuts for game in games), "", _numbered(game.wrong_ids for game in games)),
        _ends(games),
    ]


def _line(name: str, judged: int, found: str, faults: list[str]) -> Line:
    mark: Mark = "FAIL" if faults else "ok" if judged else "-"
    counted = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
    return Line(name, mark, counted if faults else found if judged else "nothing was seen", faults)


def _numbered(lists: Iterable[list[str]]) -> list[str]:
    return [f"game {number}: {fault}" for number, faults in enumerate(lists, 1) for fault in faults]


def _pace(games: Sequence[Seen], limit: float) -> Line:
    answers = [answer for game in games for answer in game.answers]
    slow = _numbered([f"{answer:.2f} s" for answer in game.answers if answer > limit] for game in games)
    line = _line("orders in time", len(answers), "", slow)
    if not answers:
        return line
    mean, longest = sum(answers) / len(answers), max(answers)
    return line._replace(
        found=f"{len(slow)} of {len(answers)} beyond {limit:g} s; mean {mean:.2f} s, longest {longest:.2f} s"
    )


def _resuming(games: Sequence[Seen]) -> Line:
    cuts, returns = sum(game.cuts for game in games), sum(game.returns for game in games)
    lost = _numbered(["after its connection was cut the bot did not come back"] if game.lost else [] for game in games)
    return _line("back after a cut", cuts, "", lost)._replace(found=f"{returns} of {cuts} times")


def _ends(games: Sequence[Seen]) -> Line:
    given_up = _numbered([game.unfinished] if game.unfinished and not game.lost else [] for game in games)
    judged = sum(1 for game in games if not game.lost)
    return _line("games to the end", judged, f"{judged} of {len(games)} games", given_up)
