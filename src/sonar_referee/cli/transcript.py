"""Announcements as text: a line a round, written as they are heard."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TextIO

from sonar_referee.cli.charts import WIDTH

_INDENT = len("R123 yellow  ")


class Transcript:
    """Writes what is announced. The end of a round is the end of its line."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._team: str | None = None
        self._column = 0

    def hear(self, announcement: Mapping[str, Any]) -> None:
        """Write one announcement."""
        kind, team = announcement["kind"], announcement["team"]
        if kind == "game_over":
            self._end_line()
            self._write(f"{announcement['text']}\n")
        elif kind == "round_ended":
            self._end_line()
        elif self._team is None:
            self._team = team
            self._write(f"R{announcement['round']:<3} {team:<6}  {announcement['text']}")
        else:
            speaker = "" if team == self._team else f"{team}: "
            self._add(f"{speaker}{announcement['text']}")

    def _add(self, call: str) -> None:
        if self._column + 2 + len(call) > WIDTH:
            self._out.write("\n" + " " * _INDENT)
            self._column = _INDENT
            self._write(call)
        else:
            self._write(f"  {call}")

    def _write(self, text: str) -> None:
        self._out.write(text)
        self._out.flush()
        self._column += len(text)

    def _end_line(self) -> None:
        if self._team is not None:
            self._out.write("\n")
            self._out.flush()
        self._team = None
        self._column = 0
