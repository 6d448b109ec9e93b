"""For whoever runs the server: is it alive, is it ready, how busy is it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST

from sonar_referee.server.replies import refusals
from sonar_referee.wire.problems import Problem

router = APIRouter(tags=["operator"])


@router.get("/healthz")
async def health() -> dict[str, str]:
    """Whether the server is alive."""
    return {"status": "ok"}


@router.get("/readyz", responses=refusals("not_ready"))
async def readiness(request: Request) -> dict[str, str]:
    """Whether the server has its matches back from the log."""
    if not request.app.state.ready:
        raise Problem("not_ready", "The matches are still being read.")
    return {"status": "ready"}


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Metrics in Prometheus' text form."""
    return Response(request.app.state.metrics.text(), media_type=CONTENT_TYPE_LATEST)
