"""The cadet: greedy, and going only by what it has heard since its own last round began."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sonar_referee.bots import Bot, Brief, make_bot
from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.grid import bits
from sonar_referee.wire.encode import dump, present
from tests.games.captain_sonar.table import CHARTS

ALPHA = CHARTS["alpha"]
SEATS = CAPTAIN_SONAR.teams["blue"]
SIZES = {"mine": 2, "torpedo": 3, "drone": 3, "sonar": 2, "silence": 5}
Order = dict[str, Any]

SURFACED: Order = {"kind": "surface", "team": "yellow", "sector": 1}
SONAR_ANSWER: Order = {
    "kind": "sonar_answer",
    "team": "yellow",
    "facts": [{"kind": "column", "value": "E"}, {"kind": "row", "value": 9}],
}


def ended(team: str) -> Order:
    """The end of a team's round."""
    return {"kind": "round_ended", "team": team}


def cadet(*said: Order) -> Bot:
    """A cadet with all seats of blue, after announcements."""
    options = json.loads(dump(present(Options())))
    bot = make_bot("cadet", Brief(CAPTAIN_SONAR.id, options, CAPTAIN_SONAR.describe_map(ALPHA), SEATS, "seed"))
    for announcement in said:
        bot.hear(announcement)
    return bot


def chosen(bot: Bot, phase: str, orders: Sequence[Order], *full: str, seat: str = "blue.captain") -> Order:
    """What the cadet orders in E5 with these gauges full."""
    unhurt = {"damage": 0, "surfaced": False, "surface_round": 0}
    view: dict[str, Any] = {
        "phase": phase,
        "awaiting": [seat],
        "submarine": {"cell": "E5", "route": ["E5"], "mines": [], **unhurt},
        "enemy": unhurt,
        "gauges": {one: {"marked": size if one in full else 0, "size": size} for one, size in SIZES.items()},
        "breakdowns": [],
        "legal_orders": [{**order, "seat": seat} for order in orders],
        "standing_orders": [],
    }
    choice = bot.choose(view)
    assert choice is not None
    return choice.order


def shot(bot: Bot) -> Order:
    """What the cadet does with a torpedo ready."""
    torpedoes = [
        {"type": "launch_torpedo", "cell": ALPHA.names[cell]} for cell in bits(ALPHA.torpedo_reach[ALPHA.number["E5"]])
    ]
    return chosen(bot, "activation", [{"type": "end_round"}, *torpedoes], "torpedo")


def test_keeps_its_torpedo_until_it_has_heard_where_the_enemy_is() -> None:
    """It does not fire into an empty sea, but into the sector where the enemy has just surfaced (R130)."""
    assert shot(cadet()) == {"type": "end_round"}
    aimed = shot(cadet(SURFACED, ended("yellow")))
    assert ALPHA.sector[ALPHA.number[aimed["cell"]]] == 1


def test_goes_by_what_its_own_last_round_brought() -> None:
    """An answer to its sonar helps it in its next order, and is forgotten one round later."""
    bot = cadet({"kind": "sonar_activated", "team": "blue"}, SONAR_ANSWER, ended("blue"), ended("yellow"))
    assert shot(bot)["type"] == "launch_torpedo"
    for team in ("blue", "yellow"):
        bot.hear(ended(team))
    assert shot(bot) == {"type": "end_round"}


def test_remembers_an_enemy_in_sight() -> None:
    """Who lies on the surface lies in sight; who has dived is forgotten."""
    bot = cadet(SURFACED, ended("yellow"), ended("blue"), ended("yellow"))
    assert shot(bot)["type"] == "launch_torpedo"
    for said in ({"kind": "dive", "team": "yellow"}, ended("yellow"), ended("blue"), ended("yellow")):
        bot.hear(said)
    assert shot(bot) == {"type": "end_round"}


def test_sails_towards_the_enemy() -> None:
    """It heads for the sector where the enemy has surfaced."""
    heads = [{"type": "head", "heading": heading} for heading in ("north", "east", "south", "west")]
    for sector, towards in ((1, {"north", "west"}), (4, {"south", "east"})):
        bot = cadet({**SURFACED, "sector": sector}, ended("yellow"))
        assert chosen(bot, "order", heads)["heading"] in towards


def test_loads_its_torpedo_first() -> None:
    """A First Mate who is greedy loads weapons before anything, though the enemy is hidden; then the sonar."""
    marks = [{"type": "mark_gauge", "system": system} for system in SIZES]
    assert chosen(cadet(), "marks", marks, seat="blue.first_mate")["system"] == "torpedo"
    del marks[1]
    assert chosen(cadet(), "marks", marks, "torpedo", seat="blue.first_mate")["system"] == "sonar"
