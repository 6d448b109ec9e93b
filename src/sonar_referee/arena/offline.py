"""A match of this package's bots in one process: without a server, and with the documents that a server would send."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from sonar_referee.arena.results import Tally
from sonar_referee.bots import Bot, Brief, Choice, make_bot
from sonar_referee.match import tokens
from sonar_referee.match.match import Match
from sonar_referee.match.record import record_of
from sonar_referee.match.roster import Player, Roster
from sonar_referee.match.setup import Setup
from sonar_referee.store import Entry
from sonar_referee.wire.adapters import read_order
from sonar_referee.wire.encode import dump, present
from sonar_referee.wire.problems import Problem
from sonar_referee.wire.times import now

MOST_REFUSED = 10
"""Orders that may be refused one after another; then the bot's team resigns."""
REFUSED_TOO_OFTEN = f"gave {MOST_REFUSED} orders one after another that were refused"


class Crew(NamedTuple):
    """A bot by its name, and the seats of one team that it takes."""

    bot: str
    seats: tuple[str, ...]


class Sitter:
    """A bot at the table, with what it has heard and how it does."""

    def __init__(self, player: Player, bot: Bot) -> None:
        self.player = player
        self.tally = Tally()
        self._bot = bot
        self._viewer = frozenset(player.seats)
        self._heard = 0

    def order(self, match: Match) -> tuple[str, Any]:
        """The seat and the order that the bot gives; its resignation after too many that were refused."""
        for _try in range(MOST_REFUSED):
            news = match.streams.announcements(self._viewer, self._heard)
            self._heard += len(news)
            view = json.loads(match.view_json(self._viewer))
            choice = think(self._bot, [json.loads(one) for one in news], view, self.tally)
            try:
                return self._accepted(match, choice)
            except Problem:
                self.tally.add_refusal()
        self.tally.fault = REFUSED_TOO_OFTEN
        return next(
            (seat, order)
            for seat in self.player.seats
            for order in match.game.standing_orders(match.state, seat)
            if order.type == match.game.resignation
        )

    def _accepted(self, match: Match, choice: Choice | None) -> tuple[str, Any]:
        if choice is None:
            raise Problem("illegal_order", "The table waits for an order.")
        order = read_order(match.game, choice.order)
        seat = match.seat_for(self.player, choice.seat, order)
        match.decide(seat, order)
        return seat, order


def think(bot: Bot, news: Sequence[Any], view: Any, tally: Tally) -> Choice | None:
    """What a bot chooses; the processor time that it takes is counted."""
    began = time.thread_time()
    for announcement in news:
        bot.hear(announcement)
    choice = bot.choose(view)
    tally.add_thought(time.thread_time() - began)
    return choice


class Played(NamedTuple):
    """A match that is over, its log, and who played."""

    match: Match
    entries: list[Entry]
    sitters: list[Sitter]

    @property
    def record(self) -> dict[str, Any]:
        """The record of the match as JSON values."""
        summary = self.match.summary(lambda _player: True, lambda _seat: None)
        record: dict[str, Any] = json.loads(dump(record_of(self.match, summary, self.entries)))
        return record


def play(setup: Setup, crews: Sequence[Crew]) -> Played:
    """Play a match to its end. Where the table waits for several, the setup's seed decides who comes first."""
    players = [Player(tokens.new_id(), crew.bot, crew.seats, bot=crew.bot) for crew in crews]
    match = Match(tokens.new_id(), tokens.new_join_code(), now(), setup, Roster(setup.game, players))
    match.start()
    sitters = [Sitter(player, make_bot(player.bot, _brief(setup, player.seats))) for player in players]
    draw = Random(setup.seed)
    entries: list[Entry] = []
    while match.status == "running":
        awaited = draw.choice(match.game.to_act(match.state))
        sitter = next(one for one in sitters if awaited in one.player.seats)
        seat, order = sitter.order(match)
        sitter.tally.orders += 1
        entries.append(Entry(len(entries) + 1, now(), sitter.player.player_id, seat, dump(order), None))
        match.carry_out(entries[-1], order)
    return Played(match, entries, sitters)


def _brief(setup: Setup, seats: tuple[str, ...]) -> Brief:
    options: dict[str, Any] = json.loads(dump(present(setup.options)))
    return Brief(setup.game.id, options, setup.game.describe_map(setup.chart), seats, f"{setup.seed} {seats[0]}")
