"""Matches before they start: made, found, filled with players, started."""

from __future__ import annotations

from hmac import compare_digest
from typing import Annotated

import structlog
from fastapi import APIRouter, Query, Request, Response

from sonar_referee.bots import BOTS
from sonar_referee.match.table import Table
from sonar_referee.match.tokens import token_hash
from sonar_referee.server.bearer import AllMatches, HostsTable, ThePlayer, TheTable, Token, door_of
from sonar_referee.server.gate.network import address_of
from sonar_referee.server.invitations import join_url
from sonar_referee.server.replies import TOKEN_OPTIONAL, refusals, value_reply
from sonar_referee.server.routes.games import find_game
from sonar_referee.wire.models import (
    CreatedMatch,
    FoundMatch,
    JoinedPlayer,
    MatchList,
    MatchState,
    NewBots,
    NewMatch,
    NewPlayer,
    PlayerSeats,
    SeatChoice,
    SeatedBots,
    SwapOffer,
    SwapState,
)
from sonar_referee.wire.problems import Problem

log = structlog.get_logger("sonar_referee")

router = APIRouter(prefix="/api", tags=["lobby"])

_PAGE = 50


def _state(table: Table) -> Response:
    return value_reply(table.summary())


@router.post(
    "/matches",
    status_code=201,
    response_model=CreatedMatch,
    responses=refusals(
        "not_authenticated", "no_such_game", "no_such_map", "malformed", "too_many", "too_many_requests", "not_stored"
    ),
    openapi_extra=TOKEN_OPTIONAL,
)
async def create_match(request: Request, matches: AllMatches, token: Token, new: NewMatch) -> Response:
    """Create a match; the answer holds the host's secret token and the code that players join with."""
    _require_host_password(request, token)
    with door_of(request).caps.making_a_match(address_of(request.scope)) as keep:
        table, host_token = await matches.create(find_game(new.game), new.options, new.name or "", new.public)
        keep(table.match.match_id)
    match = table.match
    created = {
        "match_id": match.match_id,
        "host_token": host_token,
        "join_code": match.join_code,
        "join_url": await join_url(request, match.join_code),
    }
    return value_reply(created, 201)


def _require_host_password(request: Request, token: str | None) -> None:
    password = request.app.state.settings.host_password
    if password is None:
        return
    needed = Problem("not_authenticated", "This server asks for its host password as Bearer token.")
    if token is None:
        raise needed
    with door_of(request).passwords.trying(address_of(request.scope)):
        if not compare_digest(token_hash(token), token_hash(password)):
            raise needed


@router.get("/matches", response_model=MatchList, responses=refusals("malformed"))
async def list_matches(
    matches: AllMatches,
    before: Annotated[str | None, Query(description="The last match of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=_PAGE)] = _PAGE,
) -> Response:
    """The public matches, the newest first."""
    listed = matches.public()
    if before is not None:
        ids = [table.match.match_id for table in listed]
        listed = listed[ids.index(before) + 1 :] if before in ids else []
    page = listed[:limit]
    following = page[-1].match.match_id if len(listed) > limit else None
    return value_reply({"matches": [table.summary() for table in page], "next": following})


@router.get("/matches/{match_id}", response_model=MatchState, responses=refusals("no_such_match"))
async def show_match(table: TheTable) -> Response:
    """A match: options, status, who sits where."""
    return _state(table)


@router.get("/join/{join_code}", response_model=FoundMatch, responses=refusals("no_such_match", "too_many_requests"))
async def find_by_code(request: Request, matches: AllMatches, join_code: str) -> FoundMatch:
    """The match behind a join code; upper and lower case are the same. Wrong codes can be tried only now and then."""
    with door_of(request).codes.trying(address_of(request.scope)):
        return FoundMatch(match_id=await matches.find_code(join_code))


@router.post(
    "/matches/{match_id}/players",
    status_code=201,
    response_model=JoinedPlayer,
    responses=refusals(
        "no_such_match",
        "seat_taken",
        "not_in_lobby",
        "crew_not_allowed",
        "no_such_seat",
        "malformed",
        "too_many",
        "not_stored",
    ),
)
async def join(request: Request, table: TheTable, new: NewPlayer) -> JoinedPlayer:
    """Sit down, also on seats that were freed in a running match; the answer holds the player's secret token."""
    with door_of(request).caps.joining(address_of(request.scope), table) as keep:
        player, token = await table.join(new.name, new.seats)
        keep(player.player_id)
    log.info("player joined", player_id=player.player_id)
    return JoinedPlayer(player_id=player.player_id, player_token=token, seats=list(player.seats))


@router.put(
    "/matches/{match_id}/players/me/seats",
    response_model=PlayerSeats,
    responses=refusals(
        "not_authenticated", "no_such_match", "seat_taken", "not_in_lobby", "no_such_seat", "malformed", "not_stored"
    ),
)
async def change_seats(table: TheTable, player: ThePlayer, choice: SeatChoice) -> PlayerSeats:
    """Change to other seats."""
    changed = await table.reseat(player, choice.seats)
    return PlayerSeats(player_id=changed.player_id, seats=list(changed.seats))


@router.post(
    "/matches/{match_id}/players/me/swap",
    response_model=SwapState,
    responses=refusals(
        "not_authenticated",
        "not_your_seat",
        "no_such_match",
        "not_in_lobby",
        "no_such_seat",
        "seat_needed",
        "malformed",
        "not_stored",
    ),
)
async def swap_seats(table: TheTable, player: ThePlayer, offer: SwapOffer) -> SwapState:
    """Offer to change places, which happens when the other one offers the same; once more takes the offer back."""
    return SwapState(swap=await table.offer_swap(player, offer.seat, offer.other))


@router.delete(
    "/matches/{match_id}/players/me",
    status_code=204,
    responses=refusals("not_authenticated", "no_such_match", "not_in_lobby", "not_stored"),
)
async def leave(table: TheTable, player: ThePlayer) -> None:
    """Leave the match; the token is void."""
    await table.leave(player)
    log.info("player left", player_id=player.player_id)


@router.post(
    "/matches/{match_id}/bots",
    status_code=201,
    response_model=SeatedBots,
    responses=refusals(
        "not_authenticated",
        "not_host",
        "no_such_match",
        "seat_taken",
        "not_in_lobby",
        "crew_not_allowed",
        "no_such_seat",
        "no_such_bot",
        "malformed",
        "not_stored",
    ),
)
async def add_bots(table: HostsTable, new: NewBots) -> SeatedBots:
    """Let the server play these seats with a built-in bot, one for each seat."""
    bots_here = BOTS[table.match.game.id]
    if new.bot not in bots_here:
        raise Problem("no_such_bot", f"There is no bot {new.bot[:40]!r}; bots are {', '.join(bots_here)}.")
    bots = await table.add_bots(new.bot, new.seats)
    return SeatedBots(bots=[PlayerSeats(player_id=bot.player_id, seats=list(bot.seats)) for bot in bots])


@router.delete(
    "/matches/{match_id}/bots",
    status_code=204,
    responses=refusals("not_authenticated", "not_host", "no_such_match", "not_in_lobby", "malformed", "not_stored"),
)
async def remove_bots(table: HostsTable, seat: Annotated[list[str], Query(description="The bots' seats.")]) -> None:
    """Send bots away."""
    await table.remove_bots(seat)


@router.delete(
    "/matches/{match_id}/seats/{seat}",
    status_code=204,
    responses=refusals(
        "not_authenticated",
        "not_host",
        "no_such_match",
        "not_running",
        "not_absent",
        "no_such_seat",
        "malformed",
        "not_stored",
    ),
)
async def free_seat(table: HostsTable, seat: str) -> None:
    """Free every seat of whoever holds this one; the old token is void, and others can sit down.

    In a running match this is for a player who is disconnected, and for bots; in the lobby for anybody.
    """
    await table.free(seat)


@router.post(
    "/matches/{match_id}/start",
    response_model=MatchState,
    responses=refusals(
        "not_authenticated",
        "not_host",
        "no_such_match",
        "not_in_lobby",
        "seats_empty",
        "crew_not_allowed",
        "not_stored",
    ),
)
async def start(matches: AllMatches, table: HostsTable) -> Response:
    """Start the match; every seat must be taken."""
    await matches.start(table)
    return _state(table)
