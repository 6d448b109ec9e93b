"""Torpedoes: 3.7 and 3.9 of the rules, tests T6 and T7."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.terms import HEADINGS, SEATS
from tests.games.sonar_duel.table import OPEN, TWELVE, Table, drawn, other

STRAIT = drawn(".......", ".......", "..#....", ".......", start_distance="1")
HIT = {"kind": "torpedo_hit"}
MISS = {"kind": "torpedo_missed"}


def hits(chart: Chart, blue: str, heading: str) -> set[str]:
    """The sea cells where a torpedo from here would hit the enemy."""
    cells = {name for number, name in enumerate(chart.names) if chart.sea >> number & 1}
    return {cell for cell in cells if HIT in Table.at(blue, cell, chart).order("blue", f"torpedo {heading}")["blue"]}


@pytest.mark.parametrize(
    ("heading", "cells"),
    [
        ("north", {"F5", "F4", "F3", "F2"}),
        ("east", {"G6", "H6", "I6", "J6"}),
        ("south", {"F7", "F8", "F9", "F10"}),
        ("west", {"E6", "D6", "C6", "B6"}),
    ],
)
def test_t6_a_torpedo_hits_one_to_four_cells_ahead_and_nowhere_else(heading: str, cells: set[str]) -> None:
    """Not the fifth, not the own cell, not beside, not behind."""
    assert hits(OPEN, "F6", heading) == cells


@pytest.mark.parametrize(
    ("blue", "heading", "cells"),
    [("A3", "east", {"B3"}), ("F3", "west", {"E3", "D3"}), ("C1", "south", {"C2"}), ("B3", "east", set())],
)
def test_t6_an_island_stops_a_torpedo(blue: str, heading: str, cells: set[str]) -> None:
    """What lies behind land is safe."""
    assert hits(STRAIT, blue, heading) == cells


@pytest.mark.parametrize(
    ("blue", "heading", "cells"),
    [
        ("B1", "west", {"A1"}),
        ("K1", "east", {"L1"}),
        ("L1", "east", set()),
        ("A2", "west", set()),
        ("A1", "north", set()),
    ],
)
def test_t6_the_edge_stops_a_torpedo(blue: str, heading: str, cells: set[str]) -> None:
    """It goes on nowhere, neither on the other side nor in the next row."""
    assert hits(OPEN, blue, heading) == cells


@pytest.mark.parametrize("heading", HEADINGS)
def test_t6_in_the_same_cell_a_torpedo_cannot_hit(heading: str) -> None:
    """It misses, is used up, and the enemy hears the block."""
    table = Table.at("F6", "F6")
    told = table.order("blue", f"torpedo {heading}")
    assert told["blue"] == [MISS]
    assert told["yellow"][0]["block"] == (2, 2)
    assert table.view("blue").torpedoes == 11


@pytest.mark.parametrize("heading", HEADINGS)
def test_3_7_a_torpedo_may_be_fired_at_land_or_the_edge(heading: str) -> None:
    """It is listed and misses at once, without saying why."""
    hemmed = drawn(".#.", "...", ".#.", start_distance="1")
    table = Table.at("B2", "A1", hemmed)
    assert f"torpedo {heading}" in table.legal("blue")
    assert table.order("blue", f"torpedo {heading}")["blue"] == [MISS]


def test_3_7_a_torpedo_is_used_up_by_each_shot() -> None:
    """By a miss, and the enemy's stay."""
    table = Table.at("A1", "L12")
    table.order("blue", "torpedo east")
    assert [table.view(seat).torpedoes for seat in SEATS] == [11, 12]


@pytest.mark.parametrize("seat", SEATS)
def test_3_7_b_a_hit_wins_at_once(seat: str) -> None:
    """Both hear the hit and the end, and nothing besides."""
    table = Table.at("E6", "G6", act=seat)
    over = {"kind": "game_over", "winner": seat, "reason": "torpedoed"}
    told = table.order(seat, "torpedo east" if seat == "blue" else "torpedo west")
    assert told == {"blue": [HIT, over], "yellow": [HIT, over]}
    assert table.outcome() == (seat, "torpedoed")


@pytest.mark.parametrize(
    ("yellow", "block"), [("F8", (2, 2)), ("H8", (2, 2)), ("F9", None), ("I6", None), ("L12", None)]
)
def test_3_7_c_a_miss_tells_the_enemy_sector_and_within_two_cells_the_block(yellow: str, block: Any) -> None:
    """And that it was a torpedo; never cell, heading, how far it ran or how many are left."""
    told = Table.at("F6", yellow, turn=9).order("blue", "torpedo north")
    emission = {"kind": "emission", "system": "torpedo", "turn": 9, "sector": 5, "block": block, "detected": False}
    assert told == {"blue": [MISS], "yellow": [emission]}


def test_3_7_c_nothing_tells_the_heading_or_where_it_stopped() -> None:
    """From one cell all misses are told alike, to both, however many are left."""
    for left in (12, 5):
        told = [Table.at("B1", "L12", TWELVE, torpedoes=left).order("blue", f"torpedo {way}") for way in HEADINGS]
        assert all(one == told[0] for one in told)
    views = [Table.at("B1", "L12", TWELVE) for _ in HEADINGS]
    for table, heading in zip(views, HEADINGS, strict=True):
        table.order("blue", f"torpedo {heading}")
    assert all(table.view("yellow") == views[0].view("yellow") for table in views)


@pytest.mark.parametrize("seat", SEATS)
def test_t7_the_twelfth_miss_loses(seat: str) -> None:
    """At once; eleven misses do not. The enemy still hears where it was fired."""
    table = Table.at("A1", "L12", act=seat)
    foe = other(seat)
    for left in range(11, 0, -1):
        table.order(seat, "torpedo north")
        assert (table.outcome(), table.view(seat).torpedoes) == (None, left)
        table.order(foe, "wait")
    told = table.order(seat, "torpedo north")
    over = {"kind": "game_over", "winner": foe, "reason": "out_of_torpedoes"}
    assert told[seat] == [MISS, over]
    assert [event["kind"] for event in told[foe]] == ["emission", "game_over"]
    assert told[foe][1] == over
    assert table.outcome() == (foe, "out_of_torpedoes")


def test_t7_the_twelfth_hit_wins() -> None:
    """A last torpedo that hits is a hit."""
    table = Table.at("A1", "A3", torpedoes=1)
    table.order("blue", "torpedo south")
    assert table.outcome() == ("blue", "torpedoed")


@pytest.mark.parametrize("action", ["wait", "move east", "sonar", "torpedo north"])
def test_t7_after_turn_100_it_is_a_draw(action: str) -> None:
    """Turn 99 does not end it, turn 100 does, whatever it was."""
    table = Table.at("A1", "L12", act="yellow", turn=99)
    table.order("yellow", "wait")
    assert table.outcome() is None
    told = table.order("blue", action)
    assert table.outcome() == (None, "turn_limit")
    over = {"kind": "game_over", "winner": None, "reason": "turn_limit"}
    assert [told[seat][-1] for seat in SEATS] == [over, over]
    assert [len(told[seat]) for seat in SEATS] == [2, 2]
    assert table.view("blue").turn == 100


def test_t7_fifty_actions_each() -> None:
    """From the first turn to the draw each seat acts fifty times."""
    table = Table.fresh()
    acted = dict.fromkeys(SEATS, 0)
    while table.outcome() is None:
        seat = table.view("blue").to_act
        acted[seat] += 1
        table.order(seat, "wait")
    assert acted == {"blue": 50, "yellow": 50}


def test_t7_a_last_miss_on_turn_100_loses() -> None:
    """The loss goes before the draw, and is the only end that is told."""
    table = Table.at("A1", "L12", turn=100, torpedoes=1)
    told = table.order("blue", "torpedo north")
    assert table.outcome() == ("yellow", "out_of_torpedoes")
    assert [event["kind"] for event in told["yellow"]] == ["emission", "game_over"]


def test_t7_a_hit_on_turn_100_wins() -> None:
    """So does the hit."""
    table = Table.at("A1", "A2", turn=100)
    assert table.order("blue", "torpedo south")["blue"][-1]["winner"] == "blue"
    assert table.outcome() == ("blue", "torpedoed")


def test_shots_in_words() -> None:
    """The texts of the calls."""
    missed, hit, drawn_out = Table.at("A1", "B2"), Table.at("A1", "A2"), Table.at("A1", "L12", turn=100)
    missed.order("blue", "torpedo south")
    hit.order("blue", "torpedo south")
    drawn_out.order("blue", "wait")
    assert [said.announcement.text for said in missed.said] == ["MISS", "TORPEDO FROM SECTOR 1, BLOCK A1-B2"]
    assert [said.announcement.text for said in hit.said] == ["HIT!", "GAME OVER, BLUE WINS!"]
    assert [said.announcement.text for said in drawn_out.said] == ["TURN PASSED", "GAME OVER, DRAW!"]
    untold = Table.at("A1", "L12", announce_kind=False)
    untold.order("blue", "torpedo south")
    assert untold.said[1].announcement.text == "SOUND FROM SECTOR 1"
