"""What the table waits for, how long, and which order the referee gives when the time is up or a player is gone."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from sonar_referee.games.game import Absence
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import WAIT, Default, Order
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import SEATS


def waits_for(state: State) -> Hashable:
    """The turn: each has its own time."""
    return state.turn, state.outcome is None


def time_allowed(state: State) -> float | None:
    """Seconds for a turn (4.1)."""
    clock = state.options.clock
    return None if clock is None or state.outcome is not None else clock.seconds


def on_timeout(state: State) -> tuple[str, Order]:
    """A wait, which the enemy cannot tell from any other (4.1, 4.2), or the loss."""
    seat, clock = SEATS[state.to_act], state.options.clock
    if clock is not None and clock.on_expiry == "forfeit":
        return seat, Default((seat,), "time")
    return seat, WAIT


def absence(options: Options, bots: Sequence[str]) -> Absence:
    """What happens when a player stays away; who plays against a bot does not lose so (4.7)."""
    return "wait" if bots and options.presence == "forfeit" else options.presence


def pauses(_options: Options, bots: Sequence[str]) -> bool:
    """Whether the clock stands still while a player is away: not for a bot (4.5, 4.7)."""
    return not bots


def on_absence(_state: State, seats: Sequence[str]) -> tuple[str, Default]:
    """The loss of these seats, a draw if both are gone (4.4, 4.6)."""
    return seats[0], Default(tuple(seat for seat in SEATS if seat in seats), "absence")
