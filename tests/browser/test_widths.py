"""No station is wider than its window, also between the sizes of a phone and a large screen."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.crew import Match, Watched
from tests.server.client import SEATS
from tests.server.running import Running

pytestmark = pytest.mark.browser

STATIONS = ("captain", "first_mate", "engineer", "radio_operator")


@pytest.fixture(scope="module")
def running() -> Iterator[Match]:
    """A match in which blue is to place."""
    with Running() as server:
        match = Match(server.url, {"radio_assist": "cells"})
        for seat in SEATS:
            match.join(seat.split(".")[1], seat)
        match.start()
        yield match
        match.close()


@pytest.mark.parametrize("width", [700, 1024, 1200, 1280, 1366])
def test_no_station_scrolls_sideways(
    width: int, running: Match, open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]
) -> None:
    for role in STATIONS:
        seen = watched(open_context(width, 800), running.page_url(f"blue.{role}"))
        expect(seen.page.locator("sr-turn")).to_be_visible()
        seen.page.wait_for_function("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
