"""The same as the tracker by brute force: every submarine that there could be, each with its route and its mines.

Written on its own, with coordinates and plain sets, straight from the rules; fit for small maps only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sonar_referee.games.captain_sonar.options import Options

Cell = tuple[int, int]
"""Column and row, from 0."""

HEADINGS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


class TooMany(Exception):
    """There are more submarines than can be told one by one."""


class Boat(NamedTuple):
    """A submarine that there could be."""

    route: tuple[Cell, ...]
    mines: frozenset[Cell]

    @property
    def cell(self) -> Cell:
        """Where it is."""
        return self.route[-1]


def name(cell: Cell) -> str:
    """`A1` and so on."""
    return f"{chr(65 + cell[0])}{cell[1] + 1}"


def cell_of(text: str) -> Cell:
    """The cell with this name."""
    return ord(text[0]) - 65, int(text[1:]) - 1


def near(cells: Iterable[Cell]) -> set[Cell]:
    """The cells and those around them."""
    return {(x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


class Enumeration:
    """All submarines of one team that fit what was heard."""

    def __init__(self, grid: tuple[str, ...], sector_size: int, options: Options, team: str, most: int) -> None:
        self.sea = {(x, y) for y, row in enumerate(grid) for x, kind in enumerate(row) if kind != "#"}
        self.holes = {(x, y) for y, row in enumerate(grid) for x, kind in enumerate(row) if kind == "o"}
        self.across = len(grid[0]) // sector_size
        self.size = sector_size
        self.options = options
        self.team = team
        self.most = most
        self.boats = {Boat((cell,), frozenset()) for cell in self.sea}
        self.stayed: set[Boat] = set()
        self.damage_before_course = False
        self.centres: list[Cell] = []
        self.set_off: set[Cell] = set()
        self.user = self.weapon = ""
        self.told: set[str] = set()
        self.asked_sector = 0

    def everything(self) -> set[Boat]:
        """All that there could be."""
        return self.boats | self.stayed

    def hear(self, said: Any) -> None:
        """Drop what does not fit, and go on with the rest."""
        if said.kind not in ("impact", "mine_triggered"):
            self.end_explosion()
        getattr(self, f"on_{said.kind}", lambda _said: None)(said)
        if len(self.everything()) > self.most:
            raise TooMany

    def replace(self, what_becomes: Any) -> None:
        """Replace each submarine by what becomes of it."""
        self.boats = {after for boat in self.boats for after in what_becomes(boat)}
        self.stayed = {after for boat in self.stayed for after in what_becomes(boat)}

    def keep(self, fits: Any) -> None:
        """Keep the submarines that fit."""
        self.replace(lambda boat: [boat] if fits(boat) else [])

    def sector(self, cell: Cell) -> int:
        """The sector of a cell."""
        return cell[1] // self.size * self.across + cell[0] // self.size + 1

    def moved(self, boat: Boat, heading: str) -> Boat | None:
        """The submarine one cell further, or None."""
        cell = (boat.cell[0] + HEADINGS[heading][0], boat.cell[1] + HEADINGS[heading][1])
        legal = cell in self.sea and cell not in boat.route and cell not in boat.mines
        return Boat((*boat.route, cell), boat.mines) if legal else None

    def on_heading(self, said: Any) -> None:
        if said.team == self.team:
            self.damage_before_course = False
            self.replace(lambda boat: [after] if (after := self.moved(boat, said.heading)) else [])

    def on_silence_activated(self, said: Any) -> None:
        if said.team != self.team:
            return
        before = self.boats
        self.boats = set()
        for boat in before:
            for heading in HEADINGS:
                after: Boat | None = boat
                for _ in range(4):
                    after = after and self.moved(after, heading)
                    if after is not None:
                        self.boats.add(after)
        if self.options.silence_zero_marks:
            self.boats |= before
        else:
            self.stayed = before

    def on_crew_ok(self, said: Any) -> None:
        if said.team == self.team:
            self.stayed = set()

    def on_damage(self, said: Any) -> None:
        if said.team == self.team:
            self.damage_before_course = True

    def on_round_ended(self, _said: Any) -> None:
        if self.stayed:
            self.boats, self.stayed = self.stayed, set()
        self.damage_before_course = False

    def on_surface(self, said: Any) -> None:
        if said.team != self.team:
            return
        self.keep(lambda boat: self.sector(boat.cell) == said.sector)
        if self.holes:
            self.keep(lambda boat: (boat.cell in self.holes) != self.damage_before_course)
        self.replace(lambda boat: [Boat((boat.cell,), boat.mines)])

    def on_mine_dropped(self, said: Any) -> None:
        if said.team != self.team:
            return

        def armed(boat: Boat) -> Iterator[Boat]:
            around = near([boat.cell])
            if self.options.mine_adjacency == 4:
                around = {(x, y) for x, y in around if x == boat.cell[0] or y == boat.cell[1]}
            if self.options.max_mines is None or len(boat.mines) < self.options.max_mines:
                for cell in (around & self.sea) - set(boat.route) - boat.mines:
                    yield Boat(boat.route, boat.mines | {cell})

        self.replace(armed)

    def on_mine_triggered(self, said: Any) -> None:
        cell = cell_of(said.cell)
        if self.centres and not self.told:
            self.centres.append(cell)
        else:
            self.explode(said.team, "mine", cell)
        if said.team == self.team:
            self.keep(lambda boat: cell in boat.mines)
            self.replace(lambda boat: [Boat(boat.route, boat.mines - {cell})])
            self.set_off.add(cell)

    def on_torpedo_launched(self, said: Any) -> None:
        cell = cell_of(said.cell)
        self.explode(said.team, "torpedo", cell)
        if said.team == self.team:
            self.keep(lambda boat: self.torpedo_reaches(boat, cell))

    def torpedo_reaches(self, boat: Boat, target: Cell) -> bool:
        if self.options.torpedo_path == "manhattan":
            return 1 <= abs(boat.cell[0] - target[0]) + abs(boat.cell[1] - target[1]) <= 4
        water = self.sea
        if self.options.torpedo_path == "full_move_rules":
            water = water - set(boat.route) - boat.mines
        reached = {boat.cell}
        for _ in range(4):
            reached |= {(x + dx, y + dy) for x, y in reached for dx, dy in HEADINGS.values()} & water
        return target in reached and target != boat.cell

    def on_archer_mine_triggered(self, said: Any) -> None:
        self.explode(said.team, "archer_mine", cell_of(said.cell))

    def explode(self, user: str, weapon: str, cell: Cell) -> None:
        self.end_explosion()
        self.user, self.weapon, self.centres, self.told, self.set_off = user, weapon, [cell], set(), set()

    def on_impact(self, said: Any) -> None:
        if not self.told:
            chain = self.options.mine_chain
            if chain == "full":
                self.keep(lambda boat: not boat.mines & near(self.centres))
            elif chain == "torpedo_adjacent" and self.weapon == "torpedo":
                self.keep(lambda boat: not boat.mines & (near(self.centres[:1]) - set(self.centres[:1])))
            self.replace(lambda boat: [Boat(boat.route, boat.mines - set(self.centres))])
        self.told.add(said.team)
        if said.team == self.team:
            self.keep(lambda boat: self.result(boat) == said.result)

    def result(self, boat: Boat) -> str:
        """What the explosion does to a submarine."""
        if boat.cell in self.centres:
            return "direct_hit"
        return "indirect_hit" if boat.cell in near(self.centres) else "all_clear"

    def end_explosion(self) -> None:
        if self.told and self.user == self.team not in self.told and self.options.self_damage:
            self.keep(lambda boat: self.result(boat) == "all_clear")
        self.centres, self.told = [], set()

    def on_drone_launched(self, said: Any) -> None:
        self.asked_sector = said.sector

    def on_drone_answer(self, said: Any) -> None:
        if said.team == self.team:
            self.keep(lambda boat: (self.sector(boat.cell) == self.asked_sector) == (said.answer == "yes"))

    def on_sonar_answer(self, said: Any) -> None:
        if said.team == self.team:
            self.keep(lambda boat: sum(self.is_true(boat, fact) for fact in said.facts) == 1)

    def is_true(self, boat: Boat, fact: Any) -> bool:
        """Whether a fact is true of a submarine."""
        column, row = boat.cell
        truth = {"row": row + 1, "column": chr(65 + column), "sector": self.sector(boat.cell)}
        return bool(truth[fact.kind] == fact.value)
