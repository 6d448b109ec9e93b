"""A table to set up positions on, give orders at, and listen to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR, notation
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.map_file import read_map
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import SPECTATOR, Said

MAPS = Path(__file__).parents[3] / "maps" / "captain_sonar"
CHARTS: dict[str, Chart] = {
    path.stem: read_map(path.read_text(encoding="utf-8"), path.name) for path in sorted(MAPS.glob("*.toml"))
}


class Table:
    """One match. Orders are written as text, `table.order("blue.captain", "head north")`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.said: list[Said] = []

    @classmethod
    def fresh(cls, chart: str | Chart = "alpha", seed: int = 1, **options: Any) -> Table:
        """A match before placement."""
        chart = CHARTS[chart] if isinstance(chart, str) else chart
        return cls(CAPTAIN_SONAR.new(Options(map=chart.name, **options), chart, seed))

    @classmethod
    def at(
        cls,
        blue: str = "route=C7",
        yellow: str = "route=J10",
        table: str = "",
        chart: str | Chart = "alpha",
        **options: Any,
    ) -> Table:
        """A position in words of `notation`: `Table.at("route=A1>B1 mines=C5 gauges=0/3/0/0/0/0", "route=J10",
        "phase=activation round=7")`. By default blue is to give its order in round 5 and nobody is to dive."""
        chart = CHARTS[chart] if isinstance(chart, str) else chart
        words = {"round": "5", "phase": "order", "act": "blue", "first": "blue"}
        words.update(dict(word.split("=", 1) for word in table.split()))
        head = " ".join(f"{key}={value}" for key, value in words.items())
        state = notation.read_position(f"map={chart.name} {head} blue: {blue} yellow: {yellow}", {chart.name: chart})
        state.options = Options(map=chart.name, **options)
        fresh = CAPTAIN_SONAR.new(state.options, chart, 1)
        state.sizes, state.markable, state.hull = fresh.sizes, fresh.markable, fresh.hull
        for sub in state.submarines:
            full = sum(1 << s for s, size in enumerate(state.sizes) if sub.gauges[s] >= size)
            sub.room = state.markable & ~full
        return cls(state)

    def order(self, seat: str, text: str) -> list[str]:
        """Give an order and return the texts of what is said to everybody or anybody."""
        said = CAPTAIN_SONAR.apply(self.state, seat, notation.read_order(text))
        self.said += said
        return [call.announcement.text for call in said]

    def refused(self, seat: str, text: str, rule: str | None = None) -> IllegalOrder:
        """Give an order that must be refused, by `rule` if given; check that it changed nothing."""
        before = notation.position_text(self.state)
        order = notation.read_order(text)
        assert order not in CAPTAIN_SONAR.legal_orders(self.state, seat)
        with pytest.raises(IllegalOrder) as refusal:
            CAPTAIN_SONAR.apply(self.state, seat, order)
        assert notation.position_text(self.state) == before
        if rule is not None:
            assert refusal.value.rule == rule, f"{refusal.value.rule}: {refusal.value}"
        return refusal.value

    def may(self, seat: str, text: str) -> bool:
        """Whether an order is listed as legal."""
        return notation.read_order(text) in CAPTAIN_SONAR.legal_orders(self.state, seat)

    def legal(self, seat: str) -> list[str]:
        """The legal orders of a seat as text."""
        return [notation.order_text(order) for order in CAPTAIN_SONAR.legal_orders(self.state, seat)]

    def view(self, *seats: str) -> Any:
        """The view of these seats together; of a spectator without any."""
        return CAPTAIN_SONAR.view(self.state, frozenset(seats) if seats else SPECTATOR)

    def heard(self, *seats: str) -> list[Any]:
        """The announcements so far that these seats (or a spectator) heard."""
        ears = CAPTAIN_SONAR.hears(self.state, frozenset(seats) if seats else SPECTATOR)
        return [call.announcement for call in self.said if call.audience in ears]

    def called(self, seat: str, text: str) -> list[Any]:
        """Give an order and return the announcements themselves."""
        before = len(self.said)
        self.order(seat, text)
        return [call.announcement for call in self.said[before:]]

    def move(self, team: str, heading: str, symbol: str, gauge: str = "silence") -> list[str]:
        """A move with both marks, up to the activation; `gauge` may be empty when nothing can be marked."""
        texts = self.order(f"{team}.captain", f"head {heading}")
        texts += self.order(f"{team}.engineer", f"mark_breakdown {symbol}")
        return texts + (self.order(f"{team}.first_mate", f"mark_gauge {gauge}") if gauge else [])

    def own(self, team: str) -> Any:
        """What all four seats of a team see together."""
        return self.view(*CAPTAIN_SONAR.teams[team])

    def quiet_round(self, team: str, heading: str) -> list[str]:
        """A round with a move, the last of the legal marks and no activation; returns all that was said."""
        said = self.order(f"{team}.captain", f"head {heading}")
        for role in ("engineer", "first_mate"):
            if marks := self.legal(f"{team}.{role}"):
                said += self.order(f"{team}.{role}", marks[-1])
        return said + self.order(f"{team}.captain", "end_round")

    def marked(self, team: str, system: str) -> int:
        """The marks on a gauge."""
        marks: int = self.own(team).gauges[system].marked
        return marks

    def crossed(self, team: str) -> tuple[str, ...]:
        """The crossed symbols in sheet order."""
        symbols: tuple[str, ...] = self.own(team).breakdowns
        return symbols

    def damage(self, team: str) -> int:
        """The damage of a submarine."""
        boxes: int = self.own(team).submarine.damage
        return boxes

    def mines(self, team: str) -> tuple[str, ...]:
        """The cells of a team's mines."""
        cells: tuple[str, ...] = self.own(team).submarine.mines
        return cells

    def notes_read_by(self, *seats: str) -> str | None:
        """The team whose overlay these seats, or a spectator, may read."""
        return CAPTAIN_SONAR.reads_notes(self.state, frozenset(seats))
