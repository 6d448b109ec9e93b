"""Map files of all games: one TOML file per map, with the same words on where a map is from."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from sonar_referee.games.errors import BadMap

Kinds = dict[str, type[Any]]

ALWAYS: Kinds = {"name": str, "grid": str}
"""The keys that every map needs."""
PROVENANCE: Kinds = {"game": str, "title": str, "source": str, "confidence": float, "unofficial": bool, "notes": str}
"""The keys that every map may have."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_WORD = {str: "text in quotes", int: "a whole number", float: "a number", bool: "true or false", list: "a list"}


class MapFile:
    """A map file's keys and where in its text they are; `source` is what error messages call the file.

    Raises `BadMap` with file, line and reason for what is no TOML, lacks a key or has an unknown or ill one.
    """

    def __init__(self, text: str, source: str, required: Kinds, optional: Kinds) -> None:
        self.text = text
        self._source = source
        try:
            self.found: dict[str, Any] = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # a number too long or brackets too deep are no TOMLDecodeError
            raise self._no_toml(str(error)) from error
        self._check_keys(ALWAYS | required, PROVENANCE | optional)

    def rows(self, key: str = "grid") -> tuple[str, ...]:
        """The lines of a text of many lines."""
        return tuple(row.strip() for row in self.found[key].strip().split("\n"))

    def provenance(self) -> dict[str, Any]:
        """Name, title, what is known of where the map is from, each with its default, and the file's text."""
        found = self.found
        return {
            "name": found["name"],
            "title": found.get("title", found["name"].replace("-", " ").title()),
            "source": found.get("source", ""),
            "confidence": float(found.get("confidence", 1.0)),
            "unofficial": found.get("unofficial", False),
            "notes": found.get("notes", ""),
            "text": self.text,
        }

    def fault(self, key: str, reason: str, row: int | None = None) -> BadMap:
        """The error to raise for a key, or for a row, from 0, of its text."""
        line = self._line_of(key) if row is None else self._line_of_row(key, row)
        return BadMap(f"{self._source}, line {line}: {reason}")

    def _no_toml(self, message: str) -> BadMap:
        where = re.search(r"\(at line (\d+), column \d+\)", message)
        line = where.group(1) if where else str(self.text.count("\n") + 1)
        reason = re.sub(r"\s*\(at [^)]*\)", "", message)
        return BadMap(f"{self._source}, line {line}: not valid TOML: {reason[:1].lower()}{reason[1:]}")

    def _check_keys(self, required: Kinds, optional: Kinds) -> None:
        known = required | optional
        for key, value in self.found.items():
            if key not in known:
                raise self.fault(key, f"unknown key {key!r}; known are {', '.join(known)}")
            wanted = known[key]
            fits = isinstance(value, (int, float) if wanted is float else wanted)
            if not fits or (isinstance(value, bool) and wanted is not bool):
                raise self.fault(key, f"{key} must be {_WORD[wanted]}")
        for key in required:
            if key not in self.found:
                raise BadMap(f"{self._source}, line 1: the key {key!r} is missing")
        if not _NAME.fullmatch(self.found["name"]):
            reason = f"name {self.found['name']!r} must be 1 to 40 lower-case letters, digits, - or _"
            raise self.fault("name", reason)
        if not 0 <= self.found.get("confidence", 1.0) <= 1:
            raise self.fault("confidence", "confidence must be 0 to 1")

    def _line_of(self, key: str) -> int:
        pattern = rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*[.=]|^[ \t]*\[+{re.escape(key)}"
        match = re.search(pattern, self.text, re.MULTILINE)
        return self.text.count("\n", 0, match.start()) + 1 if match else 1

    def _line_of_row(self, key: str, row: int) -> int:
        """The line of a row of a text, which starts after the opening quotes, on their line or the next."""
        pattern = rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=[ \t]*(?:\"\"\"|''')(?:\\?[ \t]*[\r\n])*"
        opening = re.search(pattern, self.text, re.MULTILINE)
        if opening is None:
            return self._line_of(key)
        return self.text.count("\n", 0, opening.end()) + 1 + row
