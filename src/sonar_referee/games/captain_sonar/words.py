"""The `key=value` words that positions and matches are written in, and options as such words."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.errors import BadNotation
from sonar_referee.games.options import Clock

T = TypeVar("T")

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,20}")


def shown(text: str) -> str:
    """A text in quotes for an error message, cut if it is long."""
    return repr(text if len(text) <= 40 else text[:40] + "…")


def one_of(text: str, values: tuple[T, ...], what: str) -> T:
    """The value that is written as this text; raises `BadNotation`."""
    for value in values:
        if value == text:
            return value
    raise BadNotation(f"{shown(text)} is no {what}; known are {', '.join(map(str, values))}")


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
    if isinstance(value, Clock):
        return f"{value.seconds}/{value.on_expiry}"
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_options(words: Mapping[str, str], chart: str) -> Options:
    """The options written in words, on the map with this name; raises `BadNotation`."""
    try:
        chosen: dict[str, Any] = {name: _read_option(name, text) for name, text in words.items()}
        return Options(map=chart, **chosen)
    except ValueError as error:
        raise BadNotation(str(error)) from error


def _read_option(name: str, text: str) -> Any:
    named = _named_values()
    if name not in named:
        raise BadNotation(f"{shown(name)} is no option")
    values, read_other = named[name]
    if text in values:
        return values[text]
    if read_other is None:
        raise BadNotation(f"{name} must be one of {', '.join(values)}, not {shown(text)}")
    return read_other(text)


def _read_clock(text: str) -> Clock:
    seconds, _, on_expiry = text.partition("/")
    values = get_args(get_type_hints(Clock)["on_expiry"])
    return Clock(read_int(seconds), one_of(on_expiry, values, "end of the time"))


@cache
def _named_values() -> dict[str, tuple[dict[str, Any], Callable[[str], Any] | None]]:
    """For each option the values that have a name, and what reads others, if there are any."""
    found: dict[str, tuple[dict[str, Any], Callable[[str], Any] | None]] = {}
    for name, hint in get_type_hints(Options).items():
        kinds = get_args(hint) if get_origin(hint) is not Literal else ()
        values: tuple[Any, ...] = get_args(hint) if get_origin(hint) is Literal else ()
        if hint is bool:
            values = (False, True)
        elif type(None) in kinds:
            values = (None,)
        read_other = read_int if hint is int or int in kinds else _read_clock if Clock in kinds else None
        found[name] = {_value_text(value): value for value in values}, read_other
    del found["map"]
    return found
