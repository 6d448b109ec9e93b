"""Positions as one line of text each, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.panel import SYMBOL_NUMBER, can_stay, crossed_names
from sonar_referee.games.captain_sonar.state import NOBODY, Question, State, Submarine, fresh_state
from sonar_referee.games.captain_sonar.terms import (
    HEADING_NUMBER,
    HEADINGS,
    SURFACE_ROUNDS,
    SYSTEMS,
    TEAMS,
    Phase,
)
from sonar_referee.games.captain_sonar.words import one_of, option_words, read_int, read_options, read_words, shown
from sonar_referee.games.errors import BadNotation
from sonar_referee.games.game import Outcome
from sonar_referee.games.grid import bits

_PHASES: Final[tuple[Phase, ...]] = get_args(Phase)
_WEAPONS: Final = ("mine", "torpedo", "archer_mine")
_INTERRUPTED: Final[tuple[Phase, ...]] = ("order", "marks", "activation", "silence_marks")
"""The phases that a mine triggered at any time, or freely, goes back to (P12)."""
_REASONS: Final = ("destroyed", "mutual_destruction", "resignation", "draw_agreed", "turn_limit", "absence", "time")


def position_text(state: State) -> str:
    """A position as one line."""
    chart = state.chart
    table = [
        f"map={chart.name}",
        f"round={state.round}",
        f"phase={state.phase}",
        f"act={_team(state.to_act)}",
        f"first={TEAMS[state.first_team]}",
        f"seed={state.seed}",
    ]
    if state.activation_used:
        table.append("used=yes")
    if state.archer_mines != chart.archer_mines:
        table.append(f"archer={_cells(chart, state.archer_mines)}")
    if state.draw_offer != NOBODY:
        table.append(f"draw={TEAMS[state.draw_offer]}")
    if state.question is not None:
        asker, kind, place, back_to = state.question
        where = str(place) if kind == "drone" else chart.names[place]
        table.append(f"question={TEAMS[asker]}/{kind}/{where}/{back_to or '-'}")
    if state.outcome is not None:
        table.append(f"outcome={state.outcome.winner or '-'}/{state.outcome.reason}")
    boats = [f"{team}: {_boat_words(chart, sub)}" for team, sub in zip(TEAMS, state.submarines, strict=True)]
    return " ".join([*table, *option_words(state.options), *boats])


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


def _route(chart: Chart, route: Sequence[int]) -> str:
    return ">".join(chart.names[cell] for cell in route) or "-"


def read_position(text: str, charts: Mapping[str, Chart]) -> State:
    """The position written in a line; `charts` are the maps it may name. Raises `BadNotation`."""
    table_text, blue, after_blue = text.partition(" blue: ")
    blue_text, yellow, yellow_text = after_blue.partition(" yellow: ")
    if not blue or not yellow:
        raise BadNotation("a position needs the words of blue: and yellow:")
    table = read_words(table_text)
    chart = charts.get(table.pop("map", ""))
    if chart is None:
        raise BadNotation(f"a position names one of the maps {', '.join(charts)}")
    take = table.pop
    first, act, draw = one_of(take("first", "blue"), TEAMS, "team"), take("act", "-"), take("draw", "-")
    phase = one_of(take("phase", ""), _PHASES, "phase")
    number, seed = read_int(take("round", "0")), read_int(take("seed", "0"))
    used, archer = _read_yes(take("used", "")), take("archer", "")
    question, outcome = take("question", ""), take("outcome", "")
    state = fresh_state(read_options(table, chart.name), chart, seed, TEAMS.index(first))
    state.phase, state.round, state.to_act = phase, number, _read_team(act)
    state.activation_used, state.draw_offer = used, _read_team(draw)
    if archer:
        state.archer_mines = _read_cells(chart, archer)
    state.question = _read_question(chart, question) if question else None
    state.outcome = _read_outcome(outcome) if outcome else None
    _require_sound_table(state)
    boats = [_read_boat(state, read_words(words)) for words in (blue_text, yellow_text)]
    state.submarines = (boats[0], boats[1])
    return state


def _require_sound_table(state: State) -> None:
    """Refuse a table whose words cannot be true together."""
    if state.round < 0:
        raise BadNotation("rounds count from 0")
    if state.to_act == NOBODY and state.phase not in ("placement", "game_over"):
        raise BadNotation(f"in phase {state.phase} one team is to act")
    if state.archer_mines & ~state.chart.archer_mines:
        raise BadNotation(f"Archer mines of {state.chart.name} are {_cells(state.chart, state.chart.archer_mines)}")
    if (state.phase == "answer") != (state.question is not None):
        raise BadNotation("phase answer goes with a question, and no other phase does")
    if (state.phase == "game_over") != (state.outcome is not None):
        raise BadNotation("phase game_over goes with an outcome, and no other phase does")


def _read_yes(text: str) -> bool:
    if text not in ("", "yes"):
        raise BadNotation(f"only yes can be said here, not {shown(text)}")
    return text == "yes"


def _read_team(text: str) -> int:
    return NOBODY if text == "-" else TEAMS.index(one_of(text, TEAMS, "team"))


def _read_cell(chart: Chart, name: str) -> int:
    if name not in chart.number:
        raise BadNotation(f"{shown(name)} is no cell of {chart.name}")
    cell = chart.number[name]
    if not chart.sea >> cell & 1:
        raise BadNotation(f"{name} is an island of {chart.name}")
    return cell


def _read_cells(chart: Chart, text: str) -> int:
    cells = 0
    for name in [] if text == "-" else text.split(","):
        cell = 1 << _read_cell(chart, name)
        if cells & cell:
            raise BadNotation(f"{name} is named twice")
        cells |= cell
    return cells


def _read_route(chart: Chart, text: str) -> list[int]:
    route: list[int] = []
    for name in [] if text == "-" else text.split(">"):
        cell = _read_cell(chart, name)
        if cell in route:
            raise BadNotation(f"the route comes to {name} twice")
        if route and cell not in chart.beyond[route[-1]]:
            raise BadNotation(f"{chart.names[route[-1]]} and {name} are no neighbours on a route")
        route.append(cell)
    return route


def _read_question(chart: Chart, text: str) -> Question:
    parts = text.split("/")
    if len(parts) != 4:
        raise BadNotation("a question is team/kind/place/phase")
    asker = TEAMS.index(one_of(parts[0], TEAMS, "team"))
    kind = one_of(parts[1], (*_WEAPONS, "drone"), "question")
    if kind in _WEAPONS:
        place = _read_cell(chart, parts[2])
    else:
        place = read_int(parts[2])
        if not 1 <= place <= chart.sectors:
            raise BadNotation(f"sectors of {chart.name} are 1 to {chart.sectors}")
    back_to = None if parts[3] == "-" else one_of(parts[3], _INTERRUPTED, "phase to go back to")
    return Question(asker, kind, place, back_to)


def _read_outcome(text: str) -> Outcome:
    winner, _, reason = text.partition("/")
    team = None if winner == "-" else one_of(winner, TEAMS, "team")
    return Outcome(team, one_of(reason, _REASONS, "reason for an end"))


def _read_boat(state: State, words: dict[str, str]) -> Submarine:
    chart, sub = state.chart, state.submarines[0].copy()
    take = words.pop
    sub.route = _read_route(chart, take("route", "-"))
    sub.cell = sub.route[-1] if sub.route else NOBODY
    sub.trail = sum(1 << cell for cell in sub.route)
    past = take("past", "")
    sub.past_routes = [tuple(_read_route(chart, route)) for route in past.split("/")] if past else []
    sub.mines = _read_cells(chart, take("mines", "-"))
    sub.damage = read_int(take("damage", "0"))
    surfaced = take("surfaced", "")
    sub.surfaced, sub.surface_round = bool(surfaced), read_int(surfaced or "0")
    sub.dive_due = _read_yes(take("dive", "")) or sub.surfaced
    sub.gauges = [read_int(mark) for mark in take("gauges", "0/0/0/0/0/0").split("/")]
    sub.breakdowns = _read_breakdowns(take("broken", ""))
    heading = take("mark", "")
    sub.heading_to_mark = HEADING_NUMBER[one_of(heading, HEADINGS, "heading")] if heading else NOBODY
    sub.gauge_to_mark = _read_yes(take("gauge", ""))
    if words:
        raise BadNotation(f"{shown(next(iter(words)))} is nothing a submarine has")
    _require_sound_boat(state, sub)
    full = sum(1 << system for system in range(len(SYSTEMS)) if sub.gauges[system] == state.sizes[system])
    sub.room = state.markable & ~full
    return sub


def _read_breakdowns(text: str) -> int:
    breakdowns = 0
    for name in text.split(",") if text else []:
        symbol = 1 << SYMBOL_NUMBER[one_of(name, tuple(SYMBOL_NUMBER), "symbol")]
        if breakdowns & symbol:
            raise BadNotation(f"{name} is named twice")
        breakdowns |= symbol
    if not can_stay(breakdowns):
        raise BadNotation("a complete circuit, panel or set of radiation symbols does not stay on the sheet")
    return breakdowns


def _require_sound_boat(state: State, sub: Submarine) -> None:
    """Refuse sheets of a submarine that no match can show."""
    fits = len(sub.gauges) == len(SYSTEMS) and all(
        0 <= marks <= size for marks, size in zip(sub.gauges, state.sizes, strict=True)
    )
    if not fits:
        raise BadNotation(f"gauges are {len(SYSTEMS)} numbers up to {'/'.join(map(str, state.sizes))}")
    if not 0 <= sub.damage <= state.hull:
        raise BadNotation(f"damage goes from 0 to {state.hull}")
    if sub.surfaced and not 1 <= sub.surface_round <= SURFACE_ROUNDS:
        raise BadNotation(f"surface rounds go from 1 to {SURFACE_ROUNDS}")
    if () in sub.past_routes:
        raise BadNotation("a past route names its cells")
    if not sub.route and state.phase not in ("placement", "game_over"):
        raise BadNotation(f"in phase {state.phase} a submarine has a route")
