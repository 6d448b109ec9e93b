"""The words of the game: teams, roles, seats, headings, systems and phases."""

from __future__ import annotations

from typing import Final, Literal

Team = Literal["blue", "yellow"]
Role = Literal["captain", "first_mate", "engineer", "radio_operator"]
Heading = Literal["north", "east", "south", "west"]
System = Literal["mine", "torpedo", "drone", "sonar", "silence", "scenario"]
Phase = Literal["placement", "order", "marks", "activation", "answer", "sonar_answer", "silence_marks", "game_over"]

TEAMS: Final[tuple[Team, ...]] = ("blue", "yellow")
ROLES: Final[tuple[Role, ...]] = ("captain", "first_mate", "engineer", "radio_operator")
HEADINGS: Final[tuple[Heading, ...]] = ("north", "east", "south", "west")
SYSTEMS: Final[tuple[System, ...]] = ("mine", "torpedo", "drone", "sonar", "silence", "scenario")

CAPTAIN: Final = 0
FIRST_MATE: Final = 1
ENGINEER: Final = 2
RADIO_OPERATOR: Final = 3

MINE: Final = 0
TORPEDO: Final = 1
DRONE: Final = 2
SONAR: Final = 3
SILENCE: Final = 4
SCENARIO: Final = 5

SEATS: Final = tuple(f"{team}.{role}" for team in TEAMS for role in ROLES)
SEAT_OF: Final = tuple(tuple(f"{team}.{role}" for role in ROLES) for team in TEAMS)
STATION: Final = {seat: (team, role) for team, seats in enumerate(SEAT_OF) for role, seat in enumerate(seats)}
"""Team and role, as numbers, of each seat."""

HEADING_NUMBER: Final[dict[str, int]] = {heading: number for number, heading in enumerate(HEADINGS)}
SYSTEM_NUMBER: Final[dict[str, int]] = {system: number for number, system in enumerate(SYSTEMS)}

SURFACE_ROUNDS: Final = 3
TORPEDO_REACH: Final = 4
SILENCE_REACH: Final = 4
