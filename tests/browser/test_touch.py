"""A phone: taps only, nothing wider than the screen, and nothing too small for a finger."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.crew import Match, Watched
from tests.browser.rounds import play_until, seat_players
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser

Opens = Callable[..., BrowserContext]
PHONE = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}

LOW_BUTTONS = """() => [...document.querySelectorAll('button.btn, button.sys, button.dial, nav.tabs a, .seg button')]
    .filter(one => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0)
    .map(one => [one.textContent.trim(), one.getBoundingClientRect().height])
    .filter(([, height]) => height < 43.5)"""


def require_fits(seen: Watched, what: str) -> None:
    """No sideways scrolling, and no low button."""
    assert not seen.scrolls_sideways(), f"{what} is wider than the phone"
    assert seen.page.evaluate(LOW_BUTTONS) == [], what


def require_in_reach(page: Page, selector: str) -> None:
    """The deciding button is on the screen and above the tab bar, without scrolling."""
    button = page.locator(selector).bounding_box()
    bar = page.locator("nav.tabs").bounding_box()
    assert button, selector
    assert bar
    assert button["y"] >= 0, selector
    assert button["y"] + button["height"] <= bar["y"] + 0.5, f"{selector} lies under the tab bar"


def tap_tab(page: Page, name: str) -> None:
    """Change to a view by the tab bar."""
    page.locator("nav.tabs a").filter(has_text=name).tap()


def tap_marks(page: Page) -> None:
    """Both marks with one button."""
    page.locator(".board [data-symbol][aria-pressed]:visible").first.tap()
    page.locator(".dial.open").first.tap()
    send = page.locator(".btn.send")
    expect(send).to_have_text(re.compile(r"^Cross [NESW]\d, mark "))
    require_in_reach(page, ".btn.send")
    send.tap()


def test_rounds_are_played_by_taps(open_context: Opens, server: ServeProcess, watched: Callable[..., Watched]) -> None:
    seen = watched(open_context(**PHONE), server.url)
    page = seen.page
    page.get_by_role("button", name="Play alone").tap()
    page.locator("button.way").first.tap()

    seen.sees("Choose your start")
    page.locator('[data-cell="B8"]').tap()
    place = page.get_by_role("button", name="Place on B8")
    expect(place).to_be_visible()
    require_in_reach(page, ".btn.decide")
    require_fits(seen, "placement")
    expect(place).to_be_enabled()
    tap_until(page, ".btn.decide", lambda: place.count() == 0)

    for number in range(2):
        seen.is_to_order()
        tap_tab(page, "Captain")
        page.locator(".pad .btn:not([aria-disabled])").first.tap()
        expect(page.locator(".btn.decide.go")).to_have_text(re.compile("^Head "))
        require_in_reach(page, ".btn.decide")
        require_fits(seen, "order")
        tap_until(page, ".btn.decide", lambda: "Two marks" in page.locator("sr-turn").inner_text())
        expect(page.locator("body.on-engineer, body.on-first_mate")).to_be_attached()
        require_fits(seen, "marks")
        tap_marks(page)
        seen.sees("Your action, Captain.")
        end = page.get_by_role("button", name="End round")
        expect(end).to_be_visible()
        require_in_reach(page, ".end .btn")
        require_fits(seen, "action")
        end.tap()
        expect(page.locator("sr-turn .round")).not_to_have_text(re.compile(rf"Round {2 * number + 1}$"))

    for name in ("Captain", "Engineer", "Mate", "Radio", "Log"):
        tap_tab(page, name)
        require_fits(seen, name)


def tap_until(page: Page, selector: str, done: Callable[[], bool]) -> None:
    """Tap as somebody does who is too quick for the guard against double taps: again."""
    for _ in range(5):
        if done():
            return
        button = page.locator(selector)
        if button.count() > 0:
            button.tap()
        page.wait_for_function("since => performance.now() - since > 450", arg=page.evaluate("performance.now()"))
    assert done()


def test_every_page_and_tab_fits_a_phone(
    open_context: Opens, server: ServeProcess, new_match: Callable[..., Match], watched: Callable[..., Watched]
) -> None:
    context = open_context(**PHONE)
    front = watched(context, server.url)
    front.page.locator("details.house summary").tap()
    expect(front.page.get_by_role("group", name="Hull")).to_be_visible()
    require_fits(front, "front page")
    front.page.get_by_role("button", name="Create match").tap()
    expect(front.page.get_by_role("button", name="Start match")).to_be_visible()
    require_fits(front, "lobby")

    match = new_match()
    seat_players(match)
    play_until(match, lambda view: view["phase"] == "marks" and view["team_to_act"] == "blue")
    for seat in ("captain", "first_mate", "engineer", "radio_operator"):
        seen = watched(open_context(**PHONE), match.page_url(f"blue.{seat}"))
        seen.sees("Your mark" if seat in ("first_mate", "engineer") else "Waiting for")
        require_fits(seen, seat)
        for tab in seen.page.locator("nav.tabs a").all():
            tab.tap()
            expect(tab).to_have_attribute("aria-current", "page")
            require_fits(seen, f"{seat}, {tab.inner_text()}")
        seen.page.get_by_role("button", name="Menu").tap()
        expect(seen.page.get_by_role("dialog", name="Menu")).to_be_visible()
        require_fits(seen, f"{seat}, menu")
        seen.page.get_by_role("button", name="Close").tap()

    table = watched(context, f"{match.page_url()}/table")
    expect(table.page.get_by_role("log", name="Calls before")).to_be_attached()
    require_fits(table, "table")
    match.order("yellow.captain", type="resign")
    expect(table.page.locator("p.result")).to_contain_text("Blue wins")
    require_fits(table, "finished")
