"""Answers that are JSON text already, and how refusals are documented."""

from __future__ import annotations

from typing import Any

from fastapi import Response

from sonar_referee.wire.encode import dump
from sonar_referee.wire.models import ProblemDocument
from sonar_referee.wire.problems import CODES, MEDIA_TYPE


def json_reply(text: str, status: int = 200) -> Response:
    """JSON text as an answer."""
    return Response(text, status, {"Cache-Control": "no-store"}, "application/json")


def value_reply(value: Any, status: int = 200) -> Response:
    """A value as a JSON answer."""
    return json_reply(dump(value), status)


def refusals(*codes: str) -> dict[int | str, dict[str, Any]]:
    """The documentation of the problems that a call can answer with.

    Whichever looks for a match can find that the disk cannot be read.
    """
    by_status: dict[int | str, list[str]] = {}
    for code in dict.fromkeys((*codes, "not_stored") if "no_such_match" in codes else codes):
        by_status.setdefault(CODES[code][0], []).append(code)
    return {
        status: {
            "model": ProblemDocument,
            "description": "Problem: " + ", ".join(f"`{code}`" for code in listed),
            "content": {MEDIA_TYPE: {}},
        }
        for status, listed in by_status.items()
    }
