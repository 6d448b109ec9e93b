"""The charts with rules of their own, Delta's ice and Echo's Archer mines: cases E167 to E178."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.captain_sonar.announcements import ArcherMineTriggered, Damage, GameOver, Impact
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.game import ABSENT, Outcome
from tests.games.captain_sonar.table import CHARTS, Table

END = "END OF ROUND"


def large(name: str, *grid: str) -> Chart:
    """A chart of the size of the real-time sheets."""
    return Chart(name, name.title(), grid, 5)


DELTA_LARGE = large(
    "delta-large",
    "...............",
    "..#...#.....##.",
    "..#............",
    "......#.#...oo.",
    "............oo.",
    "...oo..........",
    ".#.oo.#.#......",
    ".#.............",
    "...#...#...#.#.",
    "...............",
    "...#...........",
    "..#....#oo.#...",
    "#.......oo...#.",
    "..#...#......#.",
    "...............",
)
ECHO_LARGE = large(
    "echo-large",
    "..#............",
    ".......##..*...",
    ".#.#..*.....##.",
    "..*...#........",
    "...............",
    ".....*...*.....",
    ".#...........#.",
    "...#..#........",
    ".*......#..#.*.",
    ".....*...*.....",
    "...............",
    "...#..#....*...",
    ".............#.",
    ".#.*..#*.....#.",
    "...............",
)
HOLES = ["D6", "E6", "D7", "E7", "M4", "N4", "M5", "N5", "I12", "J12", "I13", "J13"]
SMALL_HOLES = ["D6", "E6", "D7", "E7", "H2", "I2", "H3", "I3", "A4", "B4", "A5", "B5"]
MINES = ["L2", "G3", "C4", "F6", "J6", "B9", "N9", "F10", "J10", "L12", "D14", "H14"]


def archer(blue: str, yellow: str = "route=J10", gauge: int = 4, chart: str | Chart = "echo", **rest: Any) -> Table:
    """Blue has moved, and its Scenario gauge is full."""
    return Table.at(f"{blue} gauges=0/3/0/0/5/{gauge}", yellow, "phase=activation", chart=chart, **rest)


def damages(table: Table) -> tuple[int, int]:
    """Blue's and yellow's damage."""
    return table.view().teams["blue"].damage, table.view().teams["yellow"].damage


def test_e167_surfacing_under_ice_does_damage() -> None:
    """On Delta surfacing off a hole costs one damage, said before the surfacing itself (R141, P7)."""
    table = Table.at("route=C7 damage=1", chart="delta")
    assert table.order("blue.captain", "surface") == ["DAMAGE!", "SURFACE IN SECTOR 3!", END]
    assert table.heard("yellow.captain")[0] == Damage("blue", 1, 2)
    own = table.own("blue").submarine
    assert (own.damage, own.surfaced, own.surface_round) == (2, True, 1)


@pytest.mark.parametrize(
    ("chart", "hole"), [*(("delta", hole) for hole in SMALL_HOLES), *((DELTA_LARGE, hole) for hole in HOLES)]
)
def test_e168_a_hole_is_open_water(chart: str | Chart, hole: str) -> None:
    """In a hole of the ice surfacing costs nothing (R141)."""
    table = Table.at(f"route={hole}", "route=A1", chart=chart)
    assert table.order("blue.captain", "surface")[0].startswith("SURFACE IN SECTOR")
    assert damages(table) == (0, 0)


def test_e168_beside_a_hole_is_ice() -> None:
    """Every space of Delta that is no hole costs the damage, and no space of another chart does (R141)."""
    for chart in (CHARTS["delta"], DELTA_LARGE):
        holes = SMALL_HOLES if chart is CHARTS["delta"] else HOLES
        assert {name for name in chart.names if chart.holes >> chart.number[name] & 1} == set(holes)
        table = Table.at("route=D5", "route=A1", chart=chart)
        assert table.order("blue.captain", "surface")[0] == "DAMAGE!"
    for name in ("alpha", "bravo", "charlie", "echo"):
        table = Table.at("route=D5", "route=A1", chart=name)
        assert table.order("blue.captain", "surface")[0] == "SURFACE IN SECTOR 1!"


def test_e169_the_ice_may_destroy() -> None:
    """A forced surfacing under ice that costs the last hull ends the match before the submarine is up (R142, P7)."""
    table = Table.at("route=A2>B2>B1>A1 damage=3", chart="delta")
    assert table.legal("blue.captain") == ["surface"]
    assert table.order("blue.captain", "surface") == ["DAMAGE!", "DESTROYED!", "GAME OVER, YELLOW WINS!"]
    assert table.heard()[-1] == GameOver(None, "yellow", "destroyed")
    assert table.view().outcome == Outcome("yellow", "destroyed")
    assert table.view().teams["blue"].surfaced is False
    assert table.view().round == 5


def test_e170_the_ice_costs_once() -> None:
    """The later surface rounds of one surfacing cost nothing more; the next surfacing does (R141)."""
    table = Table.at("route=C7", "route=J10", chart="delta")
    table.order("blue.captain", "surface")
    for turn in (1, 2, 3):
        table.move("yellow", "north", f"N{turn}")
        assert "DAMAGE!" not in table.order("yellow.captain", "end_round")
    assert damages(table) == (1, 0)
    table.move("blue", "north", "N6")
    table.order("blue.captain", "end_round")
    table.move("yellow", "north", "N5")
    table.order("yellow.captain", "end_round")
    table.order("blue.captain", "surface")
    assert damages(table) == (2, 0)


@pytest.mark.parametrize(("cell", "hit"), [("C4", "DIRECT HIT, TWO DAMAGE!"), ("D5", "INDIRECT HIT, ONE DAMAGE!")])
def test_e171_an_archer_mine_explodes_like_a_torpedo(cell: str, hit: str) -> None:
    """At any distance an Archer mine is set off; its gauge is empty and the mine gone for both (R144, R144b)."""
    table = archer("route=N15", f"route={cell} mines=C4,C5", chart=ECHO_LARGE)
    assert table.view().archer_mines == tuple(sorted(MINES, key=ECHO_LARGE.number.__getitem__))
    said = table.called("blue.captain", "trigger_archer_mine C4")
    assert said[1:3] == [
        ArcherMineTriggered("blue", "C4"),
        Impact("yellow", "direct_hit" if cell == "C4" else "indirect_hit"),
    ]
    assert [call.text for call in said] == ["STOP!", "TRIGGERING ARCHER MINE, IMPACT IN C4!", hit, END]
    gauges = table.own("blue").gauges
    assert (gauges["scenario"].marked, gauges["torpedo"].marked, gauges["silence"].marked) == (0, 3, 5)
    for seats in ((), ("blue.captain",), ("yellow.engineer",)):
        assert table.view(*seats).archer_mines == tuple(sorted(set(MINES) - {"C4"}, key=ECHO_LARGE.number.__getitem__))
    assert table.own("yellow").submarine.mines == ("C5",)
    assert table.view().team_to_act == "yellow"


def test_e172_a_mine_explodes_once() -> None:
    """A crossed Archer mine, and a space that has none, cannot be triggered by either team (R144b)."""
    table = archer("route=A10", "route=J1 gauges=0/0/0/0/0/4")
    table.refused("blue.captain", "trigger_archer_mine A1", "R144b")
    table.refused("blue.captain", "trigger_archer_mine Z9", "R144")
    table.order("blue.captain", "trigger_archer_mine B4")
    table.move("yellow", "south", "S1", "mine")
    table.refused("yellow.captain", "trigger_archer_mine B4", "R144b")
    assert table.may("yellow.captain", "trigger_archer_mine B7")
    archer("route=A10", gauge=3).refused("blue.captain", "trigger_archer_mine B4", "R80")


def test_e172_only_on_charts_with_archer_mines() -> None:
    """Charts without Archer mines have nothing of the kind to trigger or to show (R144, D20)."""
    table = Table.at("route=A10", "route=J1", "phase=activation")
    table.refused("blue.captain", "trigger_archer_mine B4", "R144")
    assert table.view().archer_mines is ABSENT


def test_e173_the_captain_alone_triggers() -> None:
    """No other role than the Captain triggers an Archer mine (R144, R81)."""
    table = archer("route=A10")
    for seat in ("blue.first_mate", "blue.engineer", "blue.radio_operator"):
        table.refused(seat, "trigger_archer_mine B4", "R81")
    assert table.may("blue.captain", "trigger_archer_mine B4")


def test_e174_triggered_under_oneself() -> None:
    """Who triggers the mine beneath his own submarine takes the direct hit (R144a, R144c)."""
    table = archer("route=B3>B4")
    said = table.called("blue.captain", "trigger_archer_mine B4")
    assert said[2:4] == [Impact("yellow", "all_clear"), Impact("blue", "direct_hit")]
    assert damages(table) == (2, 0)


def test_e175_archer_mines_are_no_obstacle() -> None:
    """Moves, silent courses, torpedoes and mines of one's own ignore Archer mines (R144c, R37, R92)."""
    table = Table.at("route=G2 gauges=2/0/0/0/5/0", chart="echo")
    assert table.move("blue", "east", "E4", "torpedo")[0] == "HEAD EAST"
    assert table.own("blue").submarine.cell == "H2"
    assert table.own("blue").submarine.damage == 0
    over = Table.at("route=G2 gauges=2/0/0/0/5/0", table="phase=activation", chart="echo")
    assert over.may("blue.captain", "activate_silence east 1")
    assert over.may("blue.captain", "activate_silence east 3")
    assert over.may("blue.captain", "drop_mine H2")
    strait = Chart("strait", "Strait", ("..*..", "#####"), 1)
    shot = Table.at("route=A1 gauges=0/3/0/0/0/0", "route=E1", "phase=activation", chart=strait)
    assert "DIRECT HIT, TWO DAMAGE!" in shot.order("blue.captain", "launch_torpedo E1")
    assert shot.view().archer_mines == ("C1",)


def test_e176_an_impact_removes_an_archer_mine() -> None:
    """A torpedo or mine exploding on an Archer mine crosses it out without a second explosion (R144d)."""
    table = archer("route=A2", "route=C5")
    assert table.order("blue.captain", "launch_torpedo B4")[2:] == ["INDIRECT HIT, ONE DAMAGE!", END]
    mine = Table.at("route=A1 mines=B4,E4", "route=C5", "phase=activation", chart="echo")
    assert mine.order("blue.captain", "trigger_mine B4")[2:] == ["INDIRECT HIT, ONE DAMAGE!", END]
    for seats in ((), ("blue.captain",), ("yellow.captain",)):
        for after in (table, mine):
            assert after.view(*seats).archer_mines == ("H2", "E3", "H5", "B7", "G8", "D9", "I9")
    beside = Table.at("route=A1 mines=E4", "route=J10", "phase=activation", chart="echo")
    beside.order("blue.captain", "trigger_mine E4")
    assert "E3" in beside.view().archer_mines


@pytest.mark.parametrize("symbol", ["W2", "N1", "N3", "S2", "S6", "E2"])
def test_e177_a_yellow_symbol_blocks_both(symbol: str) -> None:
    """The yellow group holds Archer mines as well as Silence (R143, R144e, R58)."""
    table = archer(f"route=A10 broken={symbol}")
    table.refused("blue.captain", "trigger_archer_mine B4", "R58")
    table.refused("blue.captain", "activate_silence north 1", "R58")
    assert table.may("blue.captain", "launch_torpedo A8")
    assert table.own("blue").gauges["scenario"].marked == 4


def test_e177_red_and_green_do_not_block_archer_mines() -> None:
    """The red group holds one's own mines and torpedoes, not the Archer mines (R144e)."""
    table = archer("route=A10 mines=A1 broken=W1,W3")
    table.refused("blue.captain", "trigger_mine A1", "R58")
    assert table.may("blue.captain", "trigger_archer_mine B4")


@pytest.mark.parametrize("sheet", ["turn-by-turn", "real-time"])
def test_e178_four_marks_fill_the_scenario_gauge(sheet: str) -> None:
    """The Scenario gauge is full at four marks, on either sheet, and then takes no more (R2, R143, R71)."""
    table = Table.at(
        "route=C7>D7 mark=east gauge=yes gauges=0/0/0/0/0/3", table="phase=marks", chart="echo", gauges=sheet
    )
    table.order("blue.engineer", "mark_breakdown E4")
    assert table.order("blue.first_mate", "mark_gauge scenario") == ["SCENARIO READY", "OK"]
    assert table.own("blue").gauges["scenario"].size == 4
    assert table.may("blue.captain", "trigger_archer_mine B4")
    full = Table.at(
        "route=C7>D7 mark=east gauge=yes gauges=0/0/0/0/0/4", table="phase=marks", chart="echo", gauges=sheet
    )
    full.refused("blue.first_mate", "mark_gauge scenario", "R71")
