"""What somebody may not know makes no difference to anything that he is shown, offered, told or refused."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, Literal

import pytest
from pydantic_core import to_json

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR, announcements, views
from sonar_referee.games.captain_sonar.announcements import Announcement
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.refusals import refusal
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEAT_OF, SEATS, TEAMS
from sonar_referee.games.game import ABSENT, PUBLIC, SPECTATOR, Absent, Said, Viewer, audience_of_fields
from tests.games.captain_sonar.play import positions, random_table
from tests.games.captain_sonar.twins import BREAKDOWNS, CHART_SHEET, GAUGES, SILENT_COURSE, twin
from tests.games.captain_sonar.universe import every_order

SPECTATOR_VIEWS: tuple[Literal["public", "none", "omniscient"], ...] = ("public", "none", "omniscient")
TELLING = {"impact", "drone_answer", "mine_triggered", "destroyed", "game_over"}
"""What an order makes public of the enemy: hits, drone answers, mines that an explosion sets off (D13)."""


def _absent(value: Any) -> str:
    assert isinstance(value, Absent)
    return "ABSENT"


def seen(state: State, viewer: Viewer) -> bytes:
    """A viewer's view as bytes."""
    return to_json(CAPTAIN_SONAR.view(state, viewer), fallback=_absent)


def heard(state: State, viewer: Viewer, said: Iterable[Said]) -> list[bytes]:
    """What a viewer hears of what is said, as bytes."""
    ears = CAPTAIN_SONAR.hears(state, viewer)
    return [to_json((call.round, call.announcement)) for call in said if call.audience in ears]


def offered(state: State, seat: str) -> bytes:
    """What a seat is offered to do."""
    return to_json((CAPTAIN_SONAR.legal_orders(state, seat), CAPTAIN_SONAR.standing_orders(state, seat)))


def notes(state: State, seat: str) -> tuple[str | None, str | None]:
    """Whether a seat may write notes, and whose it reads."""
    fault = CAPTAIN_SONAR.notes_refusal(state, seat)
    return (None if fault is None else str(fault), CAPTAIN_SONAR.reads_notes(state, frozenset({seat})))


def viewers_of(team: int) -> list[Viewer]:
    """Each seat of a team by itself, two together, and all four."""
    seats = SEAT_OF[team]
    return [*(frozenset({seat}) for seat in seats), frozenset(seats[:2]), frozenset(seats)]


def check_nothing_shows(state: State, other: State, team: int) -> None:
    """Views, offers, hearing and notes of a team are the same at two positions."""
    for viewer in viewers_of(team):
        assert seen(state, viewer) == seen(other, viewer)
        assert CAPTAIN_SONAR.hears(state, viewer) == CAPTAIN_SONAR.hears(other, viewer)
    for seat in SEAT_OF[team]:
        assert offered(state, seat) == offered(other, seat)
        assert notes(state, seat) == notes(other, seat)


def check_orders_sound_the_same(state: State, other: State, team: int, rng: Random, all_the_same: bool) -> None:
    """After any order, of this team or of the enemy, that sounds the same to the team, all still looks the same.

    An order of the team itself sounds the same at both positions, unless the enemy's answer to it differs; with
    `all_the_same` not even that.
    """
    viewer = frozenset(SEAT_OF[team])
    for seat, order in some_orders_of_both(state, other, rng):
        after, after_other = state.copy(), other.copy()
        said = heard(state, viewer, CAPTAIN_SONAR.apply(after, seat, order))
        said_other = heard(other, viewer, CAPTAIN_SONAR.apply(after_other, seat, order))
        if said == said_other:
            if after.outcome is None:
                check_nothing_shows(after, after_other, team)
        elif seat in SEAT_OF[team]:
            assert not all_the_same, order
            assert first_difference(said, said_other) & TELLING, order


def some_orders_of_both(state: State, other: State, rng: Random) -> list[tuple[str, Order]]:
    """Up to four orders of each seat that are legal at both positions, of different kinds if possible."""
    found: list[tuple[str, Order]] = []
    for seat in SEATS:
        there = set(CAPTAIN_SONAR.legal_orders(other, seat))
        orders = [order for order in CAPTAIN_SONAR.legal_orders(state, seat) if order in there]
        rng.shuffle(orders)
        kinds = {order.type: order for order in orders}
        found += [(seat, order) for order in [*kinds.values(), *orders[:4]]]
    return found


def first_difference(said: list[bytes], other: list[bytes]) -> set[str]:
    """The kinds of the first announcements that differ."""
    longest = max(len(said), len(other))
    padded = [(said + [b""] * longest)[:longest], (other + [b""] * longest)[:longest]]
    one, two = next(pair for pair in zip(*padded, strict=True) if pair[0] != pair[1])
    kinds = announcements.Announcement.__subclasses__()
    names = {str(kind.__dict__["__dataclass_fields__"]["kind"].default) for kind in kinds}
    return {name for name in names if f'"kind":"{name}"'.encode() in one + two}


def check_enemy_secrets(seed: int, number: int, **fixed: Any) -> None:
    """The enemy's secrets show nowhere, now or after an order that sounds the same."""
    rng = Random(seed)
    for state in positions(seed, number, **fixed):
        if state.outcome is not None:
            continue
        for team in range(len(TEAMS)):
            other = twin(state, 1 - team, rng)
            check_nothing_shows(state, other, team)
            check_orders_sound_the_same(state, other, team, rng, all_the_same=False)
            near = twin(state, 1 - team, rng, stay=True)
            check_nothing_shows(state, near, team)
            check_orders_sound_the_same(state, near, team, rng, all_the_same=True)


def test_the_enemys_secrets_show_nowhere() -> None:
    """A team's views, legal lists and hearing are the same whatever the enemy hides (R150, E160)."""
    check_enemy_secrets(1, 120)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_the_enemys_secrets_show_nowhere_in_many_positions(seed: int) -> None:
    """The same at many more positions."""
    check_enemy_secrets(seed, 600, every=20)


def test_a_spectator_is_told_public_facts_only() -> None:
    """With `spectator_view` public or none nobody's secrets show to somebody without a seat (R150, E165)."""
    rng = Random(1)
    for spectator_view in ("public", "none"):
        for state in positions(11, 120, spectator_view=spectator_view):
            if state.outcome is not None:
                continue
            other = twin(twin(state, 0, rng), 1, rng)
            assert seen(state, SPECTATOR) == seen(other, SPECTATOR)
            for seat, order in some_orders_of_both(state, other, rng):
                after, after_other = state.copy(), other.copy()
                said = heard(state, SPECTATOR, CAPTAIN_SONAR.apply(after, seat, order))
                if said == heard(other, SPECTATOR, CAPTAIN_SONAR.apply(after_other, seat, order)):
                    assert after.outcome is not None or seen(after, SPECTATOR) == seen(after_other, SPECTATOR)


def test_an_omniscient_spectator_is_told_everything_but_the_seed() -> None:
    """With `spectator_view` omniscient all sheets show, and every call is heard; what chance will do does not."""
    for state in positions(12, 60, spectator_view="omniscient"):
        other = state.copy()
        other.seed += 1
        assert seen(state, SPECTATOR) == seen(other, SPECTATOR)
        assert CAPTAIN_SONAR.hears(state, SPECTATOR) == {PUBLIC, *TEAMS}
        if state.outcome is None and state.phase != "placement":
            assert seen(state, SPECTATOR) != seen(twin(state, 0, Random(1)), SPECTATOR)


@pytest.mark.parametrize("spectator_view", SPECTATOR_VIEWS)
def test_a_match_without_spectators_says_so(spectator_view: Literal["public", "none", "omniscient"]) -> None:
    """Only `spectator_view` none keeps people without a seat away."""
    options = CAPTAIN_SONAR.options(spectator_view=spectator_view)
    assert CAPTAIN_SONAR.spectators_allowed(options) == (spectator_view != "none")


HIDDEN_FROM_ROLE = {
    "captain": (frozenset({GAUGES, BREAKDOWNS}), False),
    "first_mate": (frozenset({CHART_SHEET, BREAKDOWNS, SILENT_COURSE}), False),
    "engineer": (frozenset({CHART_SHEET, GAUGES}), True),
    "radio_operator": (frozenset({CHART_SHEET, GAUGES, BREAKDOWNS, SILENT_COURSE}), True),
}
"""Which sheets of its own team a role does not see under `role_only`, and whether its legal list stays free of
them: what a Captain or First Mate may activate tells him something of gauges and breakdowns, as STOP does."""


def test_a_role_sees_only_its_own_sheet_if_the_host_says_so() -> None:
    """Under `own_team_view: role_only` a seat's view shows nothing of its team's other sheets (D25, P15)."""
    rng = Random(1)
    for state in positions(13, 150, own_team_view="role_only"):
        if state.outcome is not None:
            continue
        for team, seats in enumerate(SEAT_OF):
            for seat in seats:
                hidden, list_too = HIDDEN_FROM_ROLE[seat.split(".")[1]]
                other = twin(state, team, rng, hidden)
                for sub, twin_sub in zip(state.submarines, other.submarines, strict=True):
                    twin_sub.gauge_to_mark = sub.gauge_to_mark  # one's own crew's open mark is no secret
                viewer = frozenset({seat})
                assert seen(state, viewer) == seen(other, viewer), seat
                assert CAPTAIN_SONAR.reads_notes(state, viewer) == CAPTAIN_SONAR.reads_notes(other, viewer)
                if list_too:
                    assert offered(state, seat) == offered(other, seat)
                    for order in every_order(state.chart):
                        if order.type in ("mark_breakdown", "mark_gauge", "head"):
                            assert str(refusal(state, seat, order)) == str(refusal(other, seat, order))


def test_each_role_sees_its_own_sheet_under_role_only() -> None:
    """Under `role_only` there is one sheet for each role, and everybody sees damage and surfacing (P15)."""
    for state in positions(14, 20, own_team_view="role_only"):
        if state.outcome is not None:
            continue
        for team, seats in enumerate(SEAT_OF):
            shown: list[Any] = [CAPTAIN_SONAR.view(state, frozenset({seat})) for seat in seats]
            captain, first_mate, engineer, radio_operator = shown
            sub = state.submarines[team]
            assert captain.submarine.cell == (state.chart.names[sub.cell] if sub.route else None)
            assert len(captain.submarine.mines) == sub.mines.bit_count()
            assert [gauge.marked for gauge in first_mate.gauges.values()] == [
                sub.gauges[system] for system in range(6) if state.markable >> system & 1
            ]
            assert len(engineer.breakdowns) == sub.breakdowns.bit_count()
            for view in (first_mate, engineer, radio_operator):
                assert view.submarine.cell is view.submarine.route is view.submarine.mines is ABSENT
                assert view.submarine.damage == sub.damage
            assert captain.gauges is engineer.gauges is radio_operator.gauges is ABSENT
            assert captain.breakdowns is first_mate.breakdowns is radio_operator.breakdowns is ABSENT
            assert [CAPTAIN_SONAR.reads_notes(state, frozenset({seat})) for seat in seats] == [
                None,
                None,
                None,
                TEAMS[team],
            ]


def test_under_the_shared_view_a_team_shares_all_its_sheets() -> None:
    """By default each seat of a team sees the same of it (D25, E163)."""
    for state in positions(15, 40, own_team_view="shared"):
        for seats in SEAT_OF:
            assert len({seen(state, frozenset({seat})) for seat in seats}) == 1


def test_a_field_of_a_view_without_an_audience_is_refused() -> None:
    """Deny by default: whoever forgets to say who sees a field cannot import the module."""

    @dataclasses.dataclass(frozen=True, slots=True)
    class Leaky:
        secret: int

    with pytest.raises(TypeError, match=r"Leaky\.secret has no audience"):
        audience_of_fields(Leaky)


def test_the_module_of_views_cannot_be_imported_with_a_field_without_an_audience(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The refusal happens when the module is loaded, not when the first view is made."""
    source = Path(str(views.__file__)).read_text(encoding="utf-8")
    field = "    map: str = _seen_by(PUBLIC)\n"
    assert field in source
    for text, refused in ((source, False), (source.replace(field, field + "    leak: int\n"), True)):
        module = ModuleType("views_with_a_leak")
        monkeypatch.setitem(sys.modules, module.__name__, module)
        code = compile(text, "views_with_a_leak.py", "exec")
        if refused:
            with pytest.raises(TypeError, match="leak has no audience"):
                exec(code, module.__dict__)
        else:
            exec(code, module.__dict__)


def test_an_announcement_without_an_audience_is_refused() -> None:
    """Deny by default: a call whose class does not say who hears it cannot be defined."""
    with pytest.raises(TypeError, match="Whisper has no audience"):
        type("Whisper", (Announcement,), {})
    with pytest.raises(TypeError, match="Whisper has no audience"):
        type("Whisper", (Announcement,), {"audience": "somebody"})


@pytest.mark.parametrize("spectator_view", SPECTATOR_VIEWS)
def test_each_viewer_hears_what_is_public_and_its_own_teams_calls(
    spectator_view: Literal["public", "none", "omniscient"],
) -> None:
    """A team's own calls reach all its seats, nobody of the enemy, and only an omniscient spectator."""
    state = random_table(1, spectator_view=spectator_view)
    for team, seats in zip(TEAMS, SEAT_OF, strict=True):
        for viewer in (frozenset(seats), *(frozenset({seat}) for seat in seats)):
            assert CAPTAIN_SONAR.hears(state, viewer) == {PUBLIC, team}
    everything = spectator_view == "omniscient"
    assert CAPTAIN_SONAR.hears(state, SPECTATOR) == ({PUBLIC, *TEAMS} if everything else {PUBLIC})


def test_every_announcement_goes_to_everybody_but_ready_calls() -> None:
    """All calls are public; a READY call goes to its own team only, if the host says so (D16)."""
    for announce_ready in ("public", "team"):
        rng = Random(2)
        for state in positions(16, 150, announce_ready=announce_ready):
            before = state.copy()
            for seat, order in some_orders_of_both(state, before, rng):
                for call in CAPTAIN_SONAR.apply(before.copy(), seat, order):
                    own = announce_ready == "team" and call.announcement.kind == "system_ready"
                    assert call.audience == (call.announcement.team if own else PUBLIC)
