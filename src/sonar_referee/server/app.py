"""The application: everything put together for one database and one set of settings."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from time import monotonic
from typing import Any, cast

import structlog
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi_offline import FastAPIOffline
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.routing import Match

import sonar_referee
from sonar_referee.match.analysis import Analyses
from sonar_referee.match.maps import Maps, shipped_folder
from sonar_referee.match.matches import Matches
from sonar_referee.match.rematch import Rematches
from sonar_referee.match.table import CLOCK
from sonar_referee.server.fence import Fence, fence
from sonar_referee.server.gate.buckets import Clock
from sonar_referee.server.gate.door import Door, Gate
from sonar_referee.server.limits import BodyLimit
from sonar_referee.server.logs import configure_logs
from sonar_referee.server.measured_store import MeasuredStore
from sonar_referee.server.metrics import Metrics
from sonar_referee.server.openapi import install_openapi
from sonar_referee.server.pages import install_pages
from sonar_referee.server.replies import problem_reply
from sonar_referee.server.routes import games, invite, lobby, operator, play, rematch
from sonar_referee.server.settings import Settings
from sonar_referee.server.socket import ROUTE as SOCKET
from sonar_referee.store import Entry, Store
from sonar_referee.wire.adapters import explain
from sonar_referee.wire.problems import Problem
from sonar_referee.wire.times import now

log = structlog.get_logger("sonar_referee")

_DESCRIPTION = """
Referees submarine games with hidden information. Every answer is made for the one who asks.

Tokens go into the `Authorization: Bearer` header. Refusals are problem documents (RFC 9457) with a stable `code`.
The WebSocket is at `/api/matches/{match_id}/ws`; docs/reference/protocol.md describes its frames.
"""
_METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
_NO_JSON = "The body must be one JSON object in UTF-8, sent with Content-Type: application/json."


def make_app(settings: Settings, store: Store, clock: Clock = monotonic) -> FastAPI:
    """The application over an open store, which it closes at its end. `clock` gives the seconds of its limits."""
    if not structlog.is_configured():  # else a program that embeds the server would find the log in its output
        configure_logs(settings.log_format, settings.log_level)
    maps = Maps([shipped_folder(), *([settings.maps] if settings.maps else [])])

    def stored(match_id: str, entry: Entry, seconds: float) -> None:
        player = matches.player(match_id, entry.player)
        metrics.accepted(
            "clock" if entry.player == CLOCK else "bot" if player is None or player.bot else "player", seconds
        )

    measured = cast("Store", MeasuredStore(store, stored))
    matches = Matches(measured, maps, now, settings.bot_delay, settings.forget_after * 60, settings.keep_days)
    metrics = Metrics(matches)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        for fault in maps.faults:
            log.warning("map left out", fault=fault)
        await matches.resume()
        app.state.ready = True
        log.info("server started", version=sonar_referee.__version__, matches=len(matches.all()))
        yield
        app.state.ready = False
        log.info("server stopping")
        await matches.close()
        await store.close()
        log.info("server stopped")

    app = FastAPIOffline(
        title="Sonar Referee",
        version=sonar_referee.__version__,
        description=_DESCRIPTION,
        redoc_url=None,
        lifespan=lifespan,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.settings = settings
    app.state.maps = maps
    app.state.matches = matches
    app.state.analyses = Analyses(matches)
    app.state.rematches = Rematches(matches)
    app.state.ready = False
    app.state.metrics = metrics
    app.state.door = Door(settings, matches, clock)
    _add_middleware(app, settings)
    for part in (games.router, lobby.router, invite.router, play.router, rematch.router, operator.router):
        app.include_router(part)
    app.router.routes.append(SOCKET)
    install_pages(app)
    _answer_with_problems(app)
    install_openapi(app)
    return app


def _add_middleware(app: FastAPI, settings: Settings) -> None:
    """From the inside out: the last one added is the first to see a request."""
    app.add_middleware(BodyLimit)
    if settings.allowed_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=settings.allowed_origins,
            allow_methods=["GET", "POST", "PUT", "DELETE"],
            allow_headers=["Authorization", "Content-Type"],
        )
    app.add_middleware(Gate, door=app.state.door)
    app.add_middleware(Fence)


def _methods_at(request: Request) -> str:
    """The methods of an address: those of all its routes, where Starlette would name the first one's only."""
    routes = request.app.routes
    asked = ({**request.scope, "method": method} for method in _METHODS)
    found = [one["method"] for one in asked if any(route.matches(one)[0] is Match.FULL for route in routes)]
    return ", ".join(found or ("GET", "HEAD"))  # static files are behind no route of their own


def _answer_with_problems(app: FastAPI) -> None:
    async def problem(request: Request, error: Exception) -> Response:
        assert isinstance(error, Problem)
        request.app.state.metrics.refused(error.code)
        return problem_reply(error)

    async def malformed(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        found = error.errors()
        if len(found[0]["loc"]) == 1 or found[0]["type"] == "json_invalid":
            return await problem(request, Problem("malformed", _NO_JSON))
        inside: list[Any] = [{**one, "loc": one["loc"][one["loc"][0] == "body" :]} for one in found]
        return await problem(request, Problem("malformed", explain(inside)))

    async def no_such_page(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            answer = await problem(
                request, Problem("method_not_allowed", "This address has no such method; see /docs.")
            )
            answer.headers["Allow"] = _methods_at(request)
            return answer
        if error.status_code == HTTPStatus.NOT_FOUND:
            return await problem(request, Problem("not_found", "There is nothing at this address; see /docs."))
        return await problem(request, Problem("malformed", _NO_JSON))

    async def failed(request: Request, error: Exception) -> Response:
        route = request.scope.get("route")  # not the address as it was asked for: that may hold a join code
        address = getattr(route, "path", "unknown")
        log.error("request failed", method=request.method, address=address, exc_info=error)
        answer = await problem(request, Problem("internal_error", "Something went wrong here; the log says more."))
        answer.headers.update(fence(request.url.path) | {"Connection": "close"})  # as the server does after a failure
        return answer

    app.add_exception_handler(Problem, problem)
    app.add_exception_handler(RequestValidationError, malformed)
    app.add_exception_handler(HTTPException, no_such_page)
    app.add_exception_handler(Exception, failed)
