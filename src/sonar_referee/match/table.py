"""One match at work: its queue, its log, its clock, and those who listen.

An order's way: repeated? → rules → log, flushed → match → answer → everybody else.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog

from sonar_referee.games.game import SPECTATOR, Viewer
from sonar_referee.match import tokens
from sonar_referee.match.match import Answer, Match, Notes, notes_name
from sonar_referee.match.roster import Player, team_of
from sonar_referee.match.seating import Seating, saved
from sonar_referee.store import Entry, Store, StoreFailed
from sonar_referee.wire.adapters import read_order
from sonar_referee.wire.encode import dump
from sonar_referee.wire.problems import Problem, problem_of

log = structlog.get_logger("sonar_referee")

CLOCK = "clock"
"""In place of a player in the log: the order was given because time had run out."""

MOST_NOTES = 12 * 1024
"""Bytes of a team's notes."""

CONTACT_LASTS = 15.0
"""Seconds for which a player counts as connected after asking for something."""

RETRY_AFTER = 1.0
"""Seconds until the server itself tries again what could not be stored."""


class Table(Seating):
    """A match with everything around it. Whatever changes it goes through its mailbox."""

    def __init__(self, match: Match, store: Store, now: Callable[[], str]) -> None:
        super().__init__(match, store)
        self._now = now
        self._timer: asyncio.TimerHandle | None = None
        self._timed: tuple[int, float] | None = None
        self._last_contact: dict[str, float] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # -- who is who

    def player_of(self, token: str) -> Player:
        """The player with this token; raises `not_authenticated`."""
        player = self.match.roster.by_token(token) if token.startswith(tokens.PLAYER) else None
        if player is None:
            raise Problem("not_authenticated", "This token belongs to no player of this match.")
        self._last_contact[player.player_id] = asyncio.get_running_loop().time()
        return player

    def require_host(self, token: str | None) -> None:
        """Raise `not_authenticated` or `not_host` unless this is the host's token."""
        if token is None:
            raise Problem("not_authenticated", "The host's token is needed as Bearer token.")
        if tokens.token_hash(token) != self.match.setup.host_token_hash:
            if self.match.roster.by_token(token) is not None:
                raise Problem("not_host", "This is a player's token; the host's is needed.")
            raise Problem("not_authenticated", "This token is not the host's.")

    def is_host(self, token: str) -> bool:
        """Whether this is the host's token."""
        return tokens.token_hash(token) == self.match.setup.host_token_hash

    def viewer_of(self, player: Player | None, seat: str | None) -> Viewer:
        """Who looks: one seat of the player, all its seats, or a spectator; raises a problem if that may not be."""
        if player is not None:
            if seat is not None:
                self.match.require_seat(player, seat)
                return frozenset({seat})
            return frozenset(player.seats)
        if seat is not None:
            raise Problem("not_authenticated", "The token of the player with this seat is needed.")
        if not self.match.game.spectators_allowed(self.match.setup.options):
            raise Problem("no_spectators", "This match is not open to spectators.")
        return SPECTATOR

    @property
    def in_use(self) -> bool:
        """Whether somebody listens, an order is at work or the clock runs; a bot that only listens does not count."""
        people = any(not (listener.player and listener.player.bot) for listener in self.listeners)
        return people or self._mailbox.busy or self._timer is not None

    def connected(self, player: Player) -> bool:
        """Whether a player has a connection open, or has asked for something not long ago."""
        last = self._last_contact.get(player.player_id)
        lately = last is not None and asyncio.get_running_loop().time() - last < CONTACT_LASTS
        return lately or self.listeners.connected(player)

    # -- orders

    async def order(self, player: Player, seat: str | None, document: Any, order_id: str | None) -> Answer:
        """Give an order; the answer comes when it is durable. A repeated `order_id` answers as the first time."""
        order = read_order(self.match.game, document)

        async def deed() -> Answer:
            if self.match.may_be_repeated(player, order_id):
                entry = await self._first_given(player, order_id)
                if entry is not None:
                    if entry.order != dump(order) or (seat is not None and seat != entry.seat):
                        reason = "This order_id was used for another order; choose a new one."
                        raise Problem("order_id_reused", reason)
                    return self.match.answer(player, entry.number)
            self._require_present(player)
            giver = self.match.seat_for(player, seat, order)
            number = await self._give(player.player_id, giver, order, order_id)
            return self.match.answer(player, number)

        return await self._mailbox.put(deed)

    def _require_present(self, player: Player) -> None:
        if player not in self.match.roster.players:
            raise Problem("not_authenticated", "Your seats have changed; say who you are again.")

    async def _first_given(self, player: Player, order_id: str | None) -> Entry | None:
        entries = await saved(self._store.entries(self.match.match_id))
        return next((e for e in entries if e.player == player.player_id and e.order_id == order_id), None)

    async def _give(self, player_id: str, seat: str, order: Any, order_id: str | None) -> int:
        match = self.match
        match.decide(seat, order)
        entry = Entry(match.entries + 1, self._now(), player_id, seat, dump(order), order_id)
        await saved(self._store.append(match.match_id, entry))
        match.carry_out(entry, order)
        self._changed()
        if match.status == "finished":
            log.info("match finished", match_id=match.match_id, orders=match.entries)
            with suppress(StoreFailed):  # the log tells it as well
                await self._store.save_roster(match.match_id, match.roster.as_json(), "finished")
        return entry.number

    def _changed(self) -> None:
        self.set_timer()
        self.listeners.wake()

    # -- the clock

    def set_timer(self) -> None:
        """Let the time allowed run once for each wait; what happens meanwhile does not start it anew."""
        match = self.match
        seconds = match.game.time_allowed(match.state) if match.status == "running" else None
        timed = None if seconds is None else (match.game.round(match.state), seconds)
        if timed == self._timed:
            return
        self._timed = timed
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        timed = self._timed

        async def deed() -> None:
            if self._timed != timed or self.match.status != "running":
                return
            try:
                match, waited_for = self.match, self.match.game.waits_for(self.match.state)
                while match.game.waits_for(match.state) == waited_for:
                    await self._give(CLOCK, *match.game.on_timeout(match.state), None)
            except Problem:  # not stored
                self._timer = asyncio.get_running_loop().call_later(RETRY_AFTER, self._time_is_up)

        self.spawn(self._mailbox.put(deed))

    # -- notes, chat, presence

    async def write_notes(self, player: Player, seat: str | None, document: Any) -> None:
        """Replace the team's notes; raises `illegal_order` if this player may not write them now."""
        try:
            size = len(json.dumps(document, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode())
        except ValueError:
            raise Problem("malformed", "Notes are JSON, which has no NaN and no infinite numbers.") from None
        if size > MOST_NOTES:
            raise Problem("malformed", f"Notes have at most {MOST_NOTES} bytes, not {size}.")

        async def deed() -> None:
            match = self.match
            self._require_present(player)
            writer = self._notes_writer(player, seat)
            team = team_of(match.game, writer)
            changes = match.notes[team].changes + 1 if team in match.notes else 1
            stored = json.dumps({"document": document, "changes": changes})
            await saved(self._store.save_document(match.match_id, notes_name(team), stored))
            match.write_notes(team, Notes(document, changes))
            self.listeners.wake()

        await self._mailbox.put(deed)

    def _notes_writer(self, player: Player, seat: str | None) -> str:
        if self.match.status != "running":
            raise Problem("not_running", "The match is not running.")
        if seat is not None:
            self.match.require_seat(player, seat)
        writer = next((one for one in ([seat] if seat else player.seats) if one in self.match.game.note_takers), None)
        if writer is None:
            raise Problem("not_your_seat", f"Notes are written by {' or '.join(self.match.game.note_takers)}.")
        refusal = self.match.game.notes_refusal(self.match.state, writer)
        if refusal is not None:
            raise problem_of(refusal)
        return writer

    def chat(self, player: Player, text: str) -> None:
        """Pass a word to the player's own team."""
        team = team_of(self.match.game, player.seats[0]) if player.seats else ""
        frame = dump({"type": "chat", "from": player.name, "team": team, "text": text, "at": self._now()})
        for listener in self.listeners:
            if listener.player and any(team_of(self.match.game, seat) == team for seat in listener.player.seats):
                listener.send(frame)

    def presence(self) -> str:
        """Who sits where and is connected, as a frame."""
        seats = self.match.summary(self.connected)["seats"]
        return dump({"type": "presence", "status": self.match.status, "seats": seats})

    def tell_presence(self) -> None:
        """Send everybody who sits where."""
        frame = self.presence()
        for listener in self.listeners:
            listener.send(frame)

    def tell_departure(self) -> None:
        """Tell that a connection has ended, and again when its player's last contact is long ago."""
        loop = asyncio.get_running_loop()
        loop.call_soon(self.tell_presence)
        loop.call_later(CONTACT_LASTS, self.tell_presence)

    # -- work beside the queue

    def spawn(self, work: Any) -> None:
        """Run something beside the queue until the table closes."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish the order at work and stop the rest."""
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._mailbox.idle()
