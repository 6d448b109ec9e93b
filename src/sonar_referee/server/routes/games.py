"""What can be played: games and maps."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request, Response

from sonar_referee.bots import BOTS
from sonar_referee.games.game import Game
from sonar_referee.games.registry import GAMES
from sonar_referee.match.maps import Maps
from sonar_referee.server.replies import refusals, value_reply
from sonar_referee.wire import examples
from sonar_referee.wire.adapters import options_adapter
from sonar_referee.wire.models import GameList, MapList
from sonar_referee.wire.problems import Problem
from sonar_referee.wire.shapes import options_schema

router = APIRouter(prefix="/api/games", tags=["games"])


async def _game(game: Annotated[str, Path(description="A game's id.", examples=[examples.GAME])]) -> Game[Any]:
    return find_game(game)


TheGame = Annotated[Game[Any], Depends(_game)]


def find_game(game_id: str) -> Game[Any]:
    """The game with this id; raises `no_such_game`."""
    if game_id not in GAMES:
        raise Problem("no_such_game", f"There is no game {game_id[:40]!r}; games are {', '.join(GAMES)}.")
    return GAMES[game_id]


async def _maps(request: Request) -> Maps:
    maps: Maps = request.app.state.maps
    return maps


AllMaps = Annotated[Maps, Depends(_maps)]


@router.get("", response_model=GameList)
async def list_games() -> Response:
    """The games that this server referees, with their seats and options."""
    games = [
        {
            "id": game.id,
            "title": game.title,
            "seats": game.seats,
            "teams": game.teams,
            "bots": list(BOTS[game.id]),
            "options_schema": options_schema(game.id, options_adapter(game.id).json_schema()),
        }
        for game in GAMES.values()
    ]
    return value_reply({"games": games})


@router.get("/{game}/maps", response_model=MapList, responses=refusals("no_such_game"))
async def list_maps(game: TheGame, maps: AllMaps) -> Response:
    """The maps of a game."""
    described = (game.describe_map(chart) for chart in maps.of(game).values())
    wanted = ("name", "title", "source", "confidence", "unofficial")
    return value_reply({"maps": [{key: one[key] for key in wanted} for one in described]})


@router.get("/{game}/maps/{name}", responses=refusals("no_such_game", "no_such_map"))
async def show_map(game: TheGame, maps: AllMaps, name: str) -> dict[str, Any]:
    """One map: its cells, sectors and special cells."""
    return game.describe_map(maps.find(game, name))
