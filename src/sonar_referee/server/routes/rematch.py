"""Before and after a match: whether it can start, whether an order would be accepted, and the same people again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from pydantic import ConfigDict, Field

from sonar_referee.match.readiness import start_problem
from sonar_referee.match.rematch import Rematches
from sonar_referee.server.bearer import HostsTable, ThePlayer, TheTable, Token, door_of
from sonar_referee.server.gate.network import address_of
from sonar_referee.server.invitations import join_url
from sonar_referee.server.replies import refusals, value_reply
from sonar_referee.wire import models
from sonar_referee.wire.adapters import read_order
from sonar_referee.wire.problems import Problem

router = APIRouter(prefix="/api/matches/{match_id}")


class NewRematch(models.Request):
    """How the same people play again."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"swap": True}]})
    swap: bool = Field(default=False, description="Whether the teams swap sides.")


async def _rematches(request: Request) -> Rematches:
    rematches: Rematches = request.app.state.rematches
    return rematches


AllRematches = Annotated[Rematches, Depends(_rematches)]


@router.get("/readiness", tags=["lobby"], responses=refusals("no_such_match"))
async def show_readiness(table: TheTable) -> models.Readiness:
    """Whether the host could start the match now, and if not, why."""
    problem = start_problem(table.match)
    return models.Readiness(ready=problem is None, reason=problem.detail if problem else None)


@router.post(
    "/orders/check",
    status_code=204,
    tags=["play"],
    responses=refusals(
        "not_authenticated",
        "not_your_seat",
        "no_such_match",
        "not_running",
        "not_your_turn",
        "wrong_phase",
        "illegal_order",
        "seat_needed",
        "no_such_seat",
        "malformed",
    ),
)
async def check_order(table: TheTable, player: ThePlayer, given: models.GivenOrder) -> None:
    """Whether an order would be accepted; nothing changes. A refusal is the one that the order itself would get."""
    order = read_order(table.match.game, given.order)
    table.match.decide(table.match.seat_for(player, given.seat, order), order)


@router.post(
    "/rematch",
    status_code=201,
    tags=["lobby"],
    response_model=models.CreatedMatch,
    responses=refusals(
        "not_authenticated",
        "not_host",
        "no_such_match",
        "not_finished",
        "seats_empty",
        "crew_not_allowed",
        "malformed",
        "too_many",
        "not_stored",
    ),
)
async def make_rematch(
    request: Request, rematches: AllRematches, table: HostsTable, token: Token, wanted: NewRematch
) -> Response:
    """Let the same people play again at once, after the end. Their tokens and the host's go on working in it.

    A match has one rematch: asking again answers with the same one.
    """
    if await rematches.of(table) is None:
        with door_of(request).caps.making_a_match(address_of(request.scope)) as keep:
            made = await rematches.make(table, wanted.swap)
            keep(made.match.match_id)
    else:
        made = await rematches.make(table, wanted.swap)
    match = made.match
    created = {
        "match_id": match.match_id,
        "host_token": token,
        "join_code": match.join_code,
        "join_url": await join_url(request, match.join_code),
    }
    return value_reply(created, 201)


@router.get("/rematch", tags=["lobby"], responses=refusals("no_such_match"))
async def find_rematch(rematches: AllRematches, table: TheTable) -> models.FoundMatch:
    """The rematch of a match, for those who were away when it was made."""
    made = await rematches.of(table)
    if made is None:
        raise Problem("no_such_match", "There is no rematch of this match yet.")
    return models.FoundMatch(match_id=made.match.match_id)
