"""What each viewer may know. Every field names its audience; one without is refused when the module is imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from sonar_referee.games.game import ABSENT, PUBLIC, Absent, Outcome, Viewer, audience_of_fields
from sonar_referee.games.sonar_duel.announcements import Emission, Reading
from sonar_referee.games.sonar_duel.orders import Action
from sonar_referee.games.sonar_duel.state import State, Submarine
from sonar_referee.games.sonar_duel.terms import SEAT_NUMBER, SEATS, Seat


@dataclass(frozen=True, slots=True)
class Deed:
    """What a seat did in one of its turns, and the cell where it was afterwards."""

    turn: int
    action: Action
    cell: str


@dataclass(frozen=True, slots=True)
class Track:
    """Everything about one submarine, told after the end (5.3)."""

    start: str
    torpedoes: int
    deeds: tuple[Deed, ...]
    readings: tuple[Reading, ...]


def _seen_by(audience: str) -> Any:
    return field(metadata={"audience": audience})


@dataclass(frozen=True, slots=True)
class SonarDuelView:
    """A view as the rules know it; the match adds its own fields (sequence, legal orders, clock)."""

    map: str = _seen_by(PUBLIC)
    turn: int = _seen_by(PUBLIC)
    to_act: Seat | None = _seen_by(PUBLIC)
    outcome: Outcome | None = _seen_by(PUBLIC)
    start: str | Absent = _seen_by("seat")
    cell: str | Absent = _seen_by("seat")
    torpedoes: int | Absent = _seen_by("seat")
    deeds: tuple[Deed, ...] | Absent = _seen_by("seat")
    readings: tuple[Reading, ...] | Absent = _seen_by("seat")
    emissions: tuple[Emission, ...] | Absent = _seen_by("seat")
    reveal: dict[Seat, Track] | Absent = _seen_by("after_the_end")


def view(state: State, viewer: Viewer) -> SonarDuelView:
    """Everything that this viewer may know now."""
    audiences = {PUBLIC}
    audiences |= {"seat"} if viewer else set()
    audiences |= {"after_the_end"} if state.outcome is not None and state.options.reveal_at_end else set()
    own = state.submarines[SEAT_NUMBER[next(iter(viewer))]] if viewer else state.submarines[0]
    filled: dict[str, Any] = {
        name: fill(state, own) if _AUDIENCE[name] in audiences else ABSENT for name, fill in _FILL.items()
    }
    return SonarDuelView(**filled)


def to_act(state: State) -> tuple[str, ...]:
    """The seat whose turn it is."""
    return () if state.outcome is not None else (SEATS[state.to_act],)


def _deeds(state: State, submarine: Submarine) -> tuple[Deed, ...]:
    names = state.chart.names
    return tuple(Deed(turn, action, names[cell]) for turn, action, cell in submarine.actions)


def _reveal(state: State) -> dict[Seat, Track]:
    return {
        seat: Track(
            start=state.chart.names[submarine.start],
            torpedoes=submarine.torpedoes,
            deeds=_deeds(state, submarine),
            readings=tuple(submarine.readings),
        )
        for seat, submarine in zip(SEATS, state.submarines, strict=True)
    }


_AUDIENCE: Final = audience_of_fields(SonarDuelView)
_FILL: Final[dict[str, Callable[[State, Submarine], Any]]] = {
    "map": lambda state, _own: state.chart.name,
    "turn": lambda state, _own: state.turn,
    "to_act": lambda state, _own: next(iter(to_act(state)), None),
    "outcome": lambda state, _own: state.outcome,
    "start": lambda state, own: state.chart.names[own.start],
    "cell": lambda state, own: state.chart.names[own.cell],
    "torpedoes": lambda _state, own: own.torpedoes,
    "deeds": _deeds,
    "readings": lambda _state, own: tuple(own.readings),
    "emissions": lambda _state, own: tuple(own.emissions),
    "reveal": lambda state, _own: _reveal(state),
}
