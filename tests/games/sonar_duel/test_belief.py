"""T12: the cells where the enemy can be, worked out by brute force from what a seat was told, always hold the truth."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sonar_referee.games.game import Said
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import SEATS
from tests.games.sonar_duel import naive
from tests.games.sonar_duel.play import draw, random_state
from tests.games.sonar_duel.table import other

XY = naive.XY


class Belief:
    """One seat's view of where the enemy may be, fed with what it hears and does; it never looks at the state."""

    def __init__(self, sea: naive.Sea, own: XY, apart: int, starts: tuple[tuple[XY, XY], ...]) -> None:
        self.sea = sea
        self.own = own
        water = {cell for cell in sea.cells if sea.is_sea(cell)}
        if starts:
            pairs = (*starts, *(pair[::-1] for pair in starts))
            self.cells = {there for here, there in pairs if here == own}
        else:
            self.cells = {cell for cell in water if naive.distance(cell, own) >= apart}

    def keep(self, fits: Callable[[XY], bool]) -> None:
        """Strike out the cells that do not fit."""
        self.cells = {cell for cell in self.cells if fits(cell)}

    def enemy_passed(self) -> None:
        """A silent turn: it stayed or went one cell."""
        steps = [(0, 0), *naive.GO.values()]
        reached = {(x + dx, y + dy) for x, y in self.cells for dx, dy in steps}
        self.cells = {cell for cell in reached if self.sea.is_sea(cell)}

    def far(self, cell: XY) -> int:
        """The distance of a cell from the own one."""
        return naive.distance(cell, self.own)

    def read(self, reading: dict[str, Any]) -> None:
        """The own sonar."""
        if not reading["detected"]:
            self.keep(lambda cell: self.far(cell) > 4)
            return
        bands = {"0": (0,), "1": (1,), "2-4": (2, 3, 4)}[reading["band"]]
        self.keep(lambda cell: self.far(cell) in bands)
        self.keep(lambda cell: self.sea.sector[cell] == reading["sector"])
        self.keep(lambda cell: naive.compass(cell, self.own) == reading["direction"])
        self.keep(lambda cell: (naive.block(cell) if self.far(cell) <= 2 else None) == reading["block"])

    def hear(self, emission: dict[str, Any]) -> None:
        """The enemy's sonar or torpedo."""
        self.keep(lambda cell: self.sea.sector[cell] == emission["sector"])
        self.keep(lambda cell: (naive.block(cell) if self.far(cell) <= 2 else None) == emission["block"])
        if emission["detected"]:
            self.keep(lambda cell: self.far(cell) <= 4)
        elif emission["system"] == "sonar":
            self.keep(lambda cell: self.far(cell) > 4)

    def missed(self, heading: str) -> None:
        """The own torpedo found nobody on its path."""
        x, y = self.own
        for steps in range(1, 5):
            there = (x + steps * naive.GO[heading][0], y + steps * naive.GO[heading][1])
            if not self.sea.is_sea(there):
                return
            self.cells.discard(there)


def place(state: State, seat: str) -> XY:
    """Where a seat's submarine is."""
    view: Any = SONAR_DUEL.view(state, frozenset({seat}))
    return naive.unname(view.cell)


def follow(belief: Belief, state: State, seat: str, actor: str, order: Any, said: list[Said]) -> None:
    """Feed one turn to a seat's belief: its own order, or what it hears."""
    belief.own = place(state, seat)
    heard = [one.announcement for one in said if one.audience in SONAR_DUEL.hears(state, frozenset({seat}))]
    for announcement in heard:
        told = {name: getattr(announcement, name) for name in announcement.__dataclass_fields__}
        if told["kind"] == "reading":
            belief.read(told)
        if told["kind"] == "emission":
            belief.hear(told)
        if told["kind"] == "torpedo_missed":
            belief.missed(order.heading)
        if told["kind"] == "turn_passed" and actor != seat:
            belief.enemy_passed()


@pytest.mark.parametrize("part", range(5))
def test_t12_the_truth_is_always_among_what_is_believed(part: int) -> None:
    """After each event of random matches, for both seats; and what is heard narrows the sea down to single cells."""
    rng, sharpest = Random(part), 999
    for _ in range(30):
        state = random_state(rng)
        names, sea = state.chart.names, naive.Sea(state.chart.text)
        starts = tuple((naive.unname(names[one]), naive.unname(names[two])) for one, two in state.chart.starts)
        beliefs = {seat: Belief(sea, place(state, seat), state.chart.start_distance, starts) for seat in SEATS}
        while state.outcome is None:
            for seat, belief in beliefs.items():
                assert place(state, other(seat)) in belief.cells
                sharpest = min(sharpest, len(belief.cells))
            actor, order = draw(state, rng, 0.15)
            said = SONAR_DUEL.apply(state, actor, order)
            if said[0].announcement.kind == "torpedo_hit":
                break
            for seat, belief in beliefs.items():
                follow(belief, state, seat, actor, order, said)
    assert sharpest == 1
