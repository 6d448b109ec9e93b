"""The OpenAPI document: FastAPI's own, with the games' orders and options in their places."""

from __future__ import annotations

from typing import Any, Union

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field, create_model

from sonar_referee.games.game import Game
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.adapters import options_adapter, order_adapter
from sonar_referee.wire.problems import MEDIA_TYPE
from sonar_referee.wire.shapes import announcement_models, class_name, options_schema, view_model

AnyView: Any = Union[tuple(view_model(game) for game in GAMES)]  # noqa: UP007
AnyAnnouncement: Any = Union[tuple(announcement_models(game) for game in GAMES)]  # noqa: UP007

OrderAnswer: type[BaseModel] = create_model(
    "OrderAnswer",
    __doc__="What an accepted order brought its sender.",
    seq=(int, Field(description="The sender's own sequence afterwards.")),
    announcements=(list[AnyAnnouncement], ...),
)
AnnouncementPage: type[BaseModel] = create_model(
    "AnnouncementPage",
    __doc__="What a viewer heard.",
    announcements=(list[AnyAnnouncement], ...),
    seq=(int, Field(description="The number of the last announcement.")),
)

_JSON = "application/json"
_REF = "#/components/schemas/{model}"


def install_openapi(app: FastAPI) -> None:
    """Let the app describe itself with the games' orders and options filled in."""

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _complete(app)
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _complete(app: FastAPI) -> dict[str, Any]:
    document = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
    schemas = document["components"]["schemas"]
    orders, options = [], []
    for game in GAMES.values():
        orders.append(_add_orders(schemas, game))
        name = class_name(game, "Options")
        schemas[name] = options_schema(game.id, options_adapter(game.id).json_schema())
        options.append({"$ref": _REF.format(model=name)})
    _say_what_is_sent(document["paths"])
    del schemas["HTTPValidationError"], schemas["ValidationError"]
    schemas["GivenOrder"]["properties"]["order"] = {"oneOf": orders, "description": "One of the game's orders."}
    schemas["NewMatch"]["properties"]["options"] = {"anyOf": options, "default": {}}
    return document


def _say_what_is_sent(paths: dict[str, Any]) -> None:
    """Put right what FastAPI takes for granted: that everything is JSON, and that 422 is a document of its own."""
    for operation in (operation for operations in paths.values() for operation in operations.values()):
        responses = operation["responses"]
        for status, answer in tuple(responses.items()):
            content = answer.get("content", {})
            schema = content.get(_JSON, {}).get("schema", {})
            if schema.get("$ref", "").endswith("/HTTPValidationError"):
                del responses[status]
            elif len(content) > 1:
                (media_type,) = content.keys() - {_JSON}
                content[media_type] = content.pop(_JSON)
        responses["default"] = {
            "description": "Any other problem: `too_many_requests`, `too_many`, `host_not_allowed`, "
            "`origin_not_allowed`, `body_too_large`, `internal_error`.",
            "content": {MEDIA_TYPE: {"schema": {"$ref": _REF.format(model="ProblemDocument")}}},
        }


def _add_orders(schemas: dict[str, Any], game: Game[Any]) -> dict[str, str]:
    """Add a game's orders, each named after its game, since games share words."""
    name = class_name(game, "Order")
    schemas[name] = order_adapter(game.id).json_schema(ref_template=_REF.format(model=class_name(game, "{model}")))
    schemas.update({class_name(game, kind): schema for kind, schema in schemas[name].pop("$defs").items()})
    return {"$ref": _REF.format(model=name)}
