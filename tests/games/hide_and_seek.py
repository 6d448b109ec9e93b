"""Hide and seek: one submarine hides in a cell, the other searches for it, cell by cell."""

from __future__ import annotations

import json
from collections.abc import Hashable
from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.game import ABSENT, PUBLIC, Absent, Game, Outcome, Said, Viewer, audience_of_fields
from sonar_referee.games.grid import ISLAND, LETTERS, SEA, cell_names, grid_fault
from sonar_referee.games.map_file import MapFile
from sonar_referee.games.options import choice, require_sound

KINDS = {SEA: "sea", ISLAND: "island"}


# Options, orders and announcements are dataclasses; from them come OpenAPI, the form on the front page and all checks.


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """What a host may choose."""

    map: str = choice("pond", "The chart to play on.", "1")
    searches: int = choice(5, "How often the seeker may search.", "2", minimum=1, maximum=50)

    def __post_init__(self) -> None:
        require_sound(self)


@dataclass(frozen=True, slots=True)
class Hide:
    """The hider's cell."""

    type: Literal["hide"] = field(default="hide", kw_only=True)
    cell: str


@dataclass(frozen=True, slots=True)
class Search:
    """The seeker looks into a cell."""

    type: Literal["search"] = field(default="search", kw_only=True)
    cell: str


@dataclass(frozen=True, slots=True)
class Hidden:
    """The hider has chosen."""

    kind: Literal["hidden"] = field(default="hidden", kw_only=True)
    text: ClassVar[str] = "COME AND FIND ME"


@dataclass(frozen=True, slots=True)
class Searched:
    """What the seeker found in a cell."""

    kind: Literal["searched"] = field(default="searched", kw_only=True)
    cell: str
    found: bool


# The map, the state, and what each seat may see of it: every field of a view names its audience.


@dataclass(frozen=True)
class Chart:
    """A grid of sea and islands."""

    name: str
    title: str
    grid: tuple[str, ...]
    source: str
    confidence: float
    unofficial: bool
    notes: str
    text: str

    @property
    def sea(self) -> tuple[str, ...]:
        """The names of its sea cells."""
        names = cell_names(len(self.grid[0]), len(self.grid))
        return tuple(name for name, kind in zip(names, "".join(self.grid), strict=True) if kind == SEA)


@dataclass(slots=True)
class State:
    """A match as it is."""

    options: Options
    chart: Chart
    cell: str | None = None
    searched: tuple[str, ...] = ()
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer may know."""

    searched: tuple[str, ...] = field(metadata={"audience": PUBLIC})
    outcome: Outcome | None = field(metadata={"audience": PUBLIC})
    cell: str | Absent | None = field(metadata={"audience": "hider"})


audience_of_fields(View)  # refuses a field that does not say who may see it


# The rules. What is not written here is inherited: no notes, no clock, spectators welcome.


class HideAndSeek(Game[State]):
    """The smallest game with a secret; see `Game` for what each member means."""

    id = "hide-and-seek"
    title = "Hide and seek"
    seats = ("hider", "seeker")
    teams: ClassVar[dict[str, tuple[str, ...]]] = {"hider": ("hider",), "seeker": ("seeker",)}
    options = Options
    orders = (Hide, Search)
    example_order = Hide("A1")
    announcements = (Hidden, Searched)
    view_type = View

    def read_map(self, text: str, source: str) -> Chart:
        file = MapFile(text, source, required={}, optional={})
        fault = grid_fault(file.rows(), KINDS)
        if fault is not None:
            raise file.fault("grid", fault[1], fault[0])
        return Chart(grid=file.rows(), **file.provenance())

    def describe_map(self, chart: Chart) -> dict[str, Any]:
        columns, rows = len(chart.grid[0]), len(chart.grid)
        shape = {"columns": list(LETTERS[:columns]), "rows": list(range(1, rows + 1)), "sectors": {}, "legend": KINDS}
        return {name: value for name, value in asdict(chart).items() if name != "text"} | shape

    def new(self, options: Options, chart: Chart, _seed: int) -> State:
        return State(options, chart)

    def givers(self, order: Hide | Search) -> tuple[str, ...]:
        return ("hider",) if isinstance(order, Hide) else ("seeker",)

    def check(self, state: State, seat: str, order: Hide | Search) -> None:
        if state.outcome is not None:
            raise IllegalOrder("3", "The match is over.", "wrong_phase")
        if seat not in self.givers(order) or seat not in self.to_act(state):
            raise IllegalOrder("1", f"It is for {self.to_act(state)[0]} to give an order now.", "not_your_turn")
        if order not in self.legal_orders(state, seat):
            raise IllegalOrder("2", f"{order.cell} is no sea cell, or was searched before.")

    def apply(self, state: State, seat: str, order: Hide | Search) -> list[Said]:
        self.check(state, seat, order)
        if isinstance(order, Hide):
            state.cell = order.cell
            return [Said(0, PUBLIC, Hidden())]
        state.searched += (order.cell,)
        found = order.cell == state.cell
        if found:
            state.outcome = Outcome("seeker", "found")
        elif len(state.searched) == min(state.options.searches, len(state.chart.sea) - 1):
            state.outcome = Outcome("hider", "not_found")
        return [Said(len(state.searched), PUBLIC, Searched(order.cell, found))]

    def legal_orders(self, state: State, seat: str) -> tuple[Hide | Search, ...]:
        if seat not in self.to_act(state):
            return ()
        if seat == "hider":
            return tuple(Hide(cell) for cell in state.chart.sea)
        return tuple(Search(cell) for cell in state.chart.sea if cell not in state.searched)

    def view(self, state: State, viewer: Viewer) -> View:
        return View(state.searched, state.outcome, state.cell if "hider" in viewer else ABSENT)

    def to_act(self, state: State) -> tuple[str, ...]:
        if state.outcome is not None:
            return ()
        return ("hider",) if state.cell is None else ("seeker",)

    def waits_for(self, state: State) -> Hashable:
        return self.to_act(state), len(state.searched)

    def round(self, state: State) -> int:
        return len(state.searched)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def position(self, state: State) -> str:
        return json.dumps([state.cell, state.searched, state.outcome and asdict(state.outcome)])


HIDE_AND_SEEK = HideAndSeek()
