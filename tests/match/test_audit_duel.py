"""T13: a duel is verified from its log, timeouts and absences included, and what is altered in it is found."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from sonar_referee.games.game import Outcome
from sonar_referee.games.sonar_duel.terms import HEADINGS
from sonar_referee.match.audit import Finding, audit, audit_record
from sonar_referee.match.record import record_of
from sonar_referee.match.table import CLOCK
from sonar_referee.wire.encode import dump
from sonar_referee.wire.models import MatchRecord
from tests.match.clock import put_forward
from tests.match.duel import OTHER, Duel
from tests.match.timed import go_away


async def played(absent: bool = False) -> Duel:
    """A duel with an action of each kind, a turn that ran out, and a forfeit or an absence at the end."""
    duel = await Duel.begun()
    first = duel.act
    await duel.order(first, "move", heading=duel.open_headings()[0])
    await put_forward(45.1)
    await duel.order(first, "sonar")
    await duel.order(OTHER[first], "torpedo", heading="north")
    if absent:
        go_away(duel, first)
        await put_forward(75.1)
    else:
        await duel.order(OTHER[first], "forfeit")
    return duel


async def audited(duel: Duel, number: int = 0, **altered: Any) -> Finding:
    """What verifying finds, with one entry altered."""
    (stored,) = await duel.store.matches()
    entries = await duel.store.entries(stored.match_id)
    return audit(stored, [replace(one, **altered) if one.number == number else one for one in entries])


@pytest.mark.parametrize("absent", [False, True])
async def test_t13_a_duel_that_was_played_has_no_faults(absent: bool) -> None:
    """Neither its log nor its record; both lead to the end that was announced."""
    duel = await played(absent)
    finding = await audited(duel)
    assert (finding.faults, finding.status) == ([], "finished")
    assert duel.end is not None
    assert finding.outcome == Outcome(*duel.end)
    assert [kind for _giver, kind in await duel.log()][:4] == ["move", "wait", "sonar", "torpedo"]
    record = record_of(duel.table.match, duel.table.summary(), await duel.store.entries(duel.table.match.match_id))
    of_record = audit_record(MatchRecord.model_validate_json(dump(record)))
    assert (of_record.faults, of_record.state_hash) == ([], finding.state_hash)


async def test_t13_the_log_played_again_gives_the_same_hash() -> None:
    """However often; and another log another."""
    duel = await played()
    assert (await audited(duel)).state_hash == (await audited(duel)).state_hash
    other = await audited(duel, 3, order=json.dumps({"type": "wait"}))
    assert other.faults == []
    assert other.state_hash != (await audited(duel)).state_hash


async def test_what_is_altered_is_found_by_its_rule() -> None:
    """An order of the other seat, one into land or off the chart, a wait of the clock that was none, a loss that was
    not the referee's."""
    duel = await played()
    (stored,) = await duel.store.matches()
    entries = await duel.store.entries(stored.match_id)
    first = entries[0].seat
    swapped = await audited(duel, 1, seat=OTHER[first], player=duel.players[OTHER[first]].player_id)
    assert [(fault.entry, fault.rule) for fault in swapped.faults] == [(1, "3.1")]
    open_headings = duel.open_headings(of_the_start=True)
    for heading in HEADINGS:
        moved = await audited(duel, 1, order=json.dumps({"type": "move", "heading": heading}))
        assert [fault.rule for fault in moved.faults] == ([] if heading in open_headings else ["3.2"])
    clocked = await audited(duel, 1, player=CLOCK)
    assert "not what the referee orders" in clocked.faults[0].reason
    loss = json.dumps({"type": "default", "seats": [OTHER[first]], "reason": "absence"})
    assert "only the referee" in (await audited(duel, 5, order=loss)).faults[0].reason
