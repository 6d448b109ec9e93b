"""A finished match looked at again: where each seat could think its enemy to be, turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, get_args

from sonar_referee.games.game import PUBLIC, Insight, Whereabouts
from sonar_referee.games.sonar_duel import referee
from sonar_referee.games.sonar_duel.announcements import Emission, Reading, TorpedoHit, TorpedoMissed, TurnPassed
from sonar_referee.games.sonar_duel.orders import Order, Torpedo
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import SEATS, TORPEDOES, System

Cells = frozenset[int]


def analysis(state: State, orders: Iterable[tuple[str, Order]]) -> Iterator[Insight]:
    """What each seat could know of the enemy's place after each order.

    Whatever the enemy did before, from a cell where it can be it can do anything.
    """
    suspected = [_starts(state, submarine.start) for submarine in state.submarines]
    for seat, order in orders:
        turn, actor = state.turn, state.to_act
        for said in referee.apply(state, seat, order):
            for number, name in enumerate(SEATS):
                if said.audience in (PUBLIC, name):
                    own_order = order if number == actor else None
                    suspected[number] = _after(state, number, own_order, suspected[number], said.announcement)
        yield Insight(turn, {name: _whereabouts(state, number, suspected[number]) for number, name in enumerate(SEATS)})


def _starts(state: State, own: int) -> Cells:
    """The cells where the enemy of somebody who starts there can start (2.2)."""
    return frozenset(cell for pair in state.chart.possible_starts if own in pair for cell in pair if cell != own)


def _whereabouts(state: State, number: int, cells: Cells) -> Whereabouts:
    """The cells by name; among so many sounds of an unknown kind it would tell that not all were torpedoes (3.8)."""
    exact = state.options.announce_kind or len(state.submarines[number].emissions) < TORPEDOES
    return Whereabouts(tuple(state.chart.names[cell] for cell in sorted(cells)), exact)


def _after(state: State, number: int, own_order: Order | None, cells: Cells, said: Any) -> Cells:
    """The cells that are left to a seat, or new to it, when it hears something of its own order or the enemy's."""
    own, chart = state.submarines[number].cell, state.chart
    if isinstance(said, TurnPassed) and own_order is None:
        return cells.union(*(chart.beyond[cell].values() for cell in cells))
    if isinstance(said, Reading):
        return frozenset(cell for cell in cells if referee.reading(chart, said.turn, own, cell) == said)
    if isinstance(said, Emission):
        return frozenset(cell for cell in cells if _may_be_heard(state, said, cell, own))
    if isinstance(said, TorpedoHit | TorpedoMissed):
        if isinstance(own_order, Torpedo):
            path = chart.torpedo_paths[own][own_order.heading]
            return frozenset(cell for cell in cells if (cell in path) == isinstance(said, TorpedoHit))
        return frozenset(cell for cell in cells if any(own in path for path in chart.torpedo_paths[cell].values()))
    return cells


def _may_be_heard(state: State, said: Emission, cell: int, hearer: int) -> bool:
    """Whether a sonar or a torpedo in that cell sounds so."""
    chart, kind_told = state.chart, state.options.announce_kind
    return any(
        referee.emission(chart, said.turn, system, cell, hearer, kind_told) == said for system in get_args(System)
    )
