"""What the log of a dead server must hold."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from sonar_referee.store import Entry, SQLiteStore
from tests.crash.guests import Given, Orders
from tests.crash.matches import PlayedMatch


async def check_log(file: Path, matches: Sequence[PlayedMatch]) -> None:
    """Check that every order acknowledged up to now is in the log once and in order, and nothing that was refused.

    It reads a copy: what a crash left behind is the next server's to clear up.
    """
    if not file.exists():
        assert not any(match.match_id for match in matches)
        return
    with tempfile.TemporaryDirectory() as folder:
        for part in file.parent.glob(f"{file.name}*"):
            shutil.copy(part, folder)
        store = SQLiteStore.open(Path(folder) / file.name)
        try:
            rosters = {one.match_id: one.roster for one in await store.matches()}
            for match in matches:
                assert rosters.keys() >= set(match.abandoned)
                if match.match_id:
                    assert all(player.player_id in rosters[match.match_id] for player in match.players)
                    check_entries(await store.entries(match.match_id), match.players)
        finally:
            await store.close()


def check_entries(entries: Sequence[Entry], players: Sequence[Orders]) -> None:
    """Check one match's log."""
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    stored: list[Given] = []
    for player in players:
        own = [entry for entry in entries if entry.player == player.player_id]
        known = len(player.accepted)
        given = [*player.accepted, *([player.pending] if player.pending else [])][: len(own)]
        assert [(one.order_id, one.seat, json.loads(one.order)) for one in own] == [
            (one.order_id, player.seat, one.order) for one in given
        ]
        assert len(given) >= known, f"lost: {player.accepted[len(given) :]}"
        stored += given
    if players:
        check_order(entries, stored)


def check_order(entries: Sequence[Entry], stored: Sequence[Given]) -> None:
    """Check that no order stands behind one that was given only after it had been acknowledged."""
    given = {(one.order_id): one for one in stored}
    assert len(given) == len(entries), "every order in the log was given by a player, once"
    latest = 0
    for entry in entries:
        assert entry.order_id is not None
        one = given[entry.order_id]
        assert not one.accepted or latest < one.accepted, f"{one} stands behind a later order"
        latest = max(latest, one.sent)
