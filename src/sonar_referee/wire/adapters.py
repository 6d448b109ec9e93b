"""Reading orders and options, strictly, with pydantic adapters made from the games' own dataclasses."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any, Union, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, with_config
from pydantic_core import PydanticSerializationError, to_json

from sonar_referee.games.game import Game
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.problems import Problem

STRICT = ConfigDict(strict=True, extra="forbid")


def _harden(kind: Any) -> None:
    """Let pydantic refuse unknown fields and silent conversions in a plain dataclass and those inside it."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind) and not hasattr(kind, "__pydantic_config__"):
        with_config(STRICT)(kind)
        for hint in get_type_hints(kind).values():
            for part in (hint, *getattr(hint, "__args__", ())):
                _harden(part)


for _game in GAMES.values():  # before anything is described: views and announcements hold some of them
    for _kind in (*_game.orders, *_game.referee_orders, _game.options):
        _harden(_kind)


@cache
def order_adapter(game_id: str) -> TypeAdapter[Any]:
    """Reads one order of a player."""
    return _one_of(GAMES[game_id].orders)


@cache
def logged_order_adapter(game_id: str) -> TypeAdapter[Any]:
    """Reads one order of a game from a log: a player's or the referee's."""
    return _one_of(GAMES[game_id].orders + GAMES[game_id].referee_orders)


def _one_of(kinds: tuple[type[Any], ...]) -> TypeAdapter[Any]:
    one_of_them: Any = Annotated[Union[kinds], Field(discriminator="type")]  # noqa: UP007
    return TypeAdapter(one_of_them)


@cache
def options_adapter(game_id: str) -> TypeAdapter[Any]:
    """Reads the options of a match."""
    return TypeAdapter(GAMES[game_id].options)


def read_order(game: Game[Any], document: Any) -> Any:
    """The player's order in a JSON document; raises the problem `malformed`."""
    return _read(order_adapter(game.id), document, "order")


def read_logged_order(game: Game[Any], document: Any) -> Any:
    """The order of a player or the referee in a JSON document; raises the problem `malformed`."""
    return _read(logged_order_adapter(game.id), document, "order")


def read_options(game: Game[Any], document: Any) -> Any:
    """The options in a JSON document; raises the problem `malformed`."""
    return _read(options_adapter(game.id), document, "options")


def _read(adapter: TypeAdapter[Any], document: Any, name: str) -> Any:
    try:
        # JSON has no tuples and no literal types: strict mode must know that this was JSON
        return adapter.validate_json(to_json(document, inf_nan_mode="constants"))
    except ValidationError as error:
        raise Problem("malformed", explain(error.errors(include_url=False), name)) from None
    except PydanticSerializationError:
        raise Problem("malformed", f"{name}: text must be Unicode, and not nested without end.") from None


_WORDS = {
    "missing": "is missing",
    "extra_forbidden": "is unknown; /docs shows what belongs here",
    "unexpected_keyword_argument": "is unknown; /docs shows what belongs here",
    "union_tag_not_found": "needs a member 'type'; /docs shows the types",
}


def explain(errors: Sequence[Any], name: str = "") -> str:
    """What is wrong with a document, as one sentence that names the places."""
    parts = []
    for error in errors[:3]:
        place = ".".join([name] * bool(name) + [str(step) for step in error["loc"]])
        said = error["msg"].removeprefix("Value error, ")
        words = _WORDS.get(error["type"], said[:1].lower() + said[1:])
        parts.append(f"{place}: {words}" if place else words)
    return "; ".join(parts)[:600]
