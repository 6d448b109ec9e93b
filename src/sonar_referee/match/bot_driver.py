"""The server's own bots: each sees its seat's view, as any player does, and gives orders like one."""

from __future__ import annotations

import asyncio
import json

from sonar_referee.bots import make_bot
from sonar_referee.match.roster import Player
from sonar_referee.match.table import RETRY_AFTER, Table
from sonar_referee.wire.problems import Problem


def set_bots_to_work(table: Table, delay: float) -> None:
    """Start the bots of a running match; `delay` is their thinking pause in seconds."""
    for player in table.match.roster.players:
        if player.bot:
            table.spawn(_play(table, player, delay))


async def _play(table: Table, player: Player, delay: float) -> None:
    viewer = frozenset(player.seats)
    bot = make_bot(player.bot, f"{table.match.setup.seed} {player.player_id}")
    with table.listeners.listening(viewer, player) as listener:
        while table.match.status == "running":
            listener.changed.clear()
            listener.outbox.clear()
            choice = bot.choose(json.loads(table.match.view_json(viewer)))
            if choice is None:
                await listener.changed.wait()
                continue
            await asyncio.sleep(delay)
            try:
                await table.order(player, choice.seat, choice.order, None)
            except Problem as problem:
                if problem.code == "not_stored":
                    await asyncio.sleep(RETRY_AFTER)
                elif not listener.changed.is_set():
                    # somebody else's order came first; look again when there is something new
                    await listener.changed.wait()
