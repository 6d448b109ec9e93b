"""The examples in the interface's description, from the first game: with them alone a match can be begun."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from sonar_referee.games.registry import GAMES

_GAME: Final = next(iter(GAMES.values()))
_ONE, _OTHER = list(_GAME.teams.values())[:2]

GAME: Final = _GAME.id
SEAT: Final = _ONE[0]
NEW_MATCH: Final[dict[str, Any]] = {
    "game": GAME,
    "options": {"map": _GAME.options().map},
    "name": "Friday night",
    "public": True,
}
NEW_PLAYER: Final[dict[str, Any]] = {"name": "Ada", "seats": _ONE[:2]}
SEAT_CHOICE: Final[dict[str, Any]] = {"seats": _ONE[-2:-1] or _ONE}
SWAP_OFFER: Final[dict[str, Any]] = {"other": _ONE[-1]}
NEW_BOTS: Final[dict[str, Any]] = {"bot": "random", "seats": _OTHER[:2]}
GIVEN_ORDER: Final[dict[str, Any]] = {
    "seat": SEAT,
    "order": dataclasses.asdict(_GAME.example_order),
    "order_id": "my-first",
}
