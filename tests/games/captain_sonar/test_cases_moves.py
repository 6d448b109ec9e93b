"""Edge cases E14–E32: moves, routes and the order of a round."""

from __future__ import annotations

import pytest

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.chart import Chart, check_grid
from sonar_referee.games.captain_sonar.map_file import read_map
from sonar_referee.games.captain_sonar.terms import HEADINGS
from sonar_referee.games.errors import BadMap
from sonar_referee.games.grid import bits
from tests.games.captain_sonar.table import CHARTS, Table

BOXED_IN = "route=A2>B2>B1>A1"
EVERYTHING = "gauges=2/3/3/2/5/0"
ALPHA_OF_THE_BACK = (
    "...............",
    "..#...#.....##.",
    "..#.....#...#..",
    "........#......",
    "...............",
    "...............",
    ".#.#..#.#......",
    ".#.#..#........",
    "...#...#...###.",
    "...............",
    "...#...........",
    "..#....#...#...",
    "#...........#..",
    "..#...#.#....#.",
    "...#...........",
)
"""The real-time side of chart Alpha."""


@pytest.mark.parametrize(
    ("cell", "heading"),
    [("A1", "north"), ("A1", "west"), ("J10", "south"), ("J10", "east"), ("J1", "east"), ("A10", "west")],
)
def test_e14_a_move_off_the_chart_is_refused_and_costs_nothing(cell: str, heading: str) -> None:
    """A course beyond the edge is refused; the round goes on with another order (R33)."""
    table = Table.at(f"route={cell}", "route=E5")
    table.refused("blue.captain", f"head {heading}", "R33")
    assert (table.state.phase, table.state.round, table.view().team_to_act) == ("order", 5, "blue")
    table.order("blue.captain", table.legal("blue.captain")[0])


@pytest.mark.parametrize(("cell", "heading"), [("C3", "south"), ("C5", "north"), ("B4", "east"), ("D4", "west")])
def test_e15_a_move_onto_an_island_is_refused(cell: str, heading: str) -> None:
    """Islands cannot be entered from any side (R34)."""
    Table.at(f"route={cell}").refused("blue.captain", f"head {heading}", "R34")


def test_e16_the_start_belongs_to_the_route() -> None:
    """The space where the route began cannot be entered again (R35, R19)."""
    table = Table.fresh(first_team="blue")
    table.order("blue.captain", "place B2")
    table.order("yellow.captain", "place J10")
    table.quiet_round("blue", "east")
    table.quiet_round("yellow", "north")
    assert table.own("blue").submarine.route == ("B2", "C2")
    table.refused("blue.captain", "head west", "R35")
    assert table.may("blue.captain", "head east")


def test_e16_any_space_of_the_route_is_barred() -> None:
    """A space in the middle of the route is as closed as the one just left (R35)."""
    table = Table.at("route=E4>F4>F3>E3>D3>D4")
    assert table.legal("blue.captain") == ["head south", "surface"]
    table.refused("blue.captain", "head east", "R35")
    table.refused("blue.captain", "head north", "R35")


def test_e17_a_boxed_in_submarine_can_only_surface() -> None:
    """Without a legal course the team surfaces, which costs no damage (R38, R39)."""
    table = Table.at("route=A2>B2>B1", "route=J10")
    table.quiet_round("blue", "west")
    table.quiet_round("yellow", "north")
    assert table.legal("blue.captain") == ["surface"]
    for heading, rule in zip(HEADINGS, ("R33", "R35", "R35", "R33"), strict=True):
        table.refused("blue.captain", f"head {heading}", rule)
    table.refused("blue.captain", "end_round", "R22")
    assert table.order("blue.captain", "surface") == ["SURFACE IN SECTOR 1!", "END OF ROUND"]
    assert table.damage("blue") == 0
    assert table.own("blue").submarine.route == ("A1",)


def test_e18_the_round_that_closes_the_trap_still_has_its_activation() -> None:
    """Being boxed in is looked at when the next order is due, not before (R38)."""
    table = Table.at("route=A2>B2>B1 gauges=0/3/0/0/0/0", "route=J10")
    table.move("blue", "west", "W4", "mine")
    assert table.order("blue.captain", "launch_torpedo A5") == [
        "STOP!",
        "TORPEDO LAUNCHED, IMPACT IN A5!",
        "ALL CLEAR!",
        "END OF ROUND",
    ]
    table.quiet_round("yellow", "north")
    assert table.legal("blue.captain") == ["surface"]


def test_e19_an_own_mine_closes_the_way_like_the_route() -> None:
    """Route and own mine together force the surface, without damage (R36, R38, R39)."""
    table = Table.at("route=C1>B1>A1 mines=A2", "route=J10")
    assert table.legal("blue.captain") == ["surface"]
    table.refused("blue.captain", "head south", "R36")
    assert table.order("blue.captain", "surface") == ["SURFACE IN SECTOR 1!", "END OF ROUND"]
    assert table.damage("blue") == 0
    assert table.mines("blue") == ("A2",)


def test_e20_an_enemy_mine_is_no_hindrance_and_stays_unknown() -> None:
    """A submarine sails over an enemy mine: nothing happens and nothing is said (R37, D14)."""
    table = Table.at("route=C3", "route=J10 mines=C2")
    assert table.order("blue.captain", "head north") == ["HEAD NORTH"]
    assert table.heard("yellow.captain") == table.heard("blue.captain") == [a.Course("blue", "north")]
    assert table.own("blue").submarine.cell == "C2"
    assert table.damage("blue") == 0
    assert table.mines("yellow") == ("C2",)
    assert table.mines("blue") == ()


def test_e21_two_submarines_may_share_a_space() -> None:
    """Moving onto the enemy is a move like any other (R37)."""
    table = Table.at("route=C3", "route=C2")
    assert table.order("blue.captain", "head north") == ["HEAD NORTH"]
    assert table.heard("yellow.captain") == [a.Course("blue", "north")]
    assert table.own("blue").submarine.cell == table.own("yellow").submarine.cell == "C2"
    assert (table.damage("blue"), table.damage("yellow")) == (0, 0)


def test_e22_a_round_has_one_move() -> None:
    """After the move of a round there is no second one, nor a surfacing (R21)."""
    table = Table.at("route=F3")
    table.order("blue.captain", "head north")
    table.refused("blue.captain", "head north", "R23")
    table.refused("blue.captain", "surface", "R23")
    table.order("blue.engineer", "mark_breakdown N1")
    table.order("blue.first_mate", "mark_gauge mine")
    table.refused("blue.captain", "head north", "R21")
    table.refused("blue.captain", "surface", "R21")


@pytest.mark.parametrize("phase", ["order", "activation"])
@pytest.mark.parametrize(
    "order", ["head north", "surface", "end_round", "launch_torpedo J9", "drop_mine J9", "activate_sonar"]
)
def test_e23_an_order_in_the_other_teams_round_is_refused(phase: str, order: str) -> None:
    """Only the team whose round it is gives orders (R27)."""
    table = Table.at(yellow=f"route=J10 {EVERYTHING}", table=f"phase={phase}")
    assert table.refused("yellow.captain", order, "R27").code == "not_your_turn"


def test_e23_no_marks_in_the_other_teams_round() -> None:
    """The other team's course is not ours to mark (R27)."""
    table = Table.at("route=F3")
    table.order("blue.captain", "head north")
    table.refused("yellow.captain", "head north", "R27")
    table.refused("yellow.engineer", "mark_breakdown N1", "R27")
    table.refused("yellow.first_mate", "mark_gauge mine", "R27")
    assert [table.legal(seat) for seat in ("yellow.captain", "yellow.engineer", "yellow.first_mate")] == [[]] * 3


def test_e24_a_round_needs_a_move_or_surfacing() -> None:
    """A team cannot pass (R22)."""
    table = Table.at("route=F3")
    table.refused("blue.captain", "end_round", "R22")
    table.order("blue.captain", "head north")
    table.refused("blue.captain", "end_round", "R23")
    table.order("blue.first_mate", "mark_gauge mine")
    table.order("blue.engineer", "mark_breakdown N1")
    assert table.order("blue.captain", "end_round") == ["END OF ROUND"]
    assert (table.view().team_to_act, table.state.round, table.state.phase) == ("yellow", 6, "order")


@pytest.mark.parametrize("role", ["first_mate", "engineer", "radio_operator"])
@pytest.mark.parametrize("order", ["head north", "surface", "end_round"])
def test_e25_courses_are_the_captains_alone(role: str, order: str) -> None:
    """No other role moves, surfaces or ends the round (R12, R81)."""
    table = Table.at("route=F3")
    assert table.legal(f"blue.{role}") == []
    table.refused(f"blue.{role}", order, "R12")


@pytest.mark.parametrize("first", ["blue.engineer", "blue.first_mate"])
def test_e26_no_activation_before_both_oks(first: str) -> None:
    """An activation waits for Engineer and First Mate, whoever is late (R23, R80)."""
    table = Table.at(f"route=F3 {EVERYTHING.replace('2/5', '1/5')}")
    table.order("blue.captain", "head north")
    marks = {"blue.engineer": "mark_breakdown N6", "blue.first_mate": "mark_gauge sonar"}
    for seat in (first, next(seat for seat in marks if seat != first)):
        for order in ("launch_torpedo F1", "launch_drone 1", "drop_mine G2", "activate_silence north 0"):
            table.refused("blue.captain", order, "R23")
        table.order(seat, marks[seat])
    for order in ("launch_torpedo F1", "launch_drone 1", "drop_mine G2", "activate_silence north 0"):
        assert table.may("blue.captain", order)


def test_e27_the_first_mates_ok_waits_for_the_engineers() -> None:
    """An early mark on a gauge counts at once, but its OK follows the Engineer's (R23, P8)."""
    table = Table.at("route=F3")
    table.order("blue.captain", "head north")
    assert table.order("blue.first_mate", "mark_gauge mine") == []
    assert table.marked("blue", "mine") == 1
    assert table.view().phase == "marks"
    assert table.view("yellow.captain").awaiting == ("blue.engineer", "blue.first_mate")
    table.order("blue.engineer", "mark_breakdown N1")
    oks = [a.CrewOk("blue", "engineer"), a.CrewOk("blue", "first_mate")]
    assert table.heard("yellow.captain") == [a.Course("blue", "north"), *oks]
    assert table.view().phase == "activation"


def test_e27_each_says_ok_when_the_engineer_is_first() -> None:
    """With the Engineer first, each OK is said with its mark (R23)."""
    table = Table.at("route=F3")
    table.order("blue.captain", "head north")
    assert table.called("blue.engineer", "mark_breakdown N1") == [a.CrewOk("blue", "engineer")]
    assert table.view().phase == "marks"
    assert table.called("blue.first_mate", "mark_gauge mine") == [a.CrewOk("blue", "first_mate")]
    assert table.view().phase == "activation"


@pytest.mark.parametrize(
    "order",
    [
        "launch_torpedo F1",
        "drop_mine G2",
        "trigger_mine A1",
        "activate_silence north 1",
        "launch_drone 1",
        "activate_sonar",
    ],
)
def test_e28_no_activation_before_the_move(order: str) -> None:
    """The activation comes after the round's move (R24)."""
    table = Table.at(f"route=F3 mines=A1 {EVERYTHING}")
    table.refused("blue.captain", order, "R24")
    if order in ("launch_drone 1", "activate_sonar"):
        table.refused("blue.first_mate", order, "R24")


def test_e29_each_teams_first_round_is_a_dive_with_its_move() -> None:
    """A team's first course is announced as DIVE and then the heading, in one round; later ones without (R30)."""
    table = Table.fresh(first_team="yellow")
    table.order("blue.captain", "place C7")
    table.order("yellow.captain", "place J10")
    assert table.called("yellow.captain", "head north") == [a.Dive("yellow"), a.Course("yellow", "north")]
    table.order("yellow.engineer", "mark_breakdown N1")
    table.order("yellow.first_mate", "mark_gauge silence")
    table.order("yellow.captain", "end_round")
    assert table.quiet_round("blue", "south") == ["DIVE!", "HEAD SOUTH", "OK", "OK", "END OF ROUND"]
    assert table.quiet_round("yellow", "north") == ["HEAD NORTH", "OK", "OK", "END OF ROUND"]
    assert table.quiet_round("blue", "south") == ["HEAD SOUTH", "OK", "OK", "END OF ROUND"]


def test_e30_no_surfacing_in_place_of_the_first_dive() -> None:
    """A dive round needs a move if there is one (R31, D17)."""
    table = Table.fresh(first_team="blue")
    table.order("blue.captain", "place C7")
    table.order("yellow.captain", "place J10")
    table.refused("blue.captain", "surface", "R31")
    table.quiet_round("blue", "south")
    table.refused("yellow.captain", "surface", "R31")
    table.quiet_round("yellow", "north")
    assert table.may("blue.captain", "surface")


def test_e30_no_surfacing_in_place_of_a_later_dive_unless_boxed_in() -> None:
    """The dive after surfacing needs a move too, but a submarine that mines shut in surfaces again (R31, R38)."""
    Table.at("route=A1 mines=A2 surfaced=3 dive=yes").refused("blue.captain", "surface", "R31")
    table = Table.at("route=A1 mines=A2,B1 surfaced=3 dive=yes")
    assert table.legal("blue.captain") == ["surface"]
    assert table.order("blue.captain", "surface") == ["SURFACE IN SECTOR 1!", "END OF ROUND"]
    assert table.own("blue").submarine.surface_round == 1


def test_e30_the_host_may_allow_surfacing_on_a_dive_turn() -> None:
    """With the option a dive round may be spent on surfacing (D17)."""
    table = Table.at("route=C7 dive=yes", surface_on_dive_turn=True)
    assert table.may("blue.captain", "surface")
    assert table.order("blue.captain", "surface") == ["SURFACE IN SECTOR 3!", "END OF ROUND"]


def test_e31_surfacing_needs_no_reason() -> None:
    """A team may surface with a whole engine in open water (R140)."""
    table = Table.at("route=B7>C7")
    assert table.may("blue.captain", "surface")
    assert table.called("blue.captain", "surface") == [a.Surfaced("blue", 3), a.RoundEnded("blue")]
    submarine = table.own("blue").submarine
    assert (submarine.damage, submarine.surfaced, submarine.surface_round) == (0, True, 1)
    assert (table.state.round, table.view().team_to_act) == (6, "yellow")


def test_e32_a_chart_with_a_space_that_nobody_could_leave_is_refused() -> None:
    """Every sea space needs a sea neighbour north, east, south or west (R41)."""
    rows = [".#...", "#....", ".....", ".....", "....."]
    text = 'name = "trap"\nsector_size = 5\ngrid = """\n' + "\n".join(rows) + '\n"""\n'
    with pytest.raises(BadMap, match=r"^trap\.toml, line 4: A1 .*R41"):
        read_map(text, "trap.toml")
    assert read_map(text.replace("\n#....", "\n....."), "trap.toml").name == "trap"


def test_e32_every_official_chart_has_a_way_out_of_every_space() -> None:
    """The official charts are sound; on the largest Alpha one space has a single way out (R41)."""
    for chart in CHARTS.values():
        assert all(chart.steps[cell] for cell in bits(chart.sea))
    large = Chart("alpha-15", "Alpha", ALPHA_OF_THE_BACK, sector_size=5)
    assert check_grid(large.grid, large.sector_size) is None
    table = Table.at("route=C15", "route=A1", chart=large)
    assert table.legal("blue.captain") == ["head west", "surface"]
    assert min(len(large.steps[cell]) for cell in bits(large.sea)) == 1
