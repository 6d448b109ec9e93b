"""The tracker against the truth, and against everything that there could be, told one by one."""

from __future__ import annotations

from random import Random

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Fact
from sonar_referee.games.captain_sonar.terms import TEAMS, Heading
from sonar_referee.games.captain_sonar.tracker import Tracker
from tests.games.captain_sonar.play import random_options
from tests.games.captain_sonar.table import CHARTS
from tests.games.captain_sonar.tracker.enumeration import Enumeration, TooMany, name
from tests.games.captain_sonar.tracker.hearing import SMALL_CHARTS, heard


def tracker(chart: str = "alpha", **options: object) -> Tracker:
    """A tracker of blue before its first move."""
    return Tracker(CHARTS[chart], Options(map=chart, **options), "blue")  # type: ignore[arg-type]


COURSES: dict[str, Heading] = {"N": "north", "E": "east", "S": "south", "W": "west"}


def head(one: Tracker, courses: str) -> None:
    """Let a tracker hear courses of blue, by their first letters."""
    for letter in courses:
        one.hear(a.Course("blue", COURSES[letter]))


def compare(seed: int) -> tuple[int, int]:
    """Play a match on a small chart; the number of comparisons, and how many of them the tracker called exact."""
    rng = Random(seed)
    chart = rng.choice(SMALL_CHARTS)
    options = random_options(rng, chart.name, max_rounds=rng.choice((20, 40)), hull=6)
    state = CAPTAIN_SONAR.new(options, chart, seed)
    one = Tracker(chart, options, "blue")
    every = Enumeration(chart.grid, chart.sector_size, options, "blue", most=6000)
    compared = exact = 0
    for announcements in heard(state, rng):
        for said in announcements:
            one.hear(said)
            every.hear(said)
        if state.outcome is not None or not state.submarines[0].route:
            continue
        cells = {name(boat.cell) for boat in every.everything()}
        assert chart.names[state.submarines[0].cell] in cells, "the enumeration lost the truth"
        compared += 1
        if one.exact:
            exact += 1
            assert set(one.names()) == cells, f"match {seed}"
            routes = {tuple(name(cell) for cell in boat.route) for boat in every.everything()}
            assert set(one.routes()) == routes, f"match {seed}"
        else:
            assert set(one.names()) >= cells, f"match {seed}"
    return compared, exact


@pytest.mark.parametrize("block", range(4))
def test_equals_enumeration_on_small_charts(block: int) -> None:
    """Cells and routes are those of every submarine that fits, under all options; seldom more."""
    compared = exact = 0
    for seed in range(block * 30, block * 30 + 30):
        try:
            more, of_them = compare(seed)
        except TooMany:
            continue
        compared, exact = compared + more, exact + of_them
    assert compared > 1000
    assert exact > 0.95 * compared


@pytest.mark.slow
def test_equals_enumeration_in_many_matches() -> None:
    """The same over many more matches."""
    assert sum(compare(seed)[1] for seed in range(1000, 1800)) > 40_000


@pytest.mark.parametrize("chart", CHARTS)
@pytest.mark.parametrize("most", [6000, 40], ids=["ample", "forgetful"])
def test_never_excludes_the_truth(chart: str, most: int) -> None:
    """On every map, under all options, for both teams, even where it must forget most of what it heard."""
    for seed in range(6):
        rng = Random(f"{chart} {seed}")
        options = random_options(rng, chart, max_rounds=80, hull=6)
        state = CAPTAIN_SONAR.new(options, CHARTS[chart], seed)
        trackers = [Tracker(CHARTS[chart], options, team, most) for team in TEAMS]
        for announcements in heard(state, rng):
            for said in announcements:
                for one in trackers:
                    one.hear(said)
            if state.outcome is None and state.round:
                for one, sub in zip(trackers, state.submarines, strict=True):
                    assert one.cells >> sub.cell & 1
                    if one.exact:
                        route = tuple(CHARTS[chart].names[cell] for cell in sub.route)
                        assert len(sub.route) > 12 or route in set(one.routes())


def test_says_when_it_forgets() -> None:
    """With too many shapes of routes it goes on with a superset and says that it is not exact any more."""
    exact, short = tracker(), Tracker(CHARTS["alpha"], Options(), "blue", most_traces=6)
    for one in (exact, short):
        head(one, "NE")
        one.hear(a.SilenceActivated("blue"))
        head(one, "WS")
    assert exact.exact
    assert not short.exact
    assert short.cells & exact.cells == exact.cells
    assert short.cells != exact.cells


def test_courses_islands_and_own_route() -> None:
    """Only starts from which every course is free sea, never crossing itself, are left (R32–R35)."""
    one = tracker()
    assert one.cells == CHARTS["alpha"].sea
    head(one, "N" * 9)
    assert set(one.names()) == {"A1", "B1", "F1", "I1", "J1"}
    assert ("F10", "F9", "F8", "F7", "F6", "F5", "F4", "F3", "F2", "F1") in set(one.routes())
    head(one, "ESW")
    assert one.cells == 0, "nobody crosses the own route"


def test_hears_only_its_own_team() -> None:
    """The other team's courses, silences and surfacing tell nothing."""
    one = tracker()
    for said in (a.Course("yellow", "north"), a.SilenceActivated("yellow"), a.Surfaced("yellow", 1)):
        one.hear(said)
    assert one.cells == CHARTS["alpha"].sea


def test_surfacing_tells_the_sector_and_erases_the_route() -> None:
    """Afterwards the submarine may go where it came from (R130, R133)."""
    one = tracker()
    head(one, "NN")
    one.hear(a.Surfaced("blue", 4))
    chart = CHARTS["alpha"]
    assert {chart.sector[chart.number[cell]] for cell in one.names()} == {4}
    head(one, "SS")
    assert one.cells
    assert all(len(route) == 3 for route in one.routes())


def test_sonar_has_one_true_and_one_false_fact() -> None:
    """Cells with both facts or with none are out (R119)."""
    one = tracker()
    one.hear(a.SonarAnswer("blue", (Fact("row", 3), Fact("column", "B"))))
    assert all((cell[1:] == "3") != (cell[0] == "B") for cell in one.names())
    assert "B3" not in one.names()
    assert "B1" in one.names()


def test_drone_answer_is_true() -> None:
    """Inside the sector or outside of it (R118)."""
    for answer, inside in (("yes", True), ("no", False)):
        one = tracker()
        one.hear(a.DroneLaunched("yellow", 4))
        one.hear(a.DroneAnswer("blue", answer))  # type: ignore[arg-type]
        sectors = {CHARTS["alpha"].sector[CHARTS["alpha"].number[cell]] for cell in one.names()}
        assert (sectors == {4}) == inside
        assert (4 in sectors) == inside


def test_who_fires_is_in_reach() -> None:
    """A torpedo goes at most four spaces over the sea, and not onto the own space (R106, R107)."""
    one = tracker()
    one.hear(a.TorpedoLaunched("blue", "A1"))
    reach = CHARTS["alpha"].torpedo_reach[0]
    assert one.cells == reach
    one.hear(a.Impact("yellow", "all_clear"))
    one.hear(a.RoundEnded("blue"))
    assert one.cells == reach & ~CHARTS["alpha"].near[0], "no impact on oneself was told"


@pytest.mark.parametrize(("result", "cells"), [("direct_hit", {"H5"}), ("indirect_hit", {"G4", "H6", "I5"})])
def test_impact_tells_the_distance(result: str, cells: set[str]) -> None:
    """Direct is the space itself, indirect the spaces around it (R110)."""
    one = tracker()
    one.hear(a.TorpedoLaunched("yellow", "H5"))
    one.hear(a.Impact("blue", result))  # type: ignore[arg-type]
    assert cells <= set(one.names())
    assert len(one.names()) <= 8


def test_a_triggered_mine_was_next_to_its_layer() -> None:
    """The mine lay next to where the submarine was, not on its route, and it did not sail over it (R36, R91)."""
    one = tracker()
    head(one, "N")
    one.hear(a.MineDropped("blue"))
    head(one, "NN")
    one.hear(a.MineTriggered("blue", "B7"))
    assert set(one.names()) == {"A4", "A5", "A6", "C5", "C6"}, "C4 is an island"


def test_zero_silence_without_marks_shows_itself() -> None:
    """Under `silence_zero_marks: false` a round that ends at once was a silence of 0 (D3)."""
    stayed, moved = (tracker(silence_zero_marks=False) for _ in range(2))
    for one in (stayed, moved):
        head(one, "N")
        one.hear(a.SilenceActivated("blue"))
    before = tracker()
    head(before, "N")
    stayed.hear(a.RoundEnded("blue"))
    assert stayed.cells == before.cells
    moved.hear(a.CrewOk("blue", "engineer"))
    assert all(len(route) > 2 for route in moved.routes())


def test_full_move_rules_leave_doubt_behind_mines() -> None:
    """Where only a mine's unknown place decides whether a torpedo passes, nothing is excluded and it says so (D9)."""
    one = tracker(torpedo_path="full_move_rules")
    head(one, "N")
    one.hear(a.TorpedoLaunched("blue", "A1"))
    assert one.exact
    assert "A2" in one.names()
    assert all(route[1] != "A2" or route[0] == "A3" for route in one.routes())
    one.hear(a.MineDropped("blue"))
    one.hear(a.TorpedoLaunched("blue", "A1"))
    assert not one.exact


def test_under_ice_surfacing_away_from_a_hole_is_heard() -> None:
    """The damage before the call tells that there was no hole (R141)."""
    chart = CHARTS["delta"]
    for damaged in (False, True):
        one = tracker("delta")
        if damaged:
            one.hear(a.Damage("blue", 1, 1))
        one.hear(a.Surfaced("blue", 1))
        assert one.cells
        assert bool(one.cells & chart.holes) != damaged
        assert bool(one.cells & ~chart.holes) == damaged
