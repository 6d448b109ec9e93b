"""Sonar duel as a `Game`: the seam between its rules and the rest of the server."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, get_args

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import Outcome, Viewer
from sonar_referee.games.sonar_duel import clock, map_file, referee, views
from sonar_referee.games.sonar_duel.announcements import ANNOUNCEMENTS
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import WAIT, Default, PlayersOrder, Wait
from sonar_referee.games.sonar_duel.state import State, fresh_state, position_text
from sonar_referee.games.sonar_duel.terms import SEATS


class SonarDuel:
    """A duel of two submarines; see `Game` for what each member means."""

    id: ClassVar[str] = "sonar-duel"
    title: ClassVar[str] = "Sonar duel"
    seats: ClassVar[tuple[str, ...]] = SEATS
    teams: ClassVar[dict[str, tuple[str, ...]]] = {seat: (seat,) for seat in SEATS}
    note_takers: ClassVar[tuple[str, ...]] = ()
    options: ClassVar[type[Options]] = Options
    orders: ClassVar[tuple[type[Any], ...]] = get_args(PlayersOrder)
    referee_orders: ClassVar[tuple[type[Any], ...]] = (Default,)
    example_order: ClassVar[Wait] = WAIT
    announcements: ClassVar[tuple[type[Any], ...]] = ANNOUNCEMENTS
    view_type: ClassVar[type[Any]] = views.SonarDuelView

    read_map = staticmethod(map_file.read_map)
    describe_map = staticmethod(map_file.describe_map)
    new = staticmethod(fresh_state)
    givers = staticmethod(referee.givers)
    role_refusal = staticmethod(referee.role_refusal)
    check = staticmethod(referee.check)
    apply = staticmethod(referee.apply)
    legal_orders = staticmethod(referee.legal_orders)
    standing_orders = staticmethod(referee.standing_orders)
    vantage = staticmethod(views.vantage)
    view = staticmethod(views.view)
    hears = staticmethod(views.hears)
    to_act = staticmethod(views.to_act)
    position = staticmethod(position_text)
    waits_for = staticmethod(clock.waits_for)
    time_allowed = staticmethod(clock.time_allowed)
    on_timeout = staticmethod(clock.on_timeout)
    absence = staticmethod(clock.absence)
    pauses = staticmethod(clock.pauses)
    on_absence = staticmethod(clock.on_absence)

    def crews_refusal(self, _options: Options, _crews: Sequence[Sequence[str]], _bots: Sequence[str]) -> str | None:
        """Any two players may duel."""
        return None

    def rematch_options(self, options: Options, _outcome: Outcome | None, _swapped: bool) -> Options:
        """The same; who begins is drawn anew (2.1)."""
        return options

    def spectators_allowed(self, options: Options) -> bool:
        """Whether somebody without a seat may look (5.3)."""
        return options.spectator_view != "none"

    def notes_refusal(self, _state: State, _seat: str) -> IllegalOrder | None:
        """Nobody takes notes here."""
        return None

    def reads_notes(self, _state: State, _viewer: Viewer) -> str | None:
        """Nobody reads notes here."""
        return None

    def round(self, state: State) -> int:
        """The number of the turn."""
        return state.turn

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended."""
        return state.outcome

    def copy(self, state: State) -> State:
        """An independent copy."""
        return state.copy()


SONAR_DUEL = SonarDuel()
