"""Who sits where: everything that gives or takes a seat, one change at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, TypeVar

from sonar_referee.match import tokens
from sonar_referee.match.mailbox import Mailbox
from sonar_referee.match.match import Match
from sonar_referee.match.presence import CONTACT_LASTS
from sonar_referee.match.readiness import crew_problem, start_problem
from sonar_referee.match.roster import Player, Roster
from sonar_referee.match.timing import Timing
from sonar_referee.store import Store, StoreFailed
from sonar_referee.wire.problems import Problem

T = TypeVar("T")

SwapAnswer = Literal["done", "offered", "withdrawn"]


async def saved(call: Awaitable[T]) -> T:
    """What a call of the store brings; raises `not_stored`."""
    try:
        return await call
    except StoreFailed as failure:
        raise Problem("not_stored", "The disk refused to store this; nothing has changed. Try again.") from failure


class Seating(ABC):
    """The seats of a match. Whatever changes them goes through the match's mailbox."""

    timing: Timing

    def __init__(self, match: Match, store: Store) -> None:
        self.match = match
        self._store = store
        self._mailbox = Mailbox()

    @abstractmethod
    def tell_presence(self) -> None:
        """Send everybody who sits where."""

    @abstractmethod
    def _changed(self) -> None:
        """See to what follows from a change of the match."""

    @abstractmethod
    def _seats_changed(self) -> None:
        """See to what follows from a change of who sits where."""

    async def join(self, name: str, seats: Sequence[str]) -> tuple[Player, str]:
        """Let a person sit down; returns the player and its secret token."""
        token = tokens.new_token(tokens.PLAYER)
        player = Player(tokens.new_id(), name, tuple(seats), token_hash=tokens.token_hash(token))
        await self._change_roster(lambda roster: roster.joined(player), takes_free_seats=True)
        return self._by_id(player.player_id), token

    async def reseat(self, player: Player, seats: Sequence[str]) -> Player:
        """Let a player change seats."""
        await self._change_roster(lambda roster: roster.reseated(player, seats))
        return self._by_id(player.player_id)

    async def leave(self, player: Player) -> None:
        """Let a player go."""
        await self._change_roster(lambda roster: roster.left(player))

    async def add_bots(self, bot: str, seats: Sequence[str]) -> list[Player]:
        """Let a bot sit on each of these seats."""
        bots = [Player(tokens.new_id(), f"{bot} bot", (seat,), bot=bot) for seat in seats]

        def seated(roster: Roster) -> Roster:
            for one in bots:
                roster = roster.joined(one)
            return roster

        await self._change_roster(seated, takes_free_seats=True)
        return bots

    async def remove_bots(self, seats: Sequence[str]) -> None:
        """Send the bots on these seats away; raises `malformed` if a person or nobody sits there."""

        def cleared(roster: Roster) -> Roster:
            for seat in seats:
                holder = roster.holder(seat)
                if holder is None or not holder.bot:
                    raise Problem("malformed", f"No bot sits on {seat[:40]!r}.")
                roster = roster.left(holder)
            return roster

        await self._change_roster(cleared)

    async def offer_swap(self, player: Player, seat: str | None, other: str) -> SwapAnswer:
        """Offer the holder of another seat to change places, or take the offer back.

        It is done at once if that one offers the same, or is a bot.
        """

        async def deed() -> SwapAnswer:
            match = self.match
            if match.status != "lobby":
                raise Problem("not_in_lobby", "The match has started; its seats are fixed.")
            mine = self._seat_to_swap(player, seat)
            holder = match.roster.holder(other)
            if other not in match.game.seats:
                raise Problem("no_such_seat", f"{other[:40]!r} is no seat of this game.")
            if holder is None or other in player.seats:
                raise Problem("malformed", f"{other} is {'open' if holder is None else 'yours'}; change to it instead.")
            swapped = match.roster.swapped(mine, other)
            if holder.bot or match.swaps.get(other) == mine:
                await self._replace_roster(swapped)
                return "done"
            if match.swaps.get(mine) == other:
                del match.swaps[mine]
            else:
                match.swaps[mine] = other
            self.tell_presence()
            return "offered" if mine in match.swaps else "withdrawn"

        return await self._mailbox.put(deed)

    def _seat_to_swap(self, player: Player, seat: str | None) -> str:
        if player not in self.match.roster.players:
            raise Problem("not_authenticated", "Your seats have changed; say who you are again.")
        if seat is not None:
            self.match.require_seat(player, seat)
            return seat
        if len(player.seats) != 1:
            raise Problem("seat_needed", f"You hold {', '.join(player.seats)}: name the one to give as seat.")
        return player.seats[0]

    def _by_id(self, player_id: str) -> Player:
        return next(player for player in self.match.roster.players if player.player_id == player_id)

    async def free(self, seat: str) -> None:
        """Take all seats from whoever holds this one, whose token is void from now on.

        In the lobby anybody can be sent away; in a running match a bot, or a player who is disconnected. Raises
        `no_such_seat`, `malformed` if nobody sits there, `not_absent`, `not_running`.
        """
        self.timing.let_pass()

        async def deed() -> None:
            match = self.match
            if seat not in match.game.seats:
                raise Problem("no_such_seat", f"{seat[:40]!r} is no seat of this game.")
            if match.status == "finished":
                raise Problem("not_running", "The match is over; whoever played it stays in its record.")
            holder = match.roster.holder(seat)
            if holder is None:
                raise Problem("malformed", f"Nobody sits on {seat}.")
            if match.status == "lobby":
                await self._replace_roster(match.roster.left(holder))
            else:
                self._require_absent(holder)
                await self._replace_roster(match.roster.freed(holder))

        await self._mailbox.put(deed)

    def _require_absent(self, player: Player) -> None:
        if player.bot or not self.timing.connected(player):
            return
        silent = self.timing.silent_for(player)
        wait = f"{CONTACT_LASTS - silent:.0f} seconds more" if silent else f"{CONTACT_LASTS:.0f} seconds"
        raise Problem(
            "not_absent", f"{player.name} is connected; the seat can be freed after {wait} without a sign of life."
        )

    async def _change_roster(self, change: Callable[[Roster], Roster], *, takes_free_seats: bool = False) -> None:
        """Replace the roster in the lobby, or, to take seats that have become free, in a running match."""

        async def deed() -> None:
            match = self.match
            may_join = takes_free_seats and match.status == "running" and match.roster.empty_seats()
            if match.status != "lobby" and not may_join:
                raise Problem("not_in_lobby", "The match has started; its seats are fixed.")
            roster = change(match.roster)
            problem = crew_problem(match, roster) if may_join else None
            if problem is not None:
                raise problem
            await self._replace_roster(roster)

        await self._mailbox.put(deed)

    async def _replace_roster(self, roster: Roster) -> None:
        match = self.match
        await saved(self._store.save_roster(match.match_id, roster.as_json(), match.status))
        match.change_roster(roster)
        self._seats_changed()

    async def start(self) -> None:
        """Begin the match; raises `seats_empty`, `crew_not_allowed`, `not_in_lobby`."""

        async def deed() -> None:
            match = self.match
            problem = start_problem(match)
            if problem is not None:
                raise problem
            await saved(self._store.save_roster(match.match_id, match.roster.as_json(), "running"))
            match.start()
            self._changed()

        await self._mailbox.put(deed)
