"""What brings players to a match: its code, its link, and the link as a QR code."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from sonar_referee.server.bearer import AllMatches, TheTable, door_of
from sonar_referee.server.gate.network import address_of
from sonar_referee.server.invitations import join_url, qr_code
from sonar_referee.server.replies import refusals, value_reply
from sonar_referee.wire.models import Invitation
from sonar_referee.wire.problems import Problem

router = APIRouter(prefix="/api", tags=["lobby"])


@router.get("/matches/{match_id}/invitation", response_model=Invitation, responses=refusals("no_such_match"))
async def show_invitation(request: Request, table: TheTable) -> Response:
    """The match's code and link, for whoever is there already."""
    code = table.match.join_code
    return value_reply({"join_code": code, "join_url": await join_url(request, code)})


@router.get(
    "/join/{join_code}/qr.svg",
    response_class=Response,
    responses={
        200: {"description": "The join link as a QR code.", "content": {"image/svg+xml": {}}},
        **refusals("no_such_match", "malformed", "too_many_requests"),
    },
)
async def draw_join_link(
    request: Request,
    matches: AllMatches,
    join_code: str,
    team: Annotated[str | None, Query(description="Lead to this team.")] = None,
) -> Response:
    """A match's join link as a QR code, on an address that phones in the same network reach."""
    with door_of(request).codes.trying(address_of(request.scope)):
        match = (await matches.find(await matches.find_code(join_code))).match
    if team is not None and team not in match.game.teams:
        raise Problem("malformed", f"team: there is no team {team[:40]!r}; teams are {', '.join(match.game.teams)}.")
    code = qr_code(await join_url(request, match.join_code, team))
    return Response(code, headers={"Cache-Control": "no-store"}, media_type="image/svg+xml")
