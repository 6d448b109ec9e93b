"""What each viewer sees: section 5 of the rules."""

from __future__ import annotations

import dataclasses

import pytest

from sonar_referee.games.game import ABSENT, SPECTATOR
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.terms import SEATS
from tests.games.sonar_duel.table import Table

OWN = {"start", "cell", "torpedoes", "deeds", "readings", "emissions"}
PUBLIC = {"map", "turn", "to_act", "outcome"}


def seen(table: Table, *seats: str) -> set[str]:
    """The names of the fields that a viewer gets."""
    view = table.view(*seats)
    return {field.name for field in dataclasses.fields(view) if getattr(view, field.name) is not ABSENT}


def played() -> Table:
    """Blue at A1 has scanned and fired, yellow at B3 has moved and waited."""
    table = Table.at("A1", "C3")
    for seat, order in (("blue", "sonar"), ("yellow", "move west"), ("blue", "torpedo south"), ("yellow", "wait")):
        table.order(seat, order)
    return table


def test_5_1_a_seat_sees_its_own_things_and_what_is_public() -> None:
    """Map, cell, torpedoes, turn, whose turn, readings, the enemy's emissions, its own log."""
    table = played()
    assert seen(table, "blue") == seen(table, "yellow") == OWN | PUBLIC
    blue, yellow = table.view("blue"), table.view("yellow")
    assert (blue.map, blue.turn, blue.to_act, blue.cell, blue.torpedoes) == ("drawn", 5, "blue", "A1", 11)
    assert (yellow.start, yellow.cell, yellow.torpedoes) == ("C3", "B3", 12)
    assert [(deed.turn, deed.action.type, deed.cell) for deed in blue.deeds] == [
        (1, "sonar", "A1"),
        (3, "torpedo", "A1"),
    ]
    assert [(deed.turn, deed.action.type, deed.cell) for deed in yellow.deeds] == [(2, "move", "B3"), (4, "wait", "B3")]
    assert [len(view.readings) for view in (blue, yellow)] == [1, 0]
    assert [[one.system for one in view.emissions] for view in (blue, yellow)] == [[], ["sonar", "torpedo"]]


def test_5_2_a_seat_sees_nothing_of_the_enemys() -> None:
    """Cell, torpedoes, silent actions and readings of the enemy leave no trace in a view."""
    one, another = Table.at("A1", "L12"), Table.at("A1", "L12")
    for table, orders in ((one, ("wait", "move north", "sonar")), (another, ("wait", "wait", "sonar"))):
        for seat, order in zip(("blue", "yellow", "blue"), orders, strict=True):
            table.order(seat, order)
    another.state.submarines[1].torpedoes = 4
    another.state.submarines[1].readings.append(another.state.submarines[0].readings[0])
    assert one.view("blue") == another.view("blue")


@pytest.mark.parametrize("end", ["forfeit", "torpedo north"])
def test_5_3_after_the_end_both_tracks_are_shown(end: str) -> None:
    """To both seats, with starts, deeds, readings and torpedoes left; not a turn earlier."""
    table = played()
    assert table.view("blue").reveal is ABSENT
    if end == "forfeit":
        table.order("blue", end)
    else:
        table.state.submarines[0].torpedoes = 1
        table.order("blue", end)
    for viewer in (("blue",), ("yellow",)):
        reveal = table.view(*viewer).reveal
        assert set(reveal) == set(SEATS)
        assert [reveal[seat].start for seat in SEATS] == ["A1", "C3"]
        assert [deed.cell for deed in reveal["yellow"].deeds] == ["B3", "B3"]
        assert reveal["blue"].deeds == table.view("blue").deeds
        assert [reveal[seat].torpedoes for seat in SEATS] == ([11, 12] if end == "forfeit" else [0, 12])
        assert reveal["blue"].readings == table.view("blue").readings
        assert reveal["yellow"].readings == ()


def test_5_3_the_host_may_keep_the_tracks_secret() -> None:
    """Then the end shows nothing new but the outcome."""
    table = Table.at("A1", "L12", reveal_at_end=False)
    table.order("blue", "forfeit")
    assert seen(table, "yellow") == OWN | PUBLIC
    assert seen(table) == PUBLIC


def test_5_3_spectators_are_let_in_by_the_hosts_choice_only() -> None:
    """By default nobody without a seat may look."""
    assert not SONAR_DUEL.spectators_allowed(Options())
    assert SONAR_DUEL.spectators_allowed(Options(spectator_view="public"))


def test_5_3_a_spectator_sees_what_both_players_know_and_the_tracks_at_the_end() -> None:
    """No cell, no count, no reading and no emission before that."""
    table = played()
    assert seen(table) == PUBLIC
    ears = SONAR_DUEL.hears(table.state, SPECTATOR)
    assert [said.announcement.kind for said in table.said if said.audience in ears] == ["turn_passed", "turn_passed"]
    table.order("blue", "forfeit")
    assert seen(table) == PUBLIC | {"reveal"}


def test_every_call_goes_to_who_may_hear_it() -> None:
    """Readings and misses to who acted, emissions to the other, the rest to everybody."""
    table = played()
    assert [event["kind"] for event in table.told("blue")] == [
        "reading",
        "turn_passed",
        "torpedo_missed",
        "turn_passed",
    ]
    assert [event["kind"] for event in table.told("yellow")] == ["emission", "turn_passed", "emission", "turn_passed"]


def test_a_copy_lives_its_own_life() -> None:
    """Nothing done to a copy changes the original."""
    table = played()
    before = SONAR_DUEL.position(table.state)
    copied = Table(SONAR_DUEL.copy(table.state))
    assert SONAR_DUEL.position(copied.state) == before
    for seat, order in (("blue", "sonar"), ("yellow", "sonar"), ("blue", "torpedo east"), ("yellow", "forfeit")):
        copied.order(seat, order)
    assert SONAR_DUEL.position(table.state) == before
