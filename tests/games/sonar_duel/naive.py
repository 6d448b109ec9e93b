"""The rules once more, written from their text alone with tuples and dicts: what the engine is compared with.

Cells are (x, y) with (0, 0) in the north-west. Events are dicts. Nothing here is fast or shared with the engine.
"""

from __future__ import annotations

import tomllib
from typing import Any

XY = tuple[int, int]
Event = dict[str, Any]

OTHER = {"blue": "yellow", "yellow": "blue"}
GO = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
ACTIONS = ("move", "wait", "sonar", "torpedo")


def name(cell: XY) -> str:
    """C6 and the like."""
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[cell[0]] + str(cell[1] + 1)


def unname(text: str) -> XY:
    """The cell of a name."""
    return ord(text[0]) - ord("A"), int(text[1:]) - 1


class Sea:
    """A map file: which cells are sea, and the sector of every cell."""

    def __init__(self, text: str) -> None:
        read = tomllib.loads(text)
        lines = [line.strip() for line in read["grid"].split("\n") if line.strip()]
        self.width, self.height = len(lines[0]), len(lines)
        self.cells = {(x, y): lines[y][x] for x in range(self.width) for y in range(self.height)}
        if "sectors" in read:
            rows = [line.split() for line in read["sectors"].split("\n") if line.strip()]
            self.sector = {(x, y): int(rows[y][x]) for x, y in self.cells}
        else:
            size = read["sector_size"]
            self.sector = {(x, y): (y // size) * (self.width // size) + x // size + 1 for x, y in self.cells}

    def is_sea(self, cell: XY) -> bool:
        """Neither island nor beyond the edge."""
        return self.cells.get(cell) == "."


def distance(a: XY, b: XY) -> int:
    """1.6."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def block(cell: XY) -> XY:
    """1.4."""
    return cell[0] // 2, cell[1] // 2


def compass(of: XY, seen_from: XY) -> str | None:
    """3.6 b: the quadrant, or a straight point only on the very line."""
    (x, y), (x0, y0) = of, seen_from
    words = ("n" if y < y0 else "s" if y > y0 else "") + ("w" if x < x0 else "e" if x > x0 else "")
    return words or None


class Duel:
    """One match. `told` is what each seat has been told so far, in order."""

    def __init__(self, sea: Sea, first: str, blue: XY, yellow: XY, announce_kind: bool = True) -> None:
        self.sea = sea
        self.announce_kind = announce_kind
        self.at = {"blue": blue, "yellow": yellow}
        self.left = {"blue": 12, "yellow": 12}
        self.turns_done = 0
        self.first = first
        self.result: tuple[str | None, str] | None = None
        self.told: dict[str, list[Event]] = {"blue": [], "yellow": []}
        self.track: dict[str, list[XY]] = {"blue": [blue], "yellow": [yellow]}

    def mover(self) -> str:
        """2.1, 3.1."""
        return self.first if self.turns_done % 2 == 0 else OTHER[self.first]

    def reach(self, cell: XY, heading: str) -> set[XY]:
        """The cells that a torpedo fired from here runs through: 3.7."""
        dx, dy = GO[heading]
        path = []
        for steps in (1, 2, 3, 4):
            path.append((cell[0] + steps * dx, cell[1] + steps * dy))
            if not self.sea.is_sea(path[-1]):
                path.pop()
                break
        return set(path)

    def refusal(self, seat: str, order: dict[str, Any]) -> str | None:
        """Why an order is not to be had: `over`, or the number of the rule."""
        if self.result is not None:
            return "over"
        if order["type"] == "forfeit":
            return None
        if self.mover() != seat:
            return "3.1"
        if order["type"] in ("move", "torpedo") and order["heading"] not in GO:
            return "3.1"
        if order["type"] == "move":
            dx, dy = GO[order["heading"]]
            x, y = self.at[seat]
            if not self.sea.is_sea((x + dx, y + dy)):
                return "3.2"
        return None

    def offers(self, seat: str) -> list[dict[str, Any]]:
        """All that fills this seat's turn now."""
        everything: list[dict[str, Any]] = [{"type": "wait"}, {"type": "sonar"}]
        everything += [{"type": kind, "heading": heading} for kind in ("move", "torpedo") for heading in GO]
        return [order for order in everything if self.refusal(seat, order) is None]

    def play(self, seat: str, order: dict[str, Any]) -> None:
        """Carry out an order that is not refused."""
        foe = OTHER[seat]
        if order["type"] == "forfeit":
            self.end(foe, "resignation")
            return
        turn = self.turns_done + 1
        if order["type"] == "move":
            dx, dy = GO[order["heading"]]
            x, y = self.at[seat]
            self.at[seat] = (x + dx, y + dy)
        if order["type"] in ("move", "wait"):
            for everybody in OTHER:
                self.told[everybody].append({"kind": "turn_passed"})
        self.track[seat].append(self.at[seat])
        if order["type"] == "sonar":
            self.scan(turn, seat, foe)
        if order["type"] == "torpedo":
            self.fire(turn, seat, foe, order["heading"])
        self.turns_done = turn
        if self.result is None and turn == 100:
            self.end(None, "turn_limit")

    def scan(self, turn: int, seat: str, foe: str) -> None:
        """3.6."""
        here, there = self.at[seat], self.at[foe]
        far = distance(here, there)
        reading: Event = {"kind": "reading", "turn": turn, "detected": False}
        reading |= {"sector": None, "direction": None, "band": None, "block": None}
        if far <= 4:
            band = {0: "0", 1: "1"}.get(far, "2-4")
            reading |= {"detected": True, "sector": self.sea.sector[there], "band": band}
            reading["direction"] = compass(there, here)
        if far <= 2:
            reading["block"] = block(there)
        self.told[seat].append(reading)
        self.hear(foe, "sonar", turn, here, far)

    def fire(self, turn: int, seat: str, foe: str, heading: str) -> None:
        """3.7, 3.9."""
        self.left[seat] -= 1
        here, there = self.at[seat], self.at[foe]
        if there in self.reach(here, heading):
            for everybody in OTHER:
                self.told[everybody].append({"kind": "torpedo_hit"})
            self.end(seat, "torpedoed")
            return
        self.told[seat].append({"kind": "torpedo_missed"})
        self.hear(foe, "torpedo", turn, here, distance(here, there))
        if self.left[seat] == 0:
            self.end(foe, "out_of_torpedoes")

    def hear(self, foe: str, system: str, turn: int, source: XY, far: int) -> None:
        """What a sound gives away: 3.6 a, c, d, 3.7 c, 3.8."""
        heard: Event = {"kind": "emission", "system": system if self.announce_kind else None, "turn": turn}
        heard |= {"sector": self.sea.sector[source], "block": block(source) if far <= 2 else None}
        heard["detected"] = system == "sonar" and far <= 4
        self.told[foe].append(heard)

    def lose(self, seats: list[str], reason: str) -> None:
        """4.4, 4.6: these seats are lost; both are a draw."""
        self.end(None if len(seats) == 2 else OTHER[seats[0]], reason)

    def end(self, winner: str | None, reason: str) -> None:
        """Everybody hears how it ended."""
        self.result = (winner, reason)
        for everybody in OTHER:
            self.told[everybody].append({"kind": "game_over", "winner": winner, "reason": reason})

    def knows(self, seat: str) -> dict[str, Any]:
        """5.1: what a seat sees besides the map and the clock."""
        return {
            "cell": name(self.at[seat]),
            "torpedoes": self.left[seat],
            "readings": [event for event in self.told[seat] if event["kind"] == "reading"],
            "emissions": [event for event in self.told[seat] if event["kind"] == "emission"],
            "to_act": None if self.result else self.mover(),
            "outcome": self.result,
        }
