"""Sonar: 3.6 and 3.8 of the rules, tests T1 to T5."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.sonar_duel.terms import SEATS
from tests.games.sonar_duel.table import OPEN, TWELVE, Table, drawn, other

HERE = (5, 5)
NOT_DETECTED = {"detected": False, "sector": None, "direction": None, "band": None, "block": None}


def cell(column: int, row: int) -> str:
    """The name of a place counted from 0."""
    return f"{'ABCDEFGHIJKL'[column]}{row + 1}"


def scan(dx: int, dy: int, **options: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Blue at F6 scans for yellow so far east and south of it; what blue and yellow are told."""
    table = Table.at(cell(*HERE), cell(HERE[0] + dx, HERE[1] + dy), turn=7, **options)
    told = table.order("blue", "sonar")
    assert [len(told[seat]) for seat in SEATS] == [1, 1]
    return told["blue"][0], told["yellow"][0]


def test_t1_the_square_reaches_four_cells_every_way() -> None:
    """Of all cells of the chart exactly the 9 by 9 around the scanner are seen."""
    for column in range(12):
        for row in range(12):
            dx, dy = column - HERE[0], row - HERE[1]
            assert scan(dx, dy)[0]["detected"] is (-4 <= dx <= 4 and -4 <= dy <= 4), (dx, dy)


@pytest.mark.parametrize("corner", ["A1", "L1", "A12", "L12"])
def test_t1_the_square_is_trimmed_at_the_edge(corner: str) -> None:
    """In a corner 5 by 5 cells are left, and it never goes on at the other side of the chart."""
    seen = {there for there in OPEN.names if Table.at(corner, there).order("blue", "sonar")["blue"][0]["detected"]}
    columns = "ABCDE" if corner[0] == "A" else "HIJKL"
    rows = range(1, 6) if corner[1:] == "1" else range(8, 13)
    assert seen == {f"{column}{row}" for column in columns for row in rows}


def test_t1_islands_do_not_block_sonar() -> None:
    """An enemy behind land is found like any other."""
    behind = Table.at("B1", "D1", drawn("..#..", "..#..", "....."))
    assert behind.order("blue", "sonar")["blue"][0]["detected"] is True


@pytest.mark.parametrize(("far", "band"), [(0, "0"), (1, "1"), (2, "2-4"), (3, "2-4"), (4, "2-4")])
def test_t2_bands(far: int, band: str) -> None:
    """0 in the same cell, 1 next to it, diagonally too, else 2-4."""
    assert scan(far, 0)[0]["band"] == scan(-far, far)[0]["band"] == scan(0, -far)[0]["band"] == band


DIRECTIONS = """
    nw nw nw nw n  ne ne ne ne
    nw nw nw nw n  ne ne ne ne
    nw nw nw nw n  ne ne ne ne
    nw nw nw nw n  ne ne ne ne
    w  w  w  w  -  e  e  e  e
    sw sw sw sw s  se se se se
    sw sw sw sw s  se se se se
    sw sw sw sw s  se se se se
    sw sw sw sw s  se se se se
"""


def test_t3_the_direction_in_every_cell_of_the_square() -> None:
    """A diagonal point is the whole quadrant, a straight one the line; none in the same cell."""
    for row, line in enumerate(DIRECTIONS.strip().split("\n")):
        for column, point in enumerate(line.split()):
            assert scan(column - 4, row - 4)[0]["direction"] == (None if point == "-" else point), (column, row)


def test_t4_the_block_is_given_both_ways_within_two_cells() -> None:
    """Who scans learns the enemy's block, who is found the scanner's, at distance 2 and not at 3."""
    for dx in range(-4, 5):
        for dy in range(-4, 5):
            reading, emission = scan(dx, dy)
            near = max(abs(dx), abs(dy)) <= 2
            assert reading["block"] == (((5 + dx) // 2, (5 + dy) // 2) if near else None), (dx, dy)
            assert emission["block"] == ((2, 2) if near else None), (dx, dy)


def test_t5_who_was_not_found_learns_the_sector_and_nothing_else() -> None:
    """And who scanned learns no more than that."""
    reading, emission = scan(5, 0)
    assert reading == {"kind": "reading", "turn": 7} | NOT_DETECTED
    assert emission == {
        "kind": "emission",
        "system": "sonar",
        "turn": 7,
        "sector": 5,
        "block": None,
        "detected": False,
    }


def test_3_6_a_reading_of_nothing_is_the_same_wherever_the_enemy_is() -> None:
    """So that nothing can be read from it but that nobody was there."""
    far = [there for there in OPEN.names if not ("B" <= there[0] <= "J" and 2 <= int(there[1:]) <= 10)]
    told = [Table.at("F6", there).order("blue", "sonar") for there in far]
    assert len(told) == 144 - 81
    assert all(one == told[0] for one in told)


def test_3_6_b_the_reading_names_the_enemys_sector() -> None:
    """Not the scanner's own."""
    assert scan(3, 3)[0]["sector"] == 9
    assert scan(0, -4)[0]["sector"] == 2


def test_3_6_d_who_was_found_is_told_so() -> None:
    """With the scanner's sector in any case."""
    for dx in (3, 4, 5):
        emission = scan(dx, 0)[1]
        assert (emission["detected"], emission["sector"]) == (dx <= 4, 5)


def test_3_6_e_both_learn_the_number_of_the_turn() -> None:
    """So that anybody can tell how old a reading is, in the call and in the view."""
    table = Table.at("A1", "B2", turn=41)
    told = table.order("blue", "sonar")
    assert [told[seat][0]["turn"] for seat in SEATS] == [41, 41]
    assert [one.turn for one in table.view("blue").readings] == [41]
    assert [one.turn for one in table.view("yellow").emissions] == [41]


def test_3_6_sonar_is_unlimited() -> None:
    """Turn after turn, until the last."""
    table = Table.at("A1", "L12")
    for turn in range(100):
        seat = SEATS[turn % 2]
        assert "sonar" in table.legal(seat)
        table.order(seat, "sonar")
    assert [len(table.view(seat).readings) for seat in SEATS] == [50, 50]


def test_3_6_sonar_moves_nobody_and_costs_no_torpedo() -> None:
    """Cells and counts stay."""
    table = Table.at("A1", "B2")
    table.order("blue", "sonar")
    assert [(table.view(seat).cell, table.view(seat).torpedoes) for seat in SEATS] == [("A1", 12), ("B2", 12)]


@pytest.mark.parametrize("chart", [OPEN, TWELVE], ids=["open", "twelve"])
def test_3_6_no_sound_ever_gives_a_cell(chart: Any) -> None:
    """Exact cells appear in nothing that is said."""
    for there in ("A1", "B2", "A2"):
        told = Table.at("A1", there, chart).order("blue", "sonar")
        assert not any("cell" in event for seat in SEATS for event in told[seat])


@pytest.mark.parametrize("action", ["sonar", "torpedo west"])
def test_3_8_the_kind_of_a_sound_is_told_or_not(action: str) -> None:
    """By the host's choice; told by default. Nothing else of the call changes."""
    told = [Table.at("A1", "L12", announce_kind=choice).order("blue", action)["yellow"][0] for choice in (True, False)]
    default = Table.at("A1", "L12").order("blue", action)["yellow"][0]
    assert told[0]["system"] == default["system"] == action.split(maxsplit=1)[0]
    assert told[1] == told[0] | {"system": None}


def test_3_8_an_untold_sonar_and_an_untold_torpedo_from_afar_are_the_same() -> None:
    """Without its kind, a sound that found nobody gives away only its sector."""
    one, other_one = (
        Table.at("A1", "L12", announce_kind=False).order("blue", action)["yellow"]
        for action in ("sonar", "torpedo east")
    )
    assert one == other_one


@pytest.mark.parametrize("seat", SEATS)
def test_sounds_are_kept_by_the_seat_that_may_know_them(seat: str) -> None:
    """The reading by who scanned, the emission by the other, in the words of the call."""
    table = Table.at("A1", "B2", act=seat)
    table.order(seat, "sonar")
    assert (len(table.view(seat).readings), len(table.view(seat).emissions)) == (1, 0)
    foe = other(seat)
    assert (len(table.view(foe).readings), len(table.view(foe).emissions)) == (0, 1)
    assert table.view(foe).emissions[0] == table.said[1].announcement
    assert table.view(seat).readings[0] == table.said[0].announcement


def test_readings_in_words() -> None:
    """The texts of the calls, with the block by its corner cells."""
    near, far, same = Table.at("A1", "B2"), Table.at("F6", "J10"), Table.at("F6", "F6")
    for table in (near, far, same):
        table.order("blue", "sonar")
    assert [said.announcement.text for said in near.said] == [
        "DETECTED: SECTOR 1, SE, DISTANCE 1, BLOCK A1-B2",
        "YOU WERE DETECTED: SONAR FROM SECTOR 1, BLOCK A1-B2",
    ]
    assert [said.announcement.text for said in far.said] == [
        "DETECTED: SECTOR 9, SE, DISTANCE 2-4",
        "YOU WERE DETECTED: SONAR FROM SECTOR 5",
    ]
    assert same.said[0].announcement.text == "DETECTED: SECTOR 5, HERE, DISTANCE 0, BLOCK E5-F6"
