"""Edge cases E70–E90: dropping mines, triggering them, and what explodes with them."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.captain_sonar import announcements as a
from tests.games.captain_sonar.table import Table

LOADED = "gauges=2/3/0/0/0/0"
NEIGHBOURS = ("B6", "C6", "D6", "B7", "D7", "B8", "C8", "D8")
"""All neighbours of C7."""


def step(blue: str = "route=C7", yellow: str = "route=J10", **options: Any) -> Table:
    """Blue at its activation with mine and torpedo ready."""
    return Table.at(f"{blue} {LOADED}", yellow, "phase=activation", **options)


def drops(table: Table) -> list[str]:
    """Where blue may drop a mine."""
    return [order.split()[1] for order in table.legal("blue.captain") if order.startswith("drop_mine")]


def triggered(cell: str, *impacts: a.Impact) -> list[a.Announcement]:
    """What is said when blue triggers a mine that sets off no other."""
    return [a.Stop("blue"), a.MineTriggered("blue", cell), *impacts, a.RoundEnded("blue")]


def test_e70_a_mine_is_dropped_on_a_neighbour() -> None:
    """The space west of the submarine takes a mine (R91)."""
    table = step()
    assert table.order("blue.captain", "drop_mine B7") == ["STOP!", "MINE DROPPED!", "END OF ROUND"]
    assert table.mines("blue") == ("B7",)
    assert table.marked("blue", "mine") == 0
    assert table.own("blue").submarine.route == ("C7",)


@pytest.mark.parametrize("cell", NEIGHBOURS)
def test_e71_diagonal_neighbours_count(cell: str) -> None:
    """Each of the eight neighbours takes a mine (R91, D8)."""
    table = step()
    assert drops(table) == list(NEIGHBOURS)
    table.order("blue.captain", f"drop_mine {cell}")
    assert table.mines("blue") == (cell,)


def test_e71_or_only_the_four_of_a_move_by_option() -> None:
    """With the option a diagonal neighbour takes no mine (D8)."""
    table = step(mine_adjacency=4)
    assert drops(table) == ["C6", "B7", "D7", "C8"]
    table.refused("blue.captain", "drop_mine B6", "R91")
    table.order("blue.captain", "drop_mine C6")
    assert table.mines("blue") == ("C6",)


@pytest.mark.parametrize("cell", ["C7", "C5", "C9", "A7", "E7", "A5", "E9", "D5", "J10"])
def test_e72_no_mine_under_the_submarine_or_two_spaces_away(cell: str) -> None:
    """Only neighbours take a mine (R91)."""
    step().refused("blue.captain", f"drop_mine {cell}", "R91")


def test_e73_no_mine_on_the_route() -> None:
    """A space of the current route takes no mine, also when it is a diagonal neighbour (R91)."""
    table = step("route=D6>D7>D8>C8>C7")
    for cell in ("D6", "D7", "D8", "C8"):
        table.refused("blue.captain", f"drop_mine {cell}", "R91")
    assert drops(table) == ["B6", "C6", "B7", "B8"]


@pytest.mark.parametrize(("cell", "island"), [("C3", "C4"), ("B3", "C4"), ("D5", "E6")])
def test_e74_no_mine_on_an_island(cell: str, island: str) -> None:
    """Land takes no mine (R91)."""
    step(f"route={cell}").refused("blue.captain", f"drop_mine {island}", "R91")


@pytest.mark.parametrize("cell", ["A0", "B0", "@1", "K1", "A11"])
def test_e75_no_mine_off_the_chart(cell: str) -> None:
    """A mine lies on a space of the chart (R91)."""
    table = step("route=A1")
    table.refused("blue.captain", f"drop_mine {cell}", "R91")
    assert drops(table) == ["B1", "A2", "B2"]


@pytest.mark.parametrize(
    ("cell", "expected"), [("J5", ["I4", "J4", "I5", "I6", "J6"]), ("A5", ["A4", "B4", "B5", "A6", "B6"])]
)
def test_e75_no_mine_round_the_edge(cell: str, expected: list[str]) -> None:
    """The far side of the chart is no neighbour (R91)."""
    assert drops(step(f"route={cell}")) == expected


def test_e76_no_two_own_mines_on_a_space() -> None:
    """A space with a mine of one's own takes no second one (R91)."""
    table = step("route=C7 mines=B7")
    table.refused("blue.captain", "drop_mine B7", "R91")
    assert "B7" not in drops(table)
    assert "D7" in drops(table)


def test_e76_no_limit_of_mines_unless_the_host_sets_one() -> None:
    """Mines may lie in any number, or as many as the option says (D26)."""
    assert "B7" in drops(step("route=C7 mines=A1,B1,C1,J1"))
    table = step("route=C7 mines=A1,B1", max_mines=2)
    table.refused("blue.captain", "drop_mine B7", "D26")
    assert drops(table) == []
    assert "B7" in drops(step("route=C7 mines=A1", max_mines=2))


@pytest.mark.parametrize("yellow", ["route=B7", "route=J10 mines=B7", "route=B7 mines=B6"])
def test_e77_the_enemy_and_his_mines_do_not_hinder_a_drop(yellow: str) -> None:
    """Dropping onto the enemy or onto his mine works like anywhere else and tells nothing (R92)."""
    table, plain = step(yellow=yellow), step(yellow="route=J10")
    before = table.own("yellow").submarine
    assert drops(table) == drops(plain)
    assert table.called("blue.captain", "drop_mine B7") == plain.called("blue.captain", "drop_mine B7")
    assert table.mines("blue") == ("B7",)
    assert table.own("yellow").submarine == before
    assert table.view("blue.captain") == plain.view("blue.captain")


def test_e78_surfacing_frees_the_old_route_for_mines() -> None:
    """A space of a route that surfacing has erased takes a mine again (R92, R133)."""
    table = Table.at(f"route=B6>B7>C7 {LOADED}", "route=J10")
    table.order("blue.captain", "surface")
    for _ in range(3):
        table.quiet_round("yellow", "north")
    table.move("blue", "south", "S6", "drone")
    assert "B7" in drops(table)
    assert "C7" not in drops(table)
    table.order("blue.captain", "drop_mine B7")
    assert table.mines("blue") == ("B7",)


@pytest.mark.parametrize(
    "blue", ["route=A2>B2>B1>A1", "route=D3>C3 mines=B2,C2,D2,B3,B4,D4", "route=B1>B2>A2>A1", "route=A1 mines=A2,B1,B2"]
)
def test_e79_no_drop_where_no_neighbour_is_usable(blue: str) -> None:
    """Shut in by route, mines, islands and edge, the mine stays in its tube (R94)."""
    table = step(blue)
    assert drops(table) == []
    for cell in ("A1", "A2", "B1", "B2", "C4", "C2", "J10"):
        table.refused("blue.captain", f"drop_mine {cell}", "R91")
    assert table.marked("blue", "mine") == 2
    assert table.own("blue").activation_used is False


def test_e80_where_a_mine_lies_is_the_own_teams_secret() -> None:
    """Everybody hears that a mine was dropped; nobody else hears where (R93)."""
    table = step()
    table.order("blue.captain", "drop_mine B7")
    calls = [a.Stop("blue"), a.MineDropped("blue"), a.RoundEnded("blue")]
    for listener in ((), ("yellow.captain",), ("blue.captain",)):
        assert table.heard(*listener) == calls
    for seats in ((), ("yellow.captain", "yellow.first_mate", "yellow.engineer", "yellow.radio_operator")):
        assert "B7" not in repr(table.view(*seats))
    assert table.own("blue").submarine.mines == ("B7",)


def test_e80_no_effect_at_once() -> None:
    """A mine next to a submarine does nothing until it is triggered (R93)."""
    table = step(yellow="route=A7")
    table.order("blue.captain", "drop_mine B7")
    assert (table.damage("blue"), table.damage("yellow")) == (0, 0)


@pytest.mark.parametrize("marks", [0, 1, 2])
def test_e81_e82_a_trigger_needs_no_gauge_and_erases_none(marks: int) -> None:
    """A mine that lies may be triggered whatever the Mine gauge shows, which stays as it is (R100, R102)."""
    table = Table.at(f"route=F3 mines=A1 gauges={marks}/3/0/0/0/0", "route=J10", "phase=activation")
    assert table.may("blue.captain", "trigger_mine A1")
    assert table.called("blue.captain", "trigger_mine A1") == triggered("A1", a.Impact("yellow", "all_clear"))
    assert (table.marked("blue", "mine"), table.marked("blue", "torpedo")) == (marks, 3)


@pytest.mark.parametrize("cell", ["B7", "C7", "A1", "E6", "K9"])
@pytest.mark.parametrize("when", ["activation", "free_own_turn", "anytime"])
def test_e83_only_an_own_mine_can_be_triggered(cell: str, when: str) -> None:
    """An enemy mine, an empty space, land: none of them can be told apart by a refused trigger (R100, R150)."""
    table = step("route=C7 mines=F1", "route=J10 mines=B7", mine_trigger=when)
    refusal = table.refused("blue.captain", f"trigger_mine {cell}", "R100")
    bare = step("route=C7 mines=F1", mine_trigger=when)
    assert str(bare.refused("blue.captain", f"trigger_mine {cell}", "R100")) == str(refusal)
    assert [order for order in table.legal("blue.captain") if "trigger" in order] == ["trigger_mine F1"]


@pytest.mark.parametrize(
    ("enemy", "result", "damage"),
    [
        ("B7", "direct_hit", 2),
        ("C6", "indirect_hit", 1),
        ("A8", "indirect_hit", 1),
        ("B6", "indirect_hit", 1),
        ("D7", "all_clear", 0),
        ("C5", "all_clear", 0),
        ("B9", "all_clear", 0),
    ],
)
def test_e84_a_triggered_mine_hits_like_any_explosion(enemy: str, result: Any, damage: int) -> None:
    """Two damage on the mine's space, one on the eight around it, diagonals included, else none (R102, R110, R111)."""
    table = step("route=F3 mines=B7", f"route={enemy}")
    assert table.called("blue.captain", "trigger_mine B7") == triggered("B7", a.Impact("yellow", result))
    assert (table.damage("yellow"), table.damage("blue")) == (damage, 0)


@pytest.mark.parametrize(("place", "result", "damage"), [("C6", "indirect_hit", 1), ("B7", "direct_hit", 2)])
def test_e85_a_mine_hurts_its_own_team_too(place: str, result: Any, damage: int) -> None:
    """The own submarine is hit on the same scale, and that is announced after the enemy's result (R112, D11)."""
    table = step(f"route={place} mines=B7")
    assert table.called("blue.captain", "trigger_mine B7") == triggered(
        "B7", a.Impact("yellow", "all_clear"), a.Impact("blue", result)
    )
    assert (table.damage("blue"), table.damage("yellow")) == (damage, 0)


@pytest.mark.parametrize("place", ["C6", "B7"])
def test_e85_unless_the_host_spares_it(place: str) -> None:
    """With the option the own submarine takes nothing, unannounced; the enemy is hit as ever (D11, P13)."""
    table = step(f"route={place} mines=B7", "route=B8", self_damage=False)
    assert table.called("blue.captain", "trigger_mine B7") == triggered("B7", a.Impact("yellow", "indirect_hit"))
    assert (table.damage("blue"), table.damage("yellow")) == (0, 1)


@pytest.mark.parametrize("when", ["activation", "free_own_turn", "anytime"])
def test_e86_a_triggered_mine_is_gone(when: str) -> None:
    """A mine explodes once (R102)."""
    table = step("route=F3 mines=B7,A10", mine_trigger=when)
    table.order("blue.captain", "trigger_mine B7")
    assert table.mines("blue") == ("A10",)
    if when == "activation":
        table.quiet_round("yellow", "north")
        table.move("blue", "north", "N6", "drone")
    table.refused("blue.captain", "trigger_mine B7", "R100")
    assert table.may("blue.captain", "trigger_mine A10")


def test_e87_an_enemy_mine_on_the_same_space_is_swept_away_in_silence() -> None:
    """One explosion, not two; the other team's mine vanishes without a word to anybody (R115)."""
    table = step("route=F3 mines=B7", "route=C7 mines=B7,B8")
    calls = table.called("blue.captain", "trigger_mine B7")
    assert calls == triggered("B7", a.Impact("yellow", "indirect_hit"))
    assert table.heard("yellow.captain") == calls
    assert (table.mines("blue"), table.mines("yellow")) == ((), ("B8",))
    assert table.damage("yellow") == 1


def test_e87_a_torpedo_sweeps_its_impact_too() -> None:
    """Mines of either team on a torpedo's impact vanish, those beside it stay (R115)."""
    table = step("route=F3 mines=F6,F5", "route=A1 mines=F6,E5")
    assert table.order("blue.captain", "launch_torpedo F6") == [
        "STOP!",
        "TORPEDO LAUNCHED, IMPACT IN F6!",
        "ALL CLEAR!",
        "END OF ROUND",
    ]
    assert (table.mines("blue"), table.mines("yellow")) == (("F5",), ("E5",))


@pytest.mark.parametrize("chain", ["none", "torpedo_adjacent"])
def test_e88_a_mine_does_not_set_off_its_neighbours(chain: str) -> None:
    """A mine beside an exploding mine stays and does not explode (R115, D13)."""
    table = step("route=F3 mines=B7,C7", "route=D7 mines=A6", mine_chain=chain)
    said = table.order("blue.captain", "trigger_mine B7")
    assert said == ["STOP!", "MINE TRIGGERED, IMPACT IN B7!", "ALL CLEAR!", "END OF ROUND"]
    assert (table.mines("blue"), table.mines("yellow")) == (("C7",), ("A6",))


def test_e88_a_torpedo_may_set_off_the_mines_beside_its_impact() -> None:
    """With this option mines of both teams next to a torpedo explode, once, and those on it vanish unexploded (D13)."""
    table = step("route=B8 mines=C6,D6", "route=D5 mines=C5,B5", mine_chain="torpedo_adjacent")
    assert table.called("blue.captain", "launch_torpedo B5") == [
        a.Stop("blue"),
        a.TorpedoLaunched("blue", "B5"),
        a.MineTriggered("blue", "C6"),
        a.MineTriggered("yellow", "C5"),
        a.Impact("yellow", "indirect_hit"),
        a.RoundEnded("blue"),
    ]
    assert (table.damage("blue"), table.damage("yellow")) == (0, 1)
    assert (table.mines("blue"), table.mines("yellow")) == (("D6",), ())


def test_e88_or_every_explosion_sets_off_every_mine_it_touches() -> None:
    """With this option the chain runs on from mine to mine, through both teams' and those on the same space (D13)."""
    table = step("route=H1 mines=B5,C6,A9", "route=D8 mines=C5,B5,D7", mine_chain="full")
    assert table.called("blue.captain", "trigger_mine B5") == [
        a.Stop("blue"),
        a.MineTriggered("blue", "B5"),
        a.MineTriggered("blue", "C6"),
        a.MineTriggered("yellow", "B5"),
        a.MineTriggered("yellow", "C5"),
        a.MineTriggered("yellow", "D7"),
        a.Impact("yellow", "indirect_hit"),
        a.RoundEnded("blue"),
    ]
    assert table.damage("yellow") == 1
    assert (table.mines("blue"), table.mines("yellow")) == (("A9",), ())


@pytest.mark.parametrize(
    ("chain", "weapon"),
    [("torpedo_adjacent", "launch_torpedo F5"), ("full", "launch_torpedo F5"), ("full", "trigger_mine F5")],
)
def test_e88_the_strongest_explosion_counts(chain: str, weapon: str) -> None:
    """Several explosions do not add up: each submarine takes the worst of them once (D13, R117)."""
    lying = "F6,E4" if weapon.startswith("launch") else "F5,F6,E4"
    table = step(f"route=F3 mines={lying}", "route=F6", mine_chain=chain)
    said = table.order("blue.captain", weapon)
    assert said[-3:] == ["DIRECT HIT, TWO DAMAGE!", "INDIRECT HIT, ONE DAMAGE!", "END OF ROUND"]
    assert len(said) == 7
    assert (table.damage("yellow"), table.damage("blue")) == (2, 1)
    assert table.mines("blue") == ()


@pytest.mark.parametrize("when", ["activation", "free_own_turn"])
@pytest.mark.parametrize("phase", ["order", "activation"])
def test_e89_no_trigger_in_the_other_teams_round(when: str, phase: str) -> None:
    """A mine is triggered in one's own round only (D1)."""
    table = Table.at("route=F3", "route=J10 mines=A1", f"phase={phase}", mine_trigger=when)
    assert table.refused("yellow.captain", "trigger_mine A1", "R27").code == "not_your_turn"


def test_e89_unless_mines_go_off_at_any_time() -> None:
    """With the option a trigger fits anywhere into the enemy's round and changes neither step nor turn (P12)."""
    table = Table.at("route=F3 gauges=0/0/0/0/5/0", "route=J10 mines=A1,A4,A7,A10,J1", mine_trigger="anytime")
    moves = {
        "A1": ("blue.captain", "head north"),
        "A4": ("blue.engineer", "mark_breakdown N6"),
        "A7": ("blue.first_mate", "mark_gauge mine"),
        "A10": ("blue.captain", "activate_silence south 0"),
        "J1": ("blue.engineer", "mark_breakdown S5"),
    }
    for cell, (seat, order) in moves.items():
        before = (table.state.phase, table.state.round, table.view().awaiting, table.own("blue").awaiting)
        assert table.may("yellow.captain", f"trigger_mine {cell}")
        assert table.called("yellow.captain", f"trigger_mine {cell}") == [
            a.Stop("yellow"),
            a.MineTriggered("yellow", cell),
            a.Impact("blue", "all_clear"),
        ]
        after = (table.state.phase, table.state.round, table.view().awaiting, table.own("blue").awaiting)
        assert after == before
        table.refused("yellow.captain", "head north", "R27")
        table.order(seat, order)
    assert table.state.phase == "silence_marks"
    assert table.mines("yellow") == ()


def test_e89_at_any_time_but_not_between_question_and_answer() -> None:
    """While a sonar's answer is due no mine is triggered, and none after the end (P12)."""
    table = Table.at(
        "route=F3 mines=A1 gauges=0/0/0/2/0/0", "route=J10 mines=A1", "phase=activation", mine_trigger="anytime"
    )
    table.order("blue.captain", "activate_sonar")
    for captain in ("blue.captain", "yellow.captain"):
        table.refused(captain, "trigger_mine A1", "R101")
    table.order("yellow.captain", "answer_sonar row 10 column A")
    assert table.may("blue.captain", "trigger_mine A1")
    table.order("blue.captain", "resign")
    for captain in ("blue.captain", "yellow.captain"):
        table.refused(captain, "trigger_mine A1", "R29")


def test_e89_at_any_time_a_red_breakdown_still_blocks() -> None:
    """A trigger at any time is checked against the sheet like any other (P12, D1)."""
    table = Table.at("route=F3", "route=J10 mines=A1 broken=W1", mine_trigger="anytime")
    table.refused("yellow.captain", "trigger_mine A1", "R58")


@pytest.mark.parametrize("when", ["activation", "free_own_turn", "anytime"])
@pytest.mark.parametrize(
    ("yellow", "table"),
    [
        ("surfaced=1 dive=yes", "phase=order"),
        ("surfaced=2 dive=yes", "phase=activation"),
        ("surfaced=3 dive=yes", "phase=activation"),
        ("surfaced=3 dive=yes", "phase=order act=yellow"),
    ],
)
def test_e90_no_trigger_while_surfaced(when: str, yellow: str, table: str) -> None:
    """A surfaced submarine triggers no mine under any setting (R101, R137)."""
    for red_counts in (True, False):
        position = Table.at(
            "route=F3",
            f"route=J10 mines=A1 {yellow}",
            table,
            mine_trigger=when,
            mine_trigger_needs_red_ok=red_counts,
        )
        position.refused("yellow.captain", "trigger_mine A1", "R101")
        assert position.mines("yellow") == ("A1",)
