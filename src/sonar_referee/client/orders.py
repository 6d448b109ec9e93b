"""The orders that a view offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def awaited_orders(view: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The legal orders of those own seats that the table waits for, each with its `seat`.

    A seat may have legal orders without being awaited, like a First Mate who may launch a drone. A view that does not
    say who is awaited is of a game in which everybody is who has legal orders.
    """
    legal = [{"seat": view.get("seat"), **order} for order in view["legal_orders"]]
    return [order for order in legal if "awaiting" not in view or order["seat"] in view["awaiting"]]


def split(order: Mapping[str, Any], seat: str | None) -> tuple[str | None, dict[str, Any]]:
    """The seat that gives an order, which may stand in the order as it does in a view, and the order without it."""
    given = dict(order)
    return given.pop("seat", None) or seat, given
