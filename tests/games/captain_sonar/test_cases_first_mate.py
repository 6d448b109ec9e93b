"""Edge cases E50–E59: gauges, READY, hull, and systems ordered in vain."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.terms import SYSTEMS
from tests.games.captain_sonar.table import Table

READY = "2/3/3/2/5/0"
RADIATION = "W5,W6,N6,S5,E4"


def course(marks: str = "0/0/0/0/0/0", **options: Any) -> Table:
    """Blue in open water after a course north with these gauges: both marks are due."""
    position = Table.at(f"route=F3 gauges={marks}", "route=J10", **options)
    position.order("blue.captain", "head north")
    return position


def armed(words: str = "", **options: Any) -> Table:
    """Blue at its activation with a full torpedo, a full drone and what `words` add."""
    return Table.at(f"route=F3 gauges=1/3/3/0/0/0 {words}", "route=J10", "phase=activation", **options)


@pytest.mark.parametrize("system", ["mine", "torpedo", "drone", "sonar", "silence"])
def test_e50_a_full_gauge_takes_no_mark(system: str) -> None:
    """A full gauge waits for its system to be used (R70, R71)."""
    full = dict(zip(SYSTEMS, READY.split("/"), strict=True))
    table = course("/".join(full[name] if name == system else "0" for name in SYSTEMS))
    table.refused("blue.first_mate", f"mark_gauge {system}", "R71")
    others = {f"mark_gauge {name}" for name in SYSTEMS if name not in (system, "scenario")}
    assert set(table.legal("blue.first_mate")) == others


def test_e50_a_gauge_just_filled_takes_no_mark_in_the_next_round() -> None:
    """The mark that fills a gauge closes it (R71)."""
    table = course("0/2/0/0/0/0")
    table.order("blue.engineer", "mark_breakdown N6")
    table.order("blue.first_mate", "mark_gauge torpedo")
    table.order("blue.captain", "end_round")
    table.quiet_round("yellow", "north")
    table.order("blue.captain", "head north")
    table.refused("blue.first_mate", "mark_gauge torpedo", "R71")


def test_e50_a_used_gauge_takes_marks_again() -> None:
    """Once its system is used, a gauge is empty and can be marked (R71, R74)."""
    table = armed()
    table.order("blue.captain", "launch_drone 1")
    table.quiet_round("yellow", "north")
    table.order("blue.captain", "head north")
    table.order("blue.first_mate", "mark_gauge drone")
    assert table.marked("blue", "drone") == 1
    assert (table.marked("blue", "mine"), table.marked("blue", "torpedo")) == (1, 3)


@pytest.mark.parametrize("engineer_done", [False, True])
def test_e51_one_gauge_for_one_move(engineer_done: bool) -> None:
    """A course gives exactly one mark (R70)."""
    table = course()
    if engineer_done:
        table.order("blue.engineer", "mark_breakdown N1")
    table.order("blue.first_mate", "mark_gauge torpedo")
    assert table.marked("blue", "torpedo") == 1
    table.refused("blue.first_mate", "mark_gauge torpedo", "R70")
    table.refused("blue.first_mate", "mark_gauge sonar", "R70")
    assert [table.marked("blue", system) for system in SYSTEMS[:5]] == [0, 1, 0, 0, 0]


def test_e52_the_mark_cannot_be_left_out() -> None:
    """While a gauge has room the round waits for the First Mate (R70)."""
    table = course("2/3/3/1/5/0")
    table.order("blue.engineer", "mark_breakdown N6")
    assert table.own("blue").awaiting == ("blue.first_mate",)
    table.refused("blue.captain", "end_round", "R23")
    table.refused("blue.captain", "launch_drone 1", "R23")
    table.refused("blue.first_mate", "launch_drone 1", "R23")
    assert table.legal("blue.first_mate") == ["mark_gauge sonar"]
    assert table.order("blue.first_mate", "mark_gauge sonar") == ["SONAR READY", "OK"]


def test_e53_with_all_gauges_full_the_mark_falls_away() -> None:
    """If nothing can be marked the First Mate's OK follows the Engineer's by itself (D19, P8)."""
    table = course(READY)
    assert table.own("blue").awaiting == ("blue.engineer",)
    assert table.view("yellow.captain").awaiting == ("blue.engineer", "blue.first_mate")
    assert table.legal("blue.first_mate") == []
    table.refused("blue.first_mate", "mark_gauge mine", "R70")
    assert table.called("blue.engineer", "mark_breakdown N6") == [
        a.CrewOk("blue", "engineer"),
        a.CrewOk("blue", "first_mate"),
    ]
    assert table.state.phase == "activation"
    assert [table.marked("blue", system) for system in SYSTEMS[:5]] == [2, 3, 3, 2, 5]


def test_e54_no_mark_on_a_scenario_gauge_without_a_scenario() -> None:
    """The Scenario gauge is not marked on a chart that has no use for it (D20)."""
    table = course()
    table.refused("blue.first_mate", "mark_gauge scenario", "D20")
    assert "scenario" not in table.own("blue").gauges
    table.refused("blue.first_mate", "mark_gauge anchor", "R70")


def test_e54_unless_the_host_allows_it() -> None:
    """With the option the useless gauge takes marks like any other, up to four (D20)."""
    table = course("2/3/3/2/5/3", unused_scenario_gauge_markable=True)
    assert table.own("blue").awaiting == ("blue.engineer", "blue.first_mate")
    assert table.legal("blue.first_mate") == ["mark_gauge scenario"]
    assert table.order("blue.first_mate", "mark_gauge scenario") == ["SCENARIO READY"]
    table.order("blue.engineer", "mark_breakdown N6")
    table.refused("blue.captain", "trigger_archer_mine F1", "R144")
    assert table.marked("blue", "scenario") == 4


def test_e54_on_echo_the_scenario_gauge_is_marked() -> None:
    """A chart with Archer mines uses the gauge (D20, R143)."""
    table = course(chart="echo")
    table.order("blue.first_mate", "mark_gauge scenario")
    assert table.marked("blue", "scenario") == 1


@pytest.mark.parametrize(
    ("system", "gauges"),
    [
        ("mine", "1/0/0/0/0/0"),
        ("torpedo", "0/2/0/0/0/0"),
        ("drone", "0/0/2/0/0/0"),
        ("sonar", "0/0/0/1/0/0"),
        ("silence", "0/0/0/0/4/0"),
    ],
)
def test_e55_a_completed_gauge_is_announced_to_both_teams(system: str, gauges: str) -> None:
    """The mark that fills a gauge is told to everybody, ahead of the OK (R72, D16)."""
    table = course(gauges)
    table.order("blue.engineer", "mark_breakdown N6")
    said = table.called("blue.first_mate", f"mark_gauge {system}")
    assert [call.text for call in said] == [f"{system.upper()} READY", "OK"]
    for listener in ((), ("yellow.captain",), ("blue.radio_operator",)):
        assert table.heard(*listener)[-2:] == said


def test_e55_no_call_before_the_gauge_is_full() -> None:
    """A mark that leaves room is nobody's business (R72)."""
    table = course("0/1/0/0/0/0")
    assert table.order("blue.first_mate", "mark_gauge torpedo") == []


def test_e55_or_to_the_own_team_only() -> None:
    """With the option the enemy and spectators do not hear that a system is ready (D16)."""
    table = course("0/2/0/0/0/0", announce_ready="team")
    table.order("blue.engineer", "mark_breakdown N6")
    table.order("blue.first_mate", "mark_gauge torpedo")
    public = [a.Course("blue", "north"), a.CrewOk("blue", "engineer"), a.CrewOk("blue", "first_mate")]
    assert table.heard("yellow.captain", "yellow.radio_operator") == table.heard() == public
    assert table.heard("blue.radio_operator") == [*public[:2], a.SystemReady("blue", "torpedo"), public[2]]


def test_e56_a_torpedo_made_ready_now_may_be_fired_now() -> None:
    """A gauge filled in this round may be used in it (R73)."""
    table = course("0/2/0/0/0/0")
    table.order("blue.engineer", "mark_breakdown N6")
    table.order("blue.first_mate", "mark_gauge torpedo")
    assert table.order("blue.captain", "launch_torpedo F1") == [
        "STOP!",
        "TORPEDO LAUNCHED, IMPACT IN F1!",
        "ALL CLEAR!",
        "INDIRECT HIT, ONE DAMAGE!",
        "END OF ROUND",
    ]
    assert table.marked("blue", "torpedo") == 0


@pytest.mark.parametrize(("sheet", "sizes"), [("turn-by-turn", (2, 3, 3, 2, 5, 4)), ("real-time", (3, 3, 4, 3, 6, 4))])
def test_e57_the_sizes_of_the_gauges(sheet: str, sizes: tuple[int, ...]) -> None:
    """How many marks fill each gauge depends on the sheet chosen (R2, D27)."""
    for number, (system, size) in enumerate(zip(SYSTEMS, sizes, strict=True)):
        for marked in range(size):
            before = "/".join(str(marked if place == number else 0) for place in range(6))
            table = course(before, gauges=sheet, chart="echo")
            assert table.own("blue").gauges[system].size == size
            ready = [f"{system.upper()} READY"] if marked == size - 1 else []
            assert table.order("blue.first_mate", f"mark_gauge {system}") == ready
            assert table.marked("blue", system) == marked + 1


def test_e57_a_gauge_of_the_real_time_sheet_is_not_full_at_the_light_size() -> None:
    """Two marks are no mine on the real-time sheet (R80, D27)."""
    table = Table.at("route=F3 gauges=2/0/3/2/5/0", table="phase=activation", gauges="real-time")
    for order in ("drop_mine G2", "launch_drone 1", "activate_sonar", "activate_silence north 0"):
        table.refused("blue.captain", order, "R80")


def test_e58_a_refused_activation_costs_nothing() -> None:
    """A torpedo out of order is refused in silence, stays loaded, and another system may be used (R83, D15)."""
    table = armed("broken=W1")
    table.refused("blue.captain", "launch_torpedo F1", "R58")
    table.refused("blue.captain", "activate_sonar", "R80")
    table.refused("blue.first_mate", "activate_sonar", "R80")
    assert table.heard() == []
    assert table.own("blue").activation_used is False
    assert table.marked("blue", "torpedo") == 3
    assert table.order("blue.captain", "launch_drone 1")[0] == "STOP!"
    assert (table.marked("blue", "torpedo"), table.marked("blue", "drone")) == (3, 0)


@pytest.mark.parametrize(
    ("seat", "order"),
    [
        ("blue.captain", "launch_torpedo F1"),
        ("blue.captain", "drop_mine G2"),
        ("blue.captain", "trigger_mine A1"),
        ("blue.captain", "activate_sonar"),
        ("blue.first_mate", "activate_sonar"),
        ("blue.captain", "activate_silence north 0"),
    ],
)
def test_e58_or_it_costs_a_radiation_mark(seat: str, order: str) -> None:
    """With this option a vain order crosses the next free radiation symbol; the activation stays open (D15)."""
    table = armed("mines=A1 broken=W1,W5", bad_activation="radiation_mark")
    assert not table.may(seat, order)
    assert table.order(seat, order) == ["STOP!"]
    assert table.crossed("blue") == ("W1", "W5", "W6")
    assert table.damage("blue") == 0
    assert (table.state.phase, table.own("blue").activation_used) == ("activation", False)
    assert (table.marked("blue", "torpedo"), table.marked("blue", "mine")) == (3, 1)
    assert table.mines("blue") == ("A1",)
    assert table.order("blue.captain", "launch_drone 1")[0] == "STOP!"


def test_e58_the_sixth_radiation_mark_is_damage() -> None:
    """The price in radiation is a mark like the Engineer's and may break everything down (D15, R53, R55)."""
    table = armed(f"broken=W1,{RADIATION}", bad_activation="radiation_mark")
    assert table.called("blue.captain", "launch_torpedo F1") == [a.Stop("blue"), a.Damage("blue", 1, 1)]
    assert table.crossed("blue") == ()
    assert table.may("blue.captain", "launch_torpedo F1")
    table = armed(f"damage=3 broken=W1,{RADIATION}", bad_activation="radiation_mark")
    said = table.order("blue.captain", "launch_torpedo F1")
    assert said == ["STOP!", "DAMAGE!", "DESTROYED!", "GAME OVER, YELLOW WINS!"]


def test_e58_or_it_costs_one_damage() -> None:
    """With this option a vain order costs one damage; the activation stays open (D15)."""
    table = armed("broken=W1", bad_activation="one_damage")
    assert table.called("blue.captain", "launch_torpedo F1") == [a.Stop("blue"), a.Damage("blue", 1, 1)]
    assert table.order("blue.first_mate", "activate_sonar") == ["STOP!", "DAMAGE!"]
    assert (table.damage("blue"), table.damage("yellow")) == (2, 0)
    assert table.crossed("blue") == ("W1",)
    assert (table.state.phase, table.own("blue").activation_used) == ("activation", False)
    assert table.order("blue.captain", "launch_drone 1")[0] == "STOP!"
    table = armed("damage=3 broken=W1", bad_activation="one_damage")
    said = table.order("blue.captain", "launch_torpedo F1")
    assert said == ["STOP!", "DAMAGE!", "DESTROYED!", "GAME OVER, YELLOW WINS!"]
    assert table.damage("blue") == 4


@pytest.mark.parametrize("price", ["radiation_mark", "one_damage"])
def test_e58_only_a_broken_or_empty_system_has_a_price(price: str) -> None:
    """A wrong target, role, step or round is refused as ever, under any option (D15)."""
    table = armed("mines=A1", bad_activation=price)
    table.refused("blue.captain", "launch_torpedo A10", "R106")
    table.refused("blue.captain", "launch_drone 5", "R118")
    table.refused("blue.captain", "trigger_mine A2", "R100")
    table.refused("blue.first_mate", "drop_mine G2", "R81")
    table.refused("yellow.captain", "drop_mine J9", "R27")
    table = Table.at("route=F3 broken=W1", bad_activation=price)
    table.refused("blue.captain", "launch_torpedo F1", "R24")
    table.refused("blue.captain", "trigger_mine A1", "R24")


@pytest.mark.parametrize("price", ["radiation_mark", "one_damage"])
def test_e58_no_price_while_no_mine_can_be_triggered_at_all(price: str) -> None:
    """Even where mines go off at any time, an order before a sonar's answer or after the end is refused (P12, D15)."""
    options: dict[str, Any] = {"mine_trigger": "anytime", "bad_activation": price}
    for phase in ("sonar_answer", "game_over outcome=-/draw_agreed"):
        table = Table.at("route=F3 mines=A1 broken=W1", table=f"phase={phase}", **options)
        assert table.refused("blue.captain", "trigger_mine A1").code == "wrong_phase"
    table = Table.at("route=F3 mines=A1 broken=W1", **options)
    assert table.order("blue.captain", "trigger_mine A1")[0] == "STOP!"


@pytest.mark.parametrize(
    ("hull", "before", "after", "over"),
    [(4, 3, 4, True), (4, 2, 4, True), (4, 1, 3, False), (6, 3, 5, False), (1, 0, 1, True)],
)
def test_e59_damage_stops_at_the_last_box(hull: int, before: int, after: int, over: bool) -> None:
    """A direct hit crosses two boxes, or what is left; the last one destroys (R75, R1)."""
    table = Table.at("route=F3 gauges=0/3/0/0/0/0", f"route=F6 damage={min(before, 4)}", "phase=activation", hull=hull)
    said = table.order("blue.captain", "launch_torpedo F6")
    assert said[:3] == ["STOP!", "TORPEDO LAUNCHED, IMPACT IN F6!", "DIRECT HIT, TWO DAMAGE!"]
    assert said[3:] == (["DESTROYED!", "GAME OVER, BLUE WINS!"] if over else ["END OF ROUND"])
    assert table.damage("yellow") == after
    if over:
        assert table.heard()[-2:] == [a.Destroyed("yellow"), a.GameOver(None, "blue", "destroyed")]
