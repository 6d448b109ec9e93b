"""Where an enemy can be, filtered cell by cell as the rules word it, from a view alone."""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
Place = tuple[int, int]

STEPS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}


class Filter:
    """One map, as `GET /api/games/{game}/maps/{name}` describes it."""

    def __init__(self, drawing: Json) -> None:
        self.grid: list[str] = drawing["grid"]
        self.drawing = drawing
        self.sea = {(x, y) for y, row in enumerate(self.grid) for x, kind in enumerate(row) if kind == "."}
        self.sector = {place(cell): int(number) for number, cells in drawing["sectors"].items() for cell in cells}

    def starts(self, own: Place) -> set[Place]:
        """Where the enemy can begin (2.2)."""
        pairs = [(place(one), place(other)) for one, other in self.drawing["starts"]]
        if pairs:
            return {other for pair in pairs for one, other in (pair, pair[::-1]) if one == own}
        return {there for there in self.sea if apart(own, there) >= self.drawing["start_distance"]}

    def cells(self, view: Json, kind_told: bool) -> set[Place]:
        """Where the enemy can be after all turns before the view's."""
        own = place(view["start"])
        left = self.starts(own)
        deeds, readings, emissions = (
            {one["turn"]: one for one in view[name]} for name in ("deeds", "readings", "emissions")
        )
        for turn in range(1, view["turn"]):
            if turn in deeds:
                own, action = place(deeds[turn]["cell"]), deeds[turn]["action"]
                if action["type"] == "sonar":
                    left = {there for there in left if self.tells(own, there, readings[turn])}
                if action["type"] == "torpedo":
                    left -= self.path(own, action["heading"])
            elif turn in emissions:
                left = {there for there in left if self.sounds(there, own, emissions[turn], kind_told)}
            else:
                left |= {step for there in left for step in self.around(there)}
        return left

    def around(self, here: Place) -> set[Place]:
        """Where a move leads (3.2)."""
        return {(here[0] + dx, here[1] + dy) for dx, dy in STEPS.values()} & self.sea

    def path(self, here: Place, heading: str) -> set[Place]:
        """What a torpedo passes (3.7)."""
        (x, y), (dx, dy), passed = here, STEPS[heading], set()
        for step in range(1, 5):
            there = (x + dx * step, y + dy * step)
            if there not in self.sea:
                break
            passed.add(there)
        return passed

    def tells(self, own: Place, enemy: Place, reading: Json) -> bool:
        """Whether a sonar would tell this of an enemy there (3.6)."""
        distance = apart(own, enemy)
        if distance > 4 or not reading["detected"]:
            return distance > 4 and not reading["detected"]
        north_south = "n" if enemy[1] < own[1] else "s" if enemy[1] > own[1] else ""
        east_west = "e" if enemy[0] > own[0] else "w" if enemy[0] < own[0] else ""
        block = [enemy[0] // 2, enemy[1] // 2] if distance <= 2 else None
        band = {0: "0", 1: "1"}.get(distance, "2-4")
        told = (self.sector[enemy], north_south + east_west or None, band, block)
        return told == tuple(reading[name] for name in ("sector", "direction", "band", "block"))

    def sounds(self, enemy: Place, own: Place, emission: Json, kind_told: bool) -> bool:
        """Whether an enemy there could have been heard like this (3.6, 3.7, 3.8)."""
        distance = apart(own, enemy)
        block = [enemy[0] // 2, enemy[1] // 2] if distance <= 2 else None
        if (emission["sector"], emission["block"]) != (self.sector[enemy], block):
            return False
        kinds = {"sonar", "torpedo"} if not kind_told else {emission["system"]}
        return any(emission["detected"] == (kind == "sonar" and distance <= 4) for kind in kinds)


def place(cell: str) -> Place:
    """A cell's column and row from 0."""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(cell[0]), int(cell[1:]) - 1


def apart(one: Place, other: Place) -> int:
    """The distance of two cells (1.6)."""
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))
