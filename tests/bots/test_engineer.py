"""A bot Engineer beside people: it spares the hull, and what the Captain is about to use."""

from __future__ import annotations

import json
from typing import Any

from sonar_referee.bots import Brief, make_bot
from sonar_referee.bots.captain_sonar.engineer import best_mark, burden, mark_burden
from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.panel import SYMBOL_NUMBER, SYMBOLS, symbol_set
from sonar_referee.wire.encode import dump, present
from tests.games.captain_sonar.table import CHARTS

ENGINEER = "blue.engineer"


def marked(breakdowns: tuple[str, ...], heading: str, full: tuple[str, ...] = (), name: str = "officer") -> str:
    """What a bot Engineer crosses after a course, with these gauges full."""
    drawing = CAPTAIN_SONAR.describe_map(CHARTS["alpha"])
    options = json.loads(dump(present(Options())))
    bot = make_bot(name, Brief(CAPTAIN_SONAR.id, options, drawing, (ENGINEER,), "seed"))
    free = [symbol for symbol in SYMBOLS if symbol[0] == heading and symbol not in breakdowns]
    sizes = {"mine": 2, "torpedo": 3, "drone": 3, "sonar": 2, "silence": 5}
    view: dict[str, Any] = {
        "phase": "marks",
        "seat": ENGINEER,
        "awaiting": [ENGINEER],
        "submarine": {"damage": 0, "surfaced": False, "surface_round": 0},
        "enemy": {"damage": 0, "surfaced": False, "surface_round": 0},
        "gauges": {one: {"marked": size if one in full else 0, "size": size} for one, size in sizes.items()},
        "breakdowns": list(breakdowns),
        "legal_orders": [{"type": "mark_breakdown", "symbol": symbol} for symbol in free],
        "standing_orders": [],
    }
    choice = bot.choose(view)
    assert choice is not None
    return str(choice.order["symbol"])


def test_spares_what_the_captain_can_use() -> None:
    """On the same sheet the mark depends on which gauges are full (R58)."""
    colours = {"W1": "red", "W2": "yellow", "W3": "green", "W4": "green"}
    for full, spared in ((("sonar", "drone"), "green"), (("torpedo", "mine"), "red"), (("silence",), "yellow")):
        assert colours[marked(("W5", "W6"), "W", full)] != spared
    assert marked(("W5", "W6"), "W", ("torpedo", "sonar")) == "W2", "only yellow is not needed"


def test_spares_the_hull() -> None:
    """No mark completes the radiation or a panel while another is free (R53, R54)."""
    radiation = ("W5", "W6", "N6", "S5", "E4")
    assert marked(radiation, "E") != "E6"


def test_completes_a_circuit() -> None:
    """Where a mark completes a circuit, everything on it is repaired (R52)."""
    assert marked(("W1", "W2", "E3"), "W") == "W3"


def test_burden_grows_with_breakdowns() -> None:
    """A clean sheet is no burden, and the best mark is one of the marks."""
    assert burden(0) == 0
    assert 0 < burden(symbol_set("W4")) < burden(symbol_set("W4", "S6", "N4"))
    costs = [mark_burden(0, SYMBOL_NUMBER[f"W{place}"]) for place in range(1, 7)]
    assert best_mark(0, 3) == min(costs)
