"""What the rules say of time and absence (section 4); `tests/match/test_timing_duel.py` shows that the table obeys."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.options import Clock
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import WAIT, Default
from sonar_referee.games.sonar_duel.terms import SEATS
from tests.games.sonar_duel.table import Table, other


def test_4_1_a_turn_has_45_seconds_then_the_referee_waits() -> None:
    """For whoever's turn it is; another clock or none by choice."""
    for seat in SEATS:
        table = Table.at("A1", "L12", act=seat)
        assert SONAR_DUEL.time_allowed(table.state) == 45
        assert SONAR_DUEL.on_timeout(table.state) == (seat, WAIT)
    assert SONAR_DUEL.time_allowed(Table.at("A1", "L12", clock=Clock(20)).state) == 20
    assert SONAR_DUEL.time_allowed(Table.at("A1", "L12", clock=None).state) is None
    assert SONAR_DUEL.on_timeout(Table.at("A1", "L12", clock=None).state) == ("blue", WAIT)


@pytest.mark.parametrize("action", ["wait", "move east", "sonar", "torpedo east"])
def test_4_1_each_turn_is_a_wait_of_its_own(action: str) -> None:
    """The clock starts anew with each turn, and with nothing else."""
    table = Table.at("A1", "L12")
    first = SONAR_DUEL.waits_for(table.state)
    table.refused("blue", "move west", "3.2")
    assert SONAR_DUEL.waits_for(table.state) == first
    table.order("blue", action)
    assert SONAR_DUEL.waits_for(table.state) != first
    assert SONAR_DUEL.waits_for(table.state) == SONAR_DUEL.waits_for(Table.at("F6", "G7", act="yellow", turn=2).state)


def test_after_the_end_nobody_is_waited_for() -> None:
    """Not even where the turn stays what it was."""
    table = Table.at("A1", "L12")
    running = SONAR_DUEL.waits_for(table.state)
    table.order("yellow", "forfeit")
    assert SONAR_DUEL.time_allowed(table.state) is None
    assert SONAR_DUEL.waits_for(table.state) != running


@pytest.mark.parametrize("seat", SEATS)
def test_time_that_loses(seat: str) -> None:
    """With `on_expiry: forfeit` who lets the time run out has lost."""
    table = Table.at("A1", "L12", act=seat, clock=Clock(20, "forfeit"))
    giver, order = SONAR_DUEL.on_timeout(table.state)
    assert (giver, order) == (seat, Default((seat,), "time"))  # type: ignore[arg-type]
    SONAR_DUEL.apply(table.state, giver, order)
    assert table.outcome() == (other(seat), "time")


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("act", SEATS)
def test_4_4_who_does_not_return_has_lost(seat: str, act: str) -> None:
    """Whoever's turn it is."""
    table = Table.at("A1", "L12", act=act)
    SONAR_DUEL.apply(table.state, *SONAR_DUEL.on_absence(table.state, [seat]))
    assert table.outcome() == (other(seat), "absence")


@pytest.mark.parametrize("seats", [("blue", "yellow"), ("yellow", "blue")])
def test_4_6_both_together_make_a_draw(seats: tuple[str, str]) -> None:
    """In whatever sequence they are named, the order is the same."""
    table = Table.at("A1", "L12")
    giver, order = SONAR_DUEL.on_absence(table.state, seats)
    assert (giver, order) == (seats[0], Default(("blue", "yellow"), "absence"))
    SONAR_DUEL.apply(table.state, giver, order)
    assert table.outcome() == (None, "absence")


@pytest.mark.parametrize(
    ("presence", "between_people", "with_a_bot"),
    [("forfeit", "forfeit", "wait"), ("bot", "bot", "bot"), ("wait", "wait", "wait")],
)
def test_4_7_against_a_bot_nobody_loses_by_absence(presence: Any, between_people: str, with_a_bot: str) -> None:
    """And the clock stands still for nobody (4.5), while it does between people."""
    options = Options(presence=presence)
    assert SONAR_DUEL.absence(options, ()) == between_people
    assert SONAR_DUEL.pauses(options, ()) is True
    for bots in (("blue",), ("yellow",), SEATS):
        assert SONAR_DUEL.absence(options, bots) == with_a_bot
        assert SONAR_DUEL.pauses(options, bots) is False


def test_5_3_what_is_open_after_the_end_is_the_hosts_choice() -> None:
    """The record and the analysis with the tracks."""
    assert SONAR_DUEL.open_at_end(Options())
    assert not SONAR_DUEL.open_at_end(Options(reveal_at_end=False))
