"""Eight people at eight devices play a whole match to the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.crew import SEATS, Match, Watched
from tests.browser.whole_match import OPTIONS, Step, typed, whole_match

pytestmark = pytest.mark.browser

LONG = 30_000
"""Milliseconds to wait for a page when the machine has much to do."""
HELD = 500
"""Milliseconds that a button is held: a press at once after an aim is taken for the gesture that aimed."""


class Hand:
    """What one person does on the page of one seat, with the controls that the page offers."""

    def __init__(self, watched: Watched) -> None:
        self.watched = watched
        self.page = watched.page

    def type(self, order: Any) -> None:
        """Give an order on the command line."""
        self.watched.gives(lambda: self.watched.type(typed(order)))

    def use(self, order: Any) -> None:
        """Give an order by its own control."""
        send = getattr(self, order.type)(order)
        self.watched.gives(lambda: send.click(delay=HELD))

    def button(self, name: str, inside: str = "body") -> Locator:
        """A button by its whole name."""
        return self.page.locator(inside).get_by_role("button", name=name, exact=True)

    def cell(self, cell: str) -> None:
        """Pick a cell of the chart."""
        self.page.locator(f'#captain-grid [data-cell="{cell}"]').click()

    def system(self, system: str) -> None:
        """Pick a system of the Captain's list."""
        self.page.locator(f'.systems [data-system="{system}"]').click()

    # one method for each type of order; what they return sends it

    def place(self, order: Any) -> Locator:
        """A cell of the chart."""
        self.cell(order.cell)
        return self.button(f"Place on {order.cell}")

    def head(self, order: Any) -> Locator:
        """A button of the compass."""
        self.page.get_by_role("button", name=f"Head {order.heading}, to").click()
        return self.button(f"Head {order.heading}", ".order-acts")

    def surface(self, _order: Any) -> Locator:
        """The button, which asks once more."""
        self.button("Surface", ".order-acts").click()
        return self.button("Surface", ".aimed")

    def mark_breakdown(self, order: Any) -> Locator:
        """A symbol of the board."""
        self.page.locator(f'[data-symbol="{order.symbol}"]').locator("visible=true").first.click()
        return self.button(f"Cross {order.symbol}")

    def mark_gauge(self, order: Any) -> Locator:
        """A dial."""
        self.page.locator(f'.dial[data-system="{order.system}"]').click()
        return self.button(f"Mark {order.system}")

    def drop_mine(self, order: Any) -> Locator:
        """A system and a cell."""
        self.system("mine")
        self.cell(order.cell)
        return self.button(f"Lay mine on {order.cell}")

    def trigger_mine(self, order: Any) -> Locator:
        """A system; the only mine is aimed by that."""
        self.system("mine")
        return self.button(f"Trigger {order.cell}")

    def launch_torpedo(self, order: Any) -> Locator:
        """A system and a cell."""
        self.system("torpedo")
        self.cell(order.cell)
        return self.button(f"Fire at {order.cell}")

    def launch_drone(self, order: Any) -> Locator:
        """The First Mate's sectors."""
        self.button(f"Sector {order.sector}").click()
        return self.button(f"Drone: are they in {order.sector}?")

    def activate_sonar(self, _order: Any) -> Locator:
        """A system."""
        self.system("sonar")
        return self.button("Activate sonar")

    def answer_sonar(self, order: Any) -> Locator:
        """The dialog, which says of each fact whether it is true."""
        dialog = self.page.get_by_role("dialog", name="Answer the sonar")
        for fact, truth in zip(order.facts, ("true", "false"), strict=True):
            dialog.get_by_role("button", name=f"{fact.kind.capitalize()} {fact.value}, {truth}", exact=True).click()
        expect(dialog).to_contain_text("They hear: “Row 7. Sector 1.”")
        return dialog.get_by_role("button", name="Answer", exact=True)

    def activate_silence(self, order: Any) -> Locator:
        """A heading and a number of spaces."""
        self.system("silence")
        self.button(f"Head {order.heading}", ".silence-pick").click()
        self.button(f"{order.distance} spaces", ".silence-pick").click()
        return self.button(f"Go silent, {order.heading} {order.distance}")

    def end_round(self, _order: Any) -> Locator:
        """The button at the end."""
        return self.button("End round without action")


def play(steps: list[Step], hands: dict[str, Hand]) -> set[str]:
    """Give each order on the page of its seat, each type first by its own control; returns the types."""
    used: set[str] = set()
    for step in steps:
        hand = hands[step.seat]
        if step.order.type in used:
            hand.type(step.order)
        else:
            used.add(step.order.type)
            hand.use(step.order)
        if step.order.type in ("surface", "trigger_mine", "activate_silence"):
            for other in hands.values():
                expect(other.page.locator("sr-turn .round")).to_have_text(f"Round {step.state.round}", timeout=LONG)
    return used


def heard(watched: Watched) -> list[str]:
    """The calls that a page received, in order."""
    frames = [json.loads(frame) for frame in watched.received]
    return [frame["text"] for frame in frames if frame.get("type") == "announcement"]


@pytest.mark.timeout(300)
def test_a_whole_match(
    new_match: Callable[..., Match], open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]
) -> None:
    """Mines, torpedo, drone, sonar, silence and surfacing; at the end every page shows both routes."""
    steps = whole_match()
    match = new_match(**OPTIONS)
    for seat in SEATS:
        match.join(seat.replace(".", " of ").replace("_", " "), seat)
    match.start()
    hands = {seat: Hand(watched(open_context(), match.page_url(seat))) for seat in SEATS}

    assert play(steps, hands) == {
        "place", "head", "surface", "mark_breakdown", "mark_gauge", "drop_mine", "trigger_mine", "launch_torpedo",
        "launch_drone", "activate_sonar", "answer_sonar", "activate_silence", "end_round",
    }  # fmt: skip

    calls = [said.announcement.text for step in steps for said in step.said]
    for hand in hands.values():
        page = hand.page
        expect(page.locator(".result")).to_have_text("Blue wins", timeout=LONG)
        chart = page.locator("sr-chart")
        both = "Both routes after round 19. Blue on E7, Yellow on G6"
        expect(chart.get_by_role("img", name=both)).to_be_visible(timeout=LONG)
        for team, spaces in (("blue", 11), ("yellow", 8)):
            # the yellow dots are squares
            route = chart.locator(f".track.{team}:not(.faint)").locator("rect, circle.dot")
            expect(route).to_have_count(spaces, timeout=LONG)
            expect(chart.locator(f".sub.{team}")).to_have_count(1)
        assert heard(hand.watched) == calls
