"""A match with a clock or with somebody away, in time that is put forward by hand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from sonar_referee.games.game import SPECTATOR, Viewer
from sonar_referee.match.listeners import Listener
from sonar_referee.match.table import Table
from sonar_referee.store import MemoryStore, StoreFailed
from tests.match.clock import Crews, full_table, make_matches

CLOCK_OF_45 = {"seconds": 45, "on_expiry": "default_order"}
ENEMY: Viewer = frozenset({"yellow.captain"})

Json = dict[str, Any]


async def playing(store: MemoryStore, **options: Any) -> Crews:
    """A match in blue's first round; everybody's connection is open."""
    crews = Crews(*await full_table(make_matches(store), **options))
    await crews.place()
    return crews


async def givers(crews: Crews, store: MemoryStore) -> list[str]:
    """Who gave the orders after both starts, as the log names them; a player by its seat."""
    seat_of = {player.player_id: seat for seat, player in crews.players.items()}
    entries = await store.entries(crews.table.match.match_id)
    return [seat_of.get(entry.player, entry.player) for entry in entries if '"place"' not in entry.order]


def clock_in(table: Table, viewer: Viewer = SPECTATOR) -> Any:
    """The clock in a viewer's view, to the tenth of a second."""
    clock: Any = json.loads(table.match.view_json(viewer))["clock"]
    return clock and (clock["seconds"], round(clock["left"], 1), clock["running"])


def away(table: Table) -> Json:
    """The seats that are shown as away, with the seconds that are left to return, to the tenth."""
    shown = {seat["seat"]: seat["away"] for seat in table.summary()["seats"] if seat["away"] is not None}
    return {seat: one["returns_within"] and round(one["returns_within"], 1) for seat, one in shown.items()}


def kinds(listener: Listener) -> list[str]:
    """The kinds of the frames that wait for a listener, which are taken away."""
    found = [json.loads(frame)["type"] for frame in listener.outbox]
    listener.outbox.clear()
    return found


def go_away(crews: Crews, *seats: str) -> None:
    """Close the connections of these seats' players."""
    for seat in seats:
        crews.table.timing.closed(crews.players[seat])


def come_back(crews: Crews, seat: str) -> None:
    """Open a connection of this seat's player."""
    crews.table.timing.opened(crews.players[seat])


@contextmanager
def everybody(table: Table) -> Iterator[dict[Viewer, Listener]]:
    """A connection of each viewer."""
    with ExitStack() as stack:
        yield {
            viewer: stack.enter_context(table.listeners.listening(viewer, None))
            for viewer in table.match.streams.viewers
        }


class FailingStore(MemoryStore):
    """A store that can refuse to append and to keep documents."""

    failing = False

    async def append(self, match_id: str, entry: Any) -> None:
        if self.failing:
            raise StoreFailed("full")
        await super().append(match_id, entry)

    async def save_document(self, match_id: str, name: str, document: str) -> None:
        if self.failing:
            raise StoreFailed("full")
        await super().save_document(match_id, name, document)


async def brought_back(store: MemoryStore, crews: Crews, *missing: str) -> Table:
    """The match as another server finds it; all but these are there, and those who were away."""
    matches = make_matches(store)
    await matches.resume()
    table = await matches.find(crews.table.match.match_id)
    gone = {*missing, *away(table)}
    for seat, player in crews.players.items():
        if seat not in gone:
            table.timing.opened(player)
    return table
