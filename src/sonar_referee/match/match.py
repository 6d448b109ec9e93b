"""The match itself, without input, output or clock: it decides on orders and makes what each viewer is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import SPECTATOR, Absence, Viewer
from sonar_referee.match.roster import Player, Roster
from sonar_referee.match.setup import Setup
from sonar_referee.match.streams import Streams
from sonar_referee.store import Entry
from sonar_referee.wire.adapters import read_logged_order
from sonar_referee.wire.encode import dump, present
from sonar_referee.wire.problems import Problem, problem_of


@dataclass(frozen=True, slots=True)
class Answer:
    """What an accepted order brought its sender: its own sequence afterwards and what it heard, as JSON texts."""

    seq: int
    announcements: list[str]


@dataclass(slots=True)
class Notes:
    """A team's notes: a document that only the team understands, and how often it was replaced."""

    document: Any
    changes: int


def notes_name(team: str) -> str:
    """The name under which the store keeps a team's notes."""
    return f"notes of {team}"


class Match:
    """One match in any status. An order is first decided on, then stored by others, then carried out."""

    def __init__(self, match_id: str, join_code: str, created_at: str, setup: Setup, roster: Roster) -> None:
        self.match_id = match_id
        self.join_code = join_code
        self.created_at = created_at
        self.setup = setup
        self.game = setup.game
        self.roster = roster
        self.status = "lobby"
        self.state = self.game.new(setup.options, setup.chart, setup.seed)
        self.entries = 0
        """How many orders the log holds."""
        self.wait_began = 0
        """The number of the order after which what everybody knows the table to wait for is as it is."""
        self.clock: Callable[[], str] = lambda: "null"
        """Gives the clock as JSON text, as it stands when a view is sent."""
        self.notes: dict[str, Notes] = {}
        self.swaps: dict[str, str] = {}
        """For each seat of a standing offer to change places the other one."""
        self._order_ids: set[int] = set()
        self._views: dict[Viewer, tuple[int, str]] = {}
        self._facts_from: dict[Hashable, str] = {}
        self._identity = f'"match_id":"{match_id}","game":"{self.game.id}"'
        self.streams = self._open_streams()

    def _open_streams(self) -> Streams:
        """A stream for everybody who may look: each seat, each player's seats together, spectators."""
        viewers: set[Viewer] = {frozenset({seat}) for seat in self.game.seats}
        viewers.update(frozenset(player.seats) for player in self.roster.players)
        viewers.add(SPECTATOR)
        return Streams(self.game, self.state, viewers)

    def change_roster(self, roster: Roster) -> None:
        """Let other players sit down. After the start whoever is new has heard and seen what its seats did."""
        moved = {seat for seat in self.game.seats if self.roster.holder(seat) != roster.holder(seat)}
        self.swaps = {one: other for one, other in self.swaps.items() if not moved & {one, other}}
        self.roster = roster
        if self.status == "lobby":
            self.streams = self._open_streams()
        else:
            for player in roster.players:
                self.streams.admit(frozenset(player.seats))

    def absence(self) -> Absence:
        """What happens when a player stays away."""
        return self.game.absence(self.setup.options, self.roster.bot_seats())

    def pauses(self) -> bool:
        """Whether the clock stands still while a player is away."""
        return self.game.pauses(self.setup.options, self.roster.bot_seats())

    def start(self) -> None:
        """Leave the lobby."""
        self.status = "running"
        self.swaps.clear()
        self.streams.note_change_for_all()

    # -- orders

    def seat_for(self, player: Player, seat: str | None, order: Any) -> str:
        """The seat of the player that gives this order; raises `not_your_seat`, `seat_needed`, `illegal_order`."""
        if seat is not None:
            self.require_seat(player, seat)
            return seat
        able = [one for one in self.game.givers(order) if one in player.seats]
        if not able:
            raise problem_of(self.game.role_refusal(order))
        if len(able) > 1:
            raise Problem("seat_needed", f"{' and '.join(able)} can both give this order: name one as seat.")
        return able[0]

    def require_seat(self, player: Player, seat: str) -> None:
        """Raise `no_such_seat` or `not_your_seat` unless the player holds the seat."""
        if seat not in self.game.seats:
            known = ", ".join(self.game.seats)
            raise Problem("no_such_seat", f"{seat[:40]!r} is no seat of this game; seats are {known}.")
        if seat not in player.seats:
            raise Problem("not_your_seat", f"You do not hold {seat}; you hold {', '.join(player.seats) or 'no seat'}.")

    def decide(self, seat: str, order: Any) -> None:
        """Raise a problem if the order may not be given now; changes nothing."""
        if self.status != "running":
            raise Problem("not_running", f"The match is {'over' if self.status == 'finished' else 'in the lobby'}.")
        try:
            self.game.check(self.state, seat, order)
        except IllegalOrder as refusal:
            raise problem_of(refusal) from None

    def carry_out(self, entry: Entry, order: Any) -> None:
        """Apply an order that is in the log by now."""
        before = self.game.copy(self.state)
        said = self.game.apply(self.state, entry.seat, order)
        self._facts_from.clear()
        self.entries = entry.number
        begins_to_wait = self.game.waits_for(before) != self.game.waits_for(self.state)
        if begins_to_wait:
            self.wait_began = entry.number
        if entry.order_id is not None:
            self._order_ids.add(hash((entry.player, entry.order_id)))
        self.streams.add(
            said, lambda viewer: begins_to_wait or self._look(before, viewer) != self._look(self.state, viewer)
        )
        if self.game.outcome(self.state) is not None:
            self.status = "finished"

    def _look(self, state: Any, viewer: Viewer) -> tuple[Any, ...]:
        game = self.game
        orders = [(game.legal_orders(state, seat), game.standing_orders(state, seat)) for seat in viewer]
        return game.view(state, viewer), orders

    def replay(self, entries: Iterable[Entry]) -> None:
        """Bring a match to where its log ends."""
        for entry in entries:
            self.carry_out(entry, read_logged_order(self.game, json.loads(entry.order)))

    def may_be_repeated(self, player: Player, order_id: str | None) -> bool:
        """Whether the log may hold an order of this player with this `order_id`; false is certain."""
        return order_id is not None and hash((player.player_id, order_id)) in self._order_ids

    def answer(self, player: Player, entry: int) -> Answer:
        """What the order with this number in the log brought the player who gave it."""
        viewer = frozenset(player.seats)
        before, after = self.streams.brought_by(viewer, entry)
        return Answer(after, self.streams.announcements(viewer, before, after))

    # -- views

    def write_notes(self, team: str, notes: Notes) -> None:
        """Replace a team's notes; whoever reads them sees a change."""
        self.notes[team] = notes

    def read_notes(self, stored: Mapping[str, str]) -> None:
        """Take the teams' notes from the documents stored with the match."""
        for team in self.game.teams:
            if notes_name(team) in stored:
                self.notes[team] = Notes(**json.loads(stored[notes_name(team)]))

    def notes_of(self, viewer: Viewer) -> Notes | None:
        """The notes that this viewer reads, if any."""
        team = self.game.reads_notes(self.state, viewer)
        return None if team is None else self.notes.get(team, Notes({}, 0))

    def revision(self, viewer: Viewer) -> int:
        """How often this viewer's view has changed."""
        notes = self.notes_of(viewer) if self.notes else None
        return self.streams.changes(viewer) + (notes.changes if notes else 0)

    def view_json(self, viewer: Viewer) -> str:
        """The whole view of a viewer as JSON text."""
        revision = self.revision(viewer)
        kept = self._views.get(viewer)
        if kept is None or kept[0] != revision:
            kept = self._views[viewer] = revision, self._view(viewer, revision)
        return f'{kept[1]},"clock":{self.clock()}}}'

    def view_frame(self, viewer: Viewer) -> str:
        """The view as a frame of the socket."""
        return f'{{"type":"view","view":{self.view_json(viewer)}}}'

    def _view(self, viewer: Viewer, revision: int) -> str:
        seats = [seat for seat in self.game.seats if seat in viewer]
        head = f'{{"seq":{self.streams.seq(viewer)},"revision":{revision},{self._identity},"status":"{self.status}",'
        parts = [head, self._facts(viewer)]
        if seats:
            parts.append(f',"seat":"{seats[0]}"' if len(seats) == 1 else f',"seats":{dump(seats)}')
            parts.append(f',"legal_orders":{self._orders(seats, self.game.legal_orders)}')
            parts.append(f',"standing_orders":{self._orders(seats, self.game.standing_orders)}')
        notes = self.notes_of(viewer)
        if notes is not None:
            parts.append(f',"overlay":{dump(notes.document)}')
        return "".join(parts)

    def _facts(self, viewer: Viewer) -> str:
        """The game's part of a view, made once for all viewers of the same vantage."""
        vantage = self.game.vantage(self.state, viewer)
        facts = self._facts_from.get(vantage)
        if facts is None:
            facts = self._facts_from[vantage] = dump(present(self.game.view(self.state, viewer)))[1:-1]
        return facts

    def _orders(self, seats: list[str], orders_of: Callable[[Any, str], tuple[Any, ...]]) -> str:
        if self.status != "running":
            return "[]"
        if len(seats) == 1:
            orders = orders_of(self.state, seats[0])
            return dump(orders) if orders else "[]"
        return dump([{"seat": seat, **present(order)} for seat in seats for order in orders_of(self.state, seat)])

    # -- what everybody may know

    def summary(
        self, connected: Callable[[Player], bool], away: Callable[[str], dict[str, float | None] | None]
    ) -> dict[str, Any]:
        """The match as `GET /api/matches/{id}` shows it; `away` tells of a seat how long its player has to return."""
        seats = []
        for seat in self.game.seats:
            holder = self.roster.holder(seat)
            seats.append(
                {
                    "seat": seat,
                    "player": holder.name if holder else None,
                    "bot": holder.bot or None if holder else None,
                    "connected": bool(holder and (holder.bot or connected(holder))),
                    "away": away(seat),
                    "swap_with": self.swaps.get(seat),
                }
            )
        return {
            "match_id": self.match_id,
            "game": self.game.id,
            "name": self.setup.name,
            "options": self.setup.options,
            "status": self.status,
            "created_at": self.created_at,
            "seats": seats,
            "round": self.game.round(self.state),
            "outcome": self.game.outcome(self.state),
        }
