"""Setup, turns, moves and waits: sections 1, 2 and 3.1 to 3.5 of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.map_file import describe_map
from sonar_referee.games.sonar_duel.terms import HEADINGS, SEATS
from tests.games.sonar_duel.table import TWELVE, Table, drawn, other

PASSED = {"kind": "turn_passed"}
ISLES = drawn(".....", ".....", "...#.", "..#..", ".....")


def test_1_2_north_is_the_row_above_and_east_the_next_letter() -> None:
    """Coordinates run east and south from the north-west."""
    places = {"north": "C2", "east": "D3", "south": "C4", "west": "B3"}
    for heading, cell in places.items():
        table = Table.at("C3", "L12")
        table.order("blue", f"move {heading}")
        assert table.view("blue").cell == cell


def test_1_3_the_sector_of_every_cell_is_public() -> None:
    """Each cell has exactly one sector, and anybody may read which."""
    sectors = describe_map(TWELVE)["sectors"]
    assert Counter(cell for cells in sectors.values() for cell in cells) == Counter(TWELVE.names)
    assert sectors["1"] == [f"{column}{row}" for row in range(1, 5) for column in "ABCD"]


@pytest.mark.parametrize(("cell", "block"), [("A1", (0, 0)), ("B2", (0, 0)), ("C2", (1, 0)), ("B3", (0, 1))])
def test_1_4_blocks_are_aligned_to_the_north_west(cell: str, block: tuple[int, int]) -> None:
    """A block is two columns and two rows, counted from the corner of the chart."""
    table = Table.at(cell, cell)
    assert table.order("blue", "sonar")["blue"][0]["block"] == block


def test_1_6_distance_is_the_greater_of_columns_and_rows() -> None:
    """Four columns and four rows away is still within the square, five of either is not."""
    for cell, detected in {"I9": True, "I5": True, "E9": True, "J9": False, "E10": False}.items():
        assert Table.at("E5", cell).order("blue", "sonar")["blue"][0]["detected"] is detected, cell


def test_2_1_who_begins_is_drawn() -> None:
    """Each seat begins in about half of the matches."""
    firsts = Counter(Table.fresh(seed=seed).view("blue").to_act for seed in range(400))
    assert set(firsts) == set(SEATS)
    assert min(firsts.values()) > 150


def test_2_2_starts_are_drawn_from_the_whole_sea_outside_of_sonar() -> None:
    """Every sea cell serves either seat, and the two are never within the reach of a first sonar."""
    seen: dict[str, set[str]] = {seat: set() for seat in SEATS}
    for seed in range(3000):
        table = Table.fresh(seed=seed)
        cells = {seat: table.view(seat).cell for seat in SEATS}
        for seat in SEATS:
            seen[seat].add(cells[seat])
        assert not table.order(table.view("blue").to_act, "sonar")[table.said[0].audience][0]["detected"]
    assert seen["blue"] == seen["yellow"] == set(TWELVE.names) - set(describe_map(TWELVE)["islands"])


def test_2_2_a_map_may_name_its_starts() -> None:
    """The pairs of the file are used, and either seat may have either cell."""
    chart = drawn(*["." * 8] * 2, starts="[['A1', 'H2'], ['A2', 'H1']]", start_distance="7")
    tables = [Table.fresh(chart, seed) for seed in range(60)]
    pairs = {(table.view("blue").cell, table.view("yellow").cell) for table in tables}
    assert pairs == {("A1", "H2"), ("H2", "A1"), ("A2", "H1"), ("H1", "A2")}


def test_2_2_the_start_is_secret() -> None:
    """Nothing in a view depends on where the enemy began."""
    assert Table.at("A1", "L12").view("blue") == Table.at("A1", "G7").view("blue")


def test_2_3_twelve_torpedoes_each_and_the_count_is_private() -> None:
    """A seat sees its own; the enemy's count changes nothing in its view."""
    table = Table.fresh()
    assert [table.view(seat).torpedoes for seat in SEATS] == [12, 12]
    fewer = Table.at("A1", "L12")
    fewer.state.submarines[1].torpedoes = 3
    assert fewer.view("blue") == Table.at("A1", "L12").view("blue")


def test_2_4_the_chart_is_public() -> None:
    """Islands and sectors can be read by anybody, without a match."""
    described = describe_map(TWELVE)
    assert len(described["islands"]) == 16
    assert described["grid"] == list(TWELVE.grid)


def test_3_1_seats_alternate_and_each_turn_is_one_action() -> None:
    """After each of the four kinds of action it is the other seat's turn."""
    table = Table.at("A1", "L12")
    for turn, action in enumerate(["move east", "wait", "sonar", "torpedo west", "wait"], start=1):
        seat = "blue" if turn % 2 else "yellow"
        assert (table.view("blue").turn, table.view("blue").to_act) == (turn, seat)
        assert table.legal(other(seat)) == set()
        assert SONAR_DUEL.to_act(table.state) == (seat,)
        table.order(seat, action)
    assert table.view("yellow").to_act == "yellow"


@pytest.mark.parametrize("action", ["move north", "wait", "sonar", "torpedo south"])
def test_3_1_an_action_out_of_turn_is_refused(action: str) -> None:
    """And names whose turn it is."""
    refusal = Table.at("F6", "L12").refused("yellow", action, "3.1", "not_your_turn")
    assert "blue" in refusal.reason


def test_3_1_in_its_turn_a_seat_may_do_everything() -> None:
    """On open water all ten actions are listed."""
    headed = {f"{kind} {heading}" for kind in ("move", "torpedo") for heading in HEADINGS}
    assert Table.at("F6", "L12").legal("blue") == headed | {"wait", "sonar"}


@pytest.mark.parametrize(("cell", "heading"), [("A1", "north"), ("A1", "west"), ("C3", "south"), ("C3", "east")])
def test_3_2_no_move_enters_land_or_leaves_the_map(cell: str, heading: str) -> None:
    """Such a move is refused, the turn is not used up, and the reason says which headings are open."""
    table = Table.at(cell, "A3", ISLES)
    refusal = table.refused("blue", f"move {heading}", "3.2")
    assert heading not in refusal.reason.split(";")[1]
    assert table.view("blue").to_act == "blue"
    assert f"torpedo {heading}" in table.legal("blue")


def test_3_2_a_move_changes_the_cell_by_one() -> None:
    """And it is the mover who sees it, in its own cell and its own log."""
    table = Table.at("C3", "L12")
    assert table.order("blue", "move east") == {"blue": [PASSED], "yellow": [PASSED]}
    seen = table.view("blue")
    assert (seen.start, seen.cell, seen.deeds[0].turn, seen.deeds[0].cell) == ("C3", "D3", 1, "D3")
    assert seen.deeds[0].action.heading == "east"


def test_3_3_a_move_into_the_enemys_cell_is_like_any_other() -> None:
    """It is listed, carried out, and nobody is told."""
    meeting, elsewhere = Table.at("C3", "D3"), Table.at("C3", "L12")
    assert meeting.legal("blue") == elsewhere.legal("blue")
    assert meeting.order("blue", "move east") == elsewhere.order("blue", "move east")
    assert meeting.view("blue") == elsewhere.view("blue")
    assert (meeting.view("blue").cell, meeting.view("yellow").cell) == ("D3", "D3")
    assert meeting.outcome() is None


def test_3_4_the_enemy_hears_the_same_of_a_move_and_a_wait() -> None:
    """One call, the same for both, and the same view afterwards."""
    moved, waited = Table.at("C3", "L12"), Table.at("C3", "L12")
    assert moved.order("blue", "move north")["yellow"] == waited.order("blue", "wait")["yellow"] == [PASSED]
    assert moved.view("yellow") == waited.view("yellow")
    assert moved.legal("yellow") == waited.legal("yellow")


def test_3_5_a_wait_does_nothing() -> None:
    """Cell, torpedoes and what is known stay; the turn passes."""
    table = Table.at("C3", "L12")
    before = table.view("blue")
    table.order("blue", "wait")
    after = table.view("blue")
    for same in ("cell", "torpedoes", "readings", "emissions"):
        assert getattr(after, same) == getattr(before, same)
    assert after.to_act == "yellow"


@pytest.mark.parametrize("turn", [1, 57])
@pytest.mark.parametrize("act", SEATS)
def test_3_10_anybody_may_forfeit_at_any_time(turn: int, act: str) -> None:
    """In the own turn and out of it: an immediate loss that both hear."""
    table = Table.at("A1", "L12", act=act, turn=turn)
    assert [type(order).__name__ for order in SONAR_DUEL.standing_orders(table.state, "blue")] == ["Forfeit"]
    over = {"kind": "game_over", "winner": "yellow", "reason": "resignation"}
    assert table.order("blue", "forfeit") == {"blue": [over], "yellow": [over]}
    assert table.outcome() == ("yellow", "resignation")


def test_after_the_end_nothing_is_ordered() -> None:
    """Every order is refused, nothing is listed, and nobody is to act."""
    table = Table.at("A1", "L12")
    table.order("yellow", "forfeit")
    for seat in SEATS:
        for order in ("wait", "sonar", "move east", "torpedo east", "forfeit"):
            table.refused(seat, order, "4.3", "wrong_phase")
        assert table.legal(seat) == set()
        assert SONAR_DUEL.standing_orders(table.state, seat) == ()
    assert table.view("blue").to_act is None
    assert SONAR_DUEL.to_act(table.state) == ()


@pytest.mark.parametrize("order", ["move northeast", "torpedo northeast", "torpedo ne", "move up"])
def test_t6_no_diagonal_can_be_ordered(order: str) -> None:
    """A heading that is none of the four is refused, and costs neither the turn nor a torpedo."""
    refusal = Table.at("F6", "G5").refused("blue", order, "3.1")
    assert "north, east, south, west" in refusal.reason


def test_t11_refusals_use_up_nothing_and_tell_the_enemy_nothing() -> None:
    """Whatever is refused, both seats' views and lists stay as they were."""
    table = Table.at("A1", "B1")
    before = [(table.view(seat), table.legal(seat)) for seat in SEATS]
    table.refused("blue", "move west", "3.2")
    table.refused("yellow", "sonar", "3.1", "not_your_turn")
    assert [(table.view(seat), table.legal(seat)) for seat in SEATS] == before
    assert table.said == []


def test_t11_a_refusal_says_nothing_of_the_enemy() -> None:
    """The reason is the same wherever the enemy is."""
    reasons = {Table.at("A1", cell).refused("blue", "move north", "3.2").reason for cell in ("A2", "B1", "L12")}
    assert len(reasons) == 1
