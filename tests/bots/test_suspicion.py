"""What the hunter suspects: where the enemy is, judged by how a sensible Captain sails."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sonar_referee.bots.captain_sonar.belief import Belief
from sonar_referee.bots.captain_sonar.captain import Captain
from sonar_referee.bots.captain_sonar.exposure import Exposure
from sonar_referee.bots.captain_sonar.knowledge import Knowledge
from sonar_referee.bots.captain_sonar.sight import Sight
from sonar_referee.bots.captain_sonar.suspicion import Suspicion
from sonar_referee.bots.captain_sonar.temper import HUNTER
from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import TEAMS, Heading, Team
from sonar_referee.games.grid import bits
from tests.games.captain_sonar.play import random_table
from tests.games.captain_sonar.table import CHARTS
from tests.games.captain_sonar.tracker.hearing import heard

ALPHA = CHARTS["alpha"]
CELL = ALPHA.number


def prey(*names: str) -> Belief:
    """Where the suspected submarine takes its own enemy to be."""
    return Belief(ALPHA, dict.fromkeys((CELL[name] for name in names), 1.0))


def after(*courses: Heading, towards: Belief) -> Belief:
    """What is suspected of yellow after courses from anywhere."""
    suspicion = Suspicion(ALPHA, "yellow")
    for course in courses:
        suspicion.hear(a.Course("yellow", course), set(), towards)
    return suspicion.belief


def test_sails_towards_its_enemy() -> None:
    """A course is likelier where it leads towards the enemy than where it leads away."""
    suspected = after("north", towards=prey("E5")).of
    assert suspected[CELL["C8"]] > 3 * suspected[CELL["C2"]]
    assert sum(suspected.values()) == pytest.approx(1)


def test_sails_where_there_is_room() -> None:
    """A course is likelier where it leads to the open sea than where it leads into an inlet."""
    inlet = Chart("inlet", "Inlet", (".#....", ".#....", "......", "......"), 2)
    suspicion = Suspicion(inlet, "yellow")
    suspicion.hear(a.Course("yellow", "north"), set(), Belief(inlet, dict.fromkeys(bits(inlet.sea), 1.0)))
    suspected = suspicion.belief.of
    assert suspected[inlet.number["D2"]] > 3 * suspected[inlet.number["A2"]] > 0


def test_is_never_certain_of_a_habit() -> None:
    """A submarine that sails against all sense stays possible, and what was ruled out too early comes back."""
    assert min(after("north", "north", "north", "north", "north", towards=prey("A10")).of.values()) > 0.002
    suspicion = Suspicion(ALPHA, "yellow")
    suspicion.hear(a.Course("yellow", "north"), set(), prey("E5"))
    suspicion.keep(1 << CELL["A10"])
    assert suspicion.belief.of == {CELL["A10"]: 1.0}


@pytest.mark.parametrize("chart", CHARTS)
def test_suspects_only_what_is_possible(chart: str) -> None:
    """Whatever is heard, no cell is suspected that the exact tracker rules out, and always at least one is."""
    for seed in range(4):
        state = random_table(seed, chart=chart, max_rounds=60)
        knowledge = Knowledge(CHARTS[chart], state.options, suspect="yellow")
        for said in heard(state, Random(seed)):
            for announcement in said:
                knowledge.hear(announcement)
                suspected = knowledge.suspected("yellow").of
                assert suspected
                assert not sum(1 << cell for cell in suspected) & ~knowledge.trackers["yellow"].cells
                assert sum(suspected.values()) == pytest.approx(1)


def test_suspects_one_team_only() -> None:
    """Of one's own submarine a bot assumes that the enemy knows what the tracker knows, no less and no more."""
    knowledge = Knowledge(ALPHA, Options(), suspect="yellow")
    for team in TEAMS:
        knowledge.hear(a.Course(team, "south"))
    assert knowledge.suspected("blue").of == knowledge.belief("blue").of
    assert knowledge.suspected("yellow").of != knowledge.belief("yellow").of


# -- what the hunter does with it


def sight_at(cell: str) -> Sight:
    """What the Captain of a submarine in a cell sees, with a torpedo ready."""
    here, sizes = CELL[cell], (2, 3, 3, 2, 5, 0)
    return Sight(here, 1 << here, 0, 0, False, 0, (0, 3, 0, 0, 0, 0), sizes, 0, 0, False, 0)


def known(*said: a.Announcement, suspect: Team | None = "yellow") -> Knowledge:
    """What is known after announcements."""
    knowledge = Knowledge(ALPHA, Options(), suspect)
    for announcement in said:
        knowledge.hear(announcement)
    return knowledge


def test_fires_where_it_suspects_the_enemy() -> None:
    """A shot that promises too little by what is possible is taken by what is likely."""
    courses: tuple[Heading, ...] = ("west", "west", "north")
    said = (a.Surfaced("blue", 4), a.Surfaced("yellow", 3), *(a.Course("yellow", course) for course in courses))
    reach = bits(ALPHA.torpedo_reach[CELL["F10"]])
    orders = [{"type": "end_round"}, *({"type": "launch_torpedo", "cell": ALPHA.names[cell]} for cell in reach)]

    def best(suspect: Team | None) -> dict[str, Any]:
        return Captain(HUNTER, known(*said, suspect=suspect), "blue", sight_at("F10"), CELL["F10"]).best(orders)

    assert best("yellow") == {"type": "launch_torpedo", "cell": "C9"}
    assert best(None) == {"type": "end_round"}


def test_minds_only_an_enemy_who_can_reach() -> None:
    """Being found costs more where the enemy's torpedo reaches, and only while it is ready."""

    def cost(enemy: str, *said: a.Announcement) -> float:
        hits = (
            *(a.ArcherMineTriggered("yellow", "C6"), a.Impact("blue", "direct_hit")),
            *(a.ArcherMineTriggered("blue", enemy), a.Impact("yellow", "direct_hit")),
        )
        return Exposure(HUNTER, known(*hits, *said), "blue", sight_at("C6")).cost((), CELL["C6"])

    ready = a.SystemReady("yellow", "torpedo")
    assert cost("C9", ready) > cost("J9", ready) + 1
    assert cost("C9") == cost("J9") == cost("J9", ready)
