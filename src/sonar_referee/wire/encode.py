"""JSON out: announcements and views as they are sent."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

from pydantic_core import to_json

from sonar_referee.games.game import ABSENT, Said


def dump(value: Any) -> str:
    """A value as JSON text; knows dataclasses and tuples."""
    return to_json(value).decode()


@lru_cache(maxsize=8192)
def _announcement_members(announcement: Any) -> str:
    """The members of an announcement from `kind` on, without the braces."""
    members = {field.name: getattr(announcement, field.name) for field in dataclasses.fields(announcement)}
    kind, team = members.pop("kind"), members.pop("team", ABSENT)
    head = {"kind": kind} if team is ABSENT else {"kind": kind, "team": team}
    text = getattr(announcement, "text", None)
    return dump(head | ({"text": text} if text else {}) | members)[1:-1]


def announcement_json(seq: int, said: Said) -> str:
    """An announcement as one viewer hears it: with its number in that viewer's sequence."""
    return f'{{"seq":{seq},"round":{said.round},{_announcement_members(said.announcement)}}}'


def announcement_frame(seq: int, said: Said) -> str:
    """The same as a frame of the socket, `type` first."""
    return f'{{"type":"announcement","seq":{seq},"round":{said.round},{_announcement_members(said.announcement)}}}'


def present(view: Any) -> dict[str, Any]:
    """The fields of a view that its viewer gets, in order; absent ones are left out, also one level down."""
    members: dict[str, Any] = {}
    for name in _field_names(view.__class__):
        value = getattr(view, name)
        if value is not ABSENT:
            members[name] = present(value) if _may_lack_fields(value.__class__) else value
    return members


@lru_cache(maxsize=256)
def _field_names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(kind))


@lru_cache(maxsize=256)
def _may_lack_fields(kind: type[Any]) -> bool:
    return dataclasses.is_dataclass(kind) and any("Absent" in str(field.type) for field in dataclasses.fields(kind))
