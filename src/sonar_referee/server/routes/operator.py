"""For whoever runs the server: is it alive, is it ready, how busy is it."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from sonar_referee.server.bearer import Token, door_of
from sonar_referee.server.gate.network import address_of
from sonar_referee.server.replies import TOKEN_OPTIONAL, refusals
from sonar_referee.wire.problems import Problem

router = APIRouter(tags=["operator"])


@router.get("/healthz")
async def health() -> dict[str, str]:
    """Whether the server is alive."""
    return {"status": "ok"}


@router.get("/readyz", responses=refusals("not_ready"))
async def readiness(request: Request) -> dict[str, str]:
    """Whether the server has its matches back from the log, and the disk takes orders."""
    if not request.app.state.ready:
        raise Problem("not_ready", "The matches are still being read.")
    refusal = request.app.state.matches.disk_refusal
    if refusal is not None:
        raise Problem("not_ready", f"The disk refuses to write ({refusal}); matches can be seen, but not played.")
    return {"status": "ready"}


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {"description": "The figures.", "content": {"text/plain": {"schema": {"type": "string"}}}},
        **refusals("not_authenticated", "too_many_requests"),
    },
    openapi_extra=TOKEN_OPTIONAL,
)
async def metrics(request: Request, token: Token) -> Response:
    """Metrics in Prometheus' text form: all with the operator's token, without one only what is public anyway."""
    figures = request.app.state.metrics
    if token is None:
        return Response(figures.for_everybody(), media_type=CONTENT_TYPE_LATEST)
    operator = request.app.state.settings.operator_token
    with door_of(request).operators.trying(address_of(request.scope)):
        if operator is None or not hmac.compare_digest(token.encode(), operator.encode()):
            reason = "This token is not the operator's; without a token you get the figures that are public."
            raise Problem("not_authenticated", reason)
    return Response(figures.for_operator(), media_type=CONTENT_TYPE_LATEST)
