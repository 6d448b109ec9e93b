"""Analyses are worked out beside the server's work: one at a time, and each once."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Sequence

import pytest

from sonar_referee.match.analysis import Analyses
from sonar_referee.match.match import Match
from sonar_referee.match.matches import Matches
from sonar_referee.match.table import Table
from sonar_referee.store import Entry, MemoryStore
from sonar_referee.wire.problems import Problem
from tests.match.clock import Crews, full_table, make_matches, put_forward, settle


class Desk:
    """Takes down which match is worked on; nothing is finished before it is let go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.at_work = self.most_at_work = 0
        self.go_on = asyncio.Event()
        monkeypatch.setattr(asyncio, "to_thread", self.work)

    async def work(self, analyse: Callable[[Match, Sequence[Entry]], str], match: Match, log: Sequence[Entry]) -> str:
        """In place of a thread, whose time nobody knows."""
        self.begun.append(match.match_id)
        self.at_work += 1
        self.most_at_work = max(self.most_at_work, self.at_work)
        await self.go_on.wait()
        await asyncio.sleep(0)
        self.at_work -= 1
        return analyse(match, log)


async def finished(matches: Matches) -> Table:
    """A match that is over."""
    crews = Crews(*await full_table(matches))
    await crews.place()
    await crews.order("blue.captain", "resign")
    return crews.table


async def test_each_is_worked_out_once_and_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask at the same time, of however many matches."""
    desk = Desk(monkeypatch)
    matches = make_matches()
    tables = [await finished(matches) for _ in range(3)]
    analyses = Analyses(matches)
    asked = [asyncio.create_task(analyses.of(table)) for table in tables * 4]
    await settle()
    assert len(desk.begun) == 1
    desk.go_on.set()
    answers = await asyncio.gather(*asked)
    assert len(set(answers)) == 3
    assert sorted(desk.begun) == sorted(table.match.match_id for table in tables)
    assert desk.most_at_work == 1
    desk.go_on.clear()
    assert await analyses.of(tables[0]) == answers[0], "it is there, nobody has to work"


async def test_it_goes_when_the_match_leaves_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """And is worked out anew for whoever asks then."""
    desk = Desk(monkeypatch)
    desk.go_on.set()
    matches = make_matches(forget_after=60)
    analyses = Analyses(matches)
    table = await finished(matches)
    match_id, before = table.match.match_id, await analyses.of(table)
    await put_forward(61)
    await matches.sweep()
    del table
    gc.collect()
    assert matches.in_memory(match_id) is None
    assert await analyses.of(await matches.find(match_id)) == before
    assert len(desk.begun) == 2


async def test_before_the_end_nothing_is_read_or_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a refusal takes no longer after many orders than after none."""
    desk = Desk(monkeypatch)
    monkeypatch.delattr(MemoryStore, "entries")
    matches = make_matches()
    table, _players = await full_table(matches)
    with pytest.raises(Problem, match="open when the match is over") as refusal:
        await Analyses(matches).of(table)
    assert refusal.value.code == "not_finished"
    assert desk.begun == []
