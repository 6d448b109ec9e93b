"""Silence: cases E127 to E142."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR, notation
from sonar_referee.games.captain_sonar.announcements import (
    CrewOk,
    Damage,
    SilenceActivated,
    Stop,
    SystemReady,
)
from sonar_referee.games.captain_sonar.orders import ActivateSilence
from sonar_referee.games.errors import BadNotation, IllegalOrder
from sonar_referee.games.game import ABSENT, Outcome
from tests.games.captain_sonar.table import Table

SPOKEN = ["STOP!", "ACTIVATING SILENCE!"]
READY = "gauges=0/0/0/0/5/0"


def silent(blue: str, yellow: str = "route=J10", **rest: Any) -> Table:
    """Blue has moved, and its Silence is ready."""
    return Table.at(f"{blue} {READY}", yellow, "phase=activation", **rest)


def go(table: Table, heading: str, distance: int) -> None:
    """Activate silence and check what is said."""
    assert table.order("blue.captain", f"activate_silence {heading} {distance}") == SPOKEN


def marks(table: Table, symbol: str, gauge: str) -> list[str]:
    """The two marks after a silence."""
    said = table.order("blue.engineer", f"mark_breakdown {symbol}")
    return said + table.order("blue.first_mate", f"mark_gauge {gauge}")


def test_e127_silence_is_no_move() -> None:
    """Silence follows the round's move and does not stand in for it (R120, R24)."""
    table = Table.at(f"route=C7 {READY}", table="phase=order")
    table.refused("blue.captain", "activate_silence north 1", "R24")


def test_e128_four_spaces_all_become_route() -> None:
    """A silent course of four spaces adds each of them to the route (R122)."""
    table = silent("route=B5>A5")
    go(table, "north", 4)
    assert table.own("blue").submarine.route == ("B5", "A5", "A4", "A3", "A2", "A1")
    assert table.own("blue").submarine.cell == "A1"
    assert table.own("blue").gauges["silence"].marked == 0
    assert marks(table, "N2", "torpedo") == ["OK", "OK", "END OF ROUND"]
    assert table.view().team_to_act == "yellow"
    table.move("yellow", "north", "N1")
    table.order("yellow.captain", "end_round")
    table.refused("blue.captain", "head south", "R35")


def test_e129_at_most_four_spaces_in_one_line() -> None:
    """Five spaces, fewer than none, and courses with a turn are no silence (R122)."""
    table = silent("route=A10")
    table.refused("blue.captain", "activate_silence north 5", "R122")
    table.refused("blue.captain", "activate_silence north -1", "R122")
    table.refused("blue.captain", "activate_silence north-east 1", "R123")
    with pytest.raises(BadNotation):
        notation.read_order("activate_silence north 1 east 1")
    assert table.may("blue.captain", "activate_silence north 4")


@pytest.mark.parametrize(
    ("blue", "heading", "onto"),
    [
        ("route=A1", "north", 1),
        ("route=B3>A3", "north", 3),
        ("route=C2", "south", 2),
        ("route=F6", "west", 1),
        ("route=A3>B3>B4>B5>B6>A6", "north", 3),
        ("route=A1>A2", "north", 1),
        ("route=C7 mines=C5", "north", 2),
    ],
)
def test_e130_the_way_must_be_free(blue: str, heading: str, onto: int) -> None:
    """Silence ends before edge, islands, own route and own mines, and a refused one costs nothing (R122, R83)."""
    table = silent(blue)
    for distance in range(onto, 5):
        refusal = table.refused("blue.captain", f"activate_silence {heading} {distance}", "R122")
        assert f"open for {onto - 1} spaces" in refusal.reason
    assert table.own("blue").gauges["silence"].marked == 5
    if onto > 1:
        go(table, heading, onto - 1)


def test_e131_the_enemy_is_no_obstacle() -> None:
    """A silent course passes over enemy mines and the enemy submarine as if they were not there (R37, D14)."""
    table = silent("route=A5", "route=A3 mines=A4,A1")
    go(table, "north", 4)
    assert table.own("blue").submarine.cell == "A1"
    assert table.own("yellow").submarine.mines == ("A1", "A4")
    assert table.view().teams["blue"].damage == table.view().teams["yellow"].damage == 0


def test_e132_silence_of_no_spaces_is_marked() -> None:
    """A silence of 0 keeps the place, empties the gauge and is marked in the heading named (R123, R124, D3)."""
    table = silent("route=C7>C8")
    go(table, "west", 0)
    assert table.own("blue").submarine.route == ("C7", "C8")
    assert table.own("blue").gauges["silence"].marked == 0
    assert table.view("blue.engineer").silent_heading == "west"
    table.refused("blue.engineer", "mark_breakdown N1", "R50")
    assert marks(table, "W6", "mine") == ["OK", "OK", "END OF ROUND"]
    assert table.own("blue").breakdowns == ("W6",)
    assert table.own("blue").gauges["mine"].marked == 1


def test_e132_without_marks_for_no_spaces() -> None:
    """With `silence_zero_marks` off a silence of 0 ends the round unmarked; others are marked as ever (D3, P14)."""
    table = silent("route=C7", silence_zero_marks=False)
    assert table.order("blue.captain", "activate_silence west 0") == [*SPOKEN, "END OF ROUND"]
    assert table.own("blue").breakdowns == ()
    assert sum(gauge.marked for gauge in table.own("blue").gauges.values()) == 0
    table.refused("blue.engineer", "mark_breakdown W1")
    table = silent("route=C7", silence_zero_marks=False)
    go(table, "west", 1)
    assert table.view().phase == "silence_marks"


def test_e133_a_heading_is_needed_for_no_spaces() -> None:
    """A silence of 0 without a heading is refused, since the Engineer must know his panel (R123)."""
    table = silent("route=C7")
    with pytest.raises(BadNotation):
        notation.read_order("activate_silence 0")
    for none in ("", None):
        nowhere: Any = none
        before = notation.position_text(table.state)
        with pytest.raises(IllegalOrder) as refusal:
            CAPTAIN_SONAR.apply(table.state, "blue.captain", ActivateSilence(nowhere, 0))
        assert refusal.value.rule == "R123"
        assert notation.position_text(table.state) == before


@pytest.mark.parametrize("heading", ["north", "east", "south", "west"])
def test_e134_no_spaces_in_a_blocked_heading(heading: str) -> None:
    """A silence of 0 may name any heading, also one that leads nowhere (R123, R126)."""
    table = silent("route=A2>B2>B1>A1")
    assert table.may("blue.captain", f"activate_silence {heading} 0")
    go(table, heading, 0)
    table.order("blue.engineer", f"mark_breakdown {heading[0].upper()}1")
    assert table.own("blue").breakdowns == (f"{heading[0].upper()}1",)


def test_e135_silence_is_not_marked_after_silence() -> None:
    """The First Mate's mark in a silence goes elsewhere, unless D2 is off (R125)."""
    table = silent("route=C7")
    go(table, "west", 1)
    table.refused("blue.first_mate", "mark_gauge silence", "R125")
    assert "mark_gauge silence" not in table.legal("blue.first_mate")
    free = silent("route=C7", silence_mark_excludes_silence=False)
    go(free, "west", 1)
    assert marks(free, "W1", "silence") == ["OK", "OK", "END OF ROUND"]
    assert free.own("blue").gauges["silence"].marked == 1


def test_e135_the_move_before_may_mark_silence() -> None:
    """The ban on marking Silence holds for the silent course alone, not for the move before it (R125)."""
    table = Table.at("route=C7 gauges=0/0/0/0/4/0", "route=J10")
    assert table.move("blue", "west", "W1", "silence") == ["HEAD WEST", "OK", "SILENCE READY", "OK"]
    table.state.submarines[0].breakdowns = 0
    go(table, "north", 1)
    table.refused("blue.first_mate", "mark_gauge silence", "R125")


def test_e136_no_gauge_left_to_mark() -> None:
    """When all other gauges are full the mark of a silence is skipped; the OK is said all the same (R125, P8)."""
    table = Table.at("route=C7 gauges=2/3/3/2/5/0", "route=J10", "phase=activation")
    go(table, "west", 1)
    assert table.view().awaiting == ("blue.engineer", "blue.first_mate")
    assert table.own("blue").awaiting == ("blue.engineer",)
    assert table.legal("blue.first_mate") == []
    assert table.called("blue.engineer", "mark_breakdown W5")[:2] == [
        CrewOk("blue", "engineer"),
        CrewOk("blue", "first_mate"),
    ]
    assert table.own("blue").gauges["silence"].marked == 0
    assert table.view().team_to_act == "yellow"


def test_e137_ready_after_silence_is_too_late() -> None:
    """A gauge filled by the silence's mark is announced and serves in a later round only (R125, R25)."""
    table = Table.at("route=C7 gauges=0/0/0/1/5/0", "route=J10", "phase=activation")
    go(table, "west", 1)
    table.order("blue.engineer", "mark_breakdown W1")
    said = table.called("blue.first_mate", "mark_gauge sonar")
    assert said[0] == SystemReady("blue", "sonar")
    assert [call.text for call in said] == ["SONAR READY", "OK", "END OF ROUND"]
    table.refused("blue.captain", "activate_sonar", "R27")
    table.refused("blue.first_mate", "activate_sonar", "R27")


def test_e138_a_silent_mark_may_do_damage() -> None:
    """A panel filled by the silent course does damage aloud, and the heading stays secret (R124, R54, R121)."""
    table = silent("route=C7 broken=W1,W3,W4,W5,W6,N2")
    go(table, "west", 2)
    table.order("blue.engineer", "mark_breakdown W2")
    assert table.heard("yellow.captain") == [
        Stop("blue"),
        SilenceActivated("blue"),
        Damage("blue", 1, 1),
        CrewOk("blue", "engineer"),
    ]
    assert table.view().teams["blue"].damage == 1
    assert table.own("blue").breakdowns == ()
    assert table.own("blue").submarine.damage == 1


def test_e138_destroyed_in_silence() -> None:
    """Damage by the silent mark may be the last, and then nothing more is played (R124, R62)."""
    table = Table.at(f"route=C7 damage=3 {READY} broken=W1,W3,W4,W5,W6", "route=J10", "phase=activation")
    go(table, "west", 1)
    assert table.order("blue.engineer", "mark_breakdown W2") == [
        "DAMAGE!",
        "DESTROYED!",
        "GAME OVER, YELLOW WINS!",
    ]
    assert table.view().outcome == Outcome("yellow", "destroyed")
    table.refused("blue.first_mate", "mark_gauge mine", "R29")


def test_e139_what_the_enemy_hears_of_silence() -> None:
    """The enemy hears and sees the same whatever heading and length the silence has (R121, R150)."""
    heard, seen = [], []
    for heading, distance in (("north", 2), ("west", 0), ("south", 1)):
        table = silent("route=D7")
        go(table, heading, distance)
        seen.append([table.view("yellow.captain"), table.view()])
        assert table.view("yellow.captain").silent_heading is ABSENT
        assert table.view("blue.engineer").silent_heading == heading
        marks(table, f"{heading[0].upper()}6", "drone")
        seen[-1] += [table.view("yellow.radio_operator"), table.view()]
        heard.append(table.heard("yellow.captain"))
    assert heard[0] == heard[1] == heard[2]
    assert seen[0] == seen[1] == seen[2]
    assert [call.text for call in heard[0]] == [*SPOKEN, "OK", "OK", "END OF ROUND"]


def test_e139_who_sees_the_silent_heading() -> None:
    """The Engineer sees the heading that he has to mark; with role views his team-mates do not (R123, P15)."""
    table = Table.at("route=J10", f"route=C7 {READY}", "phase=activation act=yellow", own_team_view="role_only")
    table.order("yellow.captain", "activate_silence west 1")
    assert table.view("yellow.engineer").silent_heading == "west"
    for seats in (("yellow.first_mate",), ("yellow.radio_operator",), ("blue.engineer",), ()):
        assert table.view(*seats).silent_heading is ABSENT
    table.order("yellow.engineer", "mark_breakdown W1")
    assert table.view("yellow.engineer").silent_heading is ABSENT


@pytest.mark.parametrize("symbol", ["S6", "W2", "N1", "N3", "S2", "E2"])
def test_e140_a_yellow_symbol_blocks_silence(symbol: str) -> None:
    """A full Silence gauge is of no use while a yellow symbol is crossed (R58, R120)."""
    table = silent(f"route=C7 broken={symbol}")
    table.refused("blue.captain", "activate_silence west 0", "R58")
    table.refused("blue.captain", "activate_silence west 2", "R58")
    assert table.own("blue").gauges["silence"].marked == 5


def test_e140_a_gauge_not_full() -> None:
    """Silence needs its full gauge (R80, R120)."""
    table = Table.at("route=C7 gauges=0/0/0/0/4/0", "route=J10", "phase=activation")
    table.refused("blue.captain", "activate_silence west 1", "R80")


def test_e141_a_silent_round_is_marked_twice() -> None:
    """Move and silent course are marked each, by Engineer and First Mate (R70, R124)."""
    table = Table.at(f"route=C7 {READY}", "route=J10")
    table.order("blue.captain", "head south")
    assert table.own("blue").silent_heading is ABSENT
    table.order("blue.engineer", "mark_breakdown S5")
    table.order("blue.first_mate", "mark_gauge mine")
    go(table, "west", 2)
    assert table.view().awaiting == ("blue.engineer", "blue.first_mate")
    assert marks(table, "W6", "drone") == ["OK", "OK", "END OF ROUND"]
    assert table.own("blue").breakdowns == ("W6", "S5")
    marked = {system: gauge.marked for system, gauge in table.own("blue").gauges.items()}
    assert marked == {"mine": 1, "torpedo": 0, "drone": 1, "sonar": 0, "silence": 0}
    assert table.own("blue").submarine.route == ("C7", "C8", "B8", "A8")


def test_e142_silence_right_after_a_dive() -> None:
    """The gauge outlasts surfacing, so that the dive's round may end in silence after its move (R127)."""
    table = Table.at(f"route=C7 surfaced=3 dive=yes {READY}", "route=J10")
    table.refused("blue.captain", "activate_silence west 1", "R24")
    assert table.move("blue", "south", "S5", "mine") == ["DIVE!", "HEAD SOUTH", "OK", "OK"]
    go(table, "west", 1)
    assert table.own("blue").submarine.cell == "B8"


def test_p1_the_captain_ends_the_round_after_a_silence_where_mines_are_free() -> None:
    """With mines free in the own turn, silence leaves the round to the Captain, who may still trigger one (P1, P12)."""
    table = silent("route=C7 mines=J1", mine_trigger="free_own_turn")
    table.order("blue.captain", "activate_silence north 1")
    table.order("blue.engineer", "mark_breakdown N6")
    table.order("blue.first_mate", "mark_gauge drone")
    assert table.legal("blue.captain") == ["trigger_mine J1", "end_round"]
    table.order("blue.captain", "trigger_mine J1")
    assert table.order("blue.captain", "end_round") == ["END OF ROUND"]
