"""The table: what is stored before it is told, and what comes back from the log."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.game import SPECTATOR
from sonar_referee.match.maps import Maps
from sonar_referee.match.match import Match
from sonar_referee.match.matches import Matches
from sonar_referee.store import MatchExists, MemoryStore, StoredMatch
from sonar_referee.wire.problems import Problem
from tests.match.clock import NOW, Crews, SlowStore, full_table, make_matches, settle


async def test_nothing_is_told_before_it_is_stored() -> None:
    """While the disk is busy with an order nobody hears or sees anything of it."""
    store = SlowStore()
    crews = Crews(*await full_table(make_matches(store)))
    await crews.place()
    match = crews.table.match
    before = [match.view_json(viewer) for viewer in match.streams.viewers]
    with crews.table.listeners.listening(SPECTATOR, None) as listener:
        store.open.clear()
        moving = asyncio.create_task(crews.order("blue.captain", "head", heading="north"))
        await settle()
        assert not moving.done()
        assert not listener.changed.is_set()
        assert [match.view_json(viewer) for viewer in match.streams.viewers] == before
        store.open.set()
        assert len(await moving) == 2
        assert listener.changed.is_set()


async def test_sender_who_is_gone_does_not_stop_an_order() -> None:
    """An order is carried out although its sender's connection breaks while the disk is busy with it."""
    store = SlowStore()
    crews = Crews(*await full_table(make_matches(store)))
    await crews.place()
    store.open.clear()
    moving = asyncio.create_task(crews.order("blue.captain", "head", "one", heading="north"))
    await settle()
    moving.cancel()
    await settle()
    store.open.set()
    await settle()
    assert crews.table.match.streams.seq(SPECTATOR) == 2
    assert len(await crews.order("blue.captain", "head", "one", heading="north")) == 2, "the same order once more"
    assert len(await store.entries(crews.table.match.match_id)) == 3


async def test_closing_waits_for_the_order_at_work() -> None:
    """A table that is closed finishes the order that the disk is busy with."""
    store = SlowStore()
    crews = Crews(*await full_table(make_matches(store)))
    store.open.clear()
    placing = asyncio.create_task(crews.order("blue.captain", "place", cell="C2"))
    await settle()
    closing = asyncio.create_task(crews.table.close())
    await settle()
    assert not closing.done()
    store.open.set()
    await closing
    await placing
    assert len(await store.entries(crews.table.match.match_id)) == 1


async def test_order_on_its_way_while_its_player_changes_seats() -> None:
    """An order from a seat that its player has left meanwhile is refused."""
    matches = make_matches()
    table, _token = await matches.create(CAPTAIN_SONAR, {}, "", public=True)
    player, _secret = await table.join("Ada", ["blue.captain"])
    await table.reseat(player, ["yellow.captain"])
    for deed in (
        table.order(player, "blue.captain", {"type": "place", "cell": "C2"}, None),
        table.write_notes(player, None, {}),
    ):
        with pytest.raises(Problem, match="seats have changed") as refusal:
            await deed
        assert refusal.value.code == "not_authenticated"


async def test_order_id_that_only_seems_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept of order_ids in memory only says which the log may hold; the log decides."""
    store = MemoryStore()
    crews = Crews(*await full_table(make_matches(store)))
    monkeypatch.setattr("sonar_referee.match.match.Match.may_be_repeated", lambda *_: True)
    await crews.order("blue.captain", "place", "one", cell="C2")
    await crews.order("yellow.captain", "place", "one", cell="C9")
    assert len(await crews.order("blue.captain", "head", "two", heading="north")) == 2
    assert len(await crews.order("blue.captain", "head", "two", heading="north")) == 2
    assert [entry.order_id for entry in await store.entries(crews.table.match.match_id)] == ["one", "one", "two"]


async def test_matches_come_back_from_the_log() -> None:
    """Lobbies, running and finished matches come back as they were, to each viewer's revision."""
    store = MemoryStore()
    matches = make_matches(store)
    lobby, _token = await matches.create(CAPTAIN_SONAR, {"map": "bravo"}, "later", public=False)
    await lobby.join("Ada", ["blue.captain"])
    crews = Crews(*await full_table(matches))
    await crews.place()
    await crews.order("blue.captain", "offer_draw")
    await crews.table.write_notes(crews.players["blue.radio_operator"], None, {"ink": [1, 2]})
    over = Crews(*await full_table(matches))
    await over.order("blue.captain", "resign")
    again = make_matches(store)
    await again.resume()
    for table in (lobby, crews.table, over.table):
        await _same(matches, again, table.match.match_id)
    assert (await again.find(over.table.match.match_id)).match.status == "finished"
    assert [table.match.match_id for table in again.public()] == [table.match.match_id for table in matches.public()]


def summary_of(match: Match) -> dict[str, Any]:
    """What everybody may know of a match, but for who is there."""
    return match.summary(lambda _player: False, lambda _seat: None)


async def _same(matches: Matches, again: Matches, match_id: str) -> None:
    before, after = (await matches.find(match_id)).match, (await again.find(match_id)).match
    assert summary_of(after) == summary_of(before)
    assert set(after.streams.viewers) == set(before.streams.viewers)
    for viewer in before.streams.viewers:
        assert after.view_json(viewer) == before.view_json(viewer)
        assert after.streams.announcements(viewer, 0) == before.streams.announcements(viewer, 0)
    assert await again.find_code(before.join_code) == match_id
    assert after.setup.as_json() == before.setup.as_json()


async def test_map_is_kept_with_the_match() -> None:
    """The log keeps the map's text, so that a match comes back although the file has changed or gone."""
    store = MemoryStore()
    matches = make_matches(store)
    crews = Crews(*await full_table(matches))
    await crews.place()
    (stored,) = await store.matches()
    assert 'name = "alpha"' in json.loads(stored.setup)["map"]
    again = Matches(store, Maps([]), lambda: NOW, 0, 1800, None)
    await again.resume()
    await _same(matches, again, stored.match_id)


class CrowdedStore(MemoryStore):
    """A store in which the first two matches have the id or code of others."""

    def __init__(self) -> None:
        super().__init__()
        self.refused = 2

    async def create(self, match: StoredMatch) -> None:
        if self.refused:
            self.refused -= 1
            raise MatchExists(match.match_id)
        await super().create(match)


async def test_id_that_is_taken_is_drawn_again() -> None:
    """If the drawn id or join code belongs to another match, others are drawn."""
    store = CrowdedStore()
    matches = make_matches(store)
    table, _token = await matches.create(CAPTAIN_SONAR, {}, "", public=True)
    assert [match.match_id for match in await store.matches()] == [table.match.match_id]
    assert await matches.find_code(table.match.join_code) == table.match.match_id


async def test_match_that_cannot_be_read_is_left_out() -> None:
    """A stored match that this version cannot read does not keep the others from being played."""
    store = MemoryStore()
    crews = Crews(*await full_table(make_matches(store)))
    await crews.place()
    await store.create(StoredMatch("broken", "BROKEN", NOW, "running", '{"game":"chess"}', "[]"))
    again = make_matches(store)
    await again.resume()
    assert [table.match.match_id for table in again.all()] == [crews.table.match.match_id]
    with pytest.raises(Problem, match="no match with this id"):
        await again.find("broken")


async def test_refused_orders_are_counted_for_their_player() -> None:
    """Whatever is wrong with them, but not that the match was over."""
    crews = Crews(*await full_table(make_matches()))
    await crews.place()
    blue, yellow = (crews.players[seat].player_id for seat in ("blue.captain", "yellow.captain"))
    for seat, kind, fields in (
        ("blue.captain", "head", {"heading": "down"}),
        ("blue.captain", "swim", {}),
        ("blue.captain", "mark_breakdown", {"symbol": "N1"}),
        ("yellow.captain", "surface", {}),
    ):
        with pytest.raises(Problem):
            await crews.order(seat, kind, **fields)
    assert (crews.table.refused[blue], crews.table.refused[yellow]) == (3, 1)
    await crews.order("blue.captain", "resign")
    with pytest.raises(Problem, match="over"):
        await crews.order("blue.captain", "surface")
    assert (crews.table.refused[blue], crews.table.refused[yellow]) == (3, 1)
