"""A table to set up positions of a duel on, give orders at, and listen to."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import Said
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.chart import Chart
from sonar_referee.games.sonar_duel.map_file import read_map
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import Order
from sonar_referee.games.sonar_duel.state import State, Submarine
from sonar_referee.games.sonar_duel.terms import SEAT_NUMBER, SEATS

MAP = Path(__file__).parents[3] / "maps" / "sonar_duel" / "twelve.toml"
TWELVE: Chart = read_map(MAP.read_text(encoding="utf-8"), MAP.name)

_ORDERS = {kind.__dataclass_fields__["type"].default: kind for kind in SONAR_DUEL.orders}


def other(seat: str) -> str:
    """The enemy of a seat."""
    return SEATS[1 - SEAT_NUMBER[seat]]


def drawn(*rows: str, **keys: str) -> Chart:
    """A chart drawn in the test; `keys` are further lines of its map file, as TOML values."""
    grid = "\n".join(rows)
    lines = {"name": '"drawn"', "start_distance": "1", "sector_size": "1"} | keys
    text = "".join(f"{key} = {value}\n" for key, value in lines.items() if value)
    return read_map(f'{text}grid = """\n{grid}\n"""\n', "drawn.toml")


OPEN = drawn(*["." * 12] * 12, sector_size="4", start_distance="5")
"""Twelve by twelve without an island."""


def read_order(text: str) -> Order:
    """An order from its type and its heading: `torpedo north`."""
    kind, *headings = text.split()
    order: Order = _ORDERS[kind](*headings)
    return order


def order_text(order: Any) -> str:
    """The other way round."""
    return " ".join(word for word in (order.type, getattr(order, "heading", "")) if word)


def plain(announcement: Any) -> dict[str, Any]:
    """An announcement's fields."""
    return dataclasses.asdict(announcement)


class Table:
    """One match. Orders are written as text, `table.order("blue", "torpedo north")`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.said: list[Said] = []

    @classmethod
    def at(
        cls,
        blue: str,
        yellow: str,
        chart: Chart = OPEN,
        act: str = "blue",
        turn: int = 1,
        torpedoes: int = 12,
        **options: Any,
    ) -> Table:
        """Both submarines on these cells; both seats have so many torpedoes."""
        cells = [chart.number[cell] for cell in (blue, yellow)]
        submarines = (Submarine(cells[0], cells[0], torpedoes), Submarine(cells[1], cells[1], torpedoes))
        state = State(Options(map=chart.name, **options), chart, 0, submarines, SEAT_NUMBER[act], turn)
        return cls(state)

    @classmethod
    def fresh(cls, chart: Chart = TWELVE, seed: int = 1, **options: Any) -> Table:
        """A match before its first turn, drawn from the seed."""
        return cls(SONAR_DUEL.new(Options(map=chart.name, **options), chart, seed))

    def order(self, seat: str, text: str) -> dict[str, list[dict[str, Any]]]:
        """Give an order and return what each seat is told, as it hears it."""
        said = SONAR_DUEL.apply(self.state, seat, read_order(text))
        self.said += said
        return {ear: self._heard(said, ear) for ear in SEATS}

    def told(self, seat: str) -> list[dict[str, Any]]:
        """All that a seat was told so far."""
        return self._heard(self.said, seat)

    def _heard(self, said: list[Said], seat: str) -> list[dict[str, Any]]:
        ears = SONAR_DUEL.hears(self.state, frozenset({seat}))
        return [plain(one.announcement) for one in said if one.audience in ears]

    def refused(self, seat: str, text: str, rule: str, code: str = "illegal_order") -> IllegalOrder:
        """Give an order that must be refused, by this rule; check that nothing changed and none was listed."""
        before, order = SONAR_DUEL.position(self.state), read_order(text)
        assert order not in SONAR_DUEL.legal_orders(self.state, seat)
        with pytest.raises(IllegalOrder) as checked:
            SONAR_DUEL.check(self.state, seat, order)
        with pytest.raises(IllegalOrder) as refusal:
            SONAR_DUEL.apply(self.state, seat, order)
        assert (checked.value.rule, checked.value.reason) == (refusal.value.rule, refusal.value.reason)
        assert (refusal.value.rule, refusal.value.code) == (rule, code)
        assert SONAR_DUEL.position(self.state) == before
        return refusal.value

    def legal(self, seat: str) -> set[str]:
        """The legal orders of a seat as text."""
        return {order_text(order) for order in SONAR_DUEL.legal_orders(self.state, seat)}

    def view(self, *seats: str) -> Any:
        """The view of a seat; of a spectator without one."""
        return SONAR_DUEL.view(self.state, frozenset(seats))

    def outcome(self) -> tuple[str | None, str] | None:
        """Winner and reason, None while the match runs."""
        end = self.state.outcome
        return None if end is None else (end.winner, end.reason)
