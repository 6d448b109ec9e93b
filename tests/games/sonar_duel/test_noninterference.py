"""T9: what a seat may not know makes no difference to anything that it is shown, offered, told or refused."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from pydantic_core import to_json

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import ABSENT, SPECTATOR, Absent, Said, Viewer, audience_of_fields
from sonar_referee.games.grid import bits
from sonar_referee.games.sonar_duel import SONAR_DUEL, announcements, clock, views
from sonar_referee.games.sonar_duel.orders import FORFEIT, SONAR, WAIT, Move, Order, Torpedo
from sonar_referee.games.sonar_duel.state import State
from sonar_referee.games.sonar_duel.terms import HEADINGS, SEATS
from tests.games.sonar_duel.play import draw, positions
from tests.games.sonar_duel.table import other

UNIVERSE = (WAIT, SONAR, FORFEIT, *(kind(way) for kind in (Move, Torpedo) for way in HEADINGS))


def _absent(value: Any) -> str:
    assert isinstance(value, Absent)
    return "ABSENT"


def refusal(state: State, seat: str, order: Any) -> tuple[str, str, str] | None:
    """Rule, code and reason, None if the order is legal."""
    try:
        SONAR_DUEL.check(state, seat, order)
    except IllegalOrder as refused:
        return refused.rule, refused.code, refused.reason
    return None


def known(state: State, viewer: Viewer) -> bytes:
    """All that leaves the rules towards a viewer at a position, as bytes."""
    mine = [
        (
            SONAR_DUEL.legal_orders(state, seat),
            SONAR_DUEL.standing_orders(state, seat),
            [refusal(state, seat, order) for order in UNIVERSE],
        )
        for seat in viewer
    ]
    public = (SONAR_DUEL.to_act(state), SONAR_DUEL.round(state), SONAR_DUEL.outcome(state))
    times = (
        repr(clock.waits_for(state)),
        clock.time_allowed(state),
        clock.on_timeout(state),
        clock.on_absence(state, SEATS),
    )
    everything = (SONAR_DUEL.view(state, viewer), sorted(SONAR_DUEL.hears(state, viewer)), mine, public, times)
    return to_json(everything, fallback=_absent)


def heard(state: State, viewer: Viewer, said: list[Said]) -> list[bytes]:
    """What a viewer hears of what is said, as bytes."""
    ears = SONAR_DUEL.hears(state, viewer)
    return [to_json((one.round, one.announcement)) for one in said if one.audience in ears]


def twin(state: State, seat: str, rng: Random) -> State:
    """The same position as far as `seat` may know; everything of the enemy's is drawn anew."""
    drawn = state.copy()
    drawn.seed = rng.randrange(1 << 30)
    enemy = drawn.submarines[SEATS.index(other(seat))]
    sea = list(bits(state.chart.sea))
    enemy.start, enemy.cell = rng.choice(sea), rng.choice(sea)
    enemy.torpedoes = rng.randint(2, 12)
    enemy.actions = [
        (turn, rng.choice((WAIT, SONAR, Torpedo("east"))), rng.choice(sea)) for turn, _, _ in enemy.actions
    ]
    enemy.readings = enemy.readings[: rng.randrange(len(enemy.readings) + 1)]
    enemy.emissions = enemy.emissions[: rng.randrange(len(enemy.emissions) + 1)]
    return drawn


def test_t9_views_offers_and_refusals_are_byte_equal() -> None:
    """Over many positions, for both seats, while the match runs or the tracks are kept secret."""
    rng = Random(9)
    for state in positions(90, 400, reveal_at_end=False):
        for seat in SEATS:
            viewer = frozenset({seat})
            assert known(twin(state, seat, rng), viewer) == known(state, viewer)


def test_t9_a_spectator_knows_nothing_that_either_seat_keeps_secret() -> None:
    """Whatever both seats keep to themselves, drawn anew, leaves a spectator's view as it was."""
    rng = Random(10)
    for state in positions(91, 200, spectator_view="public", reveal_at_end=False):
        redrawn = twin(twin(state, "blue", rng), "yellow", rng)
        assert known(redrawn, SPECTATOR) == known(state, SPECTATOR)


def tellable(state: State, actor: str, order: Any) -> Any:
    """What the rules let the two seats learn of the other's place by an action, worked out from the cells alone."""
    mine, theirs = (state.submarines[SEATS.index(seat)].cell for seat in (actor, other(actor)))
    columns = len(state.chart.grid[0])
    (row, column), (row2, column2) = divmod(mine, columns), divmod(theirs, columns)
    far = max(abs(row - row2), abs(column - column2))
    near = (row // 2, column // 2) if far <= 2 else None
    near2 = (row2 // 2, column2 // 2) if far <= 2 else None
    sector, sector2 = state.chart.sector[mine], state.chart.sector[theirs]
    if order.type == "sonar" and far <= 4:
        point = ((column2 > column) - (column2 < column), (row2 > row) - (row2 < row))
        return {"actor": (sector2, point, min(far, 2), near2), "foe": (sector, near, True)}
    if order.type == "sonar":
        return {"actor": None, "foe": (sector, None, False)}
    if order.type == "torpedo":
        steps = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}[order.heading]
        hit = False
        for length in range(1, 5):
            there = (row + steps[0] * length, column + steps[1] * length)
            if not (0 <= there[0] < len(state.chart.grid) and 0 <= there[1] < columns):
                break
            if state.chart.grid[there[0]][there[1]] == "#":
                break
            hit = hit or there == (row2, column2)
        return {"actor": hit, "foe": (hit, sector, near)}
    return {"actor": None, "foe": None}


def test_t9_an_action_tells_each_seat_what_the_rules_let_it_learn_and_no_more() -> None:
    """At two positions alike to a seat, any action by either seat from which it may learn the same sounds the same.

    And leaves two positions that are again alike to it: among them a move and a wait of the enemy.
    """
    rng, compared = Random(11), Counter[str]()
    for state in positions(92, 1500, reveal_at_end=False):
        if state.outcome is not None:
            continue
        actor, order = draw(state, rng)
        for seat in SEATS:
            redrawn = twin(state, seat, rng)
            theirs: Any = order
            if seat != actor:
                if order.type in ("move", "wait"):
                    theirs = rng.choice(
                        [o for o in SONAR_DUEL.legal_orders(redrawn, actor) if o.type in ("move", "wait")]
                    )
                elif order.type == "torpedo":
                    theirs = Torpedo(rng.choice(HEADINGS))
            role = "actor" if seat == actor else "foe"
            if tellable(state, actor, order)[role] != tellable(redrawn, actor, theirs)[role]:
                continue
            if seat != actor and state.submarines[SEATS.index(actor)].torpedoes == 1:
                continue
            one, two = state.copy(), redrawn
            viewer = frozenset({seat})
            told = heard(one, viewer, SONAR_DUEL.apply(one, actor, order))
            assert told == heard(two, viewer, SONAR_DUEL.apply(two, actor, theirs))
            if one.outcome is None:
                assert known(one, viewer) == known(two, viewer)
            compared[f"{role} {order.type}"] += 1
    for kind in ("move", "wait", "sonar", "torpedo"):
        assert min(compared[f"actor {kind}"], compared[f"foe {kind}"]) > 10


@pytest.mark.parametrize("way", ["move", "wait", "timeout"])
def test_t8_move_wait_and_timeout_are_the_same_to_the_enemy(way: str) -> None:
    """The order that the referee gives at the end of the time is the wait that a player gives."""
    rng = Random(12)
    for state in positions(93, 150, reveal_at_end=False):
        if state.outcome is not None:
            continue
        actor, foe = SEATS[state.to_act], frozenset({SEATS[1 - state.to_act]})
        moves = [order for order in SONAR_DUEL.legal_orders(state, actor) if order.type == "move"]
        orders: dict[str, Order] = {"move": rng.choice(moves), "wait": WAIT, "timeout": clock.on_timeout(state)[1]}
        one, waited = state.copy(), state.copy()
        assert heard(one, foe, SONAR_DUEL.apply(one, actor, orders[way])) == heard(
            waited, foe, SONAR_DUEL.apply(waited, actor, WAIT)
        )
        assert known(one, foe) == known(waited, foe)


def test_every_field_of_a_view_has_an_audience_and_none_says_nothing() -> None:
    """A field without an audience is refused; so a view cannot grow a leak by forgetfulness."""
    assert set(audience_of_fields(views.SonarDuelView).values()) == {"all", "seat", "after_the_end"}


def test_no_announcement_has_a_field_that_the_rules_do_not_grant() -> None:
    """The fields of what is said are these and no others."""
    fields = {kind.__name__: set(kind.__dataclass_fields__) - {"kind"} for kind in announcements.ANNOUNCEMENTS}
    assert fields == {
        "TurnPassed": set(),
        "Reading": {"turn", "detected", "sector", "direction", "band", "block"},
        "Emission": {"system", "turn", "sector", "block", "detected"},
        "TorpedoMissed": set(),
        "TorpedoHit": set(),
        "GameOver": {"winner", "reason"},
    }


def test_the_same_vantage_means_the_same_view() -> None:
    """Viewers whose vantage is equal see the same; seats never share one."""
    for state in positions(94, 60):
        vantages = {viewer: SONAR_DUEL.vantage(state, viewer) for viewer in (frozenset({seat}) for seat in SEATS)}
        assert len(set(vantages.values())) == 2
        over = state.outcome is not None and state.options.reveal_at_end
        shown = [SONAR_DUEL.view(state, viewer).reveal is not ABSENT for viewer in vantages]
        assert shown == [over, over]
