"""Drone and sonar: cases E112 to E126."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR, notation
from sonar_referee.games.captain_sonar.announcements import DroneAnswer, DroneLaunched, SonarAnswer
from sonar_referee.games.captain_sonar.orders import AnswerSonar, Fact
from tests.games.captain_sonar.table import CHARTS, Table

SEEKER = "route=C7 gauges=0/0/3/2/0/0"


def seeking(yellow: str = "route=G3", blue: str = SEEKER, table: str = "", **options: Any) -> Table:
    """Blue has moved and may use drone and sonar; yellow is in G3, sector 2."""
    return Table.at(blue, yellow, f"phase=activation {table}", **options)


def pinged(yellow: str = "route=G3", **options: Any) -> Table:
    """Blue has activated its sonar."""
    table = seeking(yellow, **options)
    assert table.order("blue.captain", "activate_sonar") == ["STOP!", "ACTIVATING SONAR!"]
    return table


def test_e112_a_sector_must_be_on_the_map() -> None:
    """A drone asks for one of the four sectors of a 10 by 10 chart (R118, R6)."""
    table = seeking()
    for sector in (5, 0, -1):
        table.refused("blue.captain", f"launch_drone {sector}", "R118")
    drones = [order for order in table.legal("blue.captain") if order.startswith("launch_drone")]
    assert drones == [f"launch_drone {sector}" for sector in (1, 2, 3, 4)]


@pytest.mark.parametrize(("cell", "sector"), [("E5", 1), ("F5", 2), ("D6", 3), ("F6", 4)])
def test_e113_sectors_meet_in_the_middle(cell: str, sector: int) -> None:
    """Sectors are blocks of five by five, counted row by row (R6)."""
    chart = CHARTS["alpha"]
    assert chart.sector[chart.number[cell]] == sector
    for asked in (1, 2, 3, 4):
        answer = seeking(f"route={cell}").order("blue.captain", f"launch_drone {asked}")[2]
        assert answer == ("YES!" if asked == sector else "NO!")


@pytest.mark.parametrize("seat", ["blue.captain", "blue.first_mate"])
def test_e114_the_drone_is_answered_truly(seat: str) -> None:
    """The answer is yes in the true sector, everybody hears it, and the gauge is empty afterwards (R118, D21)."""
    table = seeking()
    assert table.called(seat, "launch_drone 2")[1:3] == [
        DroneLaunched("blue", 2),
        DroneAnswer("yellow", "yes"),
    ]
    texts = ["STOP!", "DRONE LAUNCHED, ARE YOU IN SECTOR 2?", "YES!", "END OF ROUND"]
    for seats in ((), ("blue.engineer",), ("yellow.radio_operator",)):
        assert [call.text for call in table.heard(*seats)] == texts
    assert table.own("blue").gauges["drone"].marked == 0
    assert table.own("blue").gauges["sonar"].marked == 2
    assert table.view().team_to_act == "yellow"


def test_e114_the_captain_confirms_the_drone() -> None:
    """With `captain_confirms` the truth about the sector waits for the enemy Captain's word (D22)."""
    table = seeking(auto_answers="captain_confirms")
    assert table.order("blue.first_mate", "launch_drone 1") == ["STOP!", "DRONE LAUNCHED, ARE YOU IN SECTOR 1?"]
    assert table.view().awaiting == ("yellow.captain",)
    assert table.order("yellow.captain", "confirm_answer") == ["NO!", "END OF ROUND"]


def test_e115_the_same_sector_may_be_asked_again() -> None:
    """Nothing forbids asking for the sector that an earlier round asked for (R118)."""
    table = seeking()
    assert "YES!" in table.order("blue.captain", "launch_drone 2")
    for turn in (1, 2, 3):
        table.move("yellow", "south", f"S{turn}")
        table.order("yellow.captain", "end_round")
        table.move("blue", "south", f"S{turn + 1}", "drone")
        if turn < 3:
            table.order("blue.captain", "end_round")
    assert table.order("blue.captain", "launch_drone 2")[1:3] == ["DRONE LAUNCHED, ARE YOU IN SECTOR 2?", "NO!"]


def test_e116_true_then_false() -> None:
    """A true column and a false sector make a good answer, which is passed on as given (R119)."""
    table = pinged()
    answer = SonarAnswer("yellow", (Fact("column", "G"), Fact("sector", 4)))
    said = table.called("yellow.captain", "answer_sonar column G sector 4")
    assert said[0] == answer
    assert [call.text for call in said] == ["WE ARE IN COLUMN G, SECTOR 4!", "END OF ROUND"]
    assert table.own("blue").gauges["sonar"].marked == 0
    assert table.own("blue").gauges["drone"].marked == 3


def test_e117_false_then_true() -> None:
    """The false fact may come first (R119)."""
    said = pinged().order("yellow.captain", "answer_sonar column A row 3")
    assert said == ["WE ARE IN COLUMN A, ROW 3!", "END OF ROUND"]


@pytest.mark.parametrize("facts", ["column G row 3", "row 3 sector 2", "sector 2 column G"])
def test_e118_both_true(facts: str) -> None:
    """Two true facts are refused (R119a)."""
    table = pinged()
    assert "true" in table.refused("yellow.captain", f"answer_sonar {facts}", "R119a").reason
    assert table.view().phase == "sonar_answer"


@pytest.mark.parametrize("facts", ["column A sector 4", "row 1 column B", "sector 1 row 2"])
def test_e119_both_false(facts: str) -> None:
    """Two false facts are refused (R119a)."""
    assert "false" in pinged().refused("yellow.captain", f"answer_sonar {facts}", "R119a").reason


@pytest.mark.parametrize("facts", ["row 3 row 5", "column A column G", "sector 2 sector 1", "row 3 row 3"])
def test_e120_the_same_kind_twice(facts: str) -> None:
    """The two facts are of different kinds (R119a)."""
    assert "different kinds" in pinged().refused("yellow.captain", f"answer_sonar {facts}", "R119a").reason


@pytest.mark.parametrize(
    "facts", ["row 11 sector 2", "row 0 sector 2", "column K row 3", "column G sector 5", "sector 0 row 3"]
)
def test_e121_a_fact_off_the_map(facts: str) -> None:
    """Rows, columns and sectors that the chart does not have are no facts, true or false (R119a)."""
    assert "no such" in pinged().refused("yellow.captain", f"answer_sonar {facts}", "R119a").reason


def test_e122_only_the_enemy_captain_answers() -> None:
    """Nobody but the Captain who is asked answers a sonar (R119)."""
    table = pinged()
    answer = "answer_sonar column G sector 4"
    assert table.refused("blue.captain", answer, "R119").code == "not_your_turn"
    for seat in ("blue.first_mate", "blue.radio_operator", "yellow.engineer", "yellow.first_mate"):
        table.refused(seat, answer, "R119")
    assert table.view().awaiting == ("yellow.captain",)
    assert table.may("yellow.captain", answer)
    assert seeking().refused("yellow.captain", answer, "R119").code == "wrong_phase"


def test_e123_the_round_waits_for_the_answer() -> None:
    """While the answer is open no other order is taken and no clock runs by itself (R119b, D23)."""
    table = pinged()
    table.refused("blue.captain", "end_round", "R119b")
    table.refused("blue.captain", "launch_drone 1", "R119b")
    table.refused("blue.first_mate", "launch_drone 1", "R119b")
    table.refused("yellow.captain", "head north", "R27")
    assert table.legal("blue.captain") == table.legal("blue.first_mate") == []
    assert CAPTAIN_SONAR.time_allowed(table.state) is None


def test_e123_an_answer_when_time_is_up() -> None:
    """With a limit the referee gives a legal answer in the Captain's place when it has run out (D23)."""
    table = seeking(sonar_timeout_s=20)
    assert CAPTAIN_SONAR.time_allowed(table.state) is None
    table.order("blue.captain", "activate_sonar")
    assert CAPTAIN_SONAR.time_allowed(table.state) == 20
    seat, order = CAPTAIN_SONAR.on_timeout(table.state)
    assert seat == "yellow.captain"
    assert isinstance(order, AnswerSonar)
    assert order in CAPTAIN_SONAR.legal_orders(table.state, seat)
    assert CAPTAIN_SONAR.on_timeout(table.state) == (seat, order)
    said = table.called(seat, notation.order_text(order))
    assert said[0] == SonarAnswer("yellow", order.facts)
    assert CAPTAIN_SONAR.time_allowed(table.state) is None


def test_e124_the_two_facts_and_nothing_else() -> None:
    """Everybody hears the two facts in the order given, without a hint which is true (R150)."""
    table = pinged()
    table.order("yellow.captain", "answer_sonar sector 4 column G")
    for seats in (("blue.captain",), ("blue.radio_operator",), ("yellow.engineer",), ()):
        answer = table.heard(*seats)[2]
        assert asdict(answer) == {
            "kind": "sonar_answer",
            "team": "yellow",
            "facts": ({"kind": "sector", "value": 4}, {"kind": "column", "value": "G"}),
        }
        assert answer.text == "WE ARE IN SECTOR 4, COLUMN G!"


def test_e125_a_surfaced_submarine_answers() -> None:
    """Drone and sonar are answered from the surface too, and its surface rounds go on (R119b)."""
    surfaced = "route=G3 surfaced=1 dive=yes"
    then = ["END OF ROUND", "SURFACE ROUND 2 OF 3", "END OF ROUND"]
    assert seeking(surfaced).order("blue.captain", "launch_drone 2")[2:] == ["YES!", *then]
    table = pinged(surfaced)
    assert table.order("yellow.captain", "answer_sonar row 3 sector 1") == ["WE ARE IN ROW 3, SECTOR 1!", *then]
    assert table.view().teams["yellow"].surface_round == 2
    assert table.view().team_to_act == "blue"


@pytest.mark.parametrize("symbol", ["W3", "W4", "N4", "S1", "E1", "E5"])
def test_e126_a_green_symbol_blocks_detection(symbol: str) -> None:
    """One crossed green symbol puts drone and sonar out of order and costs no marks (R58, R83)."""
    table = seeking(blue=f"{SEEKER} broken={symbol}")
    for seat in ("blue.captain", "blue.first_mate"):
        table.refused(seat, "activate_sonar", "R58")
        table.refused(seat, "launch_drone 1", "R58")
    assert table.legal("blue.first_mate") == []
    assert table.legal("blue.captain") == ["end_round"]
    assert table.own("blue").gauges["sonar"].marked == 2
