"""Who sits where: everything that gives or takes a seat, one change at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import Literal, TypeVar

from sonar_referee.match import tokens
from sonar_referee.match.listeners import Listeners
from sonar_referee.match.mailbox import Mailbox
from sonar_referee.match.match import Match
from sonar_referee.match.readiness import start_problem
from sonar_referee.match.roster import Player, Roster
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

    def __init__(self, match: Match, store: Store) -> None:
        self.match = match
        self.listeners = Listeners()
        self._store = store
        self._mailbox = Mailbox()

    @abstractmethod
    def tell_presence(self) -> None:
        """Send everybody who sits where."""

    @abstractmethod
    def _changed(self) -> None:
        """See to what follows from a change of the match."""

    async def join(self, name: str, seats: Sequence[str]) -> tuple[Player, str]:
        """Let a person sit down; returns the player and its secret token."""
        token = tokens.new_token(tokens.PLAYER)
        player = Player(tokens.new_id(), name, tuple(seats), token_hash=tokens.token_hash(token))
        await self._change_roster(lambda roster: roster.joined(player))
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

        await self._change_roster(seated)
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

    async def _change_roster(self, change: Callable[[Roster], Roster]) -> None:
        async def deed() -> None:
            if self.match.status != "lobby":
                raise Problem("not_in_lobby", "The match has started; its seats are fixed.")
            await self._replace_roster(change(self.match.roster))

        await self._mailbox.put(deed)

    async def _replace_roster(self, roster: Roster) -> None:
        await saved(self._store.save_roster(self.match.match_id, roster.as_json(), "lobby"))
        self.match.change_roster(roster)
        self._end_outdated_connections()
        self.tell_presence()

    def _end_outdated_connections(self) -> None:
        """A connection shows what its seats may see; with other seats its player has to come again."""
        for listener in self.listeners:
            if listener.player is not None and listener.player not in self.match.roster.players:
                listener.end("seats_changed")

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
