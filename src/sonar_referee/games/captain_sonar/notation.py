"""Positions, orders and matches as short text that round-trips.

An order is its type and its fields: `activate_silence north 2`, `answer_sonar row 3 column G`. A position is one
line of `key=value` words, first the table's, then those of each submarine behind `blue:` and `yellow:`. A match is a
line with map, seed and options, then one order a line behind its seat's letters (`bc` is blue's Captain).
"""

from __future__ import annotations

import dataclasses
from typing import Any, get_args, get_type_hints

from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import AnswerSonar, Fact, Forfeit, Order
from sonar_referee.games.captain_sonar.positions import position_text, read_position
from sonar_referee.games.captain_sonar.terms import SEATS, TEAMS
from sonar_referee.games.captain_sonar.words import one_of, option_words, read_int, read_options, read_words, shown
from sonar_referee.games.errors import BadNotation

__all__ = [
    "MatchText",
    "match_text",
    "order_text",
    "position_text",
    "read_match",
    "read_order",
    "read_position",
]

_ORDER_TYPES: dict[str, Any] = {kind.__dataclass_fields__["type"].default: kind for kind in get_args(Order)}
_FIELDS = {
    name: {field: hint for field, hint in get_type_hints(kind).items() if field != "type"}
    for name, kind in _ORDER_TYPES.items()
}
"""For each type of order its fields and what they hold."""
_LETTERS_OF = {seat: seat[0] + seat.split(".")[1][0] for seat in SEATS}
_SEAT_OF_LETTERS = {letters: seat for seat, letters in _LETTERS_OF.items()}


def order_text(order: Order) -> str:
    """An order as one line."""
    if isinstance(order, AnswerSonar):
        return " ".join([order.type, *(f"{fact.kind} {fact.value}" for fact in order.facts)])
    if isinstance(order, Forfeit):
        return " ".join([order.type, ",".join(order.teams), order.reason])
    values = [str(getattr(order, f.name)) for f in dataclasses.fields(order) if f.name != "type"]
    return " ".join([order.type, *values])


def read_order(text: str) -> Order:
    """The order written in a line; raises `BadNotation`.

    Whether there is such a cell, heading, system, symbol or sector is for the rules to say.
    """
    name, *values = text.split() or [""]
    kind = _ORDER_TYPES.get(name)
    if kind is None:
        raise BadNotation(f"{shown(name)} is no order; orders are {', '.join(_ORDER_TYPES)}")
    if kind is AnswerSonar:
        if len(values) != 4:
            raise BadNotation("answer_sonar takes two facts, each a kind and a value")
        return AnswerSonar((_read_fact(*values[:2]), _read_fact(*values[2:])))
    if kind is Forfeit:
        return _read_forfeit(values)
    hints = _FIELDS[name]
    if len(values) != len(hints):
        names = " and ".join(hints) or "nothing more"
        raise BadNotation(f"{name} takes {names}, not {shown(' '.join(values)) if values else 'nothing'}")
    order: Order = kind(
        *(read_int(value) if hint is int else value for hint, value in zip(hints.values(), values, strict=True))
    )
    return order


def _read_forfeit(values: list[str]) -> Forfeit:
    if len(values) != 2:
        raise BadNotation("forfeit takes teams, with a comma between, and a reason")
    teams = tuple(one_of(team, TEAMS, "team") for team in values[0].split(","))
    return Forfeit(teams, one_of(values[1], ("absence", "time"), "reason for a forfeit"))


def _read_fact(kind: str, value: str) -> Fact:
    if kind == "column":
        return Fact("column", value)
    if kind == "row":
        return Fact("row", read_int(value))
    if kind == "sector":
        return Fact("sector", read_int(value))
    raise BadNotation(f"{shown(kind)} is no kind of fact; kinds are row, column, sector")


# -- matches


@dataclasses.dataclass(frozen=True, slots=True)
class MatchText:
    """What a match is made of: map, options and seed, and the orders with their seats in order."""

    options: Options
    seed: int
    orders: tuple[tuple[str, Order], ...]


def match_text(match: MatchText) -> str:
    """A match as text, one order a line."""
    head = " ".join([f"map={match.options.map}", f"seed={match.seed}", *option_words(match.options)])
    return "\n".join([head, *(f"{_LETTERS_OF[seat]} {order_text(order)}" for seat, order in match.orders)])


def read_match(text: str) -> MatchText:
    """The match written in a text; raises `BadNotation` with the line."""
    head, *lines = text.rstrip().split("\n")
    words = read_words(head)
    if "map" not in words:
        raise BadNotation("a match begins with a line of key=value words that names its map")
    chart, seed = words.pop("map"), read_int(words.pop("seed", "0"))
    options = read_options(words, chart)
    return MatchText(options, seed, tuple(_read_line(number, line) for number, line in enumerate(lines, 2)))


def _read_line(number: int, line: str) -> tuple[str, Order]:
    letters, _, rest = line.partition(" ")
    if letters not in _SEAT_OF_LETTERS:
        raise BadNotation(f"line {number}: {shown(letters)} is no seat; seats are {', '.join(_SEAT_OF_LETTERS)}")
    try:
        return _SEAT_OF_LETTERS[letters], read_order(rest)
    except BadNotation as error:
        raise BadNotation(f"line {number}: {error}") from error
