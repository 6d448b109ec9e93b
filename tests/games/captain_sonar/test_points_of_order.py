"""The points of order P1 to P17, which settle what is said when and who is waited for."""

from __future__ import annotations

from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.terms import SEATS
from sonar_referee.games.game import ABSENT, Outcome
from tests.games.captain_sonar.table import Table

END = "END OF ROUND"
FULL = "gauges=2/3/3/2/5/0"


def active(blue: str = f"route=C7 {FULL}", yellow: str = "route=J10", **rest: Any) -> Table:
    """Blue has moved and may activate."""
    return Table.at(blue, yellow, "phase=activation", **rest)


def test_p1_an_activation_ends_the_round() -> None:
    """Each activation ends the round when it is resolved, and `end_round` does so without one (P1)."""
    for text in ("drop_mine C6", "launch_torpedo F8", "launch_drone 1"):
        table = active()
        assert table.called("blue.captain", text)[-1] == a.RoundEnded("blue")
        assert (table.view().phase, table.view().team_to_act) == ("order", "yellow")
        table.refused("blue.captain", "end_round", "R27")
    sonar = active()
    assert sonar.order("blue.first_mate", "activate_sonar") == ["STOP!", "ACTIVATING SONAR!"]
    assert sonar.order("yellow.captain", "answer_sonar row 10 sector 1")[-1] == END
    assert active().called("blue.captain", "end_round") == [a.RoundEnded("blue")]


def test_p1_free_mines_keep_the_round_open() -> None:
    """When mines are triggered freely the Captain ends every round himself (P1, D1)."""
    table = active(f"route=C7 mines=D3 {FULL}", mine_trigger="free_own_turn")
    assert table.order("blue.captain", "launch_drone 1")[-1] == "NO!"
    assert (table.view().phase, table.view().team_to_act) == ("activation", "blue")
    assert table.view().activation_used is True
    table.refused("blue.captain", "launch_torpedo F8", "R25")
    table.refused("blue.first_mate", "activate_sonar", "R25")
    assert table.legal("blue.captain") == ["trigger_mine D3", "end_round"]
    assert table.order("blue.captain", "end_round") == [END]


def test_p2_the_dive_comes_with_the_first_heading() -> None:
    """A team dives as it moves; till then it is surfaced, in its third surface round (P2, R30)."""
    table = Table.at("route=C7 surfaced=2 dive=yes", "route=J10", "phase=activation act=yellow")
    table.order("yellow.captain", "end_round")
    table.order("yellow.captain", "head north")
    table.order("yellow.engineer", "mark_breakdown N6")
    table.order("yellow.first_mate", "mark_gauge mine")
    table.order("yellow.captain", "end_round")
    own = table.own("blue").submarine
    assert (table.view().phase, table.view().team_to_act) == ("order", "blue")
    assert (own.surfaced, own.surface_round) == (True, 3)
    assert table.called("blue.captain", "head west") == [a.Dive("blue"), a.Course("blue", "west")]
    own = table.own("blue").submarine
    assert (own.surfaced, own.surface_round) == (False, 0)


def test_p3_rounds_count_slots() -> None:
    """The first team's first round is 1, every slot counts, passive ones too, and placing is round 0 (P3)."""
    table = Table.fresh(first_team="yellow")
    assert table.view().round == 0
    table.order("blue.captain", "place A1")
    assert table.view().round == 0
    table.order("yellow.captain", "place J10")
    assert (table.view().round, table.view().team_to_act) == (1, "yellow")
    table.move("yellow", "north", "N1")
    table.order("yellow.captain", "end_round")
    assert table.view().round == 2
    later = Table.at("route=C7 surfaced=1 dive=yes", "route=J10", "phase=activation act=yellow round=8")
    later.order("yellow.captain", "end_round")
    assert (later.view().round, later.view().team_to_act) == (10, "yellow")
    assert [(call.round, call.announcement.text) for call in later.said] == [
        (8, END),
        (9, "SURFACE ROUND 2 OF 3"),
        (9, END),
    ]


def test_p4_surface_rounds_are_counted_aloud() -> None:
    """Surfacing is the first surface round; the second and third are called, each with its end (P4, R132)."""
    table = Table.at("route=C7")
    assert table.called("blue.captain", "surface") == [a.Surfaced("blue", 3), a.RoundEnded("blue")]
    for turn in (2, 3):
        table.move("yellow", "north", f"N{turn}")
        assert table.called("yellow.captain", "end_round") == [
            a.RoundEnded("yellow"),
            a.SurfaceRound("blue", turn),
            a.RoundEnded("blue"),
        ]
    table.move("yellow", "north", "N5")
    assert table.called("yellow.captain", "end_round") == [a.RoundEnded("yellow")]


def test_p5_the_order_of_calls() -> None:
    """A hit is told by its impact, enemy first; the destroyed follow, enemy first, then the end alone (P5)."""
    hit = active("route=C7 damage=1 gauges=0/3/0/0/0/0", "route=C5")
    assert hit.called("blue.captain", "launch_torpedo C6") == [
        a.Stop("blue"),
        a.TorpedoLaunched("blue", "C6"),
        a.Impact("yellow", "indirect_hit"),
        a.Impact("blue", "indirect_hit"),
        a.RoundEnded("blue"),
    ]
    last = active("route=C7 damage=3 gauges=0/3/0/0/0/0", "route=C5 damage=3")
    assert last.called("blue.captain", "launch_torpedo C6")[4:] == [
        a.Destroyed("yellow"),
        a.Destroyed("blue"),
        a.GameOver(None, None, "mutual_destruction"),
    ]
    mark = Table.at("route=C7 damage=3 broken=W1,W2,W4,W5,W6 mark=west gauge=yes", table="phase=marks")
    assert mark.called("blue.engineer", "mark_breakdown W3") == [
        a.Damage("blue", 1, 4),
        a.Destroyed("blue"),
        a.GameOver(None, "yellow", "destroyed"),
    ]


def test_p6_whom_a_call_is_about() -> None:
    """Impacts name the submarine spoken of, answers the team that answers, the end nobody (P6)."""
    table = active()
    impact = table.called("blue.captain", "launch_torpedo F8")[2]
    assert (impact.kind, impact.team) == ("impact", "yellow")
    drone = active().called("blue.captain", "launch_drone 4")
    assert [call.team for call in drone] == ["blue", "blue", "yellow", "blue"]
    sonar = active()
    sonar.order("blue.captain", "activate_sonar")
    assert sonar.called("yellow.captain", "answer_sonar row 10 sector 1")[0].team == "yellow"
    assert sonar.called("yellow.captain", "resign")[-1].team is None


def test_p7_double_damage_is_one_call() -> None:
    """Two damage by one mark are one call; under ice the damage is said first, and alone if it destroys (P7, D5)."""
    blue = "route=C7 broken=W1,W2,W3,W4,W5,N6,S5,E4,E6 mark=west gauge=yes"
    for amount in (1, 2):
        table = Table.at(blue, table="phase=marks", double_breakdown_damage=amount)
        assert table.called("blue.engineer", "mark_breakdown W6") == [
            a.Damage("blue", amount, amount),
            a.CrewOk("blue", "engineer"),
        ]
        assert table.own("blue").breakdowns == ()
    capped = Table.at(f"{blue} damage=3", table="phase=marks", double_breakdown_damage=2)
    assert capped.called("blue.engineer", "mark_breakdown W6")[0] == a.Damage("blue", 2, 4)
    ice = Table.at("route=C7", chart="delta")
    assert ice.called("blue.captain", "surface")[:2] == [a.Damage("blue", 1, 1), a.Surfaced("blue", 3)]
    sunk = Table.at("route=C7 damage=3", chart="delta")
    assert [call.kind for call in sunk.called("blue.captain", "surface")] == ["damage", "destroyed", "game_over"]


def test_p8_the_first_mates_ok_comes_second() -> None:
    """The First Mate's OK waits for the Engineer's, and is said for a mark that was skipped too (P8, D19)."""
    engineer, first_mate = a.CrewOk("blue", "engineer"), a.CrewOk("blue", "first_mate")
    early = Table.at("route=C7 gauges=1/0/0/0/0/0 mark=west gauge=yes", table="phase=marks")
    assert early.called("blue.first_mate", "mark_gauge mine") == [a.SystemReady("blue", "mine")]
    assert early.view().phase == "marks"
    assert early.called("blue.engineer", "mark_breakdown W1") == [engineer, first_mate]
    late = Table.at("route=C7 mark=west gauge=yes", table="phase=marks")
    assert late.called("blue.engineer", "mark_breakdown W1") == [engineer]
    assert late.called("blue.first_mate", "mark_gauge mine") == [first_mate]
    full = Table.at(f"route=C7 {FULL}")
    full.order("blue.captain", "head west")
    full.refused("blue.first_mate", "mark_gauge mine", "R70")
    assert full.called("blue.engineer", "mark_breakdown W1") == [engineer, first_mate]
    assert full.view().phase == "activation"


def test_p9_who_is_waited_for() -> None:
    """Captains without a start, open marks, the Captain in his activation, and who owes an answer (P9)."""
    table = Table.fresh(first_team="blue")
    assert table.view().awaiting == ("blue.captain", "yellow.captain")
    table.order("yellow.captain", "place J10")
    assert table.view().awaiting == ("blue.captain",)
    table.order("blue.captain", "place C7")
    assert table.view().awaiting == ("blue.captain",)
    table.order("blue.captain", "head west")
    assert table.own("blue").awaiting == ("blue.engineer", "blue.first_mate")
    table.order("blue.first_mate", "mark_gauge mine")
    assert table.own("blue").awaiting == ("blue.engineer",)
    table.order("blue.engineer", "mark_breakdown W1")
    assert table.view().awaiting == ("blue.captain",)
    ready = active()
    assert ready.view().awaiting == ("blue.captain",)
    assert ready.may("blue.first_mate", "launch_drone 1")
    ready.order("blue.first_mate", "activate_sonar")
    assert ready.view().awaiting == ("yellow.captain",)
    ready.order("blue.captain", "resign")
    assert ready.view().awaiting == ()


def test_p10_a_start_may_be_changed() -> None:
    """A Captain may choose again until the other has chosen too (P10, R17)."""
    table = Table.fresh(first_team="blue")
    for cell in ("A1", "B2"):
        assert table.order("blue.captain", f"place {cell}") == []
    assert table.own("blue").submarine.route == ("B2",)
    table.order("yellow.captain", "place J10")
    assert table.refused("blue.captain", "place A1", "R17").code == "wrong_phase"
    table.refused("yellow.captain", "place A1", "R17")
    assert table.own("blue").submarine.cell == "B2"


def test_p11_all_answers_in_both_orders() -> None:
    """Every pair of one true and one false fact of two kinds is listed, and each pair also turned round (P11)."""
    table = active("route=C7 gauges=0/0/0/2/0/0", "route=G3")
    table.order("blue.captain", "activate_sonar")
    answers = table.legal("yellow.captain")
    assert len(answers) == len(set(answers)) == 2 * ((9 + 9) + (3 + 9) + (3 + 9))
    words = [answer.split()[1:] for answer in answers]
    assert all([*facts[2:], *facts[:2]] in words for facts in words)
    assert {"answer_sonar row 3 column A", "answer_sonar column A row 3"} <= set(answers)
    for order in answers[::7]:
        again = active("route=C7 gauges=0/0/0/2/0/0", "route=G3")
        again.order("blue.captain", "activate_sonar")
        assert isinstance(again.called("yellow.captain", order)[0], a.SonarAnswer)


@pytest.mark.parametrize(
    ("blue", "table", "may"),
    [
        ("", "phase=order act=blue", True),
        ("", "phase=order act=yellow", True),
        ("mark=west gauge=yes", "phase=marks act=blue", True),
        ("mark=west gauge=yes", "phase=silence_marks act=blue", True),
        ("", "phase=activation act=yellow", True),
        ("", "phase=sonar_answer act=yellow", False),
        ("", "phase=sonar_answer act=blue", False),
        ("surfaced=2 dive=yes", "phase=order act=yellow", False),
        ("surfaced=3 dive=yes", "phase=order act=blue", False),
        ("broken=W1", "phase=order act=yellow", False),
        ("broken=W1", "phase=sonar_answer act=yellow", False),
    ],
)
def test_p12_a_mine_at_any_time(blue: str, table: str, may: bool) -> None:
    """Under `anytime` a mine goes off in any step but answers and surface rounds, if red is clean (P12, D1)."""
    at = Table.at(f"route=C7 mines=G4 {blue}", "route=G3", table, mine_trigger="anytime")
    assert at.may("blue.captain", "trigger_mine G4") is may
    if not may:
        at.refused("blue.captain", "trigger_mine G4")
        return
    before = at.own("blue")
    assert at.order("blue.captain", "trigger_mine G4") == [
        "STOP!",
        "MINE TRIGGERED, IMPACT IN G4!",
        "INDIRECT HIT, ONE DAMAGE!",
    ]
    after = at.own("blue")
    assert (after.phase, after.team_to_act, after.awaiting) == (before.phase, before.team_to_act, before.awaiting)
    assert after.gauges == before.gauges
    assert after.submarine.mines == ()
    assert after.enemy.damage == 1


def test_p12_no_mine_after_the_end() -> None:
    """When the match is over, or has not begun, a trigger is refused and costs nothing whatever D15 says (P12)."""
    for price in ("reject", "radiation_mark", "one_damage"):
        blue = "route=C7 mines=G4 broken=W1"
        over = Table.at(blue, "route=G3", mine_trigger="anytime", bad_activation=price)
        over.order("yellow.captain", "resign")
        over.refused("blue.captain", "trigger_mine G4", "R29")
        asked = Table.at(blue, "route=G3", "phase=sonar_answer", mine_trigger="anytime", bad_activation=price)
        assert asked.refused("blue.captain", "trigger_mine G4", "R101").code == "wrong_phase"
        placing = Table.fresh(mine_trigger="anytime", bad_activation=price)
        placing.refused("blue.captain", "trigger_mine G4", "R101")


def test_p12_free_mines_in_the_own_activation() -> None:
    """Under `free_own_turn` mines go off before and after the activation of one's own round only (P12, D1)."""
    table = Table.at(f"route=C7 mines=G4,J1 {FULL}", "route=G3", mine_trigger="free_own_turn")
    table.refused("blue.captain", "trigger_mine G4", "R24")
    table.order("blue.captain", "head west")
    table.refused("blue.captain", "trigger_mine G4", "R23")
    table.order("blue.engineer", "mark_breakdown W6")
    assert table.order("blue.captain", "trigger_mine G4")[-1] == "INDIRECT HIT, ONE DAMAGE!"
    assert table.own("blue").activation_used is False
    assert table.order("blue.captain", "launch_drone 2")[-1] == "YES!"
    assert table.order("blue.captain", "trigger_mine J1")[-1] == "ALL CLEAR!"
    table.order("blue.captain", "end_round")
    table.refused("blue.captain", "trigger_mine J1", "R27")


def test_p13_self_damage_and_manhattan() -> None:
    """Without self damage the own team has no impact; plain distance still needs a sea target (P13)."""
    table = active("route=C7 gauges=0/3/0/0/0/0", self_damage=False)
    assert table.called("blue.captain", "launch_torpedo C6")[2:] == [
        a.Impact("yellow", "all_clear"),
        a.RoundEnded("blue"),
    ]
    assert table.own("blue").submarine.damage == 0
    plain = active("route=C3 gauges=0/3/0/0/0/0", torpedo_path="manhattan")
    plain.refused("blue.captain", "launch_torpedo C4", "R106")
    assert plain.may("blue.captain", "launch_torpedo C6")


def test_p14_silence_of_no_spaces_unmarked() -> None:
    """Without marks a silence of 0 still takes a heading, ends at once and has no OKs (P14, D3)."""
    for heading in ("north", "east", "south", "west"):
        table = active(silence_zero_marks=False)
        assert table.called("blue.captain", f"activate_silence {heading} 0") == [
            a.Stop("blue"),
            a.SilenceActivated("blue"),
            a.RoundEnded("blue"),
        ]
        assert table.own("blue").gauges["silence"].marked == 0
        assert table.own("blue").submarine.route == ("C7",)


def test_p15_each_role_its_own_sheet() -> None:
    """Under `role_only` a seat sees its sheet, and everybody damage and surface state (P15, D25)."""
    blue = "route=C8>C7 mines=C5 damage=1 surfaced=2 dive=yes broken=W1 gauges=1/0/0/0/0/0"
    table = Table.at(blue, "route=J10 damage=2", own_team_view="role_only")
    for seat in SEATS[:4]:
        view, role = table.view(seat), seat.split(".")[1]
        own = view.submarine
        assert (own.damage, own.surfaced, own.surface_round) == (1, True, 2)
        assert view.enemy.damage == 2
        captains = (own.cell, own.route, own.mines)
        assert captains == (("C7", ("C8", "C7"), ("C5",)) if role == "captain" else (ABSENT,) * 3)
        assert (view.gauges is not ABSENT) is (role == "first_mate")
        assert (view.breakdowns is not ABSENT) is (role == "engineer")
        overlay = table.notes_read_by(seat)
        assert overlay == ("blue" if role == "radio_operator" else None)
    both = table.view("blue.captain", "blue.engineer")
    assert (both.submarine.cell, both.breakdowns, both.gauges) == ("C7", ("W1",), ABSENT)


@pytest.mark.parametrize("table", ["", "act=yellow", "phase=activation", "phase=sonar_answer"])
def test_p16_resigning(table: str) -> None:
    """A Captain may resign at any time, in the enemy's round too, and the enemy wins (P16)."""
    at = Table.at(table=table)
    at.refused("blue.first_mate", "resign", "R12")
    assert at.called("blue.captain", "resign") == [a.GameOver(None, "yellow", "resignation")]
    assert at.view().outcome == Outcome("yellow", "resignation")
    at.refused("yellow.captain", "resign", "R29")
    placing = Table.fresh()
    assert placing.order("yellow.captain", "resign") == ["GAME OVER, BLUE WINS!"]


def test_p16_offering_a_draw() -> None:
    """One offer stands at a time, till it is answered or its team's next course or surfacing (P16)."""
    table = Table.at()
    assert table.order("yellow.captain", "offer_draw") == []
    assert table.view("blue.engineer").draw_offered_by == "yellow"
    standing = {seat: [order.type for order in CAPTAIN_SONAR.standing_orders(table.state, seat)] for seat in SEATS}
    assert standing["yellow.captain"] == ["resign"]
    assert standing["blue.captain"] == ["resign", "accept_draw", "decline_draw"]
    assert standing["blue.engineer"] == []
    for seat in ("blue.captain", "yellow.captain"):
        table.refused(seat, "offer_draw", "P16")
    for text in ("accept_draw", "decline_draw"):
        table.refused("yellow.captain", text, "P16")
    table.move("blue", "west", "W1")
    table.order("blue.captain", "end_round")
    assert table.view().draw_offered_by == "yellow"
    table.order("yellow.captain", "head north")
    assert table.view().draw_offered_by is ABSENT
    table.refused("blue.captain", "accept_draw", "P16")
    table.order("blue.captain", "offer_draw")
    table.order("yellow.captain", "decline_draw")
    assert table.view().draw_offered_by is ABSENT
    up = Table.at()
    up.order("blue.captain", "offer_draw")
    up.order("blue.captain", "surface")
    assert up.view().draw_offered_by is ABSENT
    up.order("yellow.captain", "offer_draw")
    assert up.called("blue.captain", "accept_draw") == [a.GameOver(None, None, "draw_agreed")]
    assert up.view().outcome == Outcome(None, "draw_agreed")
    assert up.view().draw_offered_by is ABSENT


def test_p17_forfeited_surface_rounds() -> None:
    """Under `official_forfeit` rounds alternate on, without the forfeited passive ones, and all is mended (P17)."""
    table = Table.at(
        "route=C7 surfaced=2 dive=yes broken=W1,E4", "route=J10", "act=yellow", double_surface="official_forfeit"
    )
    assert table.called("yellow.captain", "surface") == [a.Surfaced("yellow", 4), a.RoundEnded("yellow")]
    own = table.own("blue")
    assert (own.submarine.surfaced, own.submarine.surface_round, own.breakdowns) == (True, 3, ())
    assert (table.view().round, table.view().team_to_act) == (6, "blue")
    table.refused("blue.captain", "surface", "R31")
    assert table.order("blue.captain", "head west")[0] == "DIVE!"
