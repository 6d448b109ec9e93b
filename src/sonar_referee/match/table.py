"""One match at work: its queue, its log, its clock, and those who listen.

An order's way: repeated? → rules → log, flushed → match → answer → everybody else.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import structlog

from sonar_referee.bots import default_bot
from sonar_referee.games.game import SPECTATOR, Viewer
from sonar_referee.match import tokens
from sonar_referee.match.listeners import Listeners
from sonar_referee.match.match import Answer, Match, Notes, notes_name
from sonar_referee.match.roster import STAND_IN, Player, stand_in, team_of
from sonar_referee.match.seating import Seating, saved
from sonar_referee.match.timekeeper import Happening
from sonar_referee.match.timing import DOCUMENT, Timing
from sonar_referee.store import Entry, Store, StoreFailed
from sonar_referee.wire.adapters import read_order
from sonar_referee.wire.encode import dump
from sonar_referee.wire.problems import Problem, problem_of

log = structlog.get_logger("sonar_referee")

CLOCK = "clock"
"""In place of a player in the log: the order was given because time had run out."""

_NOBODYS_FAULT = ("not_stored", "not_running")
"""Why an order is refused if it is not for what it is: the disk, or the end of the match, which came first."""

MOST_NOTES = 12 * 1024
"""Bytes of a team's notes."""

RETRY_AFTER = 1.0
"""Seconds until the server itself tries again what could not be stored."""


class Table(Seating):
    """A match with everything around it. Whatever changes it goes through its mailbox."""

    def __init__(
        self,
        match: Match,
        store: Store,
        now: Callable[[], str],
        set_bots_to_work: Callable[[Table], None],
        documents: Mapping[str, str],
    ) -> None:
        super().__init__(match, store)
        self.timing = Timing(match, self._told_by_time, documents.get(DOCUMENT))
        self.listeners = Listeners(self.timing.opened, self.timing.closed)
        match.clock = self.timing.clock
        self.refused: Counter[str] = Counter()
        """How many orders of each player, by its id, were refused for what they are."""
        self._now = now
        self._set_bots_to_work = set_bots_to_work
        self._tasks: set[asyncio.Task[None]] = set()

    # -- who is who

    def player_of(self, token: str) -> Player:
        """The player with this token; raises `not_authenticated`."""
        player = self.match.roster.by_token(token) if token.startswith(tokens.PLAYER) else None
        if player is None:
            raise Problem("not_authenticated", "This token belongs to no player of this match.")
        self.timing.asked(player)
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
        """Whether somebody listens, a bot has something to do, an order is at work or time runs."""
        return self._mailbox.busy or self.timing.runs or not all(listener.rests for listener in self.listeners)

    @property
    def listened_to(self) -> bool:
        """Whether somebody, bots aside, has a connection open."""
        return any(not (listener.player and listener.player.bot) for listener in self.listeners)

    # -- orders

    async def order(self, player: Player, seat: str | None, document: Any, order_id: str | None) -> Answer:
        """Give an order; the answer comes when it is durable. A repeated `order_id` answers as the first time."""
        try:
            return await self._order(player, seat, document, order_id)
        except Problem as problem:
            self.refused[player.player_id] += problem.code not in _NOBODYS_FAULT
            raise

    async def _order(self, player: Player, seat: str | None, document: Any, order_id: str | None) -> Answer:
        order = read_order(self.match.game, document)
        self.timing.let_pass()

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
        if not self.plays(player):
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
        self.timing.match_changed()
        self.listeners.wake()

    def _seats_changed(self) -> None:
        for listener in self.listeners:
            if listener.player is not None and listener.player not in self.match.roster.players:
                listener.end("seats_changed")  # it shows what its seats may see; its player has to come again
        self.timing.seats_changed()
        self._set_bots_to_work(self)
        self.tell_presence()

    # -- time

    def _told_by_time(self, happenings: list[Happening]) -> None:
        kinds = {happening.kind for happening in happenings}
        if "presence" in kinds:
            self.tell_presence()
        if "clock" in kinds:
            frame = f'{{"type":"clock","clock":{self.match.clock()}}}'
            for listener in self.listeners:
                listener.send(frame)
        if self.match.status != "running":
            return
        for happening in happenings:
            if happening.kind == "expired":
                self._end_wait(self.timing.wait)
            elif happening.kind == "overdue":
                self._go_on_without(happening.sitters)
        if kinds & {"presence", "clock"}:
            self._mailbox.post(self._keep_times)

    def _end_wait(self, wait: int) -> None:
        """Give the orders for which time has run out, behind those that came in time."""
        match = self.match

        async def deed() -> None:
            try:
                while match.status == "running" and match.wait_began == wait:
                    await self._give(CLOCK, *match.game.on_timeout(match.state), None)
            except Problem:  # not stored
                self._try_again(lambda: self._end_wait(wait))

        self._mailbox.post(deed)

    def _go_on_without(self, sitters: tuple[str, ...]) -> None:
        """Do as the match was created for players who do not return; nothing, if others have their seats by then."""
        match = self.match
        absence = match.absence()
        if absence == "bot":
            self._set_bots_to_work(self)

        async def deed() -> None:
            seats = self.timing.seats_of(sitters)
            if match.status != "running" or seats is None:
                return
            try:
                await self._give(CLOCK, *match.game.on_absence(match.state, seats), None)
            except Problem:  # not stored
                self._try_again(lambda: self._go_on_without(sitters))

        if absence == "forfeit":
            self._mailbox.post(deed)

    def _try_again(self, deed: Callable[[], None]) -> None:
        async def later() -> None:
            await asyncio.sleep(RETRY_AFTER)
            deed()

        self.spawn(later())

    async def _keep_times(self) -> None:
        if self.match.status == "running":
            with suppress(StoreFailed):  # then a restart gives more time, never less
                await self._store.save_document(self.match.match_id, DOCUMENT, self.timing.document())

    def resume(self) -> None:
        """Keep time from now on, going on where it stopped when the table was closed, and set the bots to work."""
        self.timing.resume()
        self._set_bots_to_work(self)

    def stand_ins(self) -> list[Player]:
        """The bots that play for those who have not returned in time, if the match was created so."""
        if self.match.status != "running" or self.match.absence() != "bot":
            return []
        return [stand_in(default_bot(self.match.game.id), seats) for seats in self.timing.given_up()]

    def plays(self, player: Player) -> bool:
        """Whether a player still has its seats, or somebody to stand in for."""
        return player in self.match.roster.players or (player.player_id == STAND_IN and player in self.stand_ins())

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
            writers = " or ".join(self.match.game.note_takers) or "nobody in this game"
            raise Problem("not_your_seat", f"Notes are written by {writers}.")
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

    def summary(self) -> dict[str, Any]:
        """The match as `GET /api/matches/{id}` shows it."""
        return self.match.summary(self.timing.connected, self.timing.away)

    def presence(self) -> str:
        """Who sits where and is connected, as a frame."""
        return dump({"type": "presence", "status": self.match.status, "seats": self.summary()["seats"]})

    def tell_presence(self) -> None:
        """Send everybody who sits where."""
        frame = self.presence()
        for listener in self.listeners:
            listener.send(frame)

    # -- work beside the queue

    def spawn(self, work: Any) -> None:
        """Run something beside the queue until the table closes."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish the orders at work, keep what is left of all times, and stop the rest."""
        self.timing.close()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._mailbox.put(self._keep_times)
