"""Matches without a server: the documents are the server's, the records follow from the rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from sonar_referee import bots
from sonar_referee.arena.offline import MOST_REFUSED, REFUSED_TOO_OFTEN, Crew, play
from sonar_referee.bots import Bot, Brief, Choice
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import SEAT_OF
from sonar_referee.match.audit import audit_record
from sonar_referee.wire.models import MatchRecord
from tests.bots.table import play_match, setup

SHORT = Options(map="echo", hull=2, max_rounds=60)


class Listener(bots.RandomBot):
    """Keeps what it hears and sees."""

    heard: list[int]
    views: list[Mapping[str, Any]]

    def __init__(self, brief: Brief) -> None:
        super().__init__(brief)
        self.heard, self.views = [], []
        LISTENERS.append(self)

    def hear(self, announcement: Mapping[str, Any]) -> None:
        self.heard.append(announcement["seq"])

    def choose(self, view: Mapping[str, Any]) -> Choice | None:
        self.views.append(view)
        assert self.heard == list(range(1, view["seq"] + 1))
        return super().choose(view)


LISTENERS: list[Listener] = []


class Sunk(Bot):
    """Orders what is none."""

    def choose(self, view: Mapping[str, Any]) -> Choice | None:
        return Choice(None, {"type": "head", "heading": "down"})


class Asleep(Bot):
    """Orders nothing."""

    def choose(self, view: Mapping[str, Any]) -> Choice | None:
        return None


@pytest.fixture
def further_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds = {"listener": Listener, "sunk": Sunk, "asleep": Asleep}
    known = bots.BOTS["captain-sonar"]
    monkeypatch.setattr(bots, "BOTS", {"captain-sonar": {**known, **kinds}})
    LISTENERS.clear()


def test_a_record_follows_from_the_rules() -> None:
    played = play_match(SHORT, [Crew("officer", SEAT_OF[0]), Crew("random", SEAT_OF[1])], 7)
    record = MatchRecord.model_validate_json(json.dumps(played.record))
    finding = audit_record(record)
    assert (finding.faults, finding.status) == ([], "finished")
    assert finding.orders == len(record.orders) == sum(sitter.tally.orders for sitter in played.sitters)
    assert {order.player for order in record.orders} == {"officer", "random"}
    assert (record.seed, record.options["max_rounds"]) == (7, 60)


@pytest.mark.usefixtures("further_bots")
def test_a_bot_hears_everything_once_before_it_sees_it() -> None:
    """Each announcement comes once, in order, and not later than the view that counts it."""
    play_match(SHORT, [Crew("listener", SEAT_OF[0]), *(Crew("listener", (seat,)) for seat in SEAT_OF[1])], 7)
    crew, captain, *_others = LISTENERS
    assert len(crew.heard) > 50
    assert crew.views[-1]["seats"] == list(SEAT_OF[0])
    assert captain.views[-1]["seat"] == "yellow.captain"
    assert {"match_id", "status", "revision", "legal_orders", "standing_orders", "clock"} <= set(captain.views[-1])


@pytest.mark.usefixtures("further_bots")
@pytest.mark.parametrize("bad", ["sunk", "asleep"])
def test_a_bot_whose_orders_are_refused_resigns(bad: str) -> None:
    played = play(setup(SHORT, 7), [Crew(bad, SEAT_OF[0]), Crew("random", SEAT_OF[1])])
    outcome = played.match.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("yellow", "resignation")
    tally = played.sitters[0].tally
    assert (tally.refused, tally.fault) == (MOST_REFUSED, REFUSED_TOO_OFTEN)
    assert not audit_record(MatchRecord.model_validate_json(json.dumps(played.record))).faults
