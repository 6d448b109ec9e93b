"""Torpedoes and what explosions do to submarines and mines: cases E91 to E111."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from sonar_referee.games.captain_sonar.announcements import Destroyed, GameOver, Impact, TorpedoLaunched
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.game import Outcome
from tests.games.captain_sonar.table import Table

CLEAR, INDIRECT, DIRECT = "ALL CLEAR!", "INDIRECT HIT, ONE DAMAGE!", "DIRECT HIT, TWO DAMAGE!"


def armed(blue: str, yellow: str = "route=J10", table: str = "", **rest: Any) -> Table:
    """Blue has moved and may fire a torpedo."""
    return Table.at(f"{blue} gauges=0/3/0/0/0/0", yellow, f"phase=activation {table}", **rest)


def fire(table: Table, cell: str) -> list[str]:
    """Fire and return what is said after the launch."""
    said = table.order("blue.captain", f"launch_torpedo {cell}")
    assert said[:2] == ["STOP!", f"TORPEDO LAUNCHED, IMPACT IN {cell}!"]
    return said[2:]


def damages(table: Table) -> tuple[int, int]:
    """Blue's and yellow's damage."""
    return table.view().teams["blue"].damage, table.view().teams["yellow"].damage


def test_e91_a_torpedo_turns_corners() -> None:
    """Four steps with bends take a torpedo from D3 to G2, which ends the round and empties the gauge (R106, R74)."""
    table = armed("route=C3>D3")
    assert table.may("blue.captain", "launch_torpedo G2")
    assert fire(table, "G2") == [CLEAR, "END OF ROUND"]
    assert table.own("blue").gauges["torpedo"].marked == 0
    assert (table.view().phase, table.view().team_to_act, table.view().round) == ("order", "yellow", 6)
    assert damages(table) == (0, 0)


@pytest.mark.parametrize("path", ["sea_bfs", "manhattan", "full_move_rules"])
def test_e92_five_steps_are_too_far(path: str) -> None:
    """A space five steps away is out of a torpedo's reach however its way is measured, four are in reach (R106)."""
    table = armed("route=A1", torpedo_path=path)
    table.refused("blue.captain", "launch_torpedo A6", "R106")
    assert table.may("blue.captain", "launch_torpedo A5")
    for edge, beyond in (("J5", "A6"), ("A6", "J5"), ("J5", "A5"), ("E1", "E10")):
        armed(f"route={edge}", torpedo_path=path).refused("blue.captain", f"launch_torpedo {beyond}", "R106")


def test_e93_a_torpedo_goes_round_an_island() -> None:
    """The way round an island counts when it is short enough (R106)."""
    table = armed("route=C3")
    assert table.may("blue.captain", "launch_torpedo C5")
    assert fire(table, "C5") == [CLEAR, "END OF ROUND"]


def test_e94_the_way_round_an_island_may_be_too_long() -> None:
    """Straight distance does not help when the way over the sea takes five steps, unless D9 says so (R106, P13)."""
    for path in ("sea_bfs", "full_move_rules"):
        armed("route=C3", torpedo_path=path).refused("blue.captain", "launch_torpedo C6", "R106")
    plain = armed("route=C3", torpedo_path="manhattan")
    assert plain.may("blue.captain", "launch_torpedo C6")
    assert fire(plain, "C6") == [CLEAR, "END OF ROUND"]


def test_e95_an_island_beside_the_edge_blocks_as_well() -> None:
    """An island between two spaces of the first row makes the way five steps long (R106, D9)."""
    armed("route=B1").refused("blue.captain", "launch_torpedo E1", "R106")
    plain = armed("route=B1", torpedo_path="manhattan")
    assert fire(plain, "E1") == [CLEAR, "END OF ROUND"]


def test_e96_round_an_island_at_the_edge() -> None:
    """H3 reaches H1 in four steps around the island H2 (R106)."""
    assert fire(armed("route=H3"), "H1") == [CLEAR, "END OF ROUND"]


@pytest.mark.parametrize("path", ["sea_bfs", "manhattan", "full_move_rules"])
def test_e97_an_island_is_no_target(path: str) -> None:
    """A torpedo needs a sea space to explode on, whatever D9 says of its way (R106, P13)."""
    armed("route=C3", torpedo_path=path).refused("blue.captain", "launch_torpedo C4", "R106")


@pytest.mark.parametrize("path", ["sea_bfs", "manhattan", "full_move_rules"])
def test_e98_the_own_space_is_no_target(path: str) -> None:
    """A torpedo must leave its submarine's space (R107)."""
    armed("route=C3", torpedo_path=path).refused("blue.captain", "launch_torpedo C3", "R107")


def test_e99_a_torpedo_next_to_oneself_hurts() -> None:
    """A shot at a neighbouring space hits the one who fired it; the enemy's result is said first (R107, R112)."""
    table = armed("route=C7")
    assert fire(table, "C6") == [CLEAR, INDIRECT, "END OF ROUND"]
    assert [call for call in table.heard() if isinstance(call, Impact)] == [
        Impact("yellow", "all_clear"),
        Impact("blue", "indirect_hit"),
    ]
    assert damages(table) == (1, 0)


def test_e99_without_self_damage() -> None:
    """With `self_damage` off one's own weapon does nothing to oneself, and nothing is said of it (D11, P13)."""
    table = armed("route=C7", "route=C5", self_damage=False)
    assert fire(table, "C6") == [INDIRECT, "END OF ROUND"]
    assert damages(table) == (0, 1)


def test_e100_the_own_route_does_not_stop_a_torpedo() -> None:
    """A torpedo crosses the own route and own mines, unless it must go where the submarine could (R106, D9)."""
    on_route, behind_route, by_a_mine = "route=A2>B2>B1>A1", "A3", "route=B1>A1 mines=A2"
    assert fire(armed(on_route), behind_route) == [CLEAR, "END OF ROUND"]
    assert fire(armed(by_a_mine), behind_route) == [CLEAR, "END OF ROUND"]
    for position in (on_route, by_a_mine):
        strict = armed(position, torpedo_path="full_move_rules")
        strict.refused("blue.captain", f"launch_torpedo {behind_route}", "R106")
        strict.refused("blue.captain", "launch_torpedo A2", "R106")
        assert not any(order.startswith("launch_torpedo") for order in strict.legal("blue.captain"))
    free = armed("route=B1>C1", torpedo_path="full_move_rules")
    assert fire(free, "E3") == [CLEAR, "END OF ROUND"]


def test_e101_a_mine_at_the_impact_is_removed() -> None:
    """Mines of both teams on the impact vanish unsaid and unexploded; those next to it stay (R115, D13)."""
    table = armed("route=C7 mines=C5,D5", "route=J10 mines=C5,B5")
    assert fire(table, "C5") == [CLEAR, "END OF ROUND"]
    assert table.own("blue").submarine.mines == ("D5",)
    assert table.own("yellow").submarine.mines == ("B5",)
    assert damages(table) == (0, 0)


def test_e102_direct_hit() -> None:
    """A submarine on the impact takes two damage (R110)."""
    table = armed("route=C7", "route=F7")
    assert fire(table, "F7") == [DIRECT, "END OF ROUND"]
    assert damages(table) == (0, 2)


@pytest.mark.parametrize("cell", ["D6", "F6", "D7", "F7", "D8", "E8", "F8"])
def test_e103_a_neighbour_of_the_impact_is_hit_indirectly(cell: str) -> None:
    """A submarine on any of the eight spaces around the impact, diagonals included, takes one damage (R110, D10)."""
    table = armed("route=B7", f"route={cell}")
    assert fire(table, "E7") == [INDIRECT, "END OF ROUND"]
    assert damages(table) == (0, 1)


@pytest.mark.parametrize("cell", ["F9", "G8", "G6", "F5", "D5", "C8", "G9"])
def test_e104_two_spaces_away_is_clear(cell: str) -> None:
    """At a distance of two, a knight's move or a diagonal, nothing happens (R110)."""
    table = armed("route=B7", f"route={cell}")
    assert fire(table, "E7") == [CLEAR, "END OF ROUND"]
    assert damages(table) == (0, 0)


def test_e105_an_island_gives_no_cover() -> None:
    """A neighbour of the impact is hit although islands lie on both sides of the diagonal (R113)."""
    cove = Chart("cove", "Cove", (".#..", "..#.", "....", "...."), 2)
    table = armed("route=D3", "route=B2", chart=cove)
    assert fire(table, "C1") == [INDIRECT, "END OF ROUND"]
    assert damages(table) == (0, 1)


def test_e106_a_surfaced_submarine_is_hit() -> None:
    """A hit on a surfaced submarine counts as any other, and its surface rounds go on as before (R114)."""
    table = armed("route=C7", "route=F7 surfaced=1 dive=yes")
    assert fire(table, "F7") == [DIRECT, "END OF ROUND", "SURFACE ROUND 2 OF 3", "END OF ROUND"]
    assert damages(table) == (0, 2)
    assert table.view().teams["yellow"].surface_round == 2
    assert table.view().team_to_act == "blue"


def test_e107_both_are_hit_when_they_share_a_space() -> None:
    """Two submarines in one space are both hurt by an explosion next to it (R110, R112)."""
    table = armed("route=G3", "route=G3")
    assert fire(table, "G2") == [INDIRECT, INDIRECT, "END OF ROUND"]
    assert damages(table) == (1, 1)


@pytest.mark.parametrize(
    ("option", "winner", "text"),
    [
        ("draw", None, "GAME OVER, DRAW!"),
        ("attacker_loses", "yellow", "GAME OVER, YELLOW WINS!"),
        ("attacker_wins", "blue", "GAME OVER, BLUE WINS!"),
    ],
)
def test_e108_both_destroyed_at_once(option: str, winner: str | None, text: str) -> None:
    """Damage goes to both before anybody is lost, so that one explosion may end in a draw or as D12 says (R116)."""
    table = armed("route=C7 damage=3", "route=C5 damage=3", mutual_destruction=option)
    assert fire(table, "C6") == [INDIRECT, INDIRECT, "DESTROYED!", "DESTROYED!", text]
    assert [call.team for call in table.heard() if isinstance(call, Destroyed)] == ["yellow", "blue"]
    assert damages(table) == (4, 4)
    assert table.view().outcome == Outcome(winner, "mutual_destruction")


def test_e109_destroyed_by_the_own_torpedo() -> None:
    """Who destroys only himself loses the match (R145)."""
    table = armed("route=C7 damage=3", "route=J10 damage=3")
    assert fire(table, "C6") == [CLEAR, INDIRECT, "DESTROYED!", "GAME OVER, YELLOW WINS!"]
    assert table.heard()[-2:] == [Destroyed("blue"), GameOver(None, "yellow", "destroyed")]
    assert table.view().outcome == Outcome("yellow", "destroyed")
    assert table.view().phase == "game_over"


def test_e110_the_referee_answers() -> None:
    """The result of a shot is computed: nobody is asked, and no Captain has an answer to give (R111, D22)."""
    table = armed("route=C7", "route=F8")
    table.refused("yellow.captain", "confirm_answer", "D22")
    assert fire(table, "F7") == [INDIRECT, "END OF ROUND"]
    table.refused("yellow.captain", "confirm_answer", "D22")


def test_e110_the_enemy_captain_confirms() -> None:
    """With `captain_confirms` the round waits for the enemy Captain, whose only answer is the truth (D22)."""
    table = armed("route=C7", "route=F8", auto_answers="captain_confirms")
    assert fire(table, "F7") == []
    assert damages(table) == (0, 0)
    assert (table.view().phase, table.view().awaiting) == ("answer", ("yellow.captain",))
    assert table.legal("yellow.captain") == ["confirm_answer"]
    assert table.legal("blue.captain") == table.legal("blue.first_mate") == []
    table.refused("blue.captain", "confirm_answer", "D22")
    table.refused("blue.captain", "end_round", "R27")
    table.refused("yellow.captain", "head north", "R27")
    assert table.order("yellow.captain", "confirm_answer") == [INDIRECT, "END OF ROUND"]
    assert damages(table) == (0, 1)
    assert table.view().team_to_act == "yellow"


def test_e111_only_the_impact_is_told() -> None:
    """Everybody hears where a torpedo explodes and neither where it came from nor its way (R108)."""
    table = armed("route=B3>C3")
    fire(table, "F4")
    launch = TorpedoLaunched("blue", "F4")
    assert asdict(launch) == {"kind": "torpedo_launched", "team": "blue", "cell": "F4"}
    for seats in ((), ("yellow.captain",), ("yellow.radio_operator",), ("blue.radio_operator",)):
        assert table.heard(*seats)[1] == launch
    assert not any("C3" in str(call) or "B3" in str(call) for call in table.heard("yellow.captain"))
