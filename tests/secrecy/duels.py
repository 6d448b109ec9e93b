"""Two duels as scripts, made from the rules alone: all that the observed may know is the same in both.

Different are where the hidden submarines start and go, whether a silent turn was a move or a wait, which way a torpedo
was fired, under which `order_id` and how an order came in, and what is tried, asked and said in secret, and when.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import cache
from itertools import count
from random import Random
from typing import Any

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import PUBLIC
from sonar_referee.games.options import Clock
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import MOVES, SONAR, TORPEDOES, WAIT, Order
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import SEATS
from tests.games.sonar_duel.table import TWELVE
from tests.secrecy.scripts import HIDDEN_TRIES, Act, Script, Step

EVERY_ORDER: tuple[Order, ...] = (*MOVES.values(), WAIT, SONAR, *TORPEDOES)


class Writer:
    """Writes a script step by step, with both duels as the rules know them; each step is a turn."""

    def __init__(self, seed: int, observed: tuple[str, ...], loud: float = 0.4, **options: Any) -> None:
        self.rng = rng = Random(f"{seed} duel {observed}")
        drawn: dict[str, Any] = {
            "announce_kind": rng.random() < 0.7,
            "reveal_at_end": rng.random() < 0.7,
            "spectator_view": rng.choice(("none", "public")),
            "presence": rng.choice(("wait", "bot", "forfeit")),
            "clock": rng.choice((None, Clock(45), Clock(31))),  # the last one warns a second later
        }
        chosen = Options(**drawn | options)
        self.loud = loud
        self.observed = observed
        self.ears = frozenset({PUBLIC, *observed})
        seeds = _alike(rng.randrange(1 << 20), observed)
        self.plays = [SONAR_DUEL.new(chosen, TWELVE, one) for one in seeds]
        name = f"duel {seed} before {' and '.join(observed) or 'strangers'}"
        crews = tuple((seat,) for seat in SEATS)
        self.script = Script(name, asdict(chosen), crews, observed, game=SONAR_DUEL.id, seeds=seeds)
        self.given: tuple[list[Act], list[Act]] = ([], [])

    def write(self, steps: int) -> Script:
        """Write that many steps, fewer if the duels cannot go on alike."""
        while len(self.script.steps) < steps and (joint := self._joint_order()) is not None:
            secret = [list(self._secrets(side)) for side in (0, 1)]
            acts = ((joint[0], *secret[0]), (joint[1], *secret[1]))
            self.script.steps.append(Step(acts, tuple(self._probes())))
        return self.script

    def _joint_order(self) -> tuple[Act, Act] | None:
        """An order of whose turn it is for each duel; both sound the same, end nothing, and differ if they may."""
        seat = SEATS[self.plays[0].to_act]
        for order in self._some(seat, 0):
            heard, after = self._sound(0, seat, order)
            twins = [order] if seat in self.observed else self._some(seat, 1)
            for twin in sorted(twins, key=lambda one: one == order):
                other_heard, other_after = self._sound(1, seat, twin)
                if heard == other_heard and after.outcome is None and other_after.outcome is None:
                    self.plays = [after, other_after]
                    return self._act(0, seat, order), self._act(1, seat, twin)
        return None

    def _some(self, seat: str, side: int) -> list[Order]:
        """The legal orders in a drawn sequence, sounds first as often as `loud` says."""
        orders: list[Order] = list(SONAR_DUEL.legal_orders(self.plays[side], seat))
        self.rng.shuffle(orders)
        noisy = self.rng.random() < self.loud
        orders.sort(key=lambda order: (order.type in ("sonar", "torpedo")) != noisy)
        return orders

    def _sound(self, side: int, seat: str, order: Order) -> tuple[list[Any], State]:
        state = self.plays[side].copy()
        said = SONAR_DUEL.apply(state, seat, order)
        return [(one.round, one.announcement) for one in said if one.audience in self.ears], state

    def _act(self, side: int, seat: str, order: Order) -> Act:
        number = len(self.script.steps)
        if seat in self.observed:
            act = Act(seat, "order", asdict(order), f"own-{number}", by_socket=number % 4 < 2)
        else:
            name = self.rng.choice((None, f"{side}-{number}", f"{'long' * side * 9}-{number}"))
            act = Act(seat, "order", asdict(order), name, by_socket=self.rng.random() < 0.5)
        self.given[side].append(act)
        return act

    def _secrets(self, side: int) -> Iterator[Act]:
        """What the hidden do besides: refused tries, repeated orders, looks and talk to themselves."""
        rng, state = self.rng, self.plays[side]
        hidden = [seat for seat in SEATS if seat not in self.observed]
        for after in sorted(0.05 + 0.9 * rng.random() for _ in range(rng.randrange(HIDDEN_TRIES))):
            seat, by_socket = rng.choice(hidden), rng.random() < 0.5
            mine = [act for act in self.given[side] if act.seat == seat and act.order_id]
            refused = [order for order in EVERY_ORDER if not _accepted(state, seat, order)]
            choice = rng.randrange(5)
            if choice == 0:
                yield Act(seat, "chat", "psst " * rng.randrange(1, 40), after=after)
            elif choice == 1 and mine:
                again = rng.choice(mine)
                yield Act(seat, "try", again.what, again.order_id, by_socket, after)
            elif choice > 2 and refused:
                name = rng.choice((None, f"try-{side}-{len(self.script.steps)}"))
                yield Act(seat, "check" if choice == 4 else "try", asdict(rng.choice(refused)), name, by_socket, after)
            else:
                yield Act(seat, "look", after=after)

    def _probes(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Orders that the observed try in vain in both duels."""
        for seat in self.observed:
            for order in self.rng.sample(EVERY_ORDER, 2):
                accepted = [_accepted(play, seat, order) for play in self.plays]
                assert accepted[0] == accepted[1], f"{seat} can tell the duels apart by trying {order}"
                if not accepted[0]:
                    yield seat, asdict(order)


def _accepted(state: State, seat: str, order: Order) -> bool:
    try:
        SONAR_DUEL.check(state, seat, order)
    except IllegalOrder:
        return False
    return True


def _alike(first: int, observed: tuple[str, ...]) -> tuple[int, int]:
    """Two seeds whose duels begin alike for the observed, and in other cells of the same sectors for who is hidden."""
    seen: dict[Any, tuple[int, Any]] = {}
    for seed in count(first):
        to_act, cells = _begin(seed)
        known = (to_act, *(cells[seat] if seat in observed else TWELVE.sector[cells[seat]] for seat in SEATS))
        other, others_cells = seen.setdefault(known, (seed, cells))
        if all(cells[seat] != others_cells[seat] for seat in SEATS if seat not in observed):
            return other, seed
    raise AssertionError


@cache
def _begin(seed: int) -> tuple[int, dict[str, int]]:
    state = SONAR_DUEL.new(Options(), TWELVE, seed)
    return state.to_act, {seat: submarine.cell for seat, submarine in zip(SEATS, state.submarines, strict=True)}


def write_duel(seed: int, steps: int, **wanted: Any) -> Script:
    """A script drawn from a seed, before either seat or before strangers."""
    observed = wanted.pop("observed", ((SEATS[0],), (SEATS[1],), ())[seed % 3])
    return Writer(seed, observed, **wanted).write(steps)
