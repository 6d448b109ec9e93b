"""Edge cases E60–E69: one activation a round, by whom and when."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.orders import Fact
from tests.games.captain_sonar.table import Table

READY = "gauges=2/3/3/2/5/0"
CAPTAINS_ORDERS = ("launch_torpedo F1", "drop_mine G2", "trigger_mine A1", "activate_silence north 1")


def armed(yellow: str = "route=J10", **options: Any) -> Table:
    """Blue at its activation in open water, all gauges full, mines on A1 and A8."""
    return Table.at(f"route=F3 mines=A1,A8 {READY}", yellow, "phase=activation", **options)


def test_e60_no_drone_after_the_captains_torpedo() -> None:
    """The Captain's activation ends the round, so the First Mate comes too late (R25, P1)."""
    table = armed()
    assert table.order("blue.captain", "launch_torpedo F7")[-1] == "END OF ROUND"
    assert (table.view().team_to_act, table.state.round, table.state.phase) == ("yellow", 6, "order")
    assert table.legal("blue.first_mate") == []
    table.refused("blue.first_mate", "launch_drone 1", "R27")
    assert (table.marked("blue", "torpedo"), table.marked("blue", "drone")) == (0, 3)


def test_e60_nor_where_the_captain_still_has_the_round() -> None:
    """Where mines are triggered freely the round goes on, but its activation is used (R25, P1)."""
    table = armed(mine_trigger="free_own_turn")
    assert table.own("blue").activation_used is False
    assert table.order("blue.captain", "launch_torpedo F7")[-1] == "ALL CLEAR!"
    assert (table.view().team_to_act, table.state.round, table.state.phase) == ("blue", 5, "activation")
    assert table.own("blue").activation_used is True
    assert table.legal("blue.first_mate") == []
    for seat in ("blue.first_mate", "blue.captain"):
        table.refused(seat, "launch_drone 1", "R25")
        table.refused(seat, "activate_sonar", "R25")
    for order in ("drop_mine G2", "activate_silence north 1"):
        table.refused("blue.captain", order, "R25")
    assert table.legal("blue.captain") == ["trigger_mine A1", "trigger_mine A8", "end_round"]
    assert table.order("blue.captain", "end_round") == ["END OF ROUND"]
    table.quiet_round("yellow", "north")
    table.move("blue", "north", "N6", "torpedo")
    assert table.own("blue").activation_used is False
    assert table.may("blue.first_mate", "launch_drone 1")


@pytest.mark.parametrize(("when", "rule"), [("activation", "R27"), ("free_own_turn", "R25"), ("anytime", "R27")])
def test_e61_no_torpedo_after_the_first_mates_drone(when: str, rule: str) -> None:
    """The First Mate's activation counts for the Captain too (R25)."""
    table = armed(mine_trigger=when)
    said = table.order("blue.first_mate", "launch_drone 4")
    assert said[:3] == ["STOP!", "DRONE LAUNCHED, ARE YOU IN SECTOR 4?", "YES!"]
    table.refused("blue.captain", "launch_torpedo F1", rule)
    assert (table.marked("blue", "torpedo"), table.marked("blue", "drone")) == (3, 0)


@pytest.mark.parametrize("order", ["launch_drone 1", "activate_sonar"])
@pytest.mark.parametrize("seat", ["blue.captain", "blue.first_mate"])
def test_e62_captain_or_first_mate_order_drone_and_sonar(seat: str, order: str) -> None:
    """Detection may be ordered by either of the two (R81, D21)."""
    table = armed()
    assert table.may(seat, order)
    assert table.order(seat, order)[0] == "STOP!"
    system = order.split(maxsplit=1)[0].split("_")[1]
    assert table.marked("blue", system) == 0


@pytest.mark.parametrize("order", ["launch_drone 1", "activate_sonar"])
def test_e62_or_the_first_mate_alone_by_option(order: str) -> None:
    """With the option detection is the First Mate's only (D21)."""
    table = armed(detection_by="first_mate_only")
    table.refused("blue.captain", order, "D21")
    assert table.may("blue.captain", "launch_torpedo F1")
    assert table.may("blue.first_mate", order)
    assert table.order("blue.first_mate", order)[0] == "STOP!"


@pytest.mark.parametrize("order", CAPTAINS_ORDERS)
@pytest.mark.parametrize("role", ["first_mate", "engineer", "radio_operator"])
def test_e63_weapons_and_silence_are_the_captains(role: str, order: str) -> None:
    """Nobody but the Captain fires, drops, triggers or goes silent (R81)."""
    table = armed()
    table.refused(f"blue.{role}", order, "R81")
    assert table.may("blue.captain", order)


@pytest.mark.parametrize("role", ["engineer", "radio_operator"])
@pytest.mark.parametrize("order", ["launch_drone 1", "activate_sonar"])
def test_e63_engineer_and_radio_operator_activate_nothing(role: str, order: str) -> None:
    """Detection is not for Engineer and Radio Operator (R81)."""
    table = armed()
    table.refused(f"blue.{role}", order, "R81")
    assert table.legal(f"blue.{role}") == []


def test_e64_dropping_and_triggering_need_two_rounds() -> None:
    """A round has one activation, be it a drop or a trigger (R96, R101)."""
    table = armed()
    assert table.order("blue.captain", "drop_mine G2") == ["STOP!", "MINE DROPPED!", "END OF ROUND"]
    for cell in ("G2", "A1"):
        table.refused("blue.captain", f"trigger_mine {cell}", "R27")
    table = armed()
    table.order("blue.captain", "trigger_mine A1")
    table.refused("blue.captain", "drop_mine G2", "R27")
    assert table.marked("blue", "mine") == 2


def test_e64_a_used_activation_is_used_for_a_trigger_too() -> None:
    """By default the trigger needs the round's activation (R101, D1)."""
    table = Table.at("route=F3 mines=A1", table="phase=activation used=yes")
    table.refused("blue.captain", "trigger_mine A1", "R101")
    assert table.legal("blue.captain") == ["end_round"]


@pytest.mark.parametrize("trigger_first", [False, True])
def test_e64_a_free_trigger_goes_before_or_after_the_activation(trigger_first: bool) -> None:
    """With free triggers in one's own round a drop and a trigger fit together; the Captain ends the round (D1, P12)."""
    table = armed(mine_trigger="free_own_turn")
    orders = {
        "drop_mine G2": ["STOP!", "MINE DROPPED!"],
        "trigger_mine A1": ["STOP!", "MINE TRIGGERED, IMPACT IN A1!", "ALL CLEAR!"],
    }
    for order in sorted(orders, reverse=trigger_first):
        assert table.order("blue.captain", order) == orders[order]
        assert (table.view().team_to_act, table.state.phase) == ("blue", "activation")
    assert table.mines("blue") == ("G2", "A8")
    assert table.order("blue.captain", "end_round") == ["END OF ROUND"]


def test_e64_a_free_trigger_waits_for_the_own_activation_step() -> None:
    """Free triggers belong to one's own round after move and marks (D1, P12)."""
    table = Table.at(
        f"route=F3 mines=A1 {READY.replace('2/5', '1/5')}", "route=J10 mines=J1", mine_trigger="free_own_turn"
    )
    table.refused("blue.captain", "trigger_mine A1", "R24")
    table.order("blue.captain", "head north")
    table.refused("blue.captain", "trigger_mine A1", "R23")
    table.order("blue.engineer", "mark_breakdown N6")
    table.order("blue.first_mate", "mark_gauge sonar")
    table.refused("yellow.captain", "trigger_mine J1", "R27")
    assert table.may("blue.captain", "trigger_mine A1")


def test_e64_at_any_time_the_trigger_is_no_activation() -> None:
    """Where mines go off at any time, a trigger neither needs nor uses the activation (D1, P12)."""
    table = armed(mine_trigger="anytime")
    assert table.order("blue.captain", "trigger_mine A1")[-1] == "ALL CLEAR!"
    assert table.own("blue").activation_used is False
    assert table.order("blue.captain", "drop_mine G2") == ["STOP!", "MINE DROPPED!", "END OF ROUND"]
    assert table.view().team_to_act == "yellow"
    assert table.order("blue.captain", "trigger_mine G2")[1] == "MINE TRIGGERED, IMPACT IN G2!"


def test_e65_one_mine_a_round() -> None:
    """The second mine must wait for another round (R103)."""
    table = armed()
    assert table.order("blue.captain", "trigger_mine A1")[-1] == "END OF ROUND"
    table.refused("blue.captain", "trigger_mine A8", "R27")
    assert table.mines("blue") == ("A8",)


@pytest.mark.parametrize("when", ["free_own_turn", "anytime"])
def test_e65_or_all_of_them_where_triggers_are_free(when: str) -> None:
    """Free triggers have no limit (D1)."""
    table = armed(mine_trigger=when)
    table.order("blue.captain", "trigger_mine A1")
    assert table.order("blue.captain", "trigger_mine A8")[:2] == ["STOP!", "MINE TRIGGERED, IMPACT IN A8!"]
    assert table.mines("blue") == ()
    assert table.view().team_to_act == "blue"


def test_e66_a_fired_torpedo_must_be_loaded_again() -> None:
    """Use empties the gauge; one mark does not fill it (R74, R80)."""
    table = armed()
    table.order("blue.captain", "launch_torpedo F7")
    assert table.marked("blue", "torpedo") == 0
    table.quiet_round("yellow", "north")
    table.move("blue", "north", "N6", "torpedo")
    assert table.marked("blue", "torpedo") == 1
    table.refused("blue.captain", "launch_torpedo F5", "R80")
    assert table.marked("blue", "torpedo") == 1


@pytest.mark.parametrize(
    ("order", "system"),
    [
        ("launch_torpedo F7", "torpedo"),
        ("drop_mine G2", "mine"),
        ("launch_drone 1", "drone"),
        ("activate_sonar", "sonar"),
        ("activate_silence north 1", "silence"),
    ],
)
def test_e66_use_empties_its_own_gauge_only(order: str, system: str) -> None:
    """All marks of the system used are erased, and no others (R74)."""
    table = armed()
    before = {name: gauge.marked for name, gauge in table.own("blue").gauges.items()}
    table.order("blue.captain", order)
    after = {name: gauge.marked for name, gauge in table.own("blue").gauges.items()}
    assert after == {**before, system: 0}


def test_e67_different_systems_in_consecutive_rounds() -> None:
    """Each round of a team has an activation of its own, after its own move (R25)."""
    table = armed()
    table.order("blue.captain", "launch_torpedo F7")
    table.quiet_round("yellow", "north")
    table.refused("blue.captain", "launch_drone 1", "R24")
    table.move("blue", "north", "N6", "torpedo")
    assert table.order("blue.captain", "launch_drone 1")[1:3] == [
        "DRONE LAUNCHED, ARE YOU IN SECTOR 1?",
        "NO!",
    ]


def test_e68_the_end_of_the_round_closes_it_for_the_first_mate() -> None:
    """When the Captain ends the round the activation is forgone (R26)."""
    table = armed()
    assert table.may("blue.first_mate", "activate_sonar")
    assert table.order("blue.captain", "end_round") == ["END OF ROUND"]
    assert table.legal("blue.first_mate") == []
    table.refused("blue.first_mate", "activate_sonar", "R27")
    assert table.marked("blue", "sonar") == 2
    table.refused("blue.captain", "end_round", "R27")


def test_e69_while_a_sonar_asks_only_the_enemy_captains_answer_is_accepted() -> None:
    """During the other team's STOP nobody orders anything but the answer (R27, R119, R119b)."""
    table = armed(f"route=J10 mines=J1 {READY}")
    assert table.order("blue.captain", "activate_sonar") == ["STOP!", "ACTIVATING SONAR!"]
    answer = "answer_sonar row 10 column A"
    assert table.view().awaiting == ("yellow.captain",)
    for order, rule in (("head north", "R12"), ("launch_drone 1", "R81"), (answer, "R119"), ("end_round", "R12")):
        table.refused("yellow.radio_operator", order, rule)
    for order in ("head north", "surface", "end_round", "launch_torpedo J9", "trigger_mine J1", "activate_sonar"):
        table.refused("yellow.captain", order, "R27")
    table.refused("yellow.first_mate", "launch_drone 1", "R27")
    table.refused("yellow.first_mate", "mark_gauge mine", "R27")
    table.refused("yellow.engineer", "mark_breakdown N1", "R27")
    for order in ("end_round", "launch_torpedo F1", "launch_drone 1", "head north", "activate_sonar"):
        table.refused("blue.captain", order, "R119b")
    table.refused("blue.captain", answer, "R119")
    table.refused("blue.first_mate", "launch_drone 1", "R119b")
    for seat in ("blue.first_mate", "blue.engineer", "yellow.first_mate", "yellow.engineer", "yellow.radio_operator"):
        table.refused(seat, answer, "R119")
    said = table.called("yellow.captain", answer)
    assert said == [a.SonarAnswer("yellow", (Fact("row", 10), Fact("column", "A"))), a.RoundEnded("blue")]
    assert (table.view().team_to_act, table.state.phase) == ("yellow", "order")


@pytest.mark.parametrize("when", ["free_own_turn", "anytime"])
def test_e69_after_the_answer_the_interrupted_step_goes_on(when: str) -> None:
    """A free trigger that the enemy Captain confirms leads back to where the round was (D1, D22, P12)."""
    table = armed("route=A2", mine_trigger=when, auto_answers="captain_confirms")
    assert table.order("blue.captain", "trigger_mine A1") == ["STOP!", "MINE TRIGGERED, IMPACT IN A1!"]
    assert (table.damage("yellow"), table.view().awaiting) == (0, ("yellow.captain",))
    for captain in ("blue.captain", "yellow.captain"):
        table.refused(captain, "trigger_mine A8", "R101" if when == "anytime" else "R27")
    assert table.order("yellow.captain", "confirm_answer") == ["INDIRECT HIT, ONE DAMAGE!"]
    assert (table.damage("yellow"), table.view().awaiting) == (1, ("blue.captain",))
    assert (table.state.phase, table.own("blue").activation_used) == ("activation", False)


def test_e69_nor_while_a_captain_is_to_confirm_the_truth() -> None:
    """Where the enemy Captain confirms hits and drone answers, that is the one order accepted (R27, D22)."""
    table = armed(f"route=J10 mines=J1 {READY}", auto_answers="captain_confirms")
    assert table.order("blue.first_mate", "launch_drone 4") == ["STOP!", "DRONE LAUNCHED, ARE YOU IN SECTOR 4?"]
    assert table.view().awaiting == ("yellow.captain",)
    assert table.legal("yellow.captain") == ["confirm_answer"]
    table.refused("yellow.radio_operator", "confirm_answer", "R12")
    table.refused("blue.captain", "confirm_answer", "D22")
    for seat in ("yellow.captain", "blue.captain"):
        table.refused(seat, "end_round", "R27")
        table.refused(seat, "launch_torpedo F1", "R27")
    table.refused("blue.engineer", "mark_breakdown N1", "R27")
    table.refused("blue.first_mate", "mark_gauge mine", "R27")
    assert table.order("yellow.captain", "confirm_answer") == ["YES!", "END OF ROUND"]
    table.refused("yellow.captain", "confirm_answer", "D22")
