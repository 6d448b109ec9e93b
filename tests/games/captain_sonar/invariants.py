"""What holds of every position of every match, whatever was played."""

from __future__ import annotations

from typing import get_args

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.panel import CIRCUITS, FULL_PANEL, PANEL_SIZE, RADIATION, SYMBOLS
from sonar_referee.games.captain_sonar.state import NOBODY, State, Submarine
from sonar_referee.games.captain_sonar.terms import HEADINGS, SEATS, STATION, SYSTEMS, Phase


def check_position(state: State) -> None:
    """Everything that holds of a position by itself."""
    check_table(state)
    for team, sub in enumerate(state.submarines):
        check_chart_sheet(state, sub)
        check_gauges(state, sub)
        check_breakdowns(sub)
        check_surface(state, sub)
        check_marks_due(state, team, sub)
    check_who_may_order(state)


def check_table(state: State) -> None:
    """One phase, and what belongs to it and to no other."""
    assert state.phase in get_args(Phase)
    over = state.phase == "game_over"
    assert (state.outcome is not None) == over
    assert (state.to_act == NOBODY) == (state.phase in ("placement", "game_over"))
    assert (state.question is not None) == (state.phase == "answer")
    assert state.round >= 0
    if state.phase == "placement":
        assert state.round == 0
    elif not over:
        assert state.round >= 1
    if state.options.max_rounds is not None:
        assert state.round <= state.options.max_rounds
    assert state.archer_mines & ~state.chart.archer_mines == 0
    lost = [sub.damage == state.hull for sub in state.submarines]
    if any(lost):
        assert state.outcome is not None
        assert state.outcome.reason == ("mutual_destruction" if all(lost) else "destroyed")


def check_chart_sheet(state: State, sub: Submarine) -> None:
    """The submarine is on the sea at the end of a connected route without repeats, clear of its own mines."""
    chart = state.chart
    assert 0 <= sub.damage <= state.hull
    if sub.cell == NOBODY:
        assert state.round == 0
        assert not sub.route
        assert not sub.trail
        assert not sub.mines
        return
    assert sub.route[-1] == sub.cell
    assert len(set(sub.route)) == len(sub.route)
    assert all(chart.sea >> cell & 1 for cell in sub.route)
    assert all(there in chart.beyond[here] for here, there in zip(sub.route, sub.route[1:], strict=False))
    assert sub.trail == sum(1 << cell for cell in sub.route)
    assert sub.mines & ~chart.sea == 0
    assert sub.mines & sub.trail == 0
    if state.options.max_mines is not None:
        assert sub.mines.bit_count() <= state.options.max_mines


def check_gauges(state: State, sub: Submarine) -> None:
    """Gauges are between empty and full, unused ones empty, and `room` names those that take a mark."""
    assert len(sub.gauges) == len(SYSTEMS)
    for system, marks in enumerate(sub.gauges):
        markable = bool(state.markable >> system & 1)
        assert 0 <= marks <= (state.sizes[system] if markable else 0)
        assert bool(sub.room >> system & 1) == (markable and marks < state.sizes[system])


def check_breakdowns(sub: Submarine) -> None:
    """No circuit, panel or set of radiation symbols stays complete (R52–R55)."""
    assert 0 <= sub.breakdowns < 1 << len(SYMBOLS)
    panels = [FULL_PANEL << panel * PANEL_SIZE for panel in range(len(HEADINGS))]
    assert all(sub.breakdowns & whole != whole for whole in [*CIRCUITS.values(), RADIATION, *panels])


def check_surface(state: State, sub: Submarine) -> None:
    """A surfaced submarine counts 1 to 3, lies still and is to dive; another one counts 0 (R132, P2)."""
    assert 0 <= sub.surface_round <= 3
    assert sub.surfaced == (sub.surface_round > 0)
    if sub.surfaced:
        assert sub.dive_due
    if sub.dive_due:
        assert len(sub.route) <= 1
        assert sub.surfaced or state.round <= 2 or state.phase == "game_over"


def check_marks_due(state: State, team: int, sub: Submarine) -> None:
    """Marks are due only from the team to act, while the phase says so; in that phase at least one is (R23)."""
    phase = state.phase
    if state.question is not None:
        phase = state.question.back_to or "activation"
    if phase == "game_over":
        return
    due = sub.heading_to_mark != NOBODY or sub.gauge_to_mark
    assert due == (team == state.to_act and phase in ("marks", "silence_marks"))


def check_who_may_order(state: State) -> None:
    """Whoever is awaited has a legal order, and nobody else has, but for what the rules leave open besides."""
    awaited = CAPTAIN_SONAR.to_act(state)
    assert bool(awaited) == (state.outcome is None)
    for seat in SEATS:
        kinds = {order.type for order in CAPTAIN_SONAR.legal_orders(state, seat)}
        if seat in awaited:
            assert kinds, f"{seat} is awaited and may do nothing in {state.phase}"
        else:
            assert kinds <= open_besides(state, seat), seat
    for seat in SEATS:
        if state.outcome is not None or not seat.endswith(".captain"):
            assert not CAPTAIN_SONAR.standing_orders(state, seat)
        else:
            assert CAPTAIN_SONAR.standing_orders(state, seat)[0].type == "resign"


def open_besides(state: State, seat: str) -> set[str]:
    """The kinds of orders open to a seat that nobody waits for: the First Mate's detection (P9), another choice of
    the start (P10), and mines that may be triggered at any time (P12)."""
    team, _ = STATION[seat]
    if seat.endswith(".first_mate") and state.phase == "activation" and state.to_act == team:
        return {"launch_drone", "activate_sonar"}
    if seat.endswith(".captain"):
        if state.phase == "placement":
            return {"place"}
        if state.options.mine_trigger == "anytime" and state.phase in (
            "order",
            "marks",
            "activation",
            "silence_marks",
        ):
            return {"trigger_mine"}
    return set()


def check_change(before: State, after: State) -> None:
    """What never goes back: damage, rounds, Archer mines, the start, and what a match is made with."""
    for earlier, later in zip(before.submarines, after.submarines, strict=True):
        assert later.damage >= earlier.damage
        assert later.past_routes[: len(earlier.past_routes)] == earlier.past_routes
        assert (earlier.cell == NOBODY) or (later.cell != NOBODY)
        if later.surfaced and not earlier.surfaced:
            assert later.past_routes == [*earlier.past_routes, tuple(earlier.route)]
    assert after.round >= before.round
    assert after.archer_mines & ~before.archer_mines == 0
    assert before.outcome is None
    made_with = ("options", "chart", "sizes", "markable", "hull", "seed", "first_team")
    assert all(getattr(after, name) == getattr(before, name) for name in made_with)
