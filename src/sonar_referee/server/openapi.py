"""The OpenAPI document: FastAPI's own, with the games' orders and options in their places."""

from __future__ import annotations

from typing import Any, Union

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel, Field, create_model

from sonar_referee.games.registry import GAMES
from sonar_referee.wire.adapters import options_adapter, order_adapter
from sonar_referee.wire.shapes import announcement_models, options_schema, view_model

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
        prefix = game.title.replace(" ", "")
        orders.append(_add(schemas, f"{prefix}Order", order_adapter(game.id).json_schema(ref_template=_REF)))
        schema = options_schema(game.id, options_adapter(game.id).json_schema(ref_template=_REF))
        options.append(_add(schemas, f"{prefix}Options", schema))
    schemas["GivenOrder"]["properties"]["order"] = {"oneOf": orders, "description": "One of the game's orders."}
    schemas["NewMatch"]["properties"]["options"] = {"anyOf": options, "default": {}}
    return document


def _add(schemas: dict[str, Any], name: str, schema: dict[str, Any]) -> dict[str, str]:
    schemas.update(schema.pop("$defs", {}))
    schemas[name] = schema
    return {"$ref": _REF.format(model=name)}
