"""Answers that are JSON text already, refusals, and how they are documented."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import Response
from starlette.types import Scope, Send

from sonar_referee.server.fence import fence
from sonar_referee.wire.encode import dump
from sonar_referee.wire.models import ProblemDocument
from sonar_referee.wire.problems import CODES, MEDIA_TYPE, Problem

TOKEN_OPTIONAL: dict[str, Any] = {"security": [{}]}
"""`openapi_extra` of a call that a token tells more, but that needs none."""


def json_reply(text: str, status: int = 200) -> Response:
    """JSON text as an answer."""
    return Response(text, status, {"Cache-Control": "no-store"}, "application/json")


def value_reply(value: Any, status: int = 200) -> Response:
    """A value as a JSON answer."""
    return json_reply(dump(value), status)


def problem_reply(problem: Problem) -> Response:
    """A refusal as an answer."""
    headers = {}
    if problem.status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if problem.code == "body_too_large":
        headers["Connection"] = "close"  # the rest of the body is not read
    return Response(dump(problem.as_json()), problem.status, headers, MEDIA_TYPE)


async def send_problem(scope: Scope, send: Send, problem: Problem) -> None:
    """Answer a request, or a socket that is not accepted yet, with a refusal."""
    if "app" in scope:
        scope["app"].state.metrics.refused(problem.code)
    reply = problem_reply(problem)
    reply.headers.update(fence(scope["path"]))
    kind = "http" if scope["type"] == "http" else "websocket.http"
    await send({"type": f"{kind}.response.start", "status": reply.status_code, "headers": reply.raw_headers})
    await send({"type": f"{kind}.response.body", "body": reply.body})


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
