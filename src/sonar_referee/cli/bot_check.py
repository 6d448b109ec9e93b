"""`sonar-referee bot check`: what a bot does well, and what it does not."""

from __future__ import annotations

import asyncio
import sys

from sonar_referee.conformance import Line, Seen, Terms, check, verdict
from sonar_referee.server.logs import configure_logs
from sonar_referee.server.settings import Settings

_ROW = "{:<4}  {:<24}  {}"
_EXAMPLES = 3
"""Faults of one kind that are printed."""


def bot_check(bot: str, terms: Terms, settings: Settings) -> bool:
    """Check a bot and print what was found; whether nothing is wrong with it. Raises `CannotServe`, `CannotStart`."""
    configure_logs()
    print(f"{terms.games} {'game' if terms.games == 1 else 'games'} against {terms.against}:", flush=True)
    found = asyncio.run(check(bot, terms, settings, _print_game))
    print()
    lines = verdict(found, terms.limit)
    for line in lines:
        _print_line(line)
    return all(line.mark == "ok" for line in lines)


def _print_game(seen: Seen) -> None:
    print(f"  {seen.team}, {seen.orders} orders, {seen.unfinished or 'played to the end'}", flush=True)
    if seen.said:
        print(seen.said, file=sys.stderr, flush=True)


def _print_line(line: Line) -> None:
    print(_ROW.format(line.mark, line.name, line.found).rstrip())
    for fault in line.faults[:_EXAMPLES]:
        print(f"      {fault}")
    if len(line.faults) > _EXAMPLES:
        print(f"      and {len(line.faults) - _EXAMPLES} more")
