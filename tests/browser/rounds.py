"""Rounds that are played over HTTP, to bring a match where a browser test needs it."""

from collections.abc import Callable
from typing import Any

from tests.browser.crew import Match

HARMLESS = ("W5", "W6", "N6", "N1", "N3", "S5", "S2", "S6", "E4", "E6", "E2")
"""Symbols that leave weapons and detection up."""
GAUGES = {"blue": ("torpedo", "sonar", "drone", "mine", "silence"), "yellow": ("sonar", "mine", "drone", "torpedo")}

Situation = Callable[[Any], bool]


def seat_players(match: Match) -> None:
    """One person on each seat, and the start."""
    for team, names in (("blue", ("Ada", "Malik", "Noor", "Jonas")), ("yellow", ("Vera", "Wren", "Ines", "Tariq"))):
        for name, role in zip(names, ("captain", "first_mate", "engineer", "radio_operator"), strict=True):
            match.join(name, f"{team}.{role}")
    match.start()


def choose(seat: str, orders: list[dict[str, Any]]) -> dict[str, Any]:
    """A calm order: no weapon, no surfacing, breakdowns that harm little."""
    team, _, role = seat.partition(".")
    kinds = {order["type"] for order in orders}
    if role == "engineer":
        return next((order for symbol in HARMLESS for order in orders if order.get("symbol") == symbol), orders[0])
    if role == "first_mate" and "mark_gauge" in kinds:
        return next((order for name in GAUGES[team] for order in orders if order.get("system") == name), orders[0])
    for kind in ("place", "head", "end_round", "answer_sonar", "surface"):
        if kind in kinds:
            fitting = [order for order in orders if order["type"] == kind]
            return fitting[len(fitting) // 2] if kind == "place" else fitting[0]
    return orders[0]


def play_until(match: Match, reached: Situation, steps: int = 200) -> Any:
    """Give calm orders for whoever is awaited until the first Captain's view is as wanted; returns that view."""
    for _ in range(steps):
        view = match.view("blue.captain")
        if reached(view):
            return view
        for seat in view["awaiting"]:
            orders = [order for order in match.view(seat)["legal_orders"] if order.get("seat", seat) == seat]
            chosen = {name: value for name, value in choose(seat, orders).items() if name != "seat"}
            match.order(seat, **chosen)
    raise AssertionError("the match did not come to what the test needs")


def blue_may(order: str) -> Situation:
    """Blue's Captain may give such an order now."""
    return lambda view: any(one["type"] == order for one in view["legal_orders"])
