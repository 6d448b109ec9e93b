"""A finished match looked at again: where each team could think the enemy to be, order by order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sonar_referee.games.captain_sonar import referee
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import TEAMS
from sonar_referee.games.captain_sonar.tracker import Tracker
from sonar_referee.games.game import PUBLIC, Insight, Whereabouts


def analysis(state: State, orders: Iterable[tuple[str, Order]]) -> Iterator[Insight]:
    """What each team could know of the enemy's place after each order; all that is said of a submarine is public."""
    state.radio_sheets = None  # they would work the same out once more, with fewer shapes of routes
    enemies = {team: Tracker(state.chart, state.options, TEAMS[1 - at]) for at, team in enumerate(TEAMS)}
    for seat, order in orders:
        began_in = state.round
        for said in referee.apply(state, seat, order):
            if said.audience == PUBLIC:
                for enemy in enemies.values():
                    enemy.hear(said.announcement)
        yield Insight(
            began_in, {team: Whereabouts(tuple(enemy.names()), enemy.exact) for team, enemy in enemies.items()}
        )
