"""A small map, and what a player does on the page of a duel."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.crew import Match, Watched

STRAIT = '''
name = "strait"
title = "The strait"
game = "sonar-duel"
sector_size = 3
start_distance = 5
starts = [["A1", "F1"]]
source = "Made for these tests."
unofficial = true
notes = "Blue and yellow begin in one row, five apart."
grid = """
......
.##...
......
"""
'''

HELD = 450
"""Milliseconds that a button is held: a press at once after a pick is taken for the gesture that picked."""
MARGIN, CELL = 26, 40
"""The chart's frame and cells in units of its drawing."""


class Player:
    """What one person does, with the controls that the page offers."""

    def __init__(self, watched: Watched, seat: str) -> None:
        self.watched = watched
        self.page: Page = watched.page
        self.seat = seat

    def is_to_act(self) -> None:
        """Wait for one's turn."""
        self.watched.sees("Your turn.")

    def gives(self, do: Callable[[], None]) -> None:
        """Give an order by some gestures."""
        give(self.watched, do)

    def heading(self, name: str) -> Locator:
        """A button of the pad."""
        return self.page.locator(".pad").get_by_role("button", name=re.compile(f"{name}:"))

    def send(self, words: str) -> None:
        """Press the button that sends, which says what it does."""
        button = self.page.locator(".decide")
        expect(button).to_have_text(words)
        self.gives(lambda: button.click(delay=HELD))

    def move(self, heading: str) -> None:
        """By the pad."""
        self.mode("Move")
        self.heading(f"Move {heading}").click()
        self.send(f"Move {heading}")

    def fire(self, heading: str) -> None:
        """By the switch and the pad."""
        self.mode("Torpedo")
        self.heading(f"Fire {heading}").click()
        self.send(f"Fire {heading}")

    def mode(self, name: str) -> None:
        """What headings do."""
        self.page.get_by_role("group", name="What headings do").get_by_role("button", name=name, exact=True).click()

    def sonar(self) -> None:
        """By its button, and the one that sends."""
        self.page.get_by_role("button", name="Sonar", exact=True).click()
        self.send("Use sonar")

    def wait(self) -> None:
        """By its button, and the one that sends."""
        self.page.get_by_role("button", name="Wait", exact=True).click()
        self.send("Wait here")

    def known(self) -> Locator:
        """The rows of what was heard and found, newest first."""
        return self.page.locator(".knownrow")


def give(watched: Watched, do: Callable[[], None]) -> None:
    """Give an order by some gestures, and wait until the page shows that the turn has passed."""
    strip = watched.page.locator("sr-turn")
    turn = strip.locator(".round").inner_text()
    watched.gives(do)
    expect(strip).not_to_contain_text(re.compile(rf"{re.escape(turn)}.*Your turn", re.DOTALL))


def play(match: Match, seat: str, **order: object) -> None:
    """Let a seat act over HTTP; if the other is to act, it waits first."""
    to_act = match.view(seat)["to_act"]
    if to_act != seat:
        match.order(to_act, type="wait")
    match.order(seat, **order)


def squares(*cells: str) -> str:
    """The path that the chart draws for whole cells."""
    corners = [(MARGIN + CELL * (ord(cell[0]) - 65), MARGIN + CELL * (int(cell[1:]) - 1)) for cell in cells]
    return "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
