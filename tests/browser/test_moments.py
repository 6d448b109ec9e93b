"""What is shown for a moment: a big call, and the tick of an order that the server has."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.crew import Match, Watched
from tests.browser.rounds import play_until, seat_players

pytestmark = pytest.mark.browser

Opens = Callable[..., BrowserContext]
Watches = Callable[..., Watched]


def hold(page: Page) -> None:
    """Let the page's time stand still until it is told to run."""
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))


def test_a_big_call_stays_three_seconds(new_match: Callable[..., Match], open_context: Opens, watched: Watches) -> None:
    match = new_match()
    seat_players(match)
    play_until(match, lambda view: view["round"] == 3 and view["phase"] == "order")
    context = open_context()
    context.clock.install()
    radio = watched(context, match.page_url("yellow.radio_operator"))
    page = radio.page
    expect(page.locator("sr-turn")).to_contain_text("Waiting for")
    assert radio.socket
    hold(page)
    with radio.socket.expect_event("framereceived", lambda frame: "SURFACE IN" in frame):
        match.order("blue.captain", type="surface")
    page.clock.run_for(100)
    stays = page.locator(".staying")
    expect(stays).to_contain_text("Surface in sector")
    expect(stays).to_contain_text("Blue calls")
    page.get_by_role("textbox", name="Type an order").fill("up 1")
    kept = page.evaluate_handle("document.querySelector('main')")
    page.clock.run_for(2800)
    expect(stays).to_be_visible()
    page.clock.run_for(300)
    expect(stays).to_have_count(0)
    # what is in hand stays there
    expect(page.get_by_role("textbox", name="Type an order")).to_have_value("up 1")
    assert kept.evaluate("main => main.isConnected")
    page.clock.resume()
    page.reload()
    expect(page.locator("sr-turn")).to_contain_text("Round")
    expect(stays).to_have_count(0)


def test_an_order_is_ticked_where_it_was_given(
    new_match: Callable[..., Match], open_context: Opens, watched: Watches
) -> None:
    match = new_match()
    seat_players(match)
    play_until(match, lambda view: view["phase"] == "marks" and view["team_to_act"] == "blue")
    context = open_context()
    context.clock.install()
    engineer = watched(context, match.page_url("blue.engineer"))
    page = engineer.page
    engineer.sees("Your mark, Engineer.")
    page.keyboard.press("1")
    button = page.locator(".btn.send.go")
    place = button.bounding_box()
    assert place
    hold(page)
    button.click()
    tick = page.locator(".tick")
    expect(tick).to_be_visible()
    shown = tick.bounding_box()
    assert shown
    middle = shown["x"] + shown["width"] / 2, shown["y"] + shown["height"] / 2
    assert middle == pytest.approx((place["x"] + place["width"] / 2, place["y"] + place["height"] / 2), abs=2)
    page.clock.run_for(700)
    expect(tick).to_have_count(0)
