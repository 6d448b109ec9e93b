"""The server's own bots: each sees its seats' view, as any player does, and gives orders like one."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

from sonar_referee.bots import Bot, Brief, Choice, make_bot
from sonar_referee.match.roster import Player
from sonar_referee.match.table import RETRY_AFTER, Table
from sonar_referee.wire.encode import dump, present
from sonar_referee.wire.problems import Problem


class BotDriver:
    """Lets the bots of all matches play; `delay` is their thinking pause in seconds."""

    def __init__(self, delay: float) -> None:
        self._delay = delay
        self._at_work: set[tuple[str, Player]] = set()

    def set_to_work(self, table: Table) -> None:
        """Start the bots of a running match, and those who stand in for somebody, that are not at work yet."""
        if table.match.status != "running":
            return
        bots = [player for player in table.match.roster.players if player.bot and player.seats]
        for player in (*bots, *table.stand_ins()):
            if (table.match.match_id, player) not in self._at_work:
                self._at_work.add((table.match.match_id, player))
                table.spawn(self._work(table, player))

    async def _work(self, table: Table, player: Player) -> None:
        try:
            await self._play(table, player)
        finally:
            self._at_work.discard((table.match.match_id, player))

    async def _play(self, table: Table, player: Player) -> None:
        viewer = frozenset(player.seats)
        bot = make_bot(player.bot, _brief(table, player))
        heard = 0
        with table.listeners.listening(viewer, player) as listener:
            while table.match.status == "running" and table.plays(player):
                listener.changed.clear()
                listener.outbox.clear()
                news = table.match.streams.announcements(viewer, heard)
                heard += len(news)
                choice = await _choice(bot, news, table.match.view_json(viewer))
                if choice is None:
                    await listener.rest()
                    continue
                await asyncio.sleep(self._delay)
                try:
                    await table.order(player, choice.seat, choice.order, None)
                except Problem as problem:
                    if problem.code == "not_stored":
                        await asyncio.sleep(RETRY_AFTER)
                    elif not listener.changed.is_set():
                        # somebody else's order came first; look again when there is something new
                        await listener.rest()


def _brief(table: Table, player: Player) -> Brief:
    setup = table.match.setup
    options: dict[str, Any] = json.loads(dump(present(setup.options)))
    seed = f"{setup.seed} {player.player_id} {player.seats}"
    return Brief(setup.game.id, options, setup.game.describe_map(setup.chart), player.seats, seed)


async def _choice(bot: Bot, news: Sequence[str], view: str) -> Choice | None:
    """What the bot chooses; the server goes on while it thinks."""
    return await asyncio.to_thread(_think, bot, news, view) if bot.thinks else _think(bot, news, view)


def _think(bot: Bot, news: Sequence[str], view: str) -> Choice | None:
    for announcement in news:
        bot.hear(json.loads(announcement))
    return bot.choose(json.loads(view))
