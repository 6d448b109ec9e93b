"""Sonar duel as a `Game`: the seam between its rules and the rest of the server."""

from __future__ import annotations

from typing import ClassVar, get_args

from sonar_referee.games.game import Game, Outcome
from sonar_referee.games.sonar_duel import clock, map_file, referee, views
from sonar_referee.games.sonar_duel.analysis import analysis
from sonar_referee.games.sonar_duel.announcements import ANNOUNCEMENTS
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import WAIT, Default, PlayersOrder
from sonar_referee.games.sonar_duel.state import State, fresh_state, position_text
from sonar_referee.games.sonar_duel.terms import SEATS


class SonarDuel(Game[State]):
    """A duel of two submarines; see `Game` for what each member means."""

    id = "sonar-duel"
    title = "Sonar duel"
    seats = SEATS
    teams: ClassVar[dict[str, tuple[str, ...]]] = {seat: (seat,) for seat in SEATS}
    options = Options
    orders = get_args(PlayersOrder)
    resignation = "forfeit"
    referee_orders = (Default,)
    example_order = WAIT
    announcements = ANNOUNCEMENTS
    view_type = views.SonarDuelView

    read_map = staticmethod(map_file.read_map)
    describe_map = staticmethod(map_file.describe_map)
    new = staticmethod(fresh_state)
    check = staticmethod(referee.check)
    apply = staticmethod(referee.apply)
    legal_orders = staticmethod(referee.legal_orders)
    standing_orders = staticmethod(referee.standing_orders)
    view = staticmethod(views.view)
    to_act = staticmethod(views.to_act)
    position = staticmethod(position_text)
    analysis = staticmethod(analysis)
    waits_for = staticmethod(clock.waits_for)
    time_allowed = staticmethod(clock.time_allowed)
    on_timeout = staticmethod(clock.on_timeout)
    absence = staticmethod(clock.absence)
    pauses = staticmethod(clock.pauses)
    on_absence = staticmethod(clock.on_absence)

    def spectators_allowed(self, options: Options) -> bool:
        """Whether somebody without a seat may look (5.3)."""
        return options.spectator_view != "none"

    def open_at_end(self, options: Options) -> bool:
        """Whether the tracks are shown after the end (5.3)."""
        return options.reveal_at_end

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
