"""The orders in place of a player whose time is up are cautious: they keep the boat whole and able to act."""

from __future__ import annotations

from random import Random

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR, notation
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.panel import PANEL_SIZE, RADIATION, can_stay
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import HEADINGS
from sonar_referee.games.grid import bits
from tests.games.captain_sonar.play import positions
from tests.games.captain_sonar.table import Table
from tests.games.captain_sonar.twins import some_breakdowns


def ordered(table: Table) -> str:
    """The default order as text behind its seat."""
    seat, order = CAPTAIN_SONAR.on_timeout(table.state)
    return f"{seat} {notation.order_text(order)}"


def damage_after(state: State, seat: str, order: Order) -> int:
    """Blue's damage after an order."""
    copy = state.copy()
    CAPTAIN_SONAR.apply(copy, seat, order)
    return copy.submarines[0].damage


@pytest.mark.parametrize(
    ("boat", "course"),
    [
        ("route=A7>B7>C7", "head east"),
        ("route=C9>C8>C7", "head north"),
        ("route=J1>J2>J3 mines=J4", "head west"),  # the own mine bars the way on
        ("route=A3>A2>A1", "head east"),  # the chart's edge bars it
        ("route=E5", "head north"),  # no way was sailed and each leads as far: the first of them
    ],
)
def test_a_course_goes_straight_on(boat: str, course: str) -> None:
    """The last heading is kept while it is open; else another is taken."""
    assert ordered(Table.at(boat)) == f"blue.captain {course}"


def test_a_turn_goes_where_most_of_the_sea_is_open() -> None:
    """When the way on is barred the boat does not turn into a pocket of its own route."""
    table = Table.at("route=C1>C2>B2>B3>A3")
    assert table.legal("blue.captain")[:2] == ["head north", "head south"]
    assert ordered(table) == "blue.captain head south"
    table = Table.at("route=C10>C9>B9>B8>A8")
    assert ordered(table) == "blue.captain head north"


def test_a_boat_that_cannot_move_surfaces() -> None:
    """Only when there is no heading left."""
    table = Table.at("route=A2>B2>B1>A1")
    assert ordered(table) == "blue.captain surface"
    for state in positions(31, 300):
        if state.phase == "order":
            seat, order = CAPTAIN_SONAR.on_timeout(state)
            moves = [one for one in CAPTAIN_SONAR.legal_orders(state, seat) if one.type == "head"]
            assert (order.type == "surface") == (not moves)


def test_a_mark_does_no_damage_if_another_does_none() -> None:
    """The Engineer's mark damages the hull only where every mark does (R53, R54)."""
    rng = Random(1)
    spared = 0
    for missing in bits(RADIATION):
        heading = missing // PANEL_SIZE
        for _ in range(60):
            broken = RADIATION & ~(1 << missing) | some_breakdowns(rng)
            if not can_stay(broken) or broken >> missing & 1:
                continue
            state = Table.at(f"route=E5 mark={HEADINGS[heading]} gauge=yes", table="phase=marks").state
            state.submarines[0].breakdowns = broken
            seat, default = CAPTAIN_SONAR.on_timeout(state)
            harm = {order: damage_after(state, seat, order) for order in CAPTAIN_SONAR.legal_orders(state, seat)}
            assert harm[default] == min(harm.values())
            spared += len(set(harm.values())) > 1
    assert spared > 50


@pytest.mark.parametrize(
    ("broken", "heading", "symbol"),
    [
        ("", "north", "N6"),  # radiation blocks nothing
        ("W5,W6,S5,E4,E6", "north", "N1"),  # but here it is the sixth: N1, N2, N3, N4, N5 block, alike
        ("W1,W2,W3", "east", "E3"),  # completes a circuit and repairs three symbols
        ("N1", "south", "S2"),  # yellow is broken already: another yellow costs nothing more
        ("S1,S2,S3,S4,S5", "south", "S6"),  # damage, but there is no other
        ("N2,W1", "west", "W5"),
        ("E1,E2,E3", "east", "E5"),  # everything is down: a symbol that brings no damage nearer
        ("W1,W2,W3,N1,N2,N4", "east", "E3"),  # everything stays down, but three symbols are repaired
    ],
)
def test_a_mark_breaks_as_little_as_can_be(broken: str, heading: str, symbol: str) -> None:
    """It goes where the fewest systems are down afterwards, then the least radiation is crossed."""
    boat = f"route=E5 mark={heading} gauge=yes" + (f" broken={broken}" if broken else "")
    assert ordered(Table.at(boat, table="phase=marks")) == f"blue.engineer mark_breakdown {symbol}"


@pytest.mark.parametrize(
    ("gauges", "system"),
    [
        ("0/0/0/0/0/0", "mine"),
        ("0/2/2/0/0/0", "torpedo"),
        ("2/0/0/0/4/0", "silence"),
        ("2/3/3/2/0/0", "silence"),
        ("2/3/0/1/4/0", "sonar"),
    ],
)
def test_the_gauge_that_is_nearest_full_is_marked(gauges: str, system: str) -> None:
    """The First Mate's mark fills a system up as soon as it can, never one that is full."""
    table = Table.at(f"route=E5 gauge=yes gauges={gauges}", table="phase=marks")
    assert ordered(table) == f"blue.first_mate mark_gauge {system}"


def test_the_scenario_gauge_comes_last() -> None:
    """On a map that does not use it, or does, the other systems are filled first (D20)."""
    table = Table.at("route=E5 gauge=yes gauges=0/0/0/0/0/3", table="phase=marks", unused_scenario_gauge_markable=True)
    assert ordered(table) == "blue.first_mate mark_gauge mine"
    table = Table.at("route=E5 gauge=yes gauges=2/3/3/2/5/0", table="phase=marks", unused_scenario_gauge_markable=True)
    assert ordered(table) == "blue.first_mate mark_gauge scenario"


def test_the_marks_of_a_silence() -> None:
    """After a silent course both marks are given, none on Silence (R123, R125, D2)."""
    table = Table.at("route=E5 gauges=0/0/0/0/5/0", table="phase=activation")
    table.order("blue.captain", "activate_silence north 2")
    assert ordered(table) == "blue.engineer mark_breakdown N6"
    table.order("blue.engineer", "mark_breakdown N6")
    for gauges in ([0, 0, 0, 0, 4, 0], [2, 3, 3, 1, 4, 0]):
        table.state.submarines[0].gauges = gauges
        assert not ordered(table).endswith("silence")


def test_no_weapon_is_fired_unasked() -> None:
    """When the activation is not ordered in time the round ends without one."""
    for state in positions(33, 300):
        if state.phase == "activation":
            assert CAPTAIN_SONAR.on_timeout(state)[1].type == "end_round"


def test_an_answer_is_confirmed() -> None:
    """Who does not confirm in time has confirmed: the answer is the truth anyway (D22)."""
    table = Table.at("route=C7 gauges=0/0/3/0/0/0", table="phase=activation", auto_answers="captain_confirms")
    table.order("blue.captain", "launch_drone 1")
    assert ordered(table) == "yellow.captain confirm_answer"


def test_chance_comes_from_the_seed() -> None:
    """Starts and sonar answers are drawn from the match's seed: another seed, another draw (R17, D23)."""
    starts = {ordered(Table.fresh(seed=seed)) for seed in range(20)}
    assert len(starts) > 10
    assert ordered(Table.fresh(seed=3)) == ordered(Table.fresh(seed=3))
