"""The schemas of what the games send, made from the games' own dataclasses."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.adapters import options_adapter
from sonar_referee.wire.shapes import announcement_models, choice_models, class_name, options_schema, view_model


@pytest.fixture(name="game", params=list(GAMES))
def each_game(request: pytest.FixtureRequest) -> Any:
    """Each game in turn."""
    return GAMES[request.param]


def test_view_requires_what_is_always_there(game: Any) -> None:
    """A view's schema requires the fields that every viewer gets, and describes the others."""
    schema = view_model(game.id).model_json_schema()
    fields = {field.name: str(field.type) for field in dataclasses.fields(game.view_type)}
    always = {name for name, kind in fields.items() if "Absent" not in kind}
    assert set(schema["required"]) == always | {"seq", "revision", "match_id", "game", "status", "clock"}
    optional = {"seat", "seats", "legal_orders", "standing_orders", "overlay"}
    assert set(schema["properties"]) == set(schema["required"]) | set(fields) | optional
    assert "Absent" not in str(schema)


def test_every_announcement_is_described(game: Any) -> None:
    """The union of announcements has one member for each kind, with number, round and text."""
    schema = TypeAdapter(announcement_models(game.id)).json_schema()
    assert len(schema["oneOf"]) == len(game.announcements) == len(schema["discriminator"]["mapping"])
    for model in schema["$defs"].values():
        if "kind" in model["properties"] and "seq" in model["properties"]:
            assert {"seq", "round"} <= set(model["required"])


def test_listed_orders_may_have_a_seat(game: Any) -> None:
    """An order listed in a view is the order itself, in a view of several seats with its seat."""
    choices = TypeAdapter(choice_models(game.id))
    schema = choices.json_schema()
    assert len(schema["oneOf"]) == len(game.orders)
    for kind in game.orders:
        model = schema["$defs"][class_name(game, f"{kind.__name__}Choice")]
        assert set(model["properties"]) == {"seat"} | {field.name for field in dataclasses.fields(kind)}
        assert "seat" not in model.get("required", [])
    plain = next(kind for kind in game.orders if len(dataclasses.fields(kind)) == 1)
    choices.validate_python({**dataclasses.asdict(plain()), "seat": game.seats[0]})
    with pytest.raises(ValidationError):
        choices.validate_python({"type": "shout"})


def test_options_carry_words_and_bounds() -> None:
    """Each option's schema says what it means and by which rule, and how far a number goes."""
    schema = options_schema("captain-sonar", options_adapter("captain-sonar").json_schema())
    assert set(schema["properties"]) == {field.name for field in dataclasses.fields(Options)}
    hull, mines = schema["properties"]["hull"], schema["properties"]["max_mines"]
    assert (hull["minimum"], hull["maximum"], hull["default"]) == (1, 6, 4)
    (number,) = (part for part in mines["anyOf"] if part["type"] == "integer")
    assert (number["minimum"], number["maximum"]) == (1, 676)
    assert mines["description"].endswith("(D26)")


def test_options_are_described_in_one_piece() -> None:
    """A client that makes a form need not resolve references: a clock's fields stand where the clock does."""
    schema = options_schema("captain-sonar", options_adapter("captain-sonar").json_schema())
    assert "$ref" not in json.dumps(schema)
    assert "$defs" not in schema
    clock, null = schema["properties"]["clock"]["anyOf"]
    assert (clock["type"], null) == ("object", {"type": "null"})
    assert clock["required"] == ["seconds"]
    seconds, on_expiry = clock["properties"]["seconds"], clock["properties"]["on_expiry"]
    assert (seconds["type"], seconds["minimum"], seconds["maximum"]) == ("integer", 5, 3600)
    assert (on_expiry["enum"], on_expiry["default"]) == (["default_order", "forfeit"], "default_order")
    for described in (schema["properties"]["clock"], seconds, on_expiry):
        assert len(described["description"]) > 20
    assert schema["properties"]["presence"]["enum"] == ["wait", "bot", "forfeit"]
