"""The `key=value` words that positions and matches are written in, and options as such words."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.errors import BadNotation

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,20}")


def shown(text: str) -> str:
    """A text in quotes for an error message, cut if it is long."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def read_int(text: str) -> int:
    """A whole number; raises `BadNotation`."""
    if not _WHOLE_NUMBER.fullmatch(text):
        raise BadNotation(f"{shown(text)} is no whole number")
    return int(text)


def read_words(text: str) -> dict[str, str]:
    """The words of a text by their keys; raises `BadNotation`."""
    found: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise BadNotation(f"{shown(word)} is no key=value")
        if key in found:
            raise BadNotation(f"{shown(key)} is given twice")
        found[key] = value
    return found


def option_words(options: Options) -> Iterator[str]:
    """The options that are not default, as words; the map is not among them."""
    for field in dataclasses.fields(Options):
        value = getattr(options, field.name)
        if field.name != "map" and value != field.default:
            yield f"{field.name}={_value_text(value)}"


def _value_text(value: Any) -> str:
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_options(words: Mapping[str, str], chart: str) -> Options:
    """The options written in words, on the map with this name; raises `BadNotation`."""
    chosen: dict[str, Any] = {name: _read_option(name, text) for name, text in words.items()}
    try:
        return Options(map=chart, **chosen)
    except ValueError as error:
        raise BadNotation(str(error)) from error


def _read_option(name: str, text: str) -> Any:
    named = _named_values()
    if name not in named:
        raise BadNotation(f"{shown(name)} is no option")
    values, numbers = named[name]
    if text in values:
        return values[text]
    if not numbers:
        raise BadNotation(f"{name} must be one of {', '.join(values)}, not {shown(text)}")
    return read_int(text)


@cache
def _named_values() -> dict[str, tuple[dict[str, Any], bool]]:
    """For each option the values that have a name, and whether other numbers may be given."""
    found: dict[str, tuple[dict[str, Any], bool]] = {}
    for name, hint in get_type_hints(Options).items():
        kinds = get_args(hint) if get_origin(hint) is not Literal else ()
        values: tuple[Any, ...] = get_args(hint) if get_origin(hint) is Literal else ()
        if hint is bool:
            values = (False, True)
        elif hint is type(None) or type(None) in kinds:
            values = (None,)
        found[name] = {_value_text(value): value for value in values}, hint is int or int in kinds
    del found["map"]
    return found
