"""Surfacing: cases E143 to E159."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR, notation
from sonar_referee.games.captain_sonar.announcements import RoundEnded, Surfaced, SurfaceRound
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.state import Submarine
from sonar_referee.games.errors import BadNotation
from sonar_referee.games.game import ABSENT, Outcome
from sonar_referee.games.grid import bits
from tests.games.captain_sonar.table import CHARTS, Table

END = "END OF ROUND"
BOXED = "route=A2>B2>B1>A1"


def surfaced(blue: str, yellow: str = "route=J10", **options: Any) -> Table:
    """Blue has just surfaced in round 5."""
    table = Table.at(blue, yellow, **options)
    table.order("blue.captain", "surface")
    return table


def full_round(table: Table, team: str, heading: str, symbol: str) -> list[str]:
    """A round of a move and no activation; returns what is said from its end on."""
    table.move(team, heading, symbol)
    return table.order(f"{team}.captain", "end_round")


def test_e143_surfacing_names_the_sector() -> None:
    """Surfacing is announced with the true sector and costs no damage (R130, R136)."""
    table = Table.at("route=F7>F6")
    assert table.order("blue.captain", "surface") == ["SURFACE IN SECTOR 4!", END]
    assert table.heard("yellow.captain")[0] == Surfaced("blue", 4)
    own = table.own("blue").submarine
    assert (own.cell, own.damage, own.surfaced, own.surface_round) == ("F6", 0, True, 1)
    assert table.view().team_to_act == "yellow"


def test_e144_the_enemy_has_three_rounds() -> None:
    """Three full rounds of the enemy lie between surfacing and the dive, each with its activation (R131, R132)."""
    table = surfaced("route=C7", "route=F3 gauges=2/3/3/2/0/0")
    table.move("yellow", "south", "S5")
    assert table.order("yellow.captain", "launch_torpedo F8")[2:] == [
        "ALL CLEAR!",
        END,
        "SURFACE ROUND 2 OF 3",
        END,
    ]
    table.move("yellow", "south", "S6")
    assert table.order("yellow.captain", "drop_mine G6")[2:] == [END, "SURFACE ROUND 3 OF 3", END]
    table.move("yellow", "east", "E4")
    assert table.order("yellow.first_mate", "launch_drone 4")[2:] == ["NO!", END]
    assert (table.view().team_to_act, table.view().round) == ("blue", 11)
    assert table.order("blue.captain", "head north") == ["DIVE!", "HEAD NORTH"]
    assert table.own("blue").submarine.surfaced is False
    table.order("blue.engineer", "mark_breakdown N6")
    table.order("blue.first_mate", "mark_gauge mine")
    assert table.may("blue.captain", "end_round")


def test_e145_no_activation_with_surfacing() -> None:
    """Surfacing is the whole round: nothing is activated before or after it (R131, R24)."""
    table = Table.at("route=C7 gauges=2/3/3/2/5/0")
    table.refused("blue.captain", "launch_drone 1", "R24")
    table.order("blue.captain", "surface")
    for text in ("launch_drone 1", "drop_mine C6", "launch_torpedo C5", "activate_silence north 0"):
        table.refused("blue.captain", text, "R132")
    table.refused("blue.first_mate", "activate_sonar", "R132")
    moved = Table.at("route=C7", table="phase=activation")
    moved.refused("blue.captain", "surface", "R21")


def test_e146_surface_rounds_play_themselves() -> None:
    """A surfaced team gives no order until its dive; only the enemy is waited for (R132, R137)."""
    table = surfaced("route=C7 mines=C5 gauges=2/3/3/2/5/0")
    for turn in (1, 2, 3):
        assert table.view().awaiting == ("yellow.captain",)
        for text in ("head north", "surface", "end_round", "launch_torpedo C4"):
            assert table.refused("blue.captain", text, "R132").code == "not_your_turn"
        table.refused("blue.captain", "trigger_mine C5", "R101")
        assert all(table.legal(seat) == [] for seat in CAPTAIN_SONAR.teams["blue"])
        full_round(table, "yellow", "north", f"N{turn}")
    assert table.view().awaiting == ("blue.captain",)
    table.refused("blue.captain", "launch_torpedo C4", "R24")
    table.refused("blue.captain", "surface", "R31")


def test_e147_breakdowns_go_in_the_third_round() -> None:
    """Breakdowns stay through two surface rounds and are all erased when the third is counted (R134)."""
    table = surfaced("route=C7 broken=W1,W5,N2,S6,E3")
    for turn in (1, 2):
        assert table.own("blue").breakdowns == ("W1", "W5", "N2", "S6", "E3")
        full_round(table, "yellow", "north", f"N{turn}")
    assert table.own("blue").submarine.surface_round == 3
    assert table.own("blue").breakdowns == ()


def test_e147_breakdowns_go_at_once() -> None:
    """With `surface_repair_at` set to the announcement they go as soon as the submarine is up (D7)."""
    table = surfaced("route=C7 broken=W1,W5", surface_repair_at="announcement")
    assert table.own("blue").submarine.surface_round == 1
    assert table.own("blue").breakdowns == ()


def test_e148_gauges_and_hull_stay() -> None:
    """Surfacing neither empties gauges nor mends the hull (R76, R134)."""
    table = surfaced("route=C7 damage=3 gauges=1/3/2/0/4/0 broken=W1")
    gauges = table.own("blue").gauges
    for turn in (1, 2, 3):
        full_round(table, "yellow", "north", f"N{turn}")
        assert table.own("blue").gauges == gauges
        assert table.own("blue").submarine.damage == 3
    assert [gauge.marked for gauge in gauges.values()] == [1, 3, 2, 0, 4]


def test_e149_mines_stay() -> None:
    """Own mines outlast surfacing and still bar the way (R135, R36)."""
    table = surfaced("route=C8>C7 mines=C6,J1")
    for turn in (1, 2, 3):
        full_round(table, "yellow", "north", f"N{turn}")
    assert table.own("blue").submarine.mines == ("J1", "C6")
    table.refused("blue.captain", "head north", "R36")
    assert table.may("blue.captain", "head south")


def test_e150_the_route_is_erased() -> None:
    """Only the present space stays on the route: the old ones are open again, for mines too, it is not (R133)."""
    table = surfaced("route=C9>C8>C7 gauges=2/0/0/0/0/0")
    assert table.own("blue").submarine.route == ("C7",)
    for turn in (1, 2, 3):
        full_round(table, "yellow", "north", f"N{turn}")
    table.move("blue", "south", "S5")
    assert table.own("blue").submarine.route == ("C7", "C8")
    assert table.may("blue.captain", "drop_mine C9")
    table.refused("blue.captain", "drop_mine C7", "R91")
    table.order("blue.captain", "end_round")
    full_round(table, "yellow", "west", "W1")
    table.refused("blue.captain", "head north", "R35")
    assert table.may("blue.captain", "head south")


def test_e151_the_overlay_is_locked() -> None:
    """A surfaced team's Radio Operator may not draw until the dive, unless D24 sets no limit (R138)."""
    table, free = surfaced("route=C7"), surfaced("route=C7", surfaced_radio="no_limit")
    for turn in (1, 2, 3):
        refusal = CAPTAIN_SONAR.notes_refusal(table.state, "blue.radio_operator")
        assert getattr(refusal, "rule", None) == "R138"
        assert CAPTAIN_SONAR.notes_refusal(free.state, "blue.radio_operator") is None
        assert CAPTAIN_SONAR.notes_refusal(table.state, "yellow.radio_operator") is None
        full_round(table, "yellow", "north", f"N{turn}")
        full_round(free, "yellow", "north", f"N{turn}")
    assert CAPTAIN_SONAR.notes_refusal(table.state, "blue.radio_operator") is not None
    table.order("blue.captain", "head north")
    assert CAPTAIN_SONAR.notes_refusal(table.state, "blue.radio_operator") is None
    assert "HEAD NORTH" in [call.text for call in table.heard("blue.radio_operator")]


def test_e152_no_marks_on_the_surface() -> None:
    """Engineer and First Mate mark nothing while surfaced (R77)."""
    table = surfaced("route=C7 broken=W1")
    for turn in (1, 2, 3):
        for symbol in ("W2", "N1", "E1", "S1"):
            table.refused("blue.engineer", f"mark_breakdown {symbol}", "R77")
        table.refused("blue.first_mate", "mark_gauge mine", "R77")
        full_round(table, "yellow", "north", f"N{turn}")
    table.refused("blue.engineer", "mark_breakdown W2", "R77")


def test_e153_both_surfaced_from_the_first_round() -> None:
    """Each team counts its own three rounds when the enemy surfaces at once as well (R139, D6)."""
    table = surfaced("route=C7", "route=J10")
    table.said.clear()
    table.order("yellow.captain", "surface")
    assert table.heard() == [
        Surfaced("yellow", 4),
        RoundEnded("yellow"),
        SurfaceRound("blue", 2),
        RoundEnded("blue"),
        SurfaceRound("yellow", 2),
        RoundEnded("yellow"),
        SurfaceRound("blue", 3),
        RoundEnded("blue"),
        SurfaceRound("yellow", 3),
        RoundEnded("yellow"),
    ]
    assert (table.view().round, table.view().team_to_act) == (11, "blue")
    assert table.move("blue", "north", "N5")[:2] == ["DIVE!", "HEAD NORTH"]
    assert table.order("blue.captain", "end_round") == [END]
    assert table.order("yellow.captain", "head north") == ["DIVE!", "HEAD NORTH"]


def test_e154_the_second_to_surface_forfeits() -> None:
    """With `official_forfeit` the first team dives at once and has three rounds before the other's dive (D6, P17)."""
    table = surfaced("route=C7 broken=W1,N6", "route=J10 broken=E4", double_surface="official_forfeit")
    assert table.order("yellow.captain", "surface") == ["SURFACE IN SECTOR 4!", END]
    assert (table.view().round, table.view().team_to_act) == (7, "blue")
    assert table.own("blue").breakdowns == ()
    assert table.own("yellow").breakdowns == ("E4",)
    assert table.move("blue", "north", "N5")[0] == "DIVE!"
    assert table.order("blue.captain", "end_round") == [END, "SURFACE ROUND 2 OF 3", END]
    assert full_round(table, "blue", "north", "N4") == [END, "SURFACE ROUND 3 OF 3", END]
    assert table.own("yellow").breakdowns == ()
    assert full_round(table, "blue", "east", "E5") == [END]
    assert table.order("yellow.captain", "head north") == ["DIVE!", "HEAD NORTH"]


def test_e154_nothing_is_left_to_forfeit() -> None:
    """Surfacing in the enemy's last bonus round changes nothing, since no passive round is left (D6)."""
    table = Table.at("route=C7 surfaced=3 dive=yes", "route=J10", "act=yellow", double_surface="official_forfeit")
    assert table.order("yellow.captain", "surface") == ["SURFACE IN SECTOR 4!", END]
    assert table.order("blue.captain", "head north") == ["DIVE!", "HEAD NORTH"]


def test_e155_surfacing_in_the_third_bonus_round() -> None:
    """The second team's three rounds count from its own surfacing, whatever the first one does (R139)."""
    table = surfaced("route=C7", "route=J10")
    assert full_round(table, "yellow", "north", "N1") == [END, "SURFACE ROUND 2 OF 3", END]
    assert full_round(table, "yellow", "north", "N2") == [END, "SURFACE ROUND 3 OF 3", END]
    assert table.order("yellow.captain", "surface") == ["SURFACE IN SECTOR 4!", END]
    assert table.move("blue", "north", "N5")[0] == "DIVE!"
    assert table.order("blue.captain", "end_round") == [END, "SURFACE ROUND 2 OF 3", END]
    assert full_round(table, "blue", "north", "N4") == [END, "SURFACE ROUND 3 OF 3", END]
    assert full_round(table, "blue", "east", "E5") == [END]
    assert table.order("yellow.captain", "head west") == ["DIVE!", "HEAD WEST"]


def test_e156_destroyed_on_the_surface() -> None:
    """A submarine destroyed on the surface ends the match at once, without further surface rounds (R29)."""
    table = surfaced("route=C7 damage=2", "route=F8 gauges=0/3/0/0/0/0")
    table.move("yellow", "north", "N6")
    assert table.order("yellow.captain", "launch_torpedo C7")[2:] == [
        "DIRECT HIT, TWO DAMAGE!",
        "DESTROYED!",
        "GAME OVER, YELLOW WINS!",
    ]
    assert table.view().outcome == Outcome("yellow", "destroyed")
    assert table.view().team_to_act is None
    table.refused("yellow.captain", "end_round", "R29")
    table.refused("blue.captain", "head north", "R29")


def test_e157_a_way_out_after_a_blackout() -> None:
    """A submarine that had to surface finds a legal move when it dives (R41, R38)."""
    table = Table.at(BOXED)
    assert table.legal("blue.captain") == ["surface"]
    assert table.order("blue.captain", "surface") == ["SURFACE IN SECTOR 1!", END]
    for turn in (1, 2, 3):
        full_round(table, "yellow", "north", f"N{turn}")
    assert table.legal("blue.captain") == ["head east", "head south"]


@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_e157_no_space_without_a_way_out(chart: Chart) -> None:
    """Every sea space of the shipped charts has a neighbour to move to (R41)."""
    assert all(chart.cross[cell] for cell in bits(chart.sea))


def test_e158_what_the_enemy_learns() -> None:
    """The enemy learns the sector once, then the number of each surface round, and nothing else (12.1, R150)."""
    table = surfaced("route=C9>C8>C7 mines=D3 broken=W1 gauges=1/1/1/1/1/0")
    for turn in (1, 2, 3):
        outside = table.view("yellow.captain").enemy
        assert asdict(outside) == {"damage": 0, "surfaced": True, "surface_round": turn}
        assert table.view("yellow.captain").truth is ABSENT
        full_round(table, "yellow", "north", f"N{turn}")
    of_blue = [call for call in table.heard("yellow.captain") if call.team == "blue"]
    assert of_blue == [
        Surfaced("blue", 3),
        RoundEnded("blue"),
        SurfaceRound("blue", 2),
        RoundEnded("blue"),
        SurfaceRound("blue", 3),
        RoundEnded("blue"),
    ]


def test_e158_past_routes_are_kept_from_the_enemy() -> None:
    """An erased route is remembered for the reveal after the match and shown to nobody before (R133, R150)."""
    table = surfaced("route=C9>C8>C7")
    boat: Submarine = table.state.submarines[0]
    assert [[table.state.chart.names[cell] for cell in route] for route in boat.past_routes] == [["C9", "C8", "C7"]]
    assert "C9" not in repr(table.own("blue"))
    assert "C9" not in repr(table.own("yellow"))
    table.order("yellow.captain", "resign")
    assert table.view().reveal["blue"].past_routes == (("C9", "C8", "C7"),)


def test_e159_no_choice_of_sector() -> None:
    """The order to surface has no sector in it; the referee names the true one (R130)."""
    with pytest.raises(BadNotation):
        notation.read_order("surface 3")
    for cell, sector in (("E5", 1), ("F5", 2), ("D6", 3), ("F6", 4)):
        table = Table.at(f"route={cell}")
        assert table.order("blue.captain", "surface")[0] == f"SURFACE IN SECTOR {sector}!"
