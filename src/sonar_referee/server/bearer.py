"""Who is asking: Bearer tokens and the players and viewers behind them."""

from __future__ import annotations

from typing import Annotated

import structlog
from fastapi import Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.requests import HTTPConnection

from sonar_referee.games.game import Viewer
from sonar_referee.match.matches import Matches
from sonar_referee.match.roster import Player
from sonar_referee.match.table import Table
from sonar_referee.server.gate.door import Door
from sonar_referee.server.gate.network import address_of
from sonar_referee.wire.problems import Problem


def door_of(asking: HTTPConnection) -> Door:
    """The door that a request or a socket came through."""
    door: Door = asking.app.state.door
    return door


_scheme = HTTPBearer(auto_error=False, description="A player's, the host's or the operator's token.")


async def _token(given: Annotated[HTTPAuthorizationCredentials | None, Depends(_scheme)]) -> str | None:
    return given.credentials if given else None


Token = Annotated[str | None, Depends(_token)]


async def _matches(request: Request) -> Matches:
    matches: Matches = request.app.state.matches
    return matches


AllMatches = Annotated[Matches, Depends(_matches)]


async def _table(matches: AllMatches, match_id: Annotated[str, Path(description="The match's id.")]) -> Table:
    table = await matches.find(match_id)
    structlog.contextvars.bind_contextvars(match_id=table.match.match_id)
    return table


TheTable = Annotated[Table, Depends(_table)]


async def _player(request: Request, table: TheTable, token: Token) -> Player:
    if token is None:
        raise Problem("not_authenticated", "A player's token is needed as Bearer token.")
    with door_of(request).showing_a_token(address_of(request.scope)):
        return table.player_of(token)


ThePlayer = Annotated[Player, Depends(_player)]


async def _host(request: Request, table: TheTable, token: Token) -> Table:
    if token is None:
        raise Problem("not_authenticated", "The host's token is needed as Bearer token.")
    with door_of(request).showing_a_token(address_of(request.scope)):
        table.require_host(token)
    return table


HostsTable = Annotated[Table, Depends(_host)]


async def _open_table(request: Request, table: TheTable, token: Token) -> Table:
    if table.match.game.open_at_end(table.match.setup.options):
        return table
    if token is None:
        raise Problem("not_authenticated", "This match stays secret after its end; the host's token is needed.")
    return await _host(request, table, token)


OpenTable = Annotated[Table, Depends(_open_table)]
"""The table of a match whose whole course whoever asks may know after the end: anybody, or only the host."""


def viewer_behind(
    asking: HTTPConnection, table: Table, token: str | None, seat: str | None
) -> tuple[Viewer, Player | None]:
    """The viewer that a token stands for; without one, or with the host's, a spectator."""
    player = None
    if token is not None and not table.is_host(token):
        with door_of(asking).showing_a_token(address_of(asking.scope)):
            player = table.player_of(token)
    return table.viewer_of(player, seat), player


async def _viewer(
    request: Request,
    table: TheTable,
    token: Token,
    seat: Annotated[str | None, Query(description="One of the player's seats; all of them if left out.")] = None,
) -> tuple[Viewer, Player | None]:
    return viewer_behind(request, table, token, seat)


TheViewer = Annotated[tuple[Viewer, Player | None], Depends(_viewer)]
