"""Edge cases E1–E13: teams, roles, start and first round."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import TEAMS
from tests.games.captain_sonar.table import Table

CREW = {
    1: "captain+first_mate+engineer+radio_operator",
    2: "captain+first_mate+engineer radio_operator",
    3: "captain+first_mate engineer radio_operator",
    4: "captain first_mate engineer radio_operator",
}
"""The rulebook's split of the roles, by number of players: one word a player."""


def crews(blue: str, yellow: str, bots: tuple[str, ...] = (), **options: Any) -> str | None:
    """Why these crews may not start; each word is a player, roles of one player are joined by a plus."""
    people = [
        [f"{team}.{role}" for role in player.split("+")]
        for team, crew in (("blue", blue), ("yellow", yellow))
        for player in crew.split()
    ]
    return CAPTAIN_SONAR.crews_refusal(Options(**options), people, bots)


def placed(blue: str = "C7", yellow: str = "J10", **options: Any) -> Table:
    """A match with both starts chosen."""
    table = Table.fresh(**options)
    table.order("blue.captain", f"place {blue}")
    table.order("yellow.captain", f"place {yellow}")
    return table


def test_e1_start_on_an_island_is_refused() -> None:
    """A submarine starts on the sea, never on an island (R16)."""
    table = Table.fresh()
    table.refused("blue.captain", "place E6", "R16")
    assert table.view("blue.captain").submarine.cell is None


@pytest.mark.parametrize("cell", ["K1", "A11", "A0", "a1", "A01", "6"])
def test_e2_start_beyond_the_chart_is_refused(cell: str) -> None:
    """A start must be a space of the chart (R16)."""
    Table.fresh().refused("yellow.captain", f"place {cell}", "R16")


def test_e3_both_captains_may_choose_the_same_start_unknown_to_each_other() -> None:
    """Two submarines may start in one space, and nobody is told of it (R16)."""
    table = placed("A1", "A1", first_team="blue")
    assert table.heard() == table.heard("blue.captain") == table.heard("yellow.captain") == []
    assert table.view("blue.captain").submarine.cell == table.view("yellow.captain").submarine.cell == "A1"
    assert (table.state.phase, table.state.round) == ("order", 1)
    table.order("blue.captain", "head south")
    assert "A1" not in repr(table.view())


def test_e4_who_has_placed_waits_and_the_enemy_learns_only_that_he_is_ready() -> None:
    """Nothing can be ordered until both starts are chosen, and the choice stays hidden (R17)."""
    table = Table.fresh(first_team="blue")
    before = table.view("yellow.captain")
    assert before.awaiting == ("blue.captain", "yellow.captain")
    assert table.order("blue.captain", "place A1") == []
    assert table.refused("blue.captain", "head south", "R17").code == "wrong_phase"
    table.refused("blue.captain", "surface", "R17")
    table.refused("yellow.captain", "head south", "R17")
    after = table.view("yellow.captain")
    assert after.awaiting == ("yellow.captain",)
    assert (after.phase, after.round, after.team_to_act) == ("placement", 0, None)
    assert "A1" not in repr(after)
    assert (after.enemy, after.submarine) == (before.enemy, before.submarine)


def test_e5_a_start_is_fixed_once_both_have_chosen() -> None:
    """A start may be changed until the other team has chosen too, and never afterwards (R17, P10)."""
    table = Table.fresh()
    table.order("blue.captain", "place A1")
    table.order("blue.captain", "place C7")
    assert table.view("blue.captain").submarine.route == ("C7",)
    table.order("yellow.captain", "place J10")
    for captain in ("blue.captain", "yellow.captain"):
        assert table.refused(captain, "place B2", "R17").code == "wrong_phase"


@pytest.mark.parametrize("role", ["first_mate", "engineer", "radio_operator"])
def test_e6_only_the_captain_places(role: str) -> None:
    """The start is the Captain's choice (R12)."""
    table = Table.fresh()
    assert table.legal(f"blue.{role}") == []
    table.refused(f"blue.{role}", "place A1", "R12")


def test_e7_of_three_players_one_is_captain_and_first_mate() -> None:
    """Three players: Captain with First Mate, Engineer, Radio Operator (R12)."""
    assert crews(CREW[3], CREW[3]) is None


@pytest.mark.parametrize(
    "crew",
    [
        "captain first_mate+engineer radio_operator",
        "captain+radio_operator first_mate engineer",
        "captain+engineer first_mate radio_operator",
        "captain+first_mate engineer",
    ],
)
def test_e7_other_splits_among_three_players_are_refused_unless_bundles_are_free(crew: str) -> None:
    """Other combinations of roles need the option for free bundles (R12)."""
    for refusal in (crews(crew, CREW[3]), crews(CREW[3], crew)):
        assert refusal is not None
        assert "R12" in refusal
    assert crews(crew, CREW[3], role_bundles="free") is None


def test_e8_of_two_players_one_is_radio_operator_and_the_other_all_else() -> None:
    """Two players: Captain with First Mate and Engineer, Radio Operator (R12)."""
    assert crews(CREW[2], CREW[2]) is None
    assert crews("captain+first_mate engineer+radio_operator", CREW[2]) is not None
    assert crews("captain first_mate+engineer+radio_operator", CREW[2]) is not None


def test_e9_a_single_player_holds_all_roles_and_makes_each_mark_by_itself() -> None:
    """One player holds all four roles; Engineer's and First Mate's marks are still orders of their own (R12, R28)."""
    assert crews(CREW[1], CREW[1]) is None
    assert crews(CREW[2], CREW[1]) is None
    table = placed(first_team="blue")
    table.order("blue.captain", "head north")
    assert table.own("blue").awaiting == ("blue.engineer", "blue.first_mate")
    table.refused("blue.captain", "end_round", "R23")
    table.order("blue.first_mate", "mark_gauge mine")
    assert table.own("blue").awaiting == ("blue.engineer",)
    table.refused("blue.captain", "end_round", "R23")
    table.order("blue.engineer", "mark_breakdown N1")
    assert table.own("blue").awaiting == ("blue.captain",)
    table.order("blue.captain", "end_round")


def test_e10_real_time_is_no_mode_here_least_of_all_for_two_or_three_players() -> None:
    """Two and three players play turn by turn; real time is refused for any number (R13)."""
    options = TypeAdapter(Options)
    assert options.validate_json('{"mode": "turn-by-turn"}') == Options()
    with pytest.raises(ValidationError, match="mode"):
        options.validate_json('{"mode": "real-time"}')


@pytest.mark.parametrize(("blue", "yellow"), [(4, 4), (4, 3), (3, 3), (3, 2), (2, 2), (2, 1), (1, 1)])
def test_e11_two_to_eight_players_split_as_evenly_as_can_be(blue: int, yellow: int) -> None:
    """The teams are equal or differ by one player, and either colour may be the larger (R11)."""
    assert crews(CREW[blue], CREW[yellow]) is None
    assert crews(CREW[yellow], CREW[blue]) is None


@pytest.mark.parametrize(("large", "small"), [(4, 2), (4, 1), (3, 1)])
def test_e11_uneven_teams_are_refused_unless_bundles_are_free(large: int, small: int) -> None:
    """Teams that differ by more than one player need the option for free bundles (R11)."""
    for refusal in (crews(CREW[large], CREW[small]), crews(CREW[small], CREW[large])):
        assert refusal is not None
        assert "R11" in refusal
    assert crews(CREW[large], CREW[small], role_bundles="free") is None


def test_e11_five_against_two_is_refused() -> None:
    """There is no seat for a fifth player of a team, and five against two is no split of seven (R11)."""
    assert crews(f"{CREW[4]} radio_operator", CREW[2]) is not None


def test_e11_a_bot_counts_as_one_player_or_several() -> None:
    """Bots fill what people leave, in whatever split fits; a gap that nobody fills is refused (R11, R12)."""
    crew = tuple(f"yellow.{role}" for role in ("captain", "first_mate", "engineer", "radio_operator"))
    for players in CREW.values():
        assert crews(players, "", crew) is None
    assert crews(CREW[4], "engineer", ("yellow.captain", "yellow.first_mate", "yellow.radio_operator")) is None
    assert crews(CREW[1], "engineer", ("yellow.captain", "yellow.first_mate", "yellow.radio_operator")) is not None
    assert crews(CREW[2], "") is not None
    assert crews(CREW[2], "", crew[:3]) is not None


@pytest.mark.parametrize("team", TEAMS)
def test_e12_everything_is_empty_at_the_start(team: str) -> None:
    """A match starts with empty gauges, engine and hull whole, no mines, the start as route (R15, R19)."""
    table = Table.fresh()
    assert table.own(team).submarine.route == ()
    table.order("blue.captain", "place C7")
    table.order("yellow.captain", "place J10")
    sheets = table.own(team)
    start = {"blue": "C7", "yellow": "J10"}[team]
    assert (sheets.submarine.cell, sheets.submarine.route, sheets.submarine.mines) == (start, (start,), ())
    assert sheets.breakdowns == ()
    assert {system: gauge.marked for system, gauge in sheets.gauges.items()} == dict.fromkeys(sheets.gauges, 0)
    for boat in (sheets.submarine, sheets.enemy, table.view().teams[team]):
        assert (boat.damage, boat.surfaced, boat.surface_round) == (0, False, 0)
    assert (sheets.phase, sheets.round, sheets.outcome) == ("order", 1, None)


@pytest.mark.parametrize("choice", ["random", "loser_of_previous"])
def test_e13_the_first_team_is_drawn_once_from_the_seed(choice: str) -> None:
    """Who begins is drawn from the seed, the same for the same seed, and either team can be drawn (R18)."""
    drawn = [placed(seed=seed, first_team=choice).view().team_to_act for seed in range(20)]
    assert drawn == [placed(seed=seed, first_team=choice).view().team_to_act for seed in range(20)]
    assert set(drawn) == {"blue", "yellow"}


def test_e13_the_draw_does_not_depend_on_who_places_first() -> None:
    """Who begins has been drawn before anybody places (R18)."""
    for seed in range(8):
        table = Table.fresh(seed=seed)
        table.order("yellow.captain", "place J10")
        table.order("blue.captain", "place C7")
        assert table.view().team_to_act == placed(seed=seed).view().team_to_act


@pytest.mark.parametrize("team", TEAMS)
def test_e13_the_host_may_name_the_first_team_and_everybody_sees_it(team: str) -> None:
    """The first team may be fixed; it is public, and the order step is its Captain's (R18)."""
    for seed in range(4):
        table = placed(seed=seed, first_team=team)
        for seats in ((), ("blue.radio_operator",), ("yellow.engineer",)):
            assert table.view(*seats).team_to_act == team
            assert table.view(*seats).awaiting == (f"{team}.captain",)
