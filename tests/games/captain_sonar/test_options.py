"""The decisions D1 to D27 as options: defaults, allowed values and what each value changes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_jsonable_python

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.announcements import Damage, SystemReady
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.options import Clock
from tests.games.captain_sonar.table import CHARTS, Table

END = "END OF ROUND"
ADAPTER = TypeAdapter(Options)
DECISIONS: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "mine_trigger": ("activation", ["free_own_turn", "anytime"], ["never", True, None]),
    "mine_trigger_needs_red_ok": (True, [False], ["true", 1, None]),
    "silence_mark_excludes_silence": (True, [False], ["yes", 0, None]),
    "silence_zero_marks": (True, [False], ["yes", 0, None]),
    "double_breakdown_damage": (1, [2], [0, 3, "1", None]),
    "double_surface": ("independent", ["official_forfeit"], ["forfeit", None]),
    "surface_repair_at": ("last_round", ["announcement"], ["never", 3, None]),
    "mine_adjacency": (8, [4], [0, 6, "8", None]),
    "torpedo_path": ("sea_bfs", ["manhattan", "full_move_rules"], ["straight", None]),
    "self_damage": (True, [False], ["no", 0, None]),
    "mutual_destruction": ("draw", ["attacker_loses", "attacker_wins"], ["replay", None]),
    "mine_chain": ("none", ["torpedo_adjacent", "full"], ["some", True, None]),
    "bad_activation": ("reject", ["radiation_mark", "one_damage"], ["warn", None]),
    "announce_ready": ("public", ["team"], ["nobody", False, None]),
    "surface_on_dive_turn": (False, [True], ["yes", 1, None]),
    "first_team": ("random", ["blue", "yellow", "loser_of_previous"], ["red", None]),
    "unused_scenario_gauge_markable": (False, [True], ["yes", 1, None]),
    "detection_by": ("both", ["first_mate_only"], ["captain_only", None]),
    "auto_answers": (True, ["captain_confirms"], [False, "true", None]),
    "sonar_timeout_s": (None, [1, 3600], [0, 3601, -5, "60", 1.5]),
    "surfaced_radio": ("locked_overlay", ["no_limit"], ["silent", None]),
    "own_team_view": ("shared", ["role_only"], ["none", None]),
    "max_mines": (None, [1, 676], [0, 677, -1, "3"]),
    "gauges": ("turn-by-turn", ["real-time"], ["dark", None]),
    "mode": ("turn-by-turn", [], ["real-time", None]),
    "hull": (4, [1, 6], [0, 7, "4", None]),
    "role_bundles": ("strict", ["free"], ["loose", None]),
    "placement_timeout_s": (None, [1, 3600], [0, 3601, "9"]),
    "max_rounds": (None, [1, 100_000], [0, 100_001, "9"]),
    "radio_assist": ("off", ["plot", "cells"], ["on", None]),
    "spectator_view": ("public", ["none", "omniscient"], ["all", None]),
    "clock": (None, [Clock(5), Clock(3600, "forfeit")], [60, "60", {}, [60]]),
    "presence": ("wait", ["bot", "forfeit"], ["kick", True, None]),
}
"""For each option its default, its other values (of a number the least and the greatest), and some that are wrong."""

NUMBERS = ["sonar_timeout_s", "max_mines", "hull", "placement_timeout_s", "max_rounds"]


def read(**options: Any) -> Options:
    """Options from JSON, as a request brings them."""
    return ADAPTER.validate_json(json.dumps(options), strict=True)


def active(blue: str, yellow: str = "route=J10", table: str = "", **options: Any) -> Table:
    """Blue has moved and may activate."""
    return Table.at(blue, yellow, f"phase=activation {table}", **options)


def test_the_defaults() -> None:
    """Without any choice each decision is as the table states, and there are no other options (0.4)."""
    assert asdict(Options()) == {"map": "alpha"} | {name: row[0] for name, row in DECISIONS.items()}
    assert read() == Options()


@pytest.mark.parametrize("name", DECISIONS)
def test_allowed_values(name: str) -> None:
    """Each value of the table is accepted, in JSON and in Python (0.4)."""
    default, others, _ = DECISIONS[name]
    for value in [default, *others]:
        assert getattr(read(**{name: to_jsonable_python(value)}), name) == value
        assert getattr(Options(**{name: value}), name) == value


@pytest.mark.parametrize("name", DECISIONS)
def test_values_outside_the_table(name: str) -> None:
    """A value that the table does not have, or of another type, is refused (0.4)."""
    for value in DECISIONS[name][2]:
        with pytest.raises(ValidationError):
            read(**{name: value})


@pytest.mark.parametrize("name", NUMBERS)
def test_bounds(name: str) -> None:
    """A number beyond its bounds is refused with its name and bounds, without pydantic too (0.4)."""
    _, (low, high), _ = DECISIONS[name]
    for value in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"{name} must be {low} to {high}, not {value}"):
            Options(**{name: value})


@pytest.mark.parametrize("name", [name for name, row in DECISIONS.items() if isinstance(row[0], str)])
def test_words_outside_the_table(name: str) -> None:
    """A word that is none of an option's values is refused without pydantic too (0.4)."""
    for value in DECISIONS[name][2]:
        with pytest.raises(ValueError, match=f"{name} must be one of"):
            Options(**{name: value})


def test_each_option_is_described() -> None:
    """Every option says what it means and which rule it belongs to (0.4)."""
    for field in Options.__dataclass_fields__.values():
        assert field.metadata["description"].endswith(".")
        assert field.metadata["rule"][0] in "DR"


def test_d1_mine_trigger() -> None:
    """Triggering a mine ends the round, or leaves the activation free, or needs no own round at all (D1)."""
    blue = "route=C7 mines=G4 gauges=0/3/0/0/0/0"
    table = active(blue)
    assert table.order("blue.captain", "trigger_mine G4")[-1] == END
    free = active(blue, mine_trigger="free_own_turn")
    assert free.order("blue.captain", "trigger_mine G4")[-1] == "ALL CLEAR!"
    assert free.may("blue.captain", "launch_torpedo C5")
    for option, may in (("activation", False), ("free_own_turn", False), ("anytime", True)):
        waiting = Table.at(blue, "route=J10", "act=yellow", mine_trigger=option)
        assert waiting.may("blue.captain", "trigger_mine G4") is may


@pytest.mark.parametrize("when", ["activation", "free_own_turn", "anytime"])
def test_d1_red_symbols(when: str) -> None:
    """A crossed red symbol blocks triggering, unless the option lets it pass (D1, R58)."""
    blue = "route=C7 mines=G4 broken=W1"
    active(blue, mine_trigger=when).refused("blue.captain", "trigger_mine G4", "R58")
    free = active(blue, mine_trigger=when, mine_trigger_needs_red_ok=False)
    assert free.may("blue.captain", "trigger_mine G4")
    assert "MINE TRIGGERED, IMPACT IN G4!" in free.order("blue.captain", "trigger_mine G4")


def test_d4_repair_comes_first() -> None:
    """A mark that completes a circuit and a panel only repairs, whatever D5 says (D4)."""
    for damage in (1, 2):
        table = Table.at(
            "route=C7 broken=W1,W2,W4,W5,W6,E3 mark=west gauge=yes",
            table="phase=marks",
            double_breakdown_damage=damage,
        )
        assert table.order("blue.engineer", "mark_breakdown W3") == ["OK"]
        assert table.own("blue").breakdowns == ("W4", "W5", "W6")


def test_d5_two_damage() -> None:
    """Radiation and panel completed together cost two only when the option says so; either alone costs one (D5)."""
    both, area = "W1,W2,W3,W4,W5,N6,S5,E4,E6", "W1,W2,W3,W4,W5"
    for broken, option, damage in ((both, 1, 1), (both, 2, 2), (area, 2, 1), ("W5,N6,S5,E4,E6", 2, 1)):
        table = Table.at(
            f"route=C7 broken={broken} mark=west gauge=yes", table="phase=marks", double_breakdown_damage=option
        )
        assert table.called("blue.engineer", "mark_breakdown W6")[0] == Damage("blue", damage, damage)


def test_d6_double_surface() -> None:
    """Surfacing while the enemy is up leaves his passive rounds, or takes them away (D6)."""
    for option, next_round in (("independent", 11), ("official_forfeit", 7)):
        table = Table.at(double_surface=option)
        table.order("blue.captain", "surface")
        table.order("yellow.captain", "surface")
        assert (table.view().round, table.view().team_to_act) == (next_round, "blue")


def test_d7_surface_repair() -> None:
    """Breakdowns are erased in the third surface round, or as the submarine surfaces (D7)."""
    for option, left in (("last_round", ("W1",)), ("announcement", ())):
        table = Table.at("route=C7 broken=W1", surface_repair_at=option)
        table.order("blue.captain", "surface")
        assert table.own("blue").breakdowns == left


def test_d8_mine_adjacency() -> None:
    """A mine goes on any of eight neighbours, or on the four of a move (D8)."""
    for option, diagonal in ((8, True), (4, False)):
        table = active("route=C7 gauges=2/0/0/0/0/0", mine_adjacency=option)
        assert table.may("blue.captain", "drop_mine C6")
        assert table.may("blue.captain", "drop_mine D6") is diagonal
        if not diagonal:
            table.refused("blue.captain", "drop_mine D6", "R91")


def test_d10_diagonals_are_hit() -> None:
    """A diagonal neighbour of an impact is hit, also where mines go on four neighbours only (D10)."""
    table = active("route=A1 mines=E7", "route=F8", mine_adjacency=4)
    assert "INDIRECT HIT, ONE DAMAGE!" in table.order("blue.captain", "trigger_mine E7")


@pytest.mark.parametrize(
    ("order", "option", "exploded", "yellow_left"),
    [
        ("launch_torpedo E7", "none", [], ("F8", "G8", "J10")),
        ("launch_torpedo E7", "torpedo_adjacent", ["D8", "F8"], ("G8", "J10")),
        ("launch_torpedo E7", "full", ["D8", "E7", "F8", "G8"], ("J10",)),
        ("trigger_mine D8", "torpedo_adjacent", [], ("E7", "F8", "G8", "J10")),
        ("trigger_mine D8", "full", ["E7", "F8", "G8"], ("J10",)),
    ],
)
def test_d13_mine_chain(order: str, option: str, exploded: list[str], yellow_left: tuple[str, ...]) -> None:
    """Explosions spare other mines, or a torpedo sets off those beside it, or all go off in turn (D13)."""
    table = active("route=B7 mines=D8,A1 gauges=0/3/0/0/0/0", "route=H7 mines=E7,F8,G8,J10", mine_chain=option)
    said = table.called("blue.captain", order)
    assert [call.cell for call in said if call.kind == "mine_triggered"][order.startswith("tr") :] == exploded
    assert table.own("yellow").submarine.mines == yellow_left
    assert table.own("blue").submarine.mines == (("A1", "D8") if not exploded and order[0] == "l" else ("A1",))
    owners = {call.cell: call.team for call in said if call.kind == "mine_triggered"}
    assert all(owners[cell] == ("blue" if cell == "D8" else "yellow") for cell in exploded)
    hit = "G8" in exploded
    assert [call.result for call in said if call.kind == "impact"] == ["indirect_hit" if hit else "all_clear"]


def test_d13_explosions_do_not_add_up() -> None:
    """Of several explosions at once the strongest counts for each submarine (D13, R117)."""
    table = active("route=A1 mines=E7,E8", "route=D8 mines=D7", mine_chain="full")
    assert table.order("blue.captain", "trigger_mine E7")[-2:] == ["INDIRECT HIT, ONE DAMAGE!", END]
    assert table.own("yellow").submarine.damage == 1


def test_d14_an_enemy_mine_does_nothing() -> None:
    """Moving onto an enemy mine is like any move (D14)."""
    table = Table.at("route=C7", "route=J10 mines=B7")
    assert table.order("blue.captain", "head west") == ["HEAD WEST"]
    assert table.own("yellow").submarine.mines == ("B7",)


BAD_ORDERS = [
    ("broken=W1 gauges=0/3/0/0/0/0", "blue.captain", "launch_torpedo C5", "R58"),
    ("broken=W1 mines=G4 gauges=0/3/0/0/0/0", "blue.captain", "trigger_mine G4", "R58"),
    ("broken=W1 gauges=0/2/0/0/0/0", "blue.first_mate", "launch_drone 1", "R80"),
]


@pytest.mark.parametrize(("words", "seat", "order", "rule"), BAD_ORDERS)
def test_d15_bad_activation(words: str, seat: str, order: str, rule: str) -> None:
    """A system broken or not full is refused, or costs a radiation symbol or a damage; the slot stays free (D15)."""
    blue = f"route=C7 {words}"
    table = active(blue)
    table.refused(seat, order, rule)
    mark = active(blue, bad_activation="radiation_mark")
    before = mark.own("blue")
    assert mark.order(seat, order) == ["STOP!"]
    assert mark.own("blue").breakdowns == ("W1", "W5")
    assert mark.order(seat, order) == ["STOP!"]
    assert mark.own("blue").breakdowns == ("W1", "W5", "W6")
    harm = active(blue, bad_activation="one_damage")
    assert harm.order(seat, order) == ["STOP!", "DAMAGE!"]
    assert harm.own("blue").submarine.damage == 1
    for paid in (mark, harm):
        after = paid.own("blue")
        assert (after.phase, after.activation_used, after.gauges) == ("activation", False, before.gauges)
        assert after.submarine.mines == before.submarine.mines
        assert paid.may("blue.captain", "end_round")
        paid.refused(seat, "launch_torpedo Z9" if seat == "blue.first_mate" else "head north")


def test_d15_the_price_may_be_high() -> None:
    """A sixth radiation symbol does damage as ever, and the last damage ends the match (D15, R53, R145)."""
    sixth = active("route=C7 broken=W1,W5,W6,N6,S5,E4", bad_activation="radiation_mark")
    assert sixth.order("blue.captain", "launch_torpedo C5") == ["STOP!", "DAMAGE!"]
    assert sixth.own("blue").breakdowns == ()
    last = active("route=C7 damage=3", bad_activation="one_damage")
    assert last.order("blue.captain", "launch_torpedo C5")[1:] == ["DAMAGE!", "DESTROYED!", "GAME OVER, YELLOW WINS!"]
    there = active("route=C7 gauges=0/3/0/0/0/0", bad_activation="one_damage")
    there.refused("blue.captain", "launch_torpedo J10", "R106")


def test_d16_who_hears_ready() -> None:
    """That a system is ready is heard by everybody, or by the own team alone (D16)."""
    for option, heard in (("public", True), ("team", False)):
        table = Table.at("route=C7 gauges=1/0/0/0/0/0 mark=west gauge=yes", table="phase=marks", announce_ready=option)
        table.order("blue.first_mate", "mark_gauge mine")
        ready = SystemReady("blue", "mine")
        assert ready in table.heard("blue.radio_operator")
        assert (ready in table.heard("yellow.captain")) is heard
        assert (ready in table.heard()) is heard


@pytest.mark.parametrize("words", ["route=C7 dive=yes", "route=C7 surfaced=3 dive=yes"])
def test_d17_surfacing_instead_of_a_dive(words: str) -> None:
    """A round that is a dive admits no surfacing, unless the option does; a blackout always does (D17, R31)."""
    Table.at(words).refused("blue.captain", "surface", "R31")
    free = Table.at(words, surface_on_dive_turn=True)
    assert free.may("blue.captain", "surface")
    assert free.order("blue.captain", "surface") == ["SURFACE IN SECTOR 3!", END]
    assert free.own("blue").submarine.surface_round == 1
    boxed = Table.at("route=C7 dive=yes mines=C6,C8,B7,D7")
    assert boxed.legal("blue.captain") == ["surface"]
    assert boxed.order("blue.captain", "surface") == ["SURFACE IN SECTOR 3!", END]


def test_d18_the_first_team() -> None:
    """The first team is drawn from the seed, or set; with no match before, the loser is drawn too (D18)."""
    drawn = [CAPTAIN_SONAR.new(Options(), CHARTS["alpha"], seed).first_team for seed in range(40)]
    assert set(drawn) == {0, 1}
    for seed in range(40):
        for option, team in (("random", drawn[seed]), ("loser_of_previous", drawn[seed]), ("blue", 0), ("yellow", 1)):
            assert CAPTAIN_SONAR.new(Options(first_team=option), CHARTS["alpha"], seed).first_team == team  # type: ignore[arg-type]
    for option in ("blue", "yellow"):
        table = Table.fresh(first_team=option)
        table.order("blue.captain", "place A1")
        table.order("yellow.captain", "place J10")
        assert table.view().team_to_act == option


def test_d19_a_mark_that_cannot_be_made() -> None:
    """With all gauges full the First Mate's mark is skipped (D19)."""
    table = Table.at("route=C7 gauges=2/3/3/2/5/0")
    assert table.move("blue", "west", "W1", "") == ["HEAD WEST", "OK", "OK"]
    assert table.view().phase == "activation"


def test_d20_the_unused_scenario_gauge() -> None:
    """The Scenario gauge of a chart without scenario is closed, or may be marked to no use (D20)."""
    words, phase = "route=C7 gauges=2/3/3/2/5/3 mark=west gauge=yes", "phase=marks"
    closed = Table.at(words, table=phase)
    closed.refused("blue.first_mate", "mark_gauge scenario", "D20")
    assert "scenario" not in closed.own("blue").gauges
    table = Table.at(words, table=phase, unused_scenario_gauge_markable=True)
    assert table.order("blue.first_mate", "mark_gauge scenario") == ["SCENARIO READY"]
    assert (table.own("blue").gauges["scenario"].marked, table.own("blue").gauges["scenario"].size) == (4, 4)
    table.order("blue.engineer", "mark_breakdown W1")
    table.refused("blue.captain", "trigger_archer_mine B4", "R144")


def test_d21_who_orders_detection() -> None:
    """Captain and First Mate order drone and sonar, or the First Mate alone (D21)."""
    blue = "route=C7 gauges=0/0/3/2/0/0"
    both, mate = active(blue), active(blue, detection_by="first_mate_only")
    for order in ("launch_drone 1", "activate_sonar"):
        assert both.may("blue.captain", order)
        assert both.may("blue.first_mate", order)
        mate.refused("blue.captain", order, "D21")
        assert mate.may("blue.first_mate", order)
    assert mate.order("blue.first_mate", "launch_drone 4")[2:] == ["YES!", END]


def test_d23_time_for_a_sonar_answer() -> None:
    """Only a sonar answer has the time that the option gives (D23)."""
    for option in (None, 45):
        table = active("route=C7 gauges=0/0/0/2/0/0", sonar_timeout_s=option)
        assert CAPTAIN_SONAR.time_allowed(table.state) is None
        table.order("blue.captain", "activate_sonar")
        assert CAPTAIN_SONAR.time_allowed(table.state) == option


def test_d26_how_many_mines() -> None:
    """Mines lie in any number, or up to a limit, which those gone no longer count against (D26)."""
    blue = "route=C7 mines=A1,A2 gauges=2/0/0/0/0/0"
    for limit in (None, 3):
        assert active(blue, max_mines=limit).may("blue.captain", "drop_mine C6")
    full = active(blue, max_mines=2)
    full.refused("blue.captain", "drop_mine C6", "D26")
    assert full.own("blue").gauges["mine"].marked == 2


def test_d27_gauge_sheets() -> None:
    """The gauges have the sizes of the light sheet, or of the dark one (D27, R2)."""
    for sheet, sizes in (("turn-by-turn", [2, 3, 3, 2, 5]), ("real-time", [3, 3, 4, 3, 6])):
        table = Table.at(gauges=sheet)
        assert [gauge.size for gauge in table.own("blue").gauges.values()] == sizes
    table = Table.at("route=C7 gauges=2/0/0/0/0/0 mark=west gauge=yes", table="phase=marks", gauges="real-time")
    assert table.order("blue.first_mate", "mark_gauge mine") == ["MINE READY"]


def test_hull_size() -> None:
    """The hull option sets the damage that destroys (R1, R75)."""
    for hull, damage in ((1, 1), (2, 2), (6, 2)):
        table = active("route=A1 mines=E7", "route=E7", hull=hull)
        said = table.order("blue.captain", "trigger_mine E7")
        assert ("DESTROYED!" in said) is (hull <= 2)
        assert table.view().teams["yellow"].damage == damage


def test_time_for_placing() -> None:
    """When the time for placing is up a random sea space is taken for whoever has none (R17)."""
    table = Table.fresh(placement_timeout_s=30)
    assert CAPTAIN_SONAR.time_allowed(table.state) == 30
    assert CAPTAIN_SONAR.time_allowed(Table.fresh().state) is None
    table.order("blue.captain", "place A1")
    seat, order = CAPTAIN_SONAR.on_timeout(table.state)
    assert seat == "yellow.captain"
    CAPTAIN_SONAR.apply(table.state, seat, order)
    assert table.view().phase == "order"
    assert table.own("blue").submarine.cell == "A1"


def test_a_limit_of_rounds() -> None:
    """After the last round of a limited match it is a draw (R147)."""
    table = active("route=C7", table="round=9", max_rounds=9)
    assert table.order("blue.captain", "end_round") == [END, "GAME OVER, DRAW!"]
    assert table.view().outcome.reason == "turn_limit"
    assert active("route=C7", table="round=8", max_rounds=9).order("blue.captain", "end_round") == [END]
