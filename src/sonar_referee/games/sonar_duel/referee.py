"""The rules: which orders are legal, and what each brings."""

from __future__ import annotations

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import PUBLIC, Outcome, Said
from sonar_referee.games.sonar_duel.announcements import (
    Emission,
    GameOver,
    Reading,
    TorpedoHit,
    TorpedoMissed,
    TurnPassed,
)
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.orders import (
    FORFEIT,
    MOVES,
    SONAR,
    TORPEDOES,
    WAIT,
    Action,
    Default,
    Forfeit,
    Move,
    Order,
    PlayersOrder,
    Sonar,
    Torpedo,
)
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import (
    DIRECTIONS,
    HEADINGS,
    MOST_TURNS,
    NEAR,
    SEAT_NUMBER,
    SEATS,
    SONAR_REACH,
    Band,
    Reason,
    System,
)


def legal_orders(state: State, seat: str) -> tuple[PlayersOrder, ...]:
    """Every action that this seat can take now; none out of its turn (3.1)."""
    number = SEAT_NUMBER[seat]
    if state.outcome is not None or state.to_act != number:
        return ()
    open_headings = state.chart.beyond[state.submarines[number].cell]
    return (*(MOVES[heading] for heading in open_headings), WAIT, SONAR, *TORPEDOES)


def standing_orders(state: State, _seat: str) -> tuple[PlayersOrder, ...]:
    """Giving up, at any time until the end (3.10)."""
    return () if state.outcome is not None else (FORFEIT,)


def check(state: State, seat: str, order: Order) -> None:
    """Raise `IllegalOrder` if `apply` would; changes nothing."""
    if state.outcome is not None:
        raise IllegalOrder("4.3", "The match is over; nothing is ordered any more.", "wrong_phase")
    if isinstance(order, (Forfeit, Default)):
        return
    number = SEAT_NUMBER[seat]
    if state.to_act != number:
        raise IllegalOrder("3.1", f"It is {SEATS[1 - number]}'s turn; wait for yours.", "not_your_turn")
    if isinstance(order, (Move, Torpedo)) and order.heading not in HEADINGS:
        raise IllegalOrder("3.1", f"A heading is one of {', '.join(HEADINGS)}, not {order.heading!r}.")
    open_headings = state.chart.beyond[state.submarines[number].cell]
    if isinstance(order, Move) and order.heading not in open_headings:
        there = ", ".join(open_headings)
        raise IllegalOrder("3.2", f"{order.heading.title()} is land or beyond the edge; open headings are {there}.")


def apply(state: State, seat: str, order: Order) -> list[Said]:
    """Carry out an order and return what is said; raises `IllegalOrder` and then changes nothing."""
    check(state, seat, order)
    if isinstance(order, Default):
        lost = [SEAT_NUMBER[one] for one in order.seats]
        return _end(state, None if len(lost) > 1 else 1 - lost[0], order.reason)
    number = SEAT_NUMBER[seat]
    if isinstance(order, Forfeit):
        return _end(state, 1 - number, "resignation")
    said = _act(state, number, order)
    if state.outcome is None:
        said += _next_turn(state)
    return said


def _act(state: State, number: int, action: Action) -> list[Said]:
    own = state.submarines[number]
    if isinstance(action, Move):
        own.cell = state.chart.beyond[own.cell][action.heading]
    own.actions.append((state.turn, action, own.cell))
    if isinstance(action, Sonar):
        return _scan(state, number)
    if isinstance(action, Torpedo):
        return _fire(state, number, action)
    return [Said(state.turn, PUBLIC, TurnPassed())]


def _scan(state: State, number: int) -> list[Said]:
    own, enemy = state.submarines[number], state.submarines[1 - number]
    told = reading(state.chart, state.turn, own.cell, enemy.cell)
    own.readings.append(told)
    return [Said(state.turn, SEATS[number], told), _tell_emission(state, number, "sonar")]


def reading(chart: Chart, turn: int, cell: int, enemy: int) -> Reading:
    """What a sonar in one cell tells of an enemy in another (3.6)."""
    distance = chart.distance(cell, enemy)
    if distance > SONAR_REACH:
        return Reading(turn, False, None, None, None, None)
    across, down = chart.offset(cell, enemy)
    direction = DIRECTIONS[_sign(across), _sign(down)]
    block = chart.block(enemy) if distance <= NEAR else None
    return Reading(turn, True, chart.sector[enemy], direction, _band(distance), block)


def _band(distance: int) -> Band:
    return "0" if distance == 0 else "1" if distance == 1 else "2-4"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _fire(state: State, number: int, torpedo: Torpedo) -> list[Said]:
    own, enemy = state.submarines[number], state.submarines[1 - number]
    own.torpedoes -= 1
    if enemy.cell in state.chart.torpedo_paths[own.cell][torpedo.heading]:
        return [Said(state.turn, PUBLIC, TorpedoHit()), *_end(state, number, "torpedoed")]
    said = [Said(state.turn, SEATS[number], TorpedoMissed()), _tell_emission(state, number, "torpedo")]
    if own.torpedoes == 0:
        said += _end(state, 1 - number, "out_of_torpedoes")
    return said


def _tell_emission(state: State, number: int, system: System) -> Said:
    own, enemy = state.submarines[number], state.submarines[1 - number]
    told = emission(state.chart, state.turn, system, own.cell, enemy.cell, state.options.announce_kind)
    enemy.emissions.append(told)
    return Said(state.turn, SEATS[1 - number], told)


def emission(chart: Chart, turn: int, system: System, cell: int, hearer: int, kind_told: bool) -> Emission:
    """What somebody in one cell learns of a sonar or torpedo in another (3.6, 3.7, 3.8)."""
    distance = chart.distance(cell, hearer)
    return Emission(
        system=system if kind_told else None,
        turn=turn,
        sector=chart.sector[cell],
        block=chart.block(cell) if distance <= NEAR else None,
        detected=system == "sonar" and distance <= SONAR_REACH,
    )


def _next_turn(state: State) -> list[Said]:
    if state.turn == MOST_TURNS:
        return _end(state, None, "turn_limit")
    state.turn += 1
    state.to_act = 1 - state.to_act
    return []


def _end(state: State, winner: int | None, reason: Reason) -> list[Said]:
    seat = None if winner is None else SEATS[winner]
    state.outcome = Outcome(seat, reason)
    return [Said(state.turn, PUBLIC, GameOver(seat, reason))]
