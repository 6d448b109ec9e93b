"""Edge cases E33–E49: breakdowns, self-repair, damage, and systems out of order."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.terms import Heading
from tests.games.captain_sonar.table import Table

READY = "gauges=2/3/3/2/5/0"
LETTER = {"north": "N", "east": "E", "south": "S", "west": "W"}
COLOURS = {
    "red": "W1 N2 N5 S3 S4 E3",
    "green": "W3 W4 N4 S1 E1 E5",
    "yellow": "W2 N1 N3 S2 S6 E2",
    "radiation": "W5 W6 N6 S5 E4 E6",
}
SYSTEMS_OF = {
    "red": {"launch_torpedo F1", "drop_mine G2", "trigger_mine A1"},
    "green": {"launch_drone 1", "activate_sonar"},
    "yellow": {"activate_silence south 1", "trigger_archer_mine B4"},
    "radiation": set[str](),
}
SYMBOLS = [(symbol, colour) for colour, symbols in COLOURS.items() for symbol in symbols.split()]


def course(heading: str, broken: str = "", damage: int = 0, words: str = "", **options: Any) -> Table:
    """Blue in open water after a course, with these symbols crossed: the Engineer's and First Mate's marks are due."""
    crossed = f"broken={broken.replace(' ', ',')}" if broken else ""
    table = Table.at(f"route=F3 damage={damage} {crossed} {words}", "route=J10", **options)
    table.order("blue.captain", f"head {heading}")
    return table


def cross(table: Table, symbol: str) -> list[str]:
    """The Engineer's mark; the First Mate's stays open, so that what is said ends with the Engineer."""
    return table.order("blue.engineer", f"mark_breakdown {symbol}")


@pytest.mark.parametrize("heading", list(LETTER))
def test_e33_the_mark_goes_on_the_panel_of_the_course(heading: str) -> None:
    """Each of the six symbols of the course's panel may be crossed, central or reactor, and no other (R50)."""
    table = course(heading)
    own = [f"mark_breakdown {LETTER[heading]}{place}" for place in range(1, 7)]
    assert table.legal("blue.engineer") == own
    for other in set(LETTER.values()) - {LETTER[heading]}:
        table.refused("blue.engineer", f"mark_breakdown {other}1", "R50")
    for unknown in ("W7", "X1", "w1"):
        table.refused("blue.engineer", f"mark_breakdown {unknown}", "R50")
    cross(table, f"{LETTER[heading]}4")
    assert table.crossed("blue") == (f"{LETTER[heading]}4",)


def test_e34_a_crossed_symbol_cannot_be_crossed_again() -> None:
    """The mark goes on a symbol that is still clear (R50)."""
    table = course("west", "W1 W5")
    table.refused("blue.engineer", "mark_breakdown W1", "R50")
    table.refused("blue.engineer", "mark_breakdown W5", "R50")
    assert table.legal("blue.engineer") == [f"mark_breakdown W{place}" for place in (2, 3, 4, 6)]


@pytest.mark.parametrize("first_mate_done", [False, True])
def test_e35_one_symbol_for_one_move(first_mate_done: bool) -> None:
    """A course costs exactly one mark (R50)."""
    table = course("west")
    if first_mate_done:
        table.order("blue.first_mate", "mark_gauge mine")
    cross(table, "W1")
    table.refused("blue.engineer", "mark_breakdown W2", "R50")
    assert table.crossed("blue") == ("W1",)


@pytest.mark.parametrize(
    ("heading", "broken", "last"),
    [
        ("east", "W1 W2 W3", "E3"),
        ("west", "W1 W3 E3", "W2"),
        ("east", "N1 N2 N3", "E1"),
        ("north", "N1 N2 E1", "N3"),
        ("east", "S1 S2 S3", "E2"),
        ("south", "S2 S3 E2", "S1"),
    ],
)
def test_e36_a_complete_circuit_repairs_itself_in_silence(heading: Heading, broken: str, last: str) -> None:
    """Four crossed symbols of one circuit are erased, without damage and without a word (R52, R60)."""
    table = course(heading, f"{broken} W4 N5 S6 E4")
    assert cross(table, last) == ["OK"]
    assert table.crossed("blue") == ("W4", "N5", "S6", "E4")
    assert table.damage("blue") == 0
    assert table.heard("yellow.captain") == [a.Course("blue", heading), a.CrewOk("blue", "engineer")]
    assert table.state.phase == "marks"


def test_e36_three_of_a_circuit_repair_nothing() -> None:
    """A circuit with one clear symbol stays crossed (R52)."""
    table = course("west", "W1 W2")
    cross(table, "W3")
    assert table.crossed("blue") == ("W1", "W2", "W3")


def test_e37_repair_comes_before_a_full_panel() -> None:
    """A mark that completes a circuit and a panel only repairs (R52, D4)."""
    table = course("west", "W1 W2 W4 W5 W6 E3")
    assert cross(table, "W3") == ["OK"]
    assert table.crossed("blue") == ("W4", "W5", "W6")
    assert table.damage("blue") == 0


def test_e37_no_check_of_radiation_after_a_repair() -> None:
    """After a repair the same mark causes no breakdown of any kind (R52, D4)."""
    table = course("north", "N1 N3 E1 N4 N5 N6", double_breakdown_damage=2)
    assert cross(table, "N2") == ["OK"]
    assert table.crossed("blue") == ("N4", "N5", "N6")
    assert table.damage("blue") == 0


@pytest.mark.parametrize(
    ("heading", "last"), [("west", "W6"), ("north", "N6"), ("south", "S6"), ("east", "E6"), ("west", "W1")]
)
def test_e38_a_full_panel_is_damage_and_clears_the_sheet(heading: str, last: str) -> None:
    """Six crossed symbols of one panel: one damage, told to all, and every panel is clear again (R54, R55, R61)."""
    letter = LETTER[heading]
    others = {"W": "S1 E5", "N": "W1 S4", "S": "W2 N4", "E": "W4 N3"}[letter]
    broken = " ".join(f"{letter}{place}" for place in range(1, 7) if f"{letter}{place}" != last)
    table = course(heading, f"{broken} {others}", damage=1)
    assert cross(table, last) == ["DAMAGE!", "OK"]
    assert table.crossed("blue") == ()
    assert table.damage("blue") == 2
    assert table.heard("yellow.captain")[1:] == [a.Damage("blue", 1, 2), a.CrewOk("blue", "engineer")]
    assert table.view("yellow.captain").enemy.damage == table.view().teams["blue"].damage == 2
    assert table.damage("yellow") == 0
    table.order("blue.first_mate", "mark_gauge mine")
    assert table.state.phase == "activation"


def test_e38_five_of_a_panel_are_no_damage() -> None:
    """A panel with one clear symbol breaks nothing down (R54)."""
    table = course("west", "W1 W2 W3 W4 S1")
    assert cross(table, "W5") == ["OK"]
    assert (table.crossed("blue"), table.damage("blue")) == (("W1", "W2", "W3", "W4", "W5", "S1"), 0)


@pytest.mark.parametrize(
    ("heading", "last"),
    [("east", "E6"), ("east", "E4"), ("west", "W5"), ("west", "W6"), ("north", "N6"), ("south", "S5")],
)
def test_e39_six_radiation_symbols_are_damage_and_clear_the_sheet(heading: str, last: str) -> None:
    """All radiation symbols crossed: one damage and every panel is clear again (R53, R55)."""
    broken = COLOURS["radiation"].replace(last, "").split()
    table = course(heading, " ".join([*broken, "S3", "N2"]))
    assert cross(table, last) == ["DAMAGE!", "OK"]
    assert table.crossed("blue") == ()
    assert table.damage("blue") == 1


BOTH = "W1 W2 W3 W4 W5 N6 S5 E4 E6"


def test_e40_radiation_and_full_panel_by_one_mark_are_one_damage() -> None:
    """Two reasons at once cost one damage (R56, D5)."""
    table = course("west", BOTH)
    assert cross(table, "W6") == ["DAMAGE!", "OK"]
    assert table.said[1].announcement == a.Damage("blue", 1, 1)
    assert table.crossed("blue") == ()
    assert table.damage("blue") == 1


def test_e40_or_two_damage_by_option() -> None:
    """With the option both reasons count, in one announcement, and one reason still costs one (D5, P7)."""
    table = course("west", BOTH, double_breakdown_damage=2)
    assert cross(table, "W6") == ["DAMAGE!", "OK"]
    assert table.said[1].announcement == a.Damage("blue", 2, 2)
    assert table.crossed("blue") == ()
    for heading, broken, last in (("west", "W1 W2 W3 W4 W5", "W6"), ("west", "W5 N6 S5 E4 E6", "W6")):
        table = course(heading, broken, double_breakdown_damage=2)
        cross(table, last)
        assert table.damage("blue") == 1


def test_e40_two_damage_never_cross_more_boxes_than_there_are() -> None:
    """Damage stops at the last box, which destroys the submarine (R75)."""
    table = course("west", BOTH, damage=3, double_breakdown_damage=2)
    assert cross(table, "W6") == ["DAMAGE!", "DESTROYED!", "GAME OVER, YELLOW WINS!"]
    assert table.damage("blue") == 4


def test_e41_radiation_alone_blocks_nothing() -> None:
    """Five radiation symbols cost nothing and put no system out of order (R57)."""
    radiation = COLOURS["radiation"].replace(" E6", "").split()
    for last, heading in (("E4", "east"), ("S5", "south")):
        table = course(heading, " ".join(symbol for symbol in radiation if symbol != last), words=READY)
        assert cross(table, last) == ["OK", "OK"]
        assert (table.damage("blue"), set(table.crossed("blue"))) == (0, set(radiation))
        kinds = {order.split()[0] for order in table.legal("blue.captain")}
        assert kinds == {
            *("drop_mine", "launch_torpedo", "launch_drone", "activate_sonar", "activate_silence", "end_round")
        }


def armed(broken: str, **options: Any) -> Table:
    """Blue at its activation on chart Echo, all gauges full, a mine laid, with these symbols crossed."""
    return Table.at(
        f"route=F3 mines=A1 gauges=2/3/3/2/5/4 broken={broken.replace(' ', ',')}",
        "route=J10",
        table="phase=activation",
        chart="echo",
        **options,
    )


def test_e42_one_yellow_symbol_in_the_reactor_blocks_silence_and_scenario_only() -> None:
    """A single symbol blocks both systems of its colour and no other (R58)."""
    table = armed("S6")
    table.refused("blue.captain", "activate_silence south 1", "R58")
    table.refused("blue.captain", "trigger_archer_mine B4", "R58")
    for colour in ("red", "green"):
        assert all(table.may("blue.captain", order) for order in SYSTEMS_OF[colour])


def test_e43_one_red_symbol_blocks_torpedo_drop_and_trigger() -> None:
    """A red symbol blocks everything red, the trigger included (R58, R100)."""
    table = armed("N2")
    for order in SYSTEMS_OF["red"]:
        table.refused("blue.captain", order, "R58")
    for colour in ("green", "yellow"):
        assert all(table.may("blue.captain", order) for order in SYSTEMS_OF[colour])


@pytest.mark.parametrize("when", ["activation", "free_own_turn", "anytime"])
def test_e43_the_trigger_may_be_spared_by_option(when: str) -> None:
    """With the option a red symbol still blocks torpedo and drop, but not the trigger (D1)."""
    armed("N2", mine_trigger=when).refused("blue.captain", "trigger_mine A1", "R58")
    table = armed("N2", mine_trigger=when, mine_trigger_needs_red_ok=False)
    table.refused("blue.captain", "launch_torpedo F1", "R58")
    table.refused("blue.captain", "drop_mine G2", "R58")
    assert table.may("blue.captain", "trigger_mine A1")
    assert table.order("blue.captain", "trigger_mine A1")[:2] == ["STOP!", "MINE TRIGGERED, IMPACT IN A1!"]


@pytest.mark.parametrize(("symbol", "colour"), SYMBOLS)
def test_e43_each_symbol_blocks_the_systems_of_its_colour(symbol: str, colour: str) -> None:
    """The layout of the sheet: what each of the 24 symbols blocks, and what it leaves free (R3, R4, R58)."""
    table = armed(symbol)
    for other, orders in SYSTEMS_OF.items():
        for order in orders:
            assert table.may("blue.captain", order) == (other != colour), order


def test_e44_a_repair_frees_its_systems_in_the_same_round() -> None:
    """What counts is the sheet after this round's mark: repaired red may fire (R59)."""
    table = course("west", "W1 W2 E3", words="gauges=0/3/0/0/0/0")
    cross(table, "W3")
    table.order("blue.first_mate", "mark_gauge mine")
    assert table.crossed("blue") == ()
    assert table.order("blue.captain", "launch_torpedo E2")[0] == "STOP!"


def test_e45_this_rounds_mark_blocks_its_systems() -> None:
    """What counts is the sheet after this round's mark: red crossed now may not fire (R59)."""
    table = course("west", words="gauges=0/3/0/0/0/0")
    cross(table, "W1")
    table.order("blue.first_mate", "mark_gauge mine")
    table.refused("blue.captain", "launch_torpedo E2", "R58")
    assert table.marked("blue", "torpedo") == 3
    assert table.state.phase == "activation"


@pytest.mark.parametrize("first_mate_done", [False, True])
def test_e46_a_breakdown_may_destroy_the_own_submarine(first_mate_done: bool) -> None:
    """The fourth damage ends the match at once for the enemy; no mark and no activation follow (R62, R29)."""
    table = course("west", "W1 W2 W3 W4 W5", damage=3, words=READY.replace("2/5", "1/5"))
    if first_mate_done:
        table.order("blue.first_mate", "mark_gauge sonar")
    before = len(table.said)
    assert cross(table, "W6") == ["DAMAGE!", "DESTROYED!", "GAME OVER, YELLOW WINS!"]
    assert table.heard("yellow.captain")[before:] == [
        a.Damage("blue", 1, 4),
        a.Destroyed("blue"),
        a.GameOver(None, "yellow", "destroyed"),
    ]
    view = table.view()
    assert (view.phase, view.awaiting, view.team_to_act) == ("game_over", (), None)
    assert (view.outcome.winner, view.outcome.reason) == ("yellow", "destroyed")
    table.refused("blue.first_mate", "mark_gauge sonar", "R29")
    table.refused("blue.captain", "launch_torpedo E2", "R29")
    table.refused("yellow.captain", "head north", "R29")


def test_e47_a_breakdown_leaves_gauges_route_and_mines_alone() -> None:
    """Damage by breakdown touches hull and Engineer's sheet only (R76)."""
    table = course("west", "W1 W2 W3 W4 W5", words="mines=A1,C7 gauges=1/2/3/1/4/0")
    before = table.own("blue")
    cross(table, "W6")
    after = table.own("blue")
    assert after.gauges == before.gauges
    assert after.submarine.route == before.submarine.route == ("F3", "E3")
    assert after.submarine.mines == before.submarine.mines == ("A1", "C7")


@pytest.mark.parametrize(("system", "broken"), [("torpedo", "W1"), ("sonar", "E5"), ("silence", "S6")])
def test_e48_a_blocked_system_may_be_charged(system: str, broken: str) -> None:
    """A crossed symbol keeps a system from being used, not from being marked (R58)."""
    table = course("north", broken, words="gauges=1/2/2/1/4/0")
    assert table.order("blue.first_mate", f"mark_gauge {system}") == [f"{system.upper()} READY"]


def test_e49_repair_by_the_last_symbol_of_another_panel() -> None:
    """The orange circuit closed by E1 repairs, though E1 also fills panel E (R52)."""
    table = course("east", "N1 N2 N3 E2 E3 E4 E5 E6")
    assert cross(table, "E1") == ["OK"]
    assert table.crossed("blue") == ("E2", "E3", "E4", "E5", "E6")
    assert table.damage("blue") == 0
