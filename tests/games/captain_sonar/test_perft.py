"""Move-tree counts against those of an independent implementation of the same rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import NOBODY, State
from sonar_referee.games.captain_sonar.terms import CAPTAIN, ENGINEER, FIRST_MATE, SEAT_OF
from sonar_referee.games.grid import ISLAND, SEA

POSITIONS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))[
    "positions"
]
_ORDERS = {kind.__dataclass_fields__["type"].default: kind for kind in CAPTAIN_SONAR.orders}


def reach(position: dict[str, Any]) -> State:
    """Play a position's prefix on a fresh match, each order from what is listed as legal."""
    drawn = position["map"]
    names = [f"{chr(65 + column)}{row}" for row in range(1, drawn["rows"] + 1) for column in range(drawn["columns"])]
    cells = "".join(ISLAND if name in drawn["islands"] else SEA for name in names)
    grid = tuple(cells[start : start + drawn["columns"]] for start in range(0, len(cells), drawn["columns"]))
    chart = Chart(name=position["name"], title="", grid=grid, sector_size=drawn["sector_size"])
    options = Options(map=chart.name, first_team=position["first_team"], **position["options"])
    state = CAPTAIN_SONAR.new(options, chart, 0)
    for seat, fields in position["prefix"]:
        order = _ORDERS[fields["type"]](**fields)
        assert order in CAPTAIN_SONAR.legal_orders(state, seat)
        CAPTAIN_SONAR.apply(state, seat, order)
    return state


def asked(state: State, captain_only: bool) -> list[str]:
    """The seats whose orders are counted at this point, as `perft.json` says."""
    if state.phase == "game_over":
        return []
    crew = SEAT_OF[state.to_act]
    if state.phase == "sonar_answer":
        return [SEAT_OF[1 - state.to_act][CAPTAIN]]
    if state.phase in ("marks", "silence_marks"):
        engineer_first = state.submarines[state.to_act].heading_to_mark != NOBODY
        return [crew[ENGINEER] if engineer_first else crew[FIRST_MATE]]
    if state.phase == "activation" and not captain_only:
        return [crew[CAPTAIN], crew[FIRST_MATE]]
    return [crew[CAPTAIN]]


def add_up(state: State, captain_only: bool, counts: list[int], length: int = 1) -> None:
    """Add to `counts` how many sequences of each length, from `length` on, continue from a position."""
    choices: list[tuple[str, tuple[Order, ...]]] = [
        (seat, CAPTAIN_SONAR.legal_orders(state, seat)) for seat in asked(state, captain_only)
    ]
    counts[length - 1] += sum(len(orders) for _, orders in choices)
    if length == len(counts):
        return
    for seat, orders in choices:
        for order in orders:
            after = CAPTAIN_SONAR.copy(state)
            CAPTAIN_SONAR.apply(after, seat, order)
            add_up(after, captain_only, counts, length + 1)


@pytest.mark.parametrize("column", ["counts", "captain_only"])
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: str(position["name"]))
def test_the_tree_of_orders_has_the_known_size(position: dict[str, Any], column: str) -> None:
    """The sequences of legal orders of each length are exactly as many as an independent referee finds."""
    known = position[column]
    counts = [0] * len(known)
    add_up(reach(position), column == "captain_only", counts)
    assert counts == known
