"""A forfeit is the referee's order in the log: it ends the match, and ends it again when the log is read."""

from __future__ import annotations

import json

from sonar_referee.games.game import Outcome
from sonar_referee.games.options import Clock
from sonar_referee.match.match import Match
from sonar_referee.match.table import CLOCK
from sonar_referee.store import MemoryStore
from tests.match.clock import Crews, full_table, make_matches, put_forward


async def test_a_forfeit_is_in_the_log_and_read_back() -> None:
    """When a team loses on time the log says so, and the match comes back finished after a restart (R147)."""
    store = MemoryStore()
    table, players = await full_table(make_matches(store), clock={"seconds": 60, "on_expiry": "forfeit"})
    crews = Crews(table, players)
    await crews.place()
    await put_forward(60.1)
    match = table.match
    assert match.setup.options.clock == Clock(60, "forfeit")
    entry = (await store.entries(match.match_id))[-1]
    assert (entry.player, entry.seat, entry.order_id) == (CLOCK, "blue.captain", None)
    assert json.loads(entry.order) == {"type": "forfeit", "teams": ["blue"], "reason": "time"}
    again = Match(match.match_id, match.join_code, match.created_at, match.setup, match.roster)
    again.start()
    again.replay(await store.entries(match.match_id))
    for one in (match, again):
        assert (one.status, one.game.outcome(one.state)) == ("finished", Outcome("yellow", "time"))
