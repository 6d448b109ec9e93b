"""A match with nothing but the keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.crew import Watched
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser


def tab_to(page: Page, selector: str, presses: int = 120) -> None:
    """Press Tab until the focus is on such an element."""
    for _ in range(presses):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {selector}")


def settle(page: Page) -> None:
    """Wait until Enter no longer counts as the press that picked."""
    page.wait_for_function("since => performance.now() - since > 450", arg=page.evaluate("performance.now()"))


def order_a_heading(page: Page) -> None:
    """By arrows: the first that is open picks, Enter orders."""
    for arrow in ("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(arrow)
        if page.locator(".pad .btn.go").count() > 0:
            break
    settle(page)
    page.keyboard.press("Enter")


def make_both_marks(page: Page) -> None:
    """Digits: a symbol, then a gauge; Enter sends both."""
    symbols = page.locator(".board-svg [data-symbol][aria-pressed]")
    expect(symbols.first).to_be_attached()
    symbol = str(symbols.first.get_attribute("data-symbol"))
    page.keyboard.press(symbol[1])
    for number in ("1", "2", "3", "4", "5"):
        page.keyboard.press(number)
        if page.locator(".btn.send.go, .btn.send.arm").count() > 0:
            break
    settle(page)
    page.keyboard.press("Enter")


def place_on_the_grid(seen: Watched) -> None:
    """A letter and a digit jump, arrows walk, Enter picks and places."""
    page = seen.page
    seen.sees("Choose your start")
    tab_to(page, "#captain-grid [data-cell]")
    page.keyboard.press("b")
    page.keyboard.press("7")
    page.keyboard.press("ArrowDown")
    expect(page.locator('[data-cell="B8"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Place on B8")).to_be_visible()
    settle(page)
    page.keyboard.press("Enter")


def play_three_rounds(seen: Watched) -> None:
    """Heading, both marks and the end of the round."""
    page = seen.page
    for number in range(3):
        seen.is_to_order()
        page.evaluate("document.activeElement.blur()")
        order_a_heading(page)
        seen.sees("Two marks to make")
        make_both_marks(page)
        seen.sees("Your action, Captain.")
        if number == 0:
            page.keyboard.press("t")  # what is not ready is explained
            expect(page.locator(".refusal")).to_be_visible()
            page.keyboard.press("Escape")
        page.keyboard.press(".")
        expect(page.locator("sr-turn .round")).not_to_have_text(re.compile(rf"Round {2 * number + 1}$"))


def type_orders(seen: Watched) -> None:
    """Questions, nonsense and an order on the command line."""
    page = seen.page
    seen.is_to_order()
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Type an order")).to_be_focused()
    page.keyboard.type("where")
    page.keyboard.press("Enter")
    expect(page.locator("sr-command .answer")).to_have_text(re.compile(r"You are on [A-J]\d+\."))
    page.keyboard.type("nonsense")
    page.keyboard.press("Enter")
    expect(page.locator("sr-command .answer")).to_contain_text("cannot be read")
    page.keyboard.type("surface")
    page.keyboard.press("Enter")
    expect(page.get_by_role("log", name="Calls")).to_contain_text("Surface in sector")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("sr-log")).to_be_focused()


def resign(page: Page) -> None:
    """Open the menu, shut it by Escape, and give up by it."""
    menu = page.get_by_role("dialog", name="Menu")
    tab_to(page, "[aria-label^='Menu']")
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    tab_to(page, "[aria-label^='Menu']")
    page.keyboard.press("Enter")
    expect(menu).to_be_visible()
    tab_to(page, ".menu .btn.wide")
    while "Resign" not in str(page.evaluate("document.activeElement.textContent")):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    tab_to(page, ".menu .btn.arm")
    page.keyboard.press("Enter")
    expect(page.locator("p.result")).to_contain_text("Yellow wins")


def test_a_match_against_bots_is_played_without_a_mouse(
    open_context: Callable[..., BrowserContext], server: ServeProcess, watched: Callable[..., Watched]
) -> None:
    seen = watched(open_context(), server.url)
    page = seen.page
    expect(page.get_by_role("button", name="Create match")).to_be_visible()
    tab_to(page, "[aria-controls=solo]")
    page.keyboard.press("Enter")
    tab_to(page, "button.way")
    page.keyboard.press("Enter")

    place_on_the_grid(seen)
    play_three_rounds(seen)
    type_orders(seen)
    resign(page)

    # the end: arrows step through the rounds
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.locator(".scrub output")).to_have_text(re.compile(r"Round (\d+) of \1"))
