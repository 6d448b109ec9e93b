"""Which people may hold which seats together (R11, R12)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import TEAMS

BUNDLES: dict[int, tuple[frozenset[str], ...]] = {
    1: (frozenset({"captain", "first_mate", "engineer", "radio_operator"}),),
    2: (frozenset({"captain", "first_mate", "engineer"}), frozenset({"radio_operator"})),
    3: (frozenset({"captain", "first_mate"}), frozenset({"engineer"}), frozenset({"radio_operator"})),
    4: (
        frozenset({"captain"}),
        frozenset({"first_mate"}),
        frozenset({"engineer"}),
        frozenset({"radio_operator"}),
    ),
}
"""The role bundles of a team of one to four players (R12)."""


def team_sizes(people: Iterable[frozenset[str]], bots: frozenset[str]) -> list[int]:
    """The team sizes whose bundles fit these people; bots count as one player or several, whichever fits."""
    people = list(people)
    return [
        size
        for size, bundles in BUNDLES.items()
        if all(person in bundles for person in people) and all(bundle in people or bundle <= bots for bundle in bundles)
    ]


def crews_refusal(options: Options, people: Sequence[Sequence[str]], bots: Sequence[str]) -> str | None:
    """Why these people, each a list of seats, and these seats of bots may not start a match; None if they may."""
    if options.role_bundles == "free":
        return None
    sizes: list[list[int]] = []
    for team in TEAMS:
        crew = [
            frozenset(seat.split(".")[1] for seat in person)
            for person in people
            if person and person[0].split(".")[0] == team
        ]
        robots = frozenset(seat.split(".")[1] for seat in bots if seat.split(".")[0] == team)
        found = team_sizes(crew, robots)
        if not found:
            return (
                f"These roles of {team} do not go together. One player holds all four; of two, one is Captain, First "
                "Mate and Engineer, the other Radio Operator; of three, one is Captain and First Mate; of four, each "
                "has one role. The option role_bundles=free allows any combination (R12)."
            )
        sizes.append(found)
    if not any(abs(blue - yellow) <= 1 for blue, yellow in product(*sizes)):
        return (
            f"{sizes[0][0]} against {sizes[1][0]} players is not foreseen: the teams may differ by one player "
            "(R11). The option role_bundles=free allows it."
        )
    return None
