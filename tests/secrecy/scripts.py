"""Two matches as scripts, made from the rules alone: all that the observed viewers may know is the same in both.

Whatever else there is differs: starts, routes, marks, breakdowns, gauges, mines, silent courses, who of a crew gave an
order and under which `order_id`, and what is done in secret: marks made early, starts chosen anew, refused tries,
notes, chat, repeated orders, and when.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any, Literal

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.crews import BUNDLES
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.panel import BLOCKED_BY, SYMBOL_NUMBER
from sonar_referee.games.captain_sonar.state import NOBODY, State
from sonar_referee.games.captain_sonar.terms import ROLES, SEAT_OF, SEATS, STATION, SYSTEM_NUMBER, SYSTEMS, TEAMS
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import PUBLIC
from sonar_referee.games.options import Clock
from tests.games.captain_sonar.play import random_options
from tests.games.captain_sonar.table import CHARTS
from tests.games.captain_sonar.universe import every_order

Json = dict[str, Any]
Kind = Literal["team", "role", "outsiders"]
"""Who is observed: a team (its enemy hides), one player under `role_only` (its crew hides too), or nobody seated."""

Play = tuple[State, State]
HIDDEN_TRIES = 3
"""Most things that are done in secret between two steps, in each match."""


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a seat does, `after` a part of a second."""

    seat: str
    does: Literal["order", "try", "check", "notes", "chat", "look"]
    what: Any = None
    order_id: str | None = None
    by_socket: bool = False
    after: float = 0.0


@dataclass(frozen=True, slots=True)
class Step:
    """What happens in each of the two matches, and what the observed seats then try in vain in both."""

    acts: tuple[tuple[Act, ...], tuple[Act, ...]]
    probes: tuple[tuple[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Script:
    """Options, crews, whom to observe, and the steps; where the start is drawn, also the seeds of the two matches."""

    name: str
    options: Json
    crews: tuple[tuple[str, ...], ...]
    observed: tuple[str, ...]
    steps: list[Step] = field(default_factory=list)
    game: str = CAPTAIN_SONAR.id
    seeds: tuple[int, int] | None = None


def document(order: Order) -> Json:
    """An order as it is sent."""
    return asdict(order)


def _options(rng: Random, kind: Kind, fixed: Json) -> Options:
    """Random options without those that let time give orders."""
    chosen = {
        "first_team": rng.choice(TEAMS),
        "announce_ready": rng.choice(("team", "team", "public")),
        "spectator_view": rng.choice(("public", "public", "none")),
        "own_team_view": "role_only" if kind == "role" else rng.choice(("shared", "role_only")),
        "role_bundles": "free",
        "clock": rng.choice((None, Clock(seconds=31))),  # which warns a second later, and is never over
        "sonar_timeout_s": None,
        "placement_timeout_s": None,
    }
    return random_options(rng, rng.choice(sorted(CHARTS)), **chosen | fixed)


def _crews(rng: Random, kind: Kind, observed: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Who holds which seats: each one, or the bundles of a smaller crew."""
    found = []
    for team in TEAMS:
        size = 4 if kind == "role" else rng.choice((1, 2, 3, 4, 4, 4))
        if kind == "role" and len(observed) > 1 and observed[0].startswith(team):
            size = 3
        for bundle in BUNDLES[size]:
            found.append(tuple(f"{team}.{role}" for role in ROLES if role in bundle))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a script is to have that is else drawn: options, whom to observe, the gauge that is mostly marked."""

    options: Json = field(default_factory=dict)
    observed: tuple[str, ...] = ()
    favourite: str | None = None


class Writer:
    """Writes a script step by step, with both matches as the rules know them."""

    def __init__(self, seed: int, kind: Kind, wanted: Wanted) -> None:
        self.rng = rng = Random(f"{seed} {kind}")
        options = _options(rng, kind, wanted.options)
        team = rng.randrange(len(TEAMS))
        players = [*((seat,) for seat in SEAT_OF[team]), SEAT_OF[team][:2]]
        seats = {"team": SEAT_OF[team], "role": rng.choice(players), "outsiders": ()}[kind]
        observed = wanted.observed or seats
        self.kind = kind
        self.team = STATION[observed[0]][0] if observed else NOBODY
        self.roles = {ROLES[STATION[seat][1]] for seat in observed}
        self.script = Script(f"{kind} {seed}", asdict(options), _crews(rng, kind, observed), observed)
        chart = CHARTS[options.map]
        self.plays: Play = (CAPTAIN_SONAR.new(options, chart, 1), CAPTAIN_SONAR.new(options, chart, 2))
        self.ears = frozenset({PUBLIC}) if self.team == NOBODY else frozenset({PUBLIC, TEAMS[self.team]})
        self.given: tuple[list[Act], list[Act]] = ([], [])
        self.mapped = every_order(chart)
        favourites = [wanted.favourite or rng.choice(SYSTEMS[:5]) for _ in TEAMS]
        others = [rng.choice((one, rng.choice(SYSTEMS[:5]))) for one in favourites]
        self.favourites = (favourites, favourites if wanted.favourite else others)

    # -- who hides what

    def hides(self, seat: str, order: Order) -> bool:
        """Whether the observed may not know which order of its type this is, but for what is said."""
        team, role = STATION[seat]
        if team != self.team:
            return True
        if self.kind == "team" or ROLES[role] in self.roles:
            return False
        if order.type == "activate_silence" and "engineer" in self.roles:
            return False  # its heading is told to the own Engineer
        return ROLES[role] != "engineer" or self.roles != {"first_mate"}  # whose drone a crossed symbol blocks

    def secretive(self) -> list[str]:
        """The seats whose tries, notes, looks and repeated orders are nobody's business."""
        return [seat for seat in SEATS if seat not in self.script.observed]

    def sound(self, side: int, seat: str, order: Order) -> tuple[Any, State]:
        """What the observed hear of an order, with what a Captain under `role_only` is then offered; and the state."""
        state = self.plays[side].copy()
        said = CAPTAIN_SONAR.apply(state, seat, order)
        heard: list[Any] = [(call.round, call.announcement) for call in said if call.audience in self.ears]
        heard += [CAPTAIN_SONAR.legal_orders(state, one) for one in self.script.observed if self.kind == "role"]
        return heard, state

    # -- steps

    def write(self, steps: int) -> Script:
        """Write that many steps; where no order sounds the same in both matches, go some steps back.

        Fewer are written if that does not help.
        """
        plays = [self.plays]
        for _ in range(4 * steps):
            if len(self.script.steps) == steps:
                break
            joint = self._joint_order()
            secret = self._secrets()
            if joint is None and not any(act.does == "order" for acts in secret for act in acts):
                back = max(0, len(plays) - 1 - self.rng.randrange(1, 12))
                self._go_back(plays[back], back)
                del plays[back + 1 :]
                continue
            acts = [tuple(([joint[side]] if joint else []) + secret[side]) for side in (0, 1)]
            self.script.steps.append(Step((acts[0], acts[1]), tuple(self._probes())))
            plays.append(self.plays)
        return self.script

    def _go_back(self, plays: Play, step: int) -> None:
        self.plays = plays
        del self.script.steps[step:]
        kept = [{id(act) for one in self.script.steps for act in one.acts[side]} for side in (0, 1)]
        for given, keep in zip(self.given, kept, strict=True):
            given[:] = [act for act in given if id(act) in keep]

    def _joint_order(self) -> tuple[Act, Act] | None:
        """An order for each match that sound the same, and differ if that can be; carried out in both."""
        seats = [seat for seat in SEATS if all(CAPTAIN_SONAR.legal_orders(play, seat) for play in self.plays)]
        self.rng.shuffle(seats)
        for seat in seats:
            for order in self._some(seat, CAPTAIN_SONAR.legal_orders(self.plays[0], seat)):
                sound, state = self.sound(0, seat, order)
                if state.outcome is not None:
                    continue
                for other_seat, twin in self._twins(seat, order):
                    other_sound, other_state = self.sound(1, other_seat, twin)
                    if other_sound == sound:
                        self.plays = (state, other_state)
                        return self._act(0, seat, order), self._act(1, other_seat, twin)
        return None

    def _some(self, seat: str, orders: tuple[Order, ...]) -> list[Order]:
        """Some of a seat's orders, first one of each type in any sequence, ending a round last."""
        drawn = self.rng.sample(orders, len(orders))
        kinds = {order.type: order for order in drawn}
        first = sorted(kinds.values(), key=lambda order: order.type in ("end_round", "surface"))
        return [*self._liked(0, seat, drawn), *first, *drawn[:8]]

    def _liked(self, side: int, seat: str, orders: Sequence[Order]) -> list[Order]:
        """Mostly what makes a team's favourite system ready: what never is full and in order is never used."""
        if self.rng.random() > 0.8:
            return []
        favourite = self.favourites[side][STATION[seat][0]]
        harmful = BLOCKED_BY[SYSTEM_NUMBER[favourite]]
        return [
            order
            for order in orders
            if (order.type == "mark_gauge" and order.system == favourite)
            or (order.type == "mark_breakdown" and not harmful >> SYMBOL_NUMBER[order.symbol] & 1)
        ]

    def _twins(self, seat: str, order: Order) -> Iterator[tuple[str, Order]]:
        """What may stand for an order in the other match, the most different first."""
        if not self.hides(seat, order):
            if order in CAPTAIN_SONAR.legal_orders(self.plays[1], seat):
                yield seat, order
            return
        crew = [
            one
            for one in SEAT_OF[STATION[seat][0]]
            if one == seat or (order.type.startswith(("launch_d", "activate_so")))
        ]
        found = [
            (one, twin)
            for one in crew
            if one not in self.script.observed
            for twin in CAPTAIN_SONAR.legal_orders(self.plays[1], one)
            if twin.type == order.type
        ]
        self.rng.shuffle(found)
        found.sort(key=lambda pair: (pair[1] == order) + (pair[0] == seat))
        same = [pair for pair in found if pair[1] == order]
        liked = self._liked(1, seat, [twin for _seat, twin in found])
        yield from [*(pair for pair in found if pair[1] in liked), *found[:16], *same]

    def _act(self, side: int, seat: str, order: Order) -> Act:
        """The order as an act; who hides something names it differently in each match, others the same."""
        number = len(self.script.steps)
        if seat in self.script.observed:
            # the same name as one that somebody else has used in one of the matches
            used = [act.order_id for act in self.given[0] if act.order_id and act.seat not in self.script.observed]
            order_id = used[number % len(used)] if used and number % 3 == 0 else f"own-{number}"
            mine = {act.order_id for act in self.given[side] if act.seat in self.script.observed}
            order_id = f"own-{number}" if order_id in mine else order_id
            act = Act(seat, "order", document(order), order_id, by_socket=number % 2 == 0)
        else:
            name = self.rng.choice((None, f"{side}-{number}", f"{'long' * side * 9}-{number}"))
            act = Act(seat, "order", document(order), name, by_socket=self.rng.random() < 0.5)
        self.given[side].append(act)
        return act

    # -- what nobody observed may notice

    def _secrets(self) -> tuple[list[Act], list[Act]]:
        """What is done in secret in each match, whether or not in the other."""
        found: tuple[list[Act], list[Act]] = ([], [])
        for side in (0, 1):
            for after in sorted(0.05 + 0.9 * self.rng.random() for _ in range(self.rng.randrange(HIDDEN_TRIES))):
                act = self._secret_order(side, after) if self.rng.random() < 0.6 else None
                found[side].append(act or self._secret_try(side, after))
        return found

    def _secret_order(self, side: int, after: float) -> Act | None:
        """An accepted order of which nothing shows: a start chosen anew, a mark before the Engineer's (P8)."""
        state = self.plays[side]
        for seat in self.rng.sample(SEATS, len(SEATS)):
            team, role = STATION[seat]
            sub = state.submarines[team]
            again = state.phase == "placement" and ROLES[role] == "captain" and sub.cell != NOBODY
            early = state.phase in ("marks", "silence_marks") and ROLES[role] == "first_mate"
            if seat in self.script.observed or not (again or (early and sub.heading_to_mark != NOBODY)):
                continue
            orders = CAPTAIN_SONAR.legal_orders(state, seat)
            for order in [*self._liked(side, seat, orders)[:1], *self.rng.sample(orders, min(3, len(orders)))]:
                heard, after_state = self.sound(side, seat, order)
                offered = [
                    CAPTAIN_SONAR.legal_orders(state, one) for one in self.script.observed if self.kind == "role"
                ]
                if team != self.team and heard == offered:
                    self._keep(side, after_state)
                    return Act(seat, "order", document(order), None, self.rng.random() < 0.5, after)
        return None

    def _keep(self, side: int, state: State) -> None:
        self.plays = (state, self.plays[1]) if side == 0 else (self.plays[0], state)

    def _secret_try(self, side: int, after: float) -> Act:
        """Something of which nothing may show: refused, repeated, written or said in secret, or only looked at."""
        rng = self.rng
        seat = rng.choice(self.secretive())
        by_socket = rng.random() < 0.5
        team, role = STATION[seat]
        told = team == self.team
        choice = rng.randrange(6)
        if choice == 0 and not told:
            return Act(seat, "chat", "psst " * rng.randrange(1, 40), after=after)
        if choice == 1 and ROLES[role] == "radio_operator":
            return Act(seat, "notes", {"marks": ["x" * rng.randrange(200)]}, after=after)
        if choice == 2:
            return Act(seat, "look", after=after)
        mine = [act for act in self.given[side] if act.seat == seat and act.order_id]
        if choice == 3 and mine:
            again = rng.choice(mine)
            return Act(seat, "try", again.what, again.order_id, by_socket, after)
        refused = self._refused(self.plays[side], seat)
        if refused is None:
            return Act(seat, "look", after=after)
        does: Literal["try", "check"] = "check" if choice == 4 else "try"
        return Act(seat, does, refused, rng.choice((None, f"try-{side}-{len(self.script.steps)}")), by_socket, after)

    def _refused(self, state: State, seat: str) -> Json | None:
        for order in self.rng.sample(self.mapped, 6):
            if not _accepted(state, seat, order) and order.type != "place":
                return document(order)
        return None

    def _probes(self) -> Iterator[tuple[str, Json]]:
        """Orders that the observed seats try in vain in both matches."""
        for seat in self.script.observed:
            for order in self.rng.sample(self.mapped, 2):
                if self.kind == "role" and "captain" in self.roles and order.type.startswith(_ACTIVATING):
                    continue  # what its crew made ready, a Captain learns by asking for it
                accepted = [_accepted(play, seat, order) for play in self.plays]
                assert accepted[0] == accepted[1], f"{seat} can tell the matches apart by trying {order}"
                if not accepted[0]:
                    yield seat, document(order)


_ACTIVATING = ("launch", "activate", "drop", "trigger")


def _accepted(state: State, seat: str, order: Order) -> bool:
    try:
        CAPTAIN_SONAR.check(state, seat, order)
    except IllegalOrder:
        return False
    return True


def write_script(seed: int, kind: Kind, steps: int = 60, wanted: Wanted | None = None) -> Script:
    """A script drawn from a seed."""
    return Writer(seed, kind, wanted or Wanted()).write(steps)
