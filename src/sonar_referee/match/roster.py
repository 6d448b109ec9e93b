"""Who plays: people and bots with their seats, as one document that is replaced as it changes."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from typing import Any

from sonar_referee.games.game import Game
from sonar_referee.match import tokens
from sonar_referee.wire.problems import Problem


@dataclasses.dataclass(frozen=True, slots=True)
class Player:
    """A person with a token, or a bot of the server without one; seats are of one team."""

    player_id: str
    name: str
    seats: tuple[str, ...]
    token_hash: str = ""
    bot: str = ""


STAND_IN = "stand_in"
"""In place of a player in the log: a bot gave the order for a player who had not returned."""

STAND_IN_NAME = "stand-in bot"


def stand_in(bot: str, seats: tuple[str, ...]) -> Player:
    """The bot that plays these seats until their player is back."""
    return Player(STAND_IN, STAND_IN_NAME, seats, bot=bot)


class Roster:
    """The players of one match. Every refused change leaves it as it was."""

    def __init__(self, game: Game[Any], players: Iterable[Player] = ()) -> None:
        self._game = game
        self._players = {player.player_id: player for player in players}

    @property
    def players(self) -> tuple[Player, ...]:
        """Everybody, in the order of joining."""
        return tuple(self._players.values())

    def holder(self, seat: str) -> Player | None:
        """Who has a seat."""
        return next((player for player in self._players.values() if seat in player.seats), None)

    def by_token(self, token: str) -> Player | None:
        """Whose token this is."""
        wanted = tokens.token_hash(token)
        return next((player for player in self._players.values() if player.token_hash == wanted), None)

    def joined(self, player: Player) -> Roster:
        """The roster with one more player; raises `no_such_seat`, `seat_taken`, `malformed`."""
        return self._with(dataclasses.replace(player, seats=self._require_free(player.seats, player.player_id)))

    def reseated(self, player: Player, seats: Sequence[str]) -> Roster:
        """The roster with a player on other seats."""
        return self.joined(dataclasses.replace(player, seats=tuple(seats)))

    def left(self, player: Player) -> Roster:
        """The roster without a player."""
        return Roster(self._game, (one for one in self.players if one != player))

    def freed(self, player: Player) -> Roster:
        """The roster with a player as a former one, without seats and token: the record names who gave which order."""
        return self._with(dataclasses.replace(player, seats=(), token_hash=""))

    def swapped(self, seat: str, other: str) -> Roster:
        """The roster with two seats' holders in each other's place; raises `malformed` if one would have two teams."""
        changed = Roster(self._game, self.players)
        for old, new in ((seat, other), (other, seat)):
            holder = self.holder(old)
            if holder is not None:
                seats = {new if one == old else one for one in holder.seats}
                if len({team_of(self._game, one) for one in seats}) > 1:
                    raise Problem("malformed", f"{holder.name} would have seats of two teams; swap within one team.")
                ordered = tuple(one for one in self._game.seats if one in seats)
                changed._players[holder.player_id] = dataclasses.replace(holder, seats=ordered)
        return changed

    def empty_seats(self) -> tuple[str, ...]:
        """The seats that nobody has."""
        return tuple(seat for seat in self._game.seats if self.holder(seat) is None)

    def bot_seats(self) -> tuple[str, ...]:
        """The seats that bots have, those aside that only stand in for somebody."""
        return tuple(seat for player in self.players if player.bot for seat in player.seats)

    def _with(self, player: Player) -> Roster:
        changed = Roster(self._game, self.players)
        changed._players[player.player_id] = player
        return changed

    def _require_free(self, seats: Sequence[str], player_id: str) -> tuple[str, ...]:
        known = self._game.seats
        for seat in seats:
            if seat not in known:
                raise Problem("no_such_seat", f"{seat[:40]!r} is no seat of this game; seats are {', '.join(known)}.")
            holder = self.holder(seat)
            if holder is not None and holder.player_id != player_id:
                raise Problem("seat_taken", f"{seat} is taken by {holder.name}.")
        if len(set(seats)) != len(seats):
            raise Problem("malformed", "The same seat stands twice in seats.")
        if len({team_of(self._game, seat) for seat in seats}) > 1:
            raise Problem("malformed", "A player's seats are all of one team.")
        return tuple(seat for seat in known if seat in seats)

    def as_json(self) -> str:
        """The document that is stored."""
        return json.dumps([dataclasses.asdict(player) for player in self.players], separators=(",", ":"))

    @classmethod
    def read(cls, game: Game[Any], text: str) -> Roster:
        """The roster in a stored document."""
        return cls(game, (Player(**{**player, "seats": tuple(player["seats"])}) for player in json.loads(text)))


def team_of(game: Game[Any], seat: str) -> str:
    """The team that a seat belongs to."""
    return next(team for team, seats in game.teams.items() if seat in seats)
