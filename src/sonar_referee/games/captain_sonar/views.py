"""What each viewer may know. Every field of a view names its audience; one without is refused at import.

A field is filled in only for viewers of its audience and is `ABSENT` for all others, so that a field that was
forgotten here is missing rather than leaked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sonar_referee.games.captain_sonar.choices import captain_asked
from sonar_referee.games.captain_sonar.panel import crossed_names
from sonar_referee.games.captain_sonar.state import NOBODY, State, Submarine
from sonar_referee.games.captain_sonar.terms import (
    CAPTAIN,
    ENGINEER,
    FIRST_MATE,
    HEADINGS,
    RADIO_OPERATOR,
    ROLES,
    SEAT_OF,
    STATION,
    SYSTEMS,
    TEAMS,
    Heading,
    Phase,
    System,
    Team,
)
from sonar_referee.games.game import ABSENT, PUBLIC, Absent, Outcome, Viewer, audience_of_fields
from sonar_referee.games.grid import bits

Seats = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SubmarineView:
    """One's own submarine. The Captain's part (cell, route, mines) is absent for roles that may not see it (P15)."""

    cell: str | Absent | None
    route: tuple[str, ...] | Absent
    mines: tuple[str, ...] | Absent
    damage: int
    surfaced: bool
    surface_round: int


@dataclass(frozen=True, slots=True)
class EnemyView:
    """What everybody knows of a submarine (R151)."""

    damage: int
    surfaced: bool
    surface_round: int


@dataclass(frozen=True, slots=True)
class GaugeView:
    """A gauge: marks made and marks that fill it."""

    marked: int
    size: int


@dataclass(frozen=True, slots=True)
class TruthView:
    """Everything about one submarine; `past_routes` are those that surfacing erased."""

    cell: str | None
    route: tuple[str, ...]
    past_routes: tuple[tuple[str, ...], ...]
    mines: tuple[str, ...]
    damage: int
    surfaced: bool
    surface_round: int
    gauges: dict[System, GaugeView]
    breakdowns: tuple[str, ...]


def _seen_by(audience: str) -> Any:
    return field(metadata={"audience": audience})


@dataclass(frozen=True, slots=True)
class CaptainSonarView:
    """A view as the rules know it; the match adds its own fields (sequence, legal orders, notes, clock)."""

    map: str = _seen_by(PUBLIC)
    round: int = _seen_by(PUBLIC)
    team_to_act: Team | None = _seen_by(PUBLIC)
    phase: Phase = _seen_by(PUBLIC)
    awaiting: Seats = _seen_by(PUBLIC)
    outcome: Outcome | None = _seen_by(PUBLIC)
    archer_mines: tuple[str, ...] | Absent = _seen_by(PUBLIC)
    activation_used: bool | Absent = _seen_by(PUBLIC)
    draw_offered_by: Team | Absent = _seen_by(PUBLIC)
    teams: dict[Team, EnemyView] | Absent = _seen_by("spectators")
    submarine: SubmarineView | Absent = _seen_by("team")
    enemy: EnemyView | Absent = _seen_by("team")
    gauges: dict[System, GaugeView] | Absent = _seen_by("first_mate")
    breakdowns: tuple[str, ...] | Absent = _seen_by("engineer")
    silent_heading: Heading | Absent = _seen_by("engineer")
    enemy_cells: tuple[str, ...] | Absent = _seen_by("radio_operator")
    """Where the enemy can be, judged by what everybody heard; under `radio_assist: cells`."""
    enemy_cells_exact: bool | Absent = _seen_by("radio_operator")
    """Whether the enemy can be on each of these cells; if not, some may be too many, but none is missing."""
    truth: dict[Team, TruthView] | Absent = _seen_by("omniscient")
    reveal: dict[Team, TruthView] | Absent = _seen_by("after_the_end")


class Vantage(NamedTuple):
    """From where a viewer looks: its team, or `NOBODY`, and the audiences that it belongs to."""

    team: int
    audiences: frozenset[str]


def vantage(state: State, viewer: Viewer) -> Vantage:
    """Viewers of the same vantage see the same; a viewer's seats are all of one team."""
    options = state.options
    return _vantage(viewer, options.own_team_view, options.spectator_view, state.phase == "game_over")


@lru_cache(maxsize=4096)
def _vantage(viewer: Viewer, own_team_view: str, spectator_view: str, over: bool) -> Vantage:
    found = {PUBLIC}
    if over:
        found.add("after_the_end")
    if not viewer:
        found.add("spectators")
        if spectator_view == "omniscient":
            found.add("omniscient")
        return Vantage(NOBODY, frozenset(found))
    found.add("team")
    stations = [STATION[seat] for seat in viewer]
    roles = range(len(ROLES)) if own_team_view == "shared" else {role for _, role in stations}
    found.update(ROLES[role] for role in roles)
    return Vantage(stations[0][0], frozenset(found))


def view(state: State, viewer: Viewer) -> CaptainSonarView:
    """Everything that this viewer may know now."""
    team, mine = vantage(state, viewer)
    filled: dict[str, Any] = {
        name: fill(state, team, mine) if _AUDIENCE[name] in mine else ABSENT for name, fill in _FILL.items()
    }
    return CaptainSonarView(**filled)


_MARKING: Final = tuple(
    (((), (seats[FIRST_MATE],)), ((seats[ENGINEER],), (seats[ENGINEER], seats[FIRST_MATE]))) for seats in SEAT_OF
)
"""For each team, by whether the Engineer and whether the First Mate owes a mark."""
_CAPTAIN: Final = tuple((seats[CAPTAIN],) for seats in SEAT_OF)


def to_act(state: State) -> Seats:
    """The seats that the table waits for (P9)."""
    if state.phase in ("marks", "silence_marks"):
        team = state.to_act
        sub = state.submarines[team]
        return _MARKING[team][sub.heading_to_mark != NOBODY][sub.gauge_to_mark]
    return _captains_awaited(state)


def _captains_awaited(state: State) -> Seats:
    if state.phase == "placement":
        return tuple(SEAT_OF[team][CAPTAIN] for team, sub in enumerate(state.submarines) if sub.cell == NOBODY)
    if state.phase == "game_over":
        return ()
    asked = captain_asked(state)
    return _CAPTAIN[state.to_act if asked == NOBODY else asked]


def _awaiting(state: State, team: int, _mine: frozenset[str]) -> Seats:
    """Whose mark is open, for the own team; everybody else hears only OKs (P8)."""
    return to_act(state) if team == state.to_act else awaited_in_public(state)


def awaited_in_public(state: State) -> Seats:
    """The seats that the table waits for, as those hear it who know only the OKs (P8).

    So a mark made early, or one that cannot be made because all gauges are full, looks like one still awaited.
    """
    if state.phase not in ("marks", "silence_marks"):
        return to_act(state)
    sub = state.submarines[state.to_act]
    engineer, first_mate = SEAT_OF[state.to_act][ENGINEER], SEAT_OF[state.to_act][FIRST_MATE]
    return (first_mate,) if sub.heading_to_mark == NOBODY else (engineer, first_mate)


def _names(state: State, cells: int) -> tuple[str, ...]:
    names = state.chart.names
    return tuple(names[cell] for cell in bits(cells)) if cells else ()


def _route(state: State, route: list[int] | tuple[int, ...]) -> tuple[str, ...]:
    names = state.chart.names
    return tuple([names[cell] for cell in route])


def _cell(state: State, sub: Submarine) -> str | None:
    return None if sub.cell == NOBODY else state.chart.names[sub.cell]


def _submarine(state: State, team: int, mine: frozenset[str]) -> SubmarineView:
    sub = state.submarines[team]
    if "captain" in mine:
        cell, route, mines = _cell(state, sub), _route(state, sub.route), _names(state, sub.mines)
        return SubmarineView(cell, route, mines, sub.damage, sub.surfaced, sub.surface_round)
    return SubmarineView(ABSENT, ABSENT, ABSENT, sub.damage, sub.surfaced, sub.surface_round)


def _outside(sub: Submarine) -> EnemyView:
    return EnemyView(sub.damage, sub.surfaced, sub.surface_round)


def _gauges(state: State, sub: Submarine) -> dict[System, GaugeView]:
    return {SYSTEMS[system]: _GAUGE[sub.gauges[system]][state.sizes[system]] for system in bits(state.markable)}


_GAUGE: Final = tuple(tuple(GaugeView(marked, size) for size in range(8)) for marked in range(8))


def _truth(state: State) -> dict[Team, TruthView]:
    return {
        team: TruthView(
            cell=_cell(state, sub),
            route=_route(state, sub.route),
            past_routes=tuple(_route(state, route) for route in sub.past_routes),
            mines=_names(state, sub.mines),
            damage=sub.damage,
            surfaced=sub.surfaced,
            surface_round=sub.surface_round,
            gauges=_gauges(state, sub),
            breakdowns=crossed_names(sub.breakdowns),
        )
        for team, sub in zip(TEAMS, state.submarines, strict=True)
    }


def _silent_heading(state: State, team: int, _mine: frozenset[str]) -> Heading | Absent:
    """The course of a silence, for the team that sails it, while its mark is open (R123)."""
    heading = state.submarines[team].heading_to_mark
    return HEADINGS[heading] if state.phase == "silence_marks" and heading != NOBODY else ABSENT


def _enemy_cells(state: State, team: int, _mine: frozenset[str]) -> tuple[str, ...] | Absent:
    return ABSENT if state.radio_sheets is None else _names(state, state.radio_sheets[team].cells)


_AUDIENCE: Final = audience_of_fields(CaptainSonarView)
_FILL: Final[dict[str, Callable[[State, int, frozenset[str]], Any]]] = {
    "map": lambda state, _team, _mine: state.chart.name,
    "round": lambda state, _team, _mine: state.round,
    "team_to_act": lambda state, _team, _mine: None if state.to_act == NOBODY else TEAMS[state.to_act],
    "phase": lambda state, _team, _mine: state.phase,
    "awaiting": _awaiting,
    "outcome": lambda state, _team, _mine: state.outcome,
    "archer_mines": lambda state, _team, _mine: (
        _names(state, state.archer_mines) if state.chart.archer_mines else ABSENT
    ),
    "activation_used": lambda state, _team, _mine: state.activation_used if state.phase == "activation" else ABSENT,
    "draw_offered_by": lambda state, _team, _mine: ABSENT if state.draw_offer == NOBODY else TEAMS[state.draw_offer],
    "teams": lambda state, _team, _mine: {
        team: _outside(sub) for team, sub in zip(TEAMS, state.submarines, strict=True)
    },
    "submarine": _submarine,
    "enemy": lambda state, team, _mine: _outside(state.submarines[1 - team]),
    "gauges": lambda state, team, _mine: _gauges(state, state.submarines[team]),
    "breakdowns": lambda state, team, _mine: crossed_names(state.submarines[team].breakdowns),
    "silent_heading": _silent_heading,
    "enemy_cells": _enemy_cells,
    "enemy_cells_exact": lambda state, team, _mine: (
        ABSENT if state.radio_sheets is None else state.radio_sheets[team].exact
    ),
    "truth": lambda state, _team, _mine: _truth(state),
    "reveal": lambda state, _team, _mine: _truth(state),
}


def reads_notes(state: State, viewer: Viewer) -> str | None:
    """The team whose notes, the Radio Operator's sheet, this viewer sees (P15)."""
    team, mine = vantage(state, viewer)
    return TEAMS[team] if "radio_operator" in mine else None


def notes_barred(state: State, seat: str) -> tuple[str, str] | None:
    """Why this seat may not draw on its team's overlay now, as rule and reason (R138, D24)."""
    team, role = STATION[seat]
    if role != RADIO_OPERATOR:
        return "R12", "Only the Radio Operator draws on the overlay."
    if state.submarines[team].surfaced and state.options.surfaced_radio == "locked_overlay":
        return "R138", "The overlay is locked while your submarine is surfaced."
    return None
