"""Pydantic models of what the games send, made from their dataclasses: nothing is described twice."""

from __future__ import annotations

import dataclasses
import types
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, Field, create_model

from sonar_referee.games.game import Absent, Game
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.models import ClockState


def class_name(game: Game[Any], part: str) -> str:
    """The name of a game's schema."""
    return "".join(word.capitalize() for word in game.id.split("-")) + part


def _required(hint: Any) -> tuple[Any, bool]:
    """A type without `Absent`, and whether a field of it is always there."""
    if get_origin(hint) not in (Union, types.UnionType):
        return hint, True
    parts = tuple(part for part in get_args(hint) if part is not Absent)
    return Union[parts], len(parts) == len(get_args(hint))  # noqa: UP007


def _fields(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    fields: dict[str, Any] = {}
    for field in dataclasses.fields(kind):
        hint, required = _required(hints[field.name])
        shaped = shape(hint) if isinstance(hint, type) and dataclasses.is_dataclass(hint) else hint
        fields[field.name] = (shaped, ... if required else Field(default=None))
    return fields


@cache
def shape(kind: type[Any]) -> type[BaseModel]:
    """A model with the fields of a dataclass; those that may be absent are not required."""
    return create_model(kind.__name__, __doc__=kind.__doc__, **_fields(kind))


@cache
def announcement_models(game_id: str) -> Any:
    """The union of a game's announcements as they are sent, with number, round and text."""
    game, kinds = GAMES[game_id], []
    for kind in game.announcements:
        members = {"seq": (int, ...), "round": (int, ...)} | _fields(kind)
        if hasattr(kind, "text"):
            members["text"] = (str, ...)
        kinds.append(create_model(class_name(game, f"{kind.__name__}Announcement"), __doc__=kind.__doc__, **members))
    return Annotated[Union[tuple(kinds)], Field(discriminator="kind")]  # noqa: UP007


@cache
def view_model(game_id: str) -> type[BaseModel]:
    """A game's view as it is sent, with what the match adds."""
    game = GAMES[game_id]
    orders: Any = list[choice_models(game_id)]  # type: ignore[misc]
    members: dict[str, Any] = {
        "seq": (int, Field(description="The number of the last announcement that this viewer heard.")),
        "revision": (int, Field(description="Grows by one each time this viewer's view changes.")),
        "match_id": (str, ...),
        "game": (str, ...),
        "status": (str, Field(pattern="^(lobby|running|finished)$")),
        "seat": (str, Field(default=None, description="The seat of a view of one seat.")),
        "seats": (list[str], Field(default=None, description="The seats of a view of several.")),
        **_fields(game.view_type),
        "legal_orders": (
            orders,
            Field(
                default=None, description="Complete orders that this viewer can give now; with `seats` each has `seat`."
            ),
        ),
        "standing_orders": (orders, Field(default=None, description="Orders open at any time.")),
        "overlay": (Any, Field(default=None, description="The team's notes, as their writers left them.")),
        "clock": (ClockState | None, Field(description="Null where nobody is pressed for time.")),
    }
    return create_model(class_name(game, "View"), __doc__=game.view_type.__doc__, **members)


@cache
def choice_models(game_id: str) -> Any:
    """The union of a game's orders as a view lists them, in a view of several seats each with its seat."""
    game, seat = GAMES[game_id], Field(default=None, description="In a view of several seats: whose order it is.")
    kinds = [
        create_model(
            class_name(game, f"{kind.__name__}Choice"), __doc__=kind.__doc__, seat=(str, seat), **_fields(kind)
        )
        for kind in game.orders
    ]
    return Annotated[Union[tuple(kinds)], Field(discriminator="type")]  # noqa: UP007


def options_schema(game_id: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a game's options in one piece, with the words and bounds that the options carry."""
    inner = schema.pop("$defs", {})
    _describe(GAMES[game_id].options, schema, inner)
    return schema


def _describe(kind: type[Any], schema: dict[str, Any], inner: dict[str, Any]) -> None:
    """Put words and bounds into a dataclass's schema; those in `inner` take the places that refer to them."""
    schema.pop("title", None)
    hints = get_type_hints(kind)
    for field in dataclasses.fields(kind):
        described, meta = schema["properties"][field.name], field.metadata
        described["description"] = meta["description"] + (f" ({meta['rule']})" if "rule" in meta else "")
        described.pop("title", None)
        parts = described.get("anyOf", [described])
        for part in parts:
            if part.get("type") == "integer":
                part.update({bound: meta[bound] for bound in ("minimum", "maximum") if bound in meta})
        nested_kinds = [hint for hint in get_args(hints[field.name]) if isinstance(hint, type)]
        for nested in filter(dataclasses.is_dataclass, nested_kinds):
            place = next(part for part in parts if part.get("$ref", "").endswith(f"/{nested.__name__}"))
            place.clear()
            place.update(inner[nested.__name__])
            _describe(nested, place, inner)
