"""Who learns what, in views, announcements and refusals: cases E160 to E166."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR, notation
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.panel import SYMBOLS
from sonar_referee.games.captain_sonar.terms import HEADINGS, SYSTEMS
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import ABSENT, SPECTATOR
from tests.games.captain_sonar.table import CHARTS, Table

YELLOW = "route=E7>E8 mines=D8,F7 gauges=2/3/3/2/5/0 broken=E4"
FEW = "route=C7 gauges=0/0/0/0/0/0"
MANY = "route=F9>F8>F7 past=A1>A2 mines=D8,E9,F6 gauges=2/3/3/2/5/0 broken=W1,N2,S6,E1"
ALIKE = {
    "yellow orders": ("phase=order act=yellow", "", ""),
    "yellow activates": ("phase=activation act=yellow", "", ""),
    "yellow waits": ("phase=order act=blue", "", ""),
    "yellow waits longer": ("phase=activation act=blue", "", ""),
    "blue marks": ("phase=marks act=blue", " mark=north gauge=yes", " mark=west"),
    "blue marks a silence": ("phase=silence_marks act=blue", " mark=south", " mark=east gauge=yes"),
    "blue is surfaced": ("phase=order act=yellow", " surfaced=2 dive=yes", " surfaced=2 dive=yes"),
    "yellow is asked": ("phase=sonar_answer act=blue", "", ""),
    "blue is asked": ("phase=sonar_answer act=yellow", "", ""),
}
"""Steps of a match, as the table's words and what they add to `FEW` and to `MANY`: yellow sees no difference."""


def pair(name: str, **options: Any) -> tuple[Table, Table]:
    """Two positions that differ in blue's secrets alone."""
    table, few, many = ALIKE[name]
    return tuple(Table.at(blue, YELLOW, table, **options) for blue in (FEW + few, MANY + many))  # type: ignore[return-value]


def every_order(chart: Chart) -> Iterator[Order]:
    """One of each order that anybody could think of on this chart, sensible or not."""
    for kind in CAPTAIN_SONAR.orders:
        name = kind.__dataclass_fields__["type"].default
        fields = [field for field in kind.__dataclass_fields__ if field != "type"]
        values = {
            ("cell",): [*chart.names, "Z9"],
            ("heading",): HEADINGS,
            ("symbol",): [*SYMBOLS, "X1"],
            ("system",): SYSTEMS,
            ("sector",): range(chart.sectors + 2),
            ("heading", "distance"): [f"{heading} {n}" for heading in HEADINGS for n in range(6)],
            ("facts",): ["row 8 column A", "row 8 column E", "row 1 column A", "row 1 row 8", "row 99 sector 1"],
            (): [""],
        }[tuple(fields)]
        yield from (notation.read_order(f"{name} {value}") for value in values)


def replies(table: Table, team: str) -> list[tuple[str, str, str] | None]:
    """What each seat of a team is told for every order; None where it would be accepted."""
    told: list[tuple[str, str, str] | None] = []
    for seat in CAPTAIN_SONAR.teams[team]:
        for order in every_order(table.state.chart):
            try:
                CAPTAIN_SONAR.check(table.state, seat, order)
                told.append(None)
            except IllegalOrder as refusal:
                told.append((refusal.rule, refusal.reason, refusal.code))
    return told


@pytest.mark.parametrize("name", ALIKE)
def test_e160_the_enemy_sees_no_secrets(name: str) -> None:
    """The enemy's and a spectator's view are the same whatever place, mines, gauges and breakdowns are (R150)."""
    few, many = pair(name)
    for seats in ([seat] for seat in CAPTAIN_SONAR.teams["yellow"]):
        assert few.view(*seats) == many.view(*seats)
    assert few.own("yellow") == many.own("yellow")
    assert few.view() == many.view()
    assert few.own("blue") != many.own("blue")
    assert few.own("yellow").truth is few.own("yellow").reveal is few.own("yellow").teams is ABSENT


def test_e160_placement_is_secret() -> None:
    """While starts are chosen the enemy learns that a choice is made and not which (R16, R17)."""
    views = []
    for cell in ("A1", "J10"):
        table = Table.fresh()
        assert table.order("blue.captain", f"place {cell}") == []
        views.append(table.view("yellow.captain"))
        assert table.view("blue.captain").submarine.cell == cell
    assert views[0] == views[1]
    assert views[0].awaiting == ("yellow.captain",)


def test_e161_a_repair_is_not_told() -> None:
    """When a circuit repairs itself nothing more is said than for any mark (R52, 12.1)."""
    heard, views = [], []
    for broken, left in (("W1,W2,E3,S5", ("S5",)), ("W1,W2,S5", ("W1", "W2", "W3", "S5"))):
        table = Table.at(f"route=C7>B7 mark=west broken={broken}", "route=J10", "phase=marks")
        assert table.order("blue.engineer", "mark_breakdown W3") == ["OK", "OK"]
        assert table.own("blue").breakdowns == left
        heard.append(table.heard("yellow.captain"))
        views.append(table.view("yellow.captain"))
    assert heard[0] == heard[1]
    assert views[0] == views[1]


def test_e162_a_lost_mine_is_not_told() -> None:
    """A mine swept away by an enemy torpedo leaves the owner's sheet, and nobody is told (R115)."""
    heard, views = [], []
    for mines in ("D5,A1", "A1"):
        table = Table.at(f"route=C9 mines={mines}", "route=C7 gauges=0/3/0/0/0/0", "phase=activation act=yellow")
        table.order("yellow.captain", "launch_torpedo D5")
        assert table.own("blue").submarine.mines == ("A1",)
        heard.append([table.heard(*seats) for seats in (("yellow.captain",), ("blue.captain",), ())])
        views.append(table.own("yellow"))
    assert heard[0] == heard[1]
    assert [call.text for call in heard[0][0]] == [
        "STOP!",
        "TORPEDO LAUNCHED, IMPACT IN D5!",
        "ALL CLEAR!",
        "END OF ROUND",
    ]
    assert views[0] == views[1]


def test_e163_the_team_shares_its_sheets() -> None:
    """Each role sees the whole of its team's sheets, unless D25 gives each its own (R14, D25)."""
    shared, strict = (Table.at(MANY, YELLOW, own_team_view=view) for view in ("shared", "role_only"))
    for seat in CAPTAIN_SONAR.teams["blue"]:
        own = shared.view(seat)
        assert own.submarine.route == ("F9", "F8", "F7")
        assert own.submarine.mines == ("F6", "D8", "E9")
        assert own.breakdowns == ("W1", "N2", "S6", "E1")
        assert own.gauges["torpedo"].marked == 3
    engineer = strict.view("blue.engineer")
    assert engineer.submarine.cell is engineer.submarine.route is engineer.submarine.mines is ABSENT
    assert engineer.gauges is ABSENT
    assert engineer.breakdowns == ("W1", "N2", "S6", "E1")


@pytest.mark.parametrize(
    "options",
    [{}, {"mine_trigger": "anytime"}, {"torpedo_path": "full_move_rules"}, {"bad_activation": "one_damage"}],
    ids=str,
)
@pytest.mark.parametrize("name", ALIKE)
def test_e164_refusals_tell_nothing(name: str, options: dict[str, Any]) -> None:
    """Which orders are accepted, and the reason why not, depend on nothing that is secret to the sender (R150)."""
    few, many = pair(name, **options)
    assert replies(few, "yellow") == replies(many, "yellow")
    for seat in CAPTAIN_SONAR.teams["yellow"]:
        assert few.legal(seat) == many.legal(seat)


def test_e164_an_enemy_mine_is_never_a_reason() -> None:
    """A space with an enemy mine is entered, mined and shot at like any other (R37, R92)."""
    table = Table.at("route=C8 mines=C5,D6", "route=C6 gauges=2/3/0/0/0/0", "act=yellow")
    assert table.may("yellow.captain", "head north")
    table.move("yellow", "west", "W6")
    assert table.may("yellow.captain", "drop_mine C5")
    assert table.may("yellow.captain", "launch_torpedo D6")


def test_e165_a_spectator_sees_public_facts() -> None:
    """Without a seat one hears the public calls and sees damage and surface state of both (R150)."""
    table = Table.at(MANY + " damage=1", YELLOW + " damage=2", announce_ready="team")
    view = table.view()
    assert {team: enemy.damage for team, enemy in view.teams.items()} == {"blue": 1, "yellow": 2}
    for field in ("submarine", "enemy", "gauges", "breakdowns", "silent_heading", "truth", "reveal"):
        assert getattr(view, field) is ABSENT
    assert CAPTAIN_SONAR.hears(table.state, SPECTATOR) == {"all"}
    assert CAPTAIN_SONAR.reads_notes(table.state, SPECTATOR) is None
    assert CAPTAIN_SONAR.spectators_allowed(table.state.options)


def test_e165_other_views_for_spectators() -> None:
    """`spectator_view` may keep spectators out, or show them both teams' sheets and calls (R150)."""
    assert not CAPTAIN_SONAR.spectators_allowed(Options(spectator_view="none"))
    table = Table.at(MANY, YELLOW, announce_ready="team", spectator_view="omniscient")
    assert CAPTAIN_SONAR.spectators_allowed(table.state.options)
    truth = table.view().truth
    assert truth["blue"].route == ("F9", "F8", "F7")
    assert truth["blue"].past_routes == (("A1", "A2"),)
    assert truth["blue"].breakdowns == ("W1", "N2", "S6", "E1")
    assert truth["yellow"].mines == ("F7", "D8")
    assert truth["yellow"].gauges["silence"].marked == 5
    assert CAPTAIN_SONAR.hears(table.state, SPECTATOR) == {"all", "blue", "yellow"}
    for seat in ("blue.captain", "yellow.radio_operator"):
        assert table.view(seat).truth is ABSENT


def test_e166_a_player_comes_back() -> None:
    """Views depend on the position alone, so whoever comes back sees his team's sheets and hears as before (R138)."""
    table = Table.at("route=C8>C7 mines=C5 gauges=1/1/0/0/0/0 broken=W1", "route=J10")
    table.order("blue.captain", "surface")
    again = Table(notation.read_position(notation.position_text(table.state), CHARTS))
    for seat in CAPTAIN_SONAR.seats:
        assert again.view(seat) == table.view(seat)
    own = again.view("blue.radio_operator")
    assert (own.submarine.cell, own.submarine.mines, own.breakdowns) == ("C7", ("C5",), ("W1",))
    radio = frozenset({"blue.radio_operator"})
    assert CAPTAIN_SONAR.hears(again.state, radio) == {"all", "blue"}
    assert CAPTAIN_SONAR.reads_notes(again.state, radio) == "blue"
    assert getattr(CAPTAIN_SONAR.notes_refusal(again.state, "blue.radio_operator"), "rule", None) == "R138"
    assert getattr(CAPTAIN_SONAR.notes_refusal(again.state, "blue.captain"), "rule", None) == "R12"
    assert CAPTAIN_SONAR.reads_notes(again.state, frozenset({"yellow.captain"})) == "yellow"
