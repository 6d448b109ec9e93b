"""What the options of all games are made of: fields that carry their words, rules and bounds, and the clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints


def choice(default: Any, description: str, rule: str, **bounds: int) -> Any:
    """A field of the options: its default, what it means in plain words, its rule, `minimum` and `maximum`."""
    return field(default=default, metadata={"description": description, "rule": rule, **bounds})


def require_sound(choices: Any) -> None:
    """Raise `ValueError` for a value that is none of its field's, or a number beyond its field's bounds."""
    for name, kind in _kinds(choices.__class__).items():
        value = getattr(choices, name)
        if get_origin(kind) is Literal and value not in get_args(kind):
            raise ValueError(f"{name} must be one of {', '.join(map(str, get_args(kind)))}, not {value}")
    for name, described in choices.__dataclass_fields__.items():
        value, low, high = getattr(choices, name), described.metadata.get("minimum"), described.metadata.get("maximum")
        if value is not None and low is not None and not low <= value <= high:
            raise ValueError(f"{name} must be {low} to {high}, not {value}")


@cache
def _kinds(choices: type[Any]) -> dict[str, Any]:
    return get_type_hints(choices)


@dataclass(frozen=True, slots=True)
class Clock:
    """How long the table waits each time, and what happens then."""

    seconds: int = field(
        metadata={"description": "Seconds each time that the table waits for somebody.", "minimum": 5, "maximum": 3600}
    )
    on_expiry: Literal["default_order", "forfeit"] = field(
        default="default_order",
        metadata={
            "description": "When they have passed: the referee gives a cautious order in place of the player, or the "
            "team has lost."
        },
    )

    def __post_init__(self) -> None:
        require_sound(self)
