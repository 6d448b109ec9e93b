"""Captain Sonar as a `Game`: the seam between its rules and the rest of the server."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Sequence
from typing import Any, ClassVar, get_args

from sonar_referee.games.captain_sonar import clock, crews, legal, map_file, positions, referee, refusal_words, views
from sonar_referee.games.captain_sonar.analysis import analysis
from sonar_referee.games.captain_sonar.announcements import ANNOUNCEMENTS
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import ORDERS_OF_ROLE, Forfeit, Order, Place, PlayersOrder
from sonar_referee.games.captain_sonar.radio_sheet import fresh_sheets
from sonar_referee.games.captain_sonar.state import State, fresh_state
from sonar_referee.games.captain_sonar.terms import RADIO_OPERATOR, ROLES, SEAT_OF, SEATS, STATION, TEAMS
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import PUBLIC, Absence, Game, Outcome, Viewer


class CaptainSonar(Game[State]):
    """Turn-by-turn Captain Sonar; see `Game` for what each member means."""

    id: ClassVar[str] = "captain-sonar"
    title: ClassVar[str] = "Captain Sonar"
    seats: ClassVar[tuple[str, ...]] = SEATS
    teams: ClassVar[dict[str, tuple[str, ...]]] = dict(zip(TEAMS, SEAT_OF, strict=True))
    note_takers: ClassVar[tuple[str, ...]] = tuple(seats[RADIO_OPERATOR] for seats in SEAT_OF)
    options: ClassVar[type[Options]] = Options
    orders: ClassVar[tuple[type[Any], ...]] = get_args(PlayersOrder)
    resignation: ClassVar[str] = "resign"
    referee_orders: ClassVar[tuple[type[Any], ...]] = (Forfeit,)
    example_order: ClassVar[Place] = Place("C6")
    announcements: ClassVar[tuple[type[Any], ...]] = ANNOUNCEMENTS
    view_type: ClassVar[type[Any]] = views.CaptainSonarView

    read_map = staticmethod(map_file.read_map)
    describe_map = staticmethod(map_file.describe_map)
    crews_refusal = staticmethod(crews.crews_refusal)
    role_refusal = staticmethod(refusal_words.role_refusal)
    check = staticmethod(referee.check)
    apply = staticmethod(referee.apply)
    legal_orders = staticmethod(legal.legal_orders)
    standing_orders = staticmethod(legal.standing_orders)
    vantage = staticmethod(views.vantage)
    view = staticmethod(views.view)
    reads_notes = staticmethod(views.reads_notes)
    to_act = staticmethod(views.to_act)
    position = staticmethod(positions.position_text)
    analysis = staticmethod(analysis)
    waits_for = staticmethod(clock.waits_for)
    time_allowed = staticmethod(clock.time_allowed)
    on_timeout = staticmethod(clock.on_timeout)
    on_absence = staticmethod(clock.on_absence)

    def new(self, options: Options, chart: Chart, seed: int) -> State:
        """The state before the first order; the first team is drawn from the seed (R18)."""
        if options.first_team in TEAMS:
            first_team = TEAMS.index(options.first_team)
        else:
            first_team = random.Random(seed).randrange(len(TEAMS))
        state = fresh_state(options, chart, seed, first_team)
        state.radio_sheets = fresh_sheets(options, chart)
        return state

    def rematch_options(self, options: Options, outcome: Outcome | None, swapped: bool) -> Options:
        """The same options; where the loser of the previous match begins, that is a team now (D18)."""
        if options.first_team != "loser_of_previous" or outcome is None or outcome.winner is None:
            return options
        winner = TEAMS.index(outcome.winner)
        return dataclasses.replace(options, first_team=TEAMS[winner if swapped else 1 - winner])

    def givers(self, order: Order) -> tuple[str, ...]:
        """The seats whose role gives this order (R12, R81)."""
        roles = [ROLES[role] for role, kinds in enumerate(ORDERS_OF_ROLE) if type(order) in kinds]
        return tuple(seat for seat in SEATS if seat.split(".")[1] in roles)

    def hears(self, state: State, viewer: Viewer) -> frozenset[str]:
        """The audiences of announcements that this viewer belongs to."""
        if viewer:
            return frozenset({PUBLIC, TEAMS[STATION[next(iter(viewer))][0]]})
        if state.options.spectator_view == "omniscient":
            return frozenset({PUBLIC, *TEAMS})
        return frozenset({PUBLIC})

    def spectators_allowed(self, options: Options) -> bool:
        """Whether somebody without a seat may look."""
        return options.spectator_view != "none"

    def notes_refusal(self, state: State, seat: str) -> IllegalOrder | None:
        """Why this seat may not draw on the overlay now."""
        barred = views.notes_barred(state, seat)
        return IllegalOrder(*barred) if barred else None

    def round(self, state: State) -> int:
        """The round being played (P3)."""
        return state.round

    def outcome(self, state: State) -> Outcome | None:
        """How the match ended."""
        return state.outcome

    def copy(self, state: State) -> State:
        """An independent copy."""
        return state.copy()

    def absence(self, options: Options, _bots: Sequence[str]) -> Absence:
        """What happens when a player stays away."""
        return options.presence


CAPTAIN_SONAR = CaptainSonar()
