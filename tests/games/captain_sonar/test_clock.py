"""What the table waits for, for how long, and what the referee orders when the time is up or a player is gone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Literal

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.notation import position_text, read_position
from sonar_referee.games.captain_sonar.orders import Forfeit, Place
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEAT_OF, SEATS, STATION, TEAMS, Team
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import PUBLIC, SPECTATOR, Outcome
from sonar_referee.games.options import Clock
from tests.games.captain_sonar.invariants import check_position
from tests.games.captain_sonar.play import positions, random_table, steps
from tests.games.captain_sonar.table import CHARTS, Table
from tests.games.captain_sonar.twins import twin

MINUTE = Clock(60)
FATAL = Clock(60, "forfeit")
MOST_DEFAULT_ORDERS = 8
"""More than one round can take: course, two marks, silence is never ordered, end of round, an answer."""


def running(seed: int, number: int, **fixed: Any) -> list[State]:
    """Positions of random matches that are not over."""
    return [state for state in positions(seed, number, **fixed) if state.outcome is None]


# -- what is waited for


def test_the_enemys_secrets_make_no_difference_to_the_wait() -> None:
    """Whoever looks on from outside, positions that look the same are the same wait of the same length (R150)."""
    rng = Random(1)
    for state in running(21, 200, clock=MINUTE, sonar_timeout_s=9):
        for hidden in ((0,), (1,), (0, 1)):
            other = state
            for team in hidden:
                other = twin(other, team, rng)
            assert CAPTAIN_SONAR.view(state, SPECTATOR).phase == CAPTAIN_SONAR.view(other, SPECTATOR).phase
            assert CAPTAIN_SONAR.waits_for(state) == CAPTAIN_SONAR.waits_for(other)
            assert CAPTAIN_SONAR.time_allowed(state) == CAPTAIN_SONAR.time_allowed(other)


def test_what_nobody_outside_can_see_does_not_start_the_clock_anew() -> None:
    """An order after which the public facts are the same goes on with the same wait."""
    unseen = 0
    for seed in range(12):
        state = random_table(seed, spectator_view="public")
        shown, wait = CAPTAIN_SONAR.view(state, SPECTATOR), CAPTAIN_SONAR.waits_for(state)
        for _ in steps(state, Random(seed)):
            now, wait_now = CAPTAIN_SONAR.view(state, SPECTATOR), CAPTAIN_SONAR.waits_for(state)
            if now == shown:
                assert wait_now == wait
                unseen += 1
            shown, wait = now, wait_now
    assert unseen > 100


def test_an_early_mark_gives_no_more_time() -> None:
    """The First Mate's mark before the Engineer's is told to nobody, so the wait is the same; the OKs end it (P8)."""
    table = Table.at(clock=MINUTE)
    table.order("blue.captain", "head north")
    both = CAPTAIN_SONAR.waits_for(table.state)
    table.order("blue.first_mate", "mark_gauge mine")
    assert CAPTAIN_SONAR.waits_for(table.state) == both
    table.order("blue.engineer", "mark_breakdown N6")
    activation = CAPTAIN_SONAR.waits_for(table.state)
    other = Table.at(clock=MINUTE)
    other.order("blue.captain", "head north")
    assert CAPTAIN_SONAR.waits_for(other.state) == both
    other.order("blue.engineer", "mark_breakdown N6")
    first_mate = CAPTAIN_SONAR.waits_for(other.state)
    assert len({both, activation, first_mate}) == 3


def test_a_mark_that_falls_away_is_waited_for_as_any_other() -> None:
    """With all gauges full the enemy hears no other wait than with room in them (P8, D19)."""
    waits = []
    for gauges in ("2/3/3/2/5/0", "0/0/0/0/0/0"):
        table = Table.at(f"route=C7 gauges={gauges}", clock=MINUTE)
        table.order("blue.captain", "head north")
        waits.append(CAPTAIN_SONAR.waits_for(table.state))
    assert waits[0] == waits[1]


def test_both_starts_are_one_wait() -> None:
    """Choosing, or choosing again, gives the other team no more time; the first round is another wait (R17, P10)."""
    table = Table.fresh(clock=MINUTE)
    placing = CAPTAIN_SONAR.waits_for(table.state)
    table.order("blue.captain", "place A1")
    table.order("blue.captain", "place A2")
    assert CAPTAIN_SONAR.waits_for(table.state) == placing
    table.order("yellow.captain", "place J10")
    assert CAPTAIN_SONAR.waits_for(table.state) != placing


def test_offers_give_no_more_time() -> None:
    """An offer of a draw and its refusal leave the wait as it is."""
    table = Table.at(clock=MINUTE)
    wait = CAPTAIN_SONAR.waits_for(table.state)
    table.order("yellow.captain", "offer_draw")
    assert CAPTAIN_SONAR.waits_for(table.state) == wait
    table.order("blue.captain", "decline_draw")
    assert CAPTAIN_SONAR.waits_for(table.state) == wait


# -- for how long


def test_without_a_clock_there_is_no_limit() -> None:
    """By default the table waits however long it takes (R147)."""
    assert all(
        CAPTAIN_SONAR.time_allowed(state) is None
        for state in positions(22, 100, sonar_timeout_s=None, placement_timeout_s=None)
    )


def test_the_clock_gives_each_wait_its_seconds() -> None:
    """Each step has the clock's seconds, start and sonar's answer their own if they have; the end has none."""
    phases = set()
    for state in positions(23, 400, clock=Clock(45), placement_timeout_s=90, sonar_timeout_s=20):
        phases.add(state.phase)
        own = {"placement": 90, "sonar_answer": 20, "game_over": None}
        assert CAPTAIN_SONAR.time_allowed(state) == own.get(state.phase, 45)
    assert phases >= {"placement", "order", "marks", "activation", "sonar_answer", "game_over"}
    for state in positions(24, 400, clock=Clock(45), placement_timeout_s=None, sonar_timeout_s=None):
        assert CAPTAIN_SONAR.time_allowed(state) == (None if state.outcome else 45)


# -- when it is up


def time_out(state: State) -> None:
    """Give the default order of whoever is awaited, which must be one of that seat's legal orders."""
    seat, order = CAPTAIN_SONAR.on_timeout(state)
    assert seat in CAPTAIN_SONAR.to_act(state)
    assert order in CAPTAIN_SONAR.legal_orders(state, seat)
    assert (seat, order) == CAPTAIN_SONAR.on_timeout(state.copy()), "the same position gives the same order"
    CAPTAIN_SONAR.apply(state, seat, order)
    check_position(state)


def check_default_orders_lead_on(seed: int, number: int, **fixed: Any) -> None:
    """Default orders end each wait, and some of them each round."""
    for state in running(seed, number, clock=MINUTE, **fixed):
        for _ in range(3):
            before = state.round
            given = 0
            while state.outcome is None and state.round == before:
                wait = CAPTAIN_SONAR.waits_for(state)
                time_out(state)
                given += 1
                assert given < MOST_DEFAULT_ORDERS
                assert state.phase == "placement" or CAPTAIN_SONAR.waits_for(state) != wait


def test_default_orders_are_legal_and_lead_on() -> None:
    """From wherever a match is, they end every wait and every round (D23, R17, R147)."""
    check_default_orders_lead_on(25, 250)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 108))
def test_default_orders_lead_on_from_many_positions(seed: int) -> None:
    """The same from many more positions."""
    check_default_orders_lead_on(seed, 1500, every=20)


def test_a_match_of_nobody_goes_on_to_its_end() -> None:
    """Default orders alone play a whole match on each map: start, rounds, surfacing, end."""
    for seed in range(40):
        state = random_table(seed, clock=MINUTE, max_rounds=300)
        while state.outcome is None:
            time_out(state)
        assert state.outcome.reason in ("turn_limit", "destroyed")


def check_time_forfeits(state: State) -> None:
    """Whoever is awaited loses; both teams awaited make a draw."""
    awaited = {STATION[seat][0] for seat in CAPTAIN_SONAR.to_act(state)}
    seat, order = CAPTAIN_SONAR.on_timeout(state)
    assert seat in CAPTAIN_SONAR.to_act(state)
    said = CAPTAIN_SONAR.apply(state, seat, order)
    winner: Team | None = None
    if len(awaited) == 1:
        winner = TEAMS[1 - awaited.pop()]
    assert state.outcome == Outcome(winner, "time")
    assert [call.announcement for call in said] == [a.GameOver(None, winner, "time")]
    assert said[0].audience == PUBLIC


def test_time_can_lose_the_match() -> None:
    """With `on_expiry` forfeit the awaited team has lost, in every phase."""
    phases = set()
    for state in running(26, 300, clock=FATAL, sonar_timeout_s=None, placement_timeout_s=None):
        phases.add(state.phase)
        check_time_forfeits(state)
    assert phases >= {"placement", "order", "marks", "activation", "sonar_answer", "silence_marks", "answer"}


def test_nobody_has_placed_in_time() -> None:
    """While both Captains are awaited the forfeit is both teams'; when one has placed it is the other's."""
    table = Table.fresh(clock=FATAL)
    assert CAPTAIN_SONAR.on_timeout(table.state)[1] == Forfeit(("blue", "yellow"), "time")
    table.order("blue.captain", "place A1")
    assert CAPTAIN_SONAR.on_timeout(table.state) == ("yellow.captain", Forfeit(("yellow",), "time"))


def test_the_limits_of_single_steps_never_lose_the_match() -> None:
    """A start and a sonar's answer with a limit of their own are drawn, whatever the clock does."""
    table = Table.fresh(clock=FATAL, placement_timeout_s=30)
    assert isinstance(CAPTAIN_SONAR.on_timeout(table.state)[1], Place)
    table = Table.at("route=C7 gauges=0/0/0/2/0/0", table="phase=activation", clock=FATAL, sonar_timeout_s=30)
    assert CAPTAIN_SONAR.on_timeout(table.state) == ("blue.captain", Forfeit(("blue",), "time"))
    table.order("blue.captain", "activate_sonar")
    assert CAPTAIN_SONAR.on_timeout(table.state)[1].type == "answer_sonar"


# -- when players are gone


@pytest.mark.parametrize("presence", ["wait", "bot", "forfeit"])
def test_the_match_says_what_becomes_of_the_absent(presence: Literal["wait", "bot", "forfeit"]) -> None:
    """It is as the host chose; by default the table waits."""
    assert CAPTAIN_SONAR.absence(CAPTAIN_SONAR.options(presence=presence), ("blue.captain",)) == presence
    assert CAPTAIN_SONAR.absence(CAPTAIN_SONAR.options(), ()) == "wait"


def test_absence_can_lose_the_match_in_every_phase() -> None:
    """The team of the absent has lost; absent on both sides, it is a draw."""
    cases: tuple[tuple[Sequence[str], Team | None], ...] = (
        (SEAT_OF[0][2:], "yellow"),
        (SEAT_OF[1][:1], "blue"),
        (SEATS[3:6], None),
    )
    for state in running(27, 150):
        for seats, winner in cases:
            after = state.copy()
            seat, order = CAPTAIN_SONAR.on_absence(after, seats)
            assert seat in seats
            CAPTAIN_SONAR.check(after, seat, order)
            said = CAPTAIN_SONAR.apply(after, seat, order)
            assert [call.announcement for call in said] == [a.GameOver(None, winner, "absence")]
            assert after.outcome == Outcome(winner, "absence")
            check_position(after)
            assert read_position(position_text(after), CHARTS) == after


def test_a_forfeit_is_refused_after_the_end() -> None:
    """A match that is over stays as it ended (R29)."""
    for state in positions(28, 400):
        if state.outcome is not None:
            before = state.copy()
            for order in (Forfeit(("blue",), "absence"), Forfeit(("blue", "yellow"), "time")):
                with pytest.raises(IllegalOrder, match="over") as refused:
                    CAPTAIN_SONAR.apply(state, "blue.captain", order)
                assert (refused.value.rule, refused.value.code) == ("R29", "wrong_phase")
            assert state == before


@pytest.mark.parametrize("teams", [(), ("yellow",), ("blue", "blue"), ("blue", "yellow", "blue")])
def test_a_forfeit_names_its_teams_once(teams: tuple[Team, ...]) -> None:
    """One that is entered under another team's seat, or names none or one twice, changes nothing."""
    table = Table.at()
    before = table.state.copy()
    with pytest.raises(IllegalOrder, match="each team") as refused:
        CAPTAIN_SONAR.apply(table.state, "blue.captain", Forfeit(teams, "absence"))
    assert refused.value.rule == "R147"
    assert table.state == before


def test_a_forfeit_is_nobodys_to_give() -> None:
    """It is no player's order: no seat gives it, none is offered it."""
    assert CAPTAIN_SONAR.referee_orders == (Forfeit,)
    assert Forfeit not in CAPTAIN_SONAR.orders
    assert CAPTAIN_SONAR.givers(Forfeit(("blue",), "time")) == ()
    for state in positions(29, 100, clock=FATAL, presence="forfeit"):
        for seat in SEATS:
            offered = (*CAPTAIN_SONAR.legal_orders(state, seat), *CAPTAIN_SONAR.standing_orders(state, seat))
            assert "forfeit" not in {order.type for order in offered}
