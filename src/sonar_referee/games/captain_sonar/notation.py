"""Positions, orders and matches as short text that round-trips.

An order is its type and its fields: `activate_silence north 2`, `answer_sonar row 3 column G`. A position is one
line of `key=value` words, first the table's, then those of each submarine behind `blue:` and `yellow:`. A match is a
line with map, seed and options, then one order a line behind its seat's letters (`bc` is blue's Captain).
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from sonar_referee.games.captain_sonar.chart import Chart, bits
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import AnswerSonar, Fact, Order
from sonar_referee.games.captain_sonar.panel import crossed_names, symbol_set
from sonar_referee.games.captain_sonar.state import NOBODY, Question, State, Submarine, fresh_state
from sonar_referee.games.captain_sonar.terms import (
    HEADING_NUMBER,
    HEADINGS,
    SEATS,
    SURFACE_ROUNDS,
    SYSTEMS,
    TEAMS,
    Phase,
)
from sonar_referee.games.errors import BadNotation
from sonar_referee.games.game import Outcome

_ORDER_TYPES: dict[str, Any] = {kind.__dataclass_fields__["type"].default: kind for kind in get_args(Order)}
_LETTERS_OF = {seat: seat[0] + seat.split(".")[1][0] for seat in SEATS}
_SEAT_OF_LETTERS = {letters: seat for seat, letters in _LETTERS_OF.items()}


def order_text(order: Order) -> str:
    """An order as one line."""
    if isinstance(order, AnswerSonar):
        return " ".join([order.type, *(f"{fact.kind} {fact.value}" for fact in order.facts)])
    values = [str(getattr(order, f.name)) for f in dataclasses.fields(order) if f.name != "type"]
    return " ".join([order.type, *values])


def read_order(text: str) -> Order:
    """The order written in a line; raises `BadNotation`."""
    name, *values = text.split() or [""]
    kind = _ORDER_TYPES.get(name)
    if kind is None:
        raise BadNotation(f"{name!r} is no order; orders are {', '.join(_ORDER_TYPES)}")
    if kind is AnswerSonar:
        if len(values) != 4:
            raise BadNotation("answer_sonar takes two facts, each a kind and a value")
        return AnswerSonar((_read_fact(*values[:2]), _read_fact(*values[2:])))
    fields = [field for field in dataclasses.fields(kind) if field.name != "type"]
    if len(values) != len(fields):
        names = " and ".join(field.name for field in fields) or "nothing more"
        raise BadNotation(f"{name} takes {names}, not {' '.join(values) or 'nothing'}")
    made = [_read_int(v) if f.type == "int" else v for f, v in zip(fields, values, strict=True)]
    order: Order = kind(*made)
    return order


def _read_int(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadNotation(f"{text!r} is no whole number") from None


def _read_fact(kind: str, value: str) -> Fact:
    if kind == "column":
        return Fact("column", value)
    if kind == "row":
        return Fact("row", _read_int(value))
    if kind == "sector":
        return Fact("sector", _read_int(value))
    raise BadNotation(f"{kind!r} is no kind of fact; kinds are row, column, sector")


# -- options


def _option_words(options: Options) -> Iterator[str]:
    for field in dataclasses.fields(Options):
        value = getattr(options, field.name)
        if field.name != "map" and value != field.default:
            yield f"{field.name}={value if isinstance(value, str) else json.dumps(value)}"


def _read_options(words: Mapping[str, str], chart: str) -> Options:
    names = {field.name for field in dataclasses.fields(Options)}
    chosen: dict[str, Any] = {}
    for name, text in words.items():
        if name not in names:
            raise BadNotation(f"{name!r} is no option")
        try:
            chosen[name] = json.loads(text)
        except json.JSONDecodeError:
            chosen[name] = text
    try:
        return Options(map=chart, **chosen)
    except ValueError as error:
        raise BadNotation(str(error)) from error


def _words(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals:
            raise BadNotation(f"{word!r} is no key=value")
        found[key] = value
    return found


# -- positions


def position_text(state: State) -> str:
    """A position as one line."""
    table = [
        f"map={state.chart.name}",
        f"round={state.round}",
        f"phase={state.phase}",
        f"act={_team(state.to_act)}",
        f"first={TEAMS[state.first_team]}",
        f"seed={state.seed}",
    ]
    if state.activation_used:
        table.append("used=yes")
    if state.archer_mines != state.chart.archer_mines:
        table.append(f"archer={_cells(state.chart, state.archer_mines)}")
    if state.draw_offer != NOBODY:
        table.append(f"draw={TEAMS[state.draw_offer]}")
    if state.question is not None:
        asker, kind, place, back_to = state.question
        table.append(f"question={TEAMS[asker]}/{kind}/{place}/{back_to or '-'}")
    if state.outcome is not None:
        table.append(f"outcome={state.outcome.winner or '-'}/{state.outcome.reason}")
    boats = [f"{team}: {_boat_words(state.chart, sub)}" for team, sub in zip(TEAMS, state.submarines, strict=True)]
    return " ".join([*table, *_option_words(state.options), *boats])


def _boat_words(chart: Chart, sub: Submarine) -> str:
    words = [f"route={_route(chart, sub.route)}"]
    if sub.past_routes:
        words.append("past=" + "/".join(_route(chart, route) for route in sub.past_routes))
    if sub.mines:
        words.append(f"mines={_cells(chart, sub.mines)}")
    words.append(f"damage={sub.damage}")
    if sub.surfaced:
        words.append(f"surfaced={sub.surface_round}")
    if sub.dive_due:
        words.append("dive=yes")
    words.append("gauges=" + "/".join(map(str, sub.gauges)))
    if sub.breakdowns:
        words.append("broken=" + ",".join(crossed_names(sub.breakdowns)))
    if sub.heading_to_mark != NOBODY:
        words.append(f"mark={HEADINGS[sub.heading_to_mark]}")
    if sub.gauge_to_mark:
        words.append("gauge=yes")
    return " ".join(words)


def _team(number: int) -> str:
    return "-" if number == NOBODY else TEAMS[number]


def _cells(chart: Chart, cells: int) -> str:
    return ",".join(chart.names[cell] for cell in bits(cells)) or "-"


def _route(chart: Chart, route: list[int] | tuple[int, ...]) -> str:
    return ">".join(chart.names[cell] for cell in route) or "-"


def read_position(text: str, charts: Mapping[str, Chart]) -> State:
    """The position written in a line; `charts` are the maps it may name. Raises `BadNotation`."""
    table_text, blue, after_blue = text.partition(" blue: ")
    blue_text, yellow, yellow_text = after_blue.partition(" yellow: ")
    if not blue or not yellow:
        raise BadNotation("a position needs the words of blue: and yellow:")
    table = _words(table_text)
    chart = charts.get(table.pop("map", ""))
    if chart is None:
        raise BadNotation(f"a position names one of the maps {', '.join(charts)}")
    take = table.pop
    first, act = take("first", "blue"), take("act", "-")
    used, archer, draw = take("used", ""), take("archer", ""), take("draw", "-")
    question, outcome = take("question", ""), take("outcome", "")
    phase, number, seed = take("phase", ""), _read_int(take("round", "0")), _read_int(take("seed", "0"))
    state = fresh_state(_read_options(table, chart.name), chart, seed, _read_team(first))
    state.phase = _read_phase(phase)
    state.round, state.to_act = number, _read_team(act)
    state.activation_used = used == "yes"
    state.draw_offer = _read_team(draw)
    if archer:
        state.archer_mines = _read_cells(chart, archer)
    state.question = _read_question(question) if question else None
    if outcome:
        winner, _, reason = outcome.partition("/")
        state.outcome = Outcome(None if winner == "-" else winner, reason)
    state.submarines = (_read_boat(state, _words(blue_text)), _read_boat(state, _words(yellow_text)))
    return state


def _read_team(text: str) -> int:
    if text == "-":
        return NOBODY
    for number, team in enumerate(TEAMS):
        if text == team:
            return number
    raise BadNotation(f"{text!r} is no team; teams are {', '.join(TEAMS)}")


def _read_phase(text: str) -> Phase:
    for phase in get_args(Phase):
        if phase == text:
            found: Phase = phase
            return found
    raise BadNotation(f"{text!r} is no phase; phases are {', '.join(get_args(Phase))}")


def _read_cell(chart: Chart, name: str) -> int:
    if name not in chart.number:
        raise BadNotation(f"{name!r} is no cell of {chart.name}")
    return chart.number[name]


def _read_cells(chart: Chart, text: str) -> int:
    return 0 if text == "-" else sum(1 << _read_cell(chart, name) for name in text.split(","))


def _read_route(chart: Chart, text: str) -> list[int]:
    return [] if text == "-" else [_read_cell(chart, name) for name in text.split(">")]


def _read_question(text: str) -> Question:
    parts = text.split("/")
    if len(parts) != 4:
        raise BadNotation("a question is team/kind/place/phase")
    back_to = None if parts[3] == "-" else _read_phase(parts[3])
    return Question(_read_team(parts[0]), parts[1], _read_int(parts[2]), back_to)


def _read_boat(state: State, words: dict[str, str]) -> Submarine:
    chart, sub = state.chart, state.submarines[0].copy()
    take = words.pop
    sub.route = _read_route(chart, take("route", "-"))
    sub.cell = sub.route[-1] if sub.route else NOBODY
    sub.trail = sum(1 << cell for cell in set(sub.route))
    past = take("past", "")
    sub.past_routes = [tuple(_read_route(chart, route)) for route in past.split("/")] if past else []
    sub.mines = _read_cells(chart, take("mines", "-"))
    sub.damage = _read_int(take("damage", "0"))
    surfaced = take("surfaced", "")
    sub.surfaced, sub.surface_round = bool(surfaced), _read_int(surfaced or "0")
    sub.dive_due = take("dive", "") == "yes"
    sub.gauges = [_read_int(mark) for mark in take("gauges", "0/0/0/0/0/0").split("/")]
    broken = take("broken", "")
    try:
        sub.breakdowns = symbol_set(*broken.split(",")) if broken else 0
    except KeyError as error:
        raise BadNotation(f"{error.args[0]!r} is no symbol") from None
    heading = take("mark", "")
    if heading and heading not in HEADING_NUMBER:
        raise BadNotation(f"{heading!r} is no heading")
    sub.heading_to_mark = HEADING_NUMBER[heading] if heading else NOBODY
    sub.gauge_to_mark = take("gauge", "") == "yes"
    if words:
        raise BadNotation(f"{next(iter(words))!r} is nothing a submarine has")
    return _require_bounds(state, sub)


def _require_bounds(state: State, sub: Submarine) -> Submarine:
    fits = len(sub.gauges) == len(SYSTEMS) and all(
        0 <= marks <= size for marks, size in zip(sub.gauges, state.sizes, strict=True)
    )
    if not fits:
        raise BadNotation(f"gauges are {len(SYSTEMS)} numbers up to {'/'.join(map(str, state.sizes))}")
    if not 0 <= sub.damage <= state.hull or not 0 <= sub.surface_round <= SURFACE_ROUNDS:
        raise BadNotation(f"damage goes to {state.hull}, surface rounds to {SURFACE_ROUNDS}")
    full = sum(1 << system for system in range(len(SYSTEMS)) if sub.gauges[system] == state.sizes[system])
    sub.room = state.markable & ~full
    return sub


# -- matches


@dataclasses.dataclass(frozen=True, slots=True)
class MatchText:
    """What a match is made of: map, options and seed, and the orders with their seats in order."""

    options: Options
    seed: int
    orders: tuple[tuple[str, Order], ...]


def match_text(match: MatchText) -> str:
    """A match as text, one order a line."""
    head = " ".join([f"map={match.options.map}", f"seed={match.seed}", *_option_words(match.options)])
    return "\n".join([head, *(f"{_LETTERS_OF[seat]} {order_text(order)}" for seat, order in match.orders)])


def read_match(text: str) -> MatchText:
    """The match written in a text; raises `BadNotation` with the line."""
    head, *lines = text.strip().splitlines() or [""]
    words = _words(head)
    chart, seed = words.pop("map", "alpha"), _read_int(words.pop("seed", "0"))
    options = _read_options(words, chart)
    orders: list[tuple[str, Order]] = []
    for number, line in enumerate(lines, 2):
        letters, _, rest = line.partition(" ")
        if letters not in _SEAT_OF_LETTERS:
            raise BadNotation(f"line {number}: {letters!r} is no seat; seats are {', '.join(_SEAT_OF_LETTERS)}")
        try:
            orders.append((_SEAT_OF_LETTERS[letters], read_order(rest)))
        except BadNotation as error:
            raise BadNotation(f"line {number}: {error}") from error
    return MatchText(options, seed, tuple(orders))
