"""The timekeeper at a table: it hears of every contact and change, and one timer wakes it for what comes next."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from sonar_referee.match.match import Match
from sonar_referee.match.presence import ALWAYS
from sonar_referee.match.roster import Player
from sonar_referee.match.timekeeper import Happening, Timekeeper
from sonar_referee.wire.encode import dump

DOCUMENT = "timing"
"""The name under which the store keeps what is left of a match's times."""

_LATER = 0.001
"""Seconds by which the timer is late, since an order in the very instant when the time ends still counts."""


class Timing:
    """The times of one match by the event loop's clock, from `resume` to `close`.

    `told` is called with what comes about; `stopped_at` is the document of where the times stopped, if they did.
    """

    def __init__(self, match: Match, told: Callable[[list[Happening]], None], stopped_at: str | None) -> None:
        self._match = match
        self._told = told
        self._stopped_at = stopped_at
        self._keeper = self._new_keeper()
        self.wait = -1
        """The number of the order after which the wait began whose time is kept."""
        self._timer: asyncio.TimerHandle | None = None
        self._wakes_at = 0.0
        self._closed = True

    def _new_keeper(self) -> Timekeeper:
        return Timekeeper(stand_ins=self._match.absence() == "bot", pauses=self._match.pauses())

    # -- what happens at the table

    def let_pass(self) -> None:
        """Let come about what is due by now."""
        self._tell(self._keeper.advance(_now()))

    def opened(self, player: Player) -> None:
        """Note that a player has a connection open."""
        self._contact(player, ALWAYS)

    def asked(self, player: Player) -> None:
        """Note that a player has asked for something."""
        self._contact(player, _now())

    def _contact(self, player: Player, until: float) -> None:
        now = _now()
        self._tell(self._keeper.advance(now) + self._keeper.meet(player.player_id, now, until))

    def closed(self, player: Player) -> None:
        """Note that a player's last open connection has ended."""
        presence = self._keeper.presence
        if player.player_id in presence and not player.bot:
            presence.part(player.player_id, _now())
            self._set_timer()

    def match_changed(self) -> None:
        """Take note of a start, an end, or of something else to wait for."""
        self.let_pass()  # while the wait is still the one that may have ended
        now, match = _now(), self._match
        if match.status == "running" and not self._keeper.running:
            self._begin(now)
        if self._keeper.running and match.status == "finished":
            self._keeper.finish(now)
        elif self._keeper.running and match.wait_began != self.wait:
            self.wait = match.wait_began
            self._keeper.wait(match.game.time_allowed(match.state), now)
        self._set_timer()

    def _begin(self, now: float) -> None:
        self._keeper.running = True
        for player in self._match.roster.players:
            self._keeper.presence.meet(player.player_id, now)
        self.seats_changed()

    def seats_changed(self) -> None:
        """Take note of who sits where. Somebody new has contact; a seat freed in a running match is away at once."""
        now, keeper, roster = _now(), self._keeper, self._match.roster
        happenings = keeper.advance(now)
        keeper.stand_ins, keeper.pauses = self._match.absence() == "bot", self._match.pauses()
        seated = {player.player_id: player for player in roster.players if player.seats}
        empty = roster.empty_seats() if keeper.running else ()
        keeper.presence.keep([*seated, *empty])
        for sitter in (*seated, *empty):
            if sitter in empty and sitter not in keeper.presence:
                keeper.presence.stay_away(sitter, now)
            elif sitter not in keeper.presence:
                keeper.presence.sit(sitter, ALWAYS if seated[sitter].bot else now)
        self._tell(happenings + keeper.seats_changed(now))

    def _tell(self, happenings: list[Happening]) -> None:
        if happenings:
            self._told(happenings)
        self._set_timer()

    # -- what is known

    def connected(self, player: Player) -> bool:
        """Whether there was contact with a player not long ago."""
        return self._keeper.presence.connected(player.player_id)

    def silent_for(self, player: Player) -> float:
        """Seconds since the last contact with a player; 0 while a connection is open."""
        return max(0.0, _now() - self._keeper.presence.last_contact(player.player_id))

    def away(self, seat: str) -> dict[str, float | None] | None:
        """Whether nobody is at this seat of a running match, and how long its player has to return."""
        holder = self._match.roster.holder(seat)
        return self._keeper.away_shown(holder.player_id if holder else seat, _now())

    def given_up(self) -> list[tuple[str, ...]]:
        """For each player who has not returned in time, and for each seat that stayed empty, the seats."""
        overdue = self._keeper.presence.overdue() if self._keeper.running else frozenset()
        return [seats for sitter, seats in self._sitters().items() if sitter in overdue]

    def seats_of(self, sitters: tuple[str, ...]) -> tuple[str, ...] | None:
        """The seats of all of these sitters; None if one of them is not there any more."""
        there = self._sitters()
        if any(sitter not in there for sitter in sitters):
            return None
        return tuple(seat for sitter in sitters for seat in there[sitter])

    def _sitters(self) -> dict[str, tuple[str, ...]]:
        roster = self._match.roster
        return {player.player_id: player.seats for player in roster.players if player.seats} | {
            seat: (seat,) for seat in roster.empty_seats()
        }

    @property
    def runs(self) -> bool:
        """Whether something comes about in the match when time passes."""
        return self._keeper.running and self._timer is not None

    def clock(self) -> str:
        """The clock as a view shows it, as JSON text."""
        return dump(self._keeper.clock_shown(_now())) if self._keeper.clock else "null"

    # -- over a restart

    def document(self) -> str:
        """What is left of all times, to be stored."""
        return dump({"wait": self._match.wait_began, **self._keeper.document(_now())})

    def resume(self) -> None:
        """Keep time from now on. Everybody's contact begins anew, but for those who were away when time stopped."""
        now, match = _now(), self._match
        self._keeper, self._closed = self._new_keeper(), False
        self._keeper.running = match.status == "running"
        self.seats_changed()
        if self._keeper.running:
            document: dict[str, Any] = {} if self._stopped_at is None else json.loads(self._stopped_at)
            if document:
                self._keeper.take_up(document, now)
            self.wait = match.wait_began
            left = document["left"] if document.get("wait") == self.wait else None
            self._keeper.wait(match.game.time_allowed(match.state), now, left)
        self._set_timer()

    # -- the timer

    def _set_timer(self) -> None:
        due = None if self._closed else self._keeper.next_due()
        if self._timer is not None:
            if due is not None and self._wakes_at <= due + _LATER:
                return  # it comes early enough, and is set anew then
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._wakes_at = due + _LATER
            self._timer = asyncio.get_running_loop().call_at(self._wakes_at, self._wake)

    def _wake(self) -> None:
        self._timer = None
        self.let_pass()

    def close(self) -> None:
        """Keep no more time."""
        self._stopped_at, self._closed = self.document(), True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _now() -> float:
    return asyncio.get_running_loop().time()
