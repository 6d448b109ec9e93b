"""What the table waits for, how long, and which order the referee gives when the time is up or a player is gone."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sonar_referee.games.captain_sonar.default_orders import default_order
from sonar_referee.games.captain_sonar.orders import Forfeit, Order
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import STATION, TEAMS, Team
from sonar_referee.games.captain_sonar.views import awaited_in_public, to_act


def waits_for(state: State) -> Hashable:
    """Round, step, and who is awaited as the enemy hears it (P8).

    Both starts are one wait: whoever is slow to choose gets no more time when the enemy is done.
    """
    awaited = () if state.phase == "placement" else awaited_in_public(state)
    return state.round, state.phase, awaited, state.activation_used


def time_allowed(state: State) -> float | None:
    """Seconds for the present wait (D23, R17, R147)."""
    if state.phase == "game_over":
        return None
    own_limit = _limit_of_this_step(state)
    if own_limit is not None:
        return own_limit
    clock = state.options.clock
    return None if clock is None else clock.seconds


def _limit_of_this_step(state: State) -> int | None:
    """The seconds that the options set for a start or a sonar's answer alone."""
    if state.phase == "placement":
        return state.options.placement_timeout_s
    return state.options.sonar_timeout_s if state.phase == "sonar_answer" else None


def on_timeout(state: State) -> tuple[str, Order]:
    """The next order when the time is up; a limit for one step alone always gives the default order."""
    awaited = to_act(state)
    clock = state.options.clock
    if clock is not None and clock.on_expiry == "forfeit" and _limit_of_this_step(state) is None:
        return awaited[0], Forfeit(_teams_of(awaited), "time")
    return awaited[0], default_order(state, awaited[0])


def on_absence(_state: State, seats: Sequence[str]) -> tuple[str, Forfeit]:
    """The forfeit of the teams of these seats."""
    return seats[0], Forfeit(_teams_of(seats), "absence")


def _teams_of(seats: Sequence[str]) -> tuple[Team, ...]:
    stations = {STATION[seat][0] for seat in seats}
    return tuple(name for team, name in enumerate(TEAMS) if team in stations)
