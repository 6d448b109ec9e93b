"""The duel on phones and larger screens: by touch, within every width, and for axe."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.crew import Match, Watched
from tests.browser.sonar_duel.duel import Player, give, play
from tests.browser.test_accessibility import PHONE_AND_LAPTOP, Look, opened, require_axe, require_clean
from tests.browser.test_touch import PHONE, require_fits, require_in_reach, tap_tab
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser

Opens = Callable[..., BrowserContext]
Watches = Callable[..., Watched]


def tap_decide(seen: Watched, words: str) -> None:
    """Tap the button that sends, once the tap that picked is long enough ago; it is on the screen without scrolling."""
    button = seen.page.locator(".decide")
    expect(button).to_have_text(words)
    require_in_reach(seen.page, ".decide")
    require_fits(seen, words)
    seen.page.wait_for_function("since => performance.now() - since > 450", arg=seen.page.evaluate("performance.now()"))
    give(seen, button.tap)


def test_a_duel_is_played_by_taps(open_context: Opens, server: ServeProcess, watched: Watches) -> None:
    """On a phone from the front page: each action, both other tabs, and giving up."""
    seen = watched(open_context(**PHONE), server.url)
    page, me = seen.page, Player(seen, "blue")
    page.get_by_role("group", name="Game").get_by_role("button", name="Sonar duel").tap()
    expect(page.locator('[data-map="twelve"]')).to_be_visible()
    page.locator("details.house summary").tap()
    expect(page.locator('[data-option="clock"]').get_by_role("spinbutton")).to_have_value("45")
    require_fits(seen, "front page")
    page.get_by_role("button", name="Play against a bot").tap()
    page.get_by_role("button", name="Begin the duel").tap()

    me.is_to_act()
    for part in (".chart-svg", ".tubes", ".pad .so", ".consequence"):
        require_in_reach(page, part)
    ring = page.locator(".legal").first
    expect(ring).to_be_visible()
    box = ring.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".legal.on")).to_have_count(1)
    tap_decide(seen, str(page.locator(".decide").inner_text()))
    expect(page.locator(".track")).to_be_attached()

    for name, words in (("Sonar", "Use sonar"), ("Wait", "Wait here")):
        me.is_to_act()
        page.get_by_role("button", name=name, exact=True).tap()
        tap_decide(seen, words)
    me.is_to_act()
    page.get_by_role("button", name="Torpedo", exact=True).tap()
    way = page.locator(".pad .btn").filter(has_text=re.compile("spaces?$")).first
    way.tap()
    expect(page.locator("path.blast")).to_be_attached()
    expect(page.locator(".decide")).to_have_class(re.compile("arm"))
    tap_decide(seen, str(page.locator(".decide").inner_text()))

    for name, shown in (("Heard", ".knows"), ("Log", ".log"), ("Duel", ".pad")):
        tap_tab(page, name)
        expect(page.locator(shown)).to_be_visible()
        require_fits(seen, name)
    tap_tab(page, "Heard")
    page.locator(".knownrow").first.tap()
    expect(page.locator(".known-at.on")).to_be_attached()  # the tap leads to the chart
    expect(page.locator(".chart-svg")).to_be_visible()
    if page.locator("p.result").count() == 0:
        page.get_by_role("button", name="Menu").tap()
        require_fits(seen, "menu")
        page.get_by_role("button", name="Forfeit…").tap()
        page.get_by_role("button", name="Forfeit: the enemy wins").tap()
    expect(page.locator("p.result")).to_be_visible()
    require_fits(seen, "finished")


def test_no_page_of_a_duel_scrolls_sideways(
    new_duel: Callable[..., Match], open_context: Opens, watched: Watches
) -> None:
    """From phones to large screens: a player's page, that of those who watch, and the end; with the longest names."""
    match = new_duel(names=("A" * 40, "W" * 40), clock={"seconds": 3000}, spectator_view="public")
    play(match, "blue", type="sonar")
    play(match, "yellow", type="sonar")
    context = open_context()
    urls = {match.page_url("blue"): "sr-turn", f"{match.page_url()}/table": ".thead"}
    pages = [watched(context, url).page for url in urls]
    for page, shown in zip(pages, urls.values(), strict=True):
        expect(page.locator(shown)).to_be_visible()
        require_all_widths(page)
    match.order("yellow", type="forfeit")
    for page in pages:
        expect(page.locator("p.result")).to_be_visible()
        require_all_widths(page)


def require_all_widths(page: Page) -> None:
    """Nothing is wider than its window."""
    for width in (390, 700, 820, 1024, 1200, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, width


def test_nothing_jumps_when_something_is_picked(new_duel: Callable[..., Match], player: Callable[..., Player]) -> None:
    """Chart and buttons stay where they are: picked or not, one's own turn or not, with a reason shown or not."""
    match = new_duel(names=("A" * 40, "W" * 40), clock={"seconds": 3000})
    seat = match.view("blue")["to_act"]
    for size in ({"width": 390, "height": 844}, {"width": 1440, "height": 900}):
        me = player(match, seat, **size)
        me.is_to_act()

        def places(page: Page = me.page) -> list[object]:
            return [page.locator(part).bounding_box() for part in (".chart-svg", ".pad .n", ".pad .so", ".acts")]

        before = places()
        me.heading("Move north").click(force=True)
        expect(me.page.locator(".refusal")).to_be_visible()
        assert places() == before
        me.mode("Torpedo")
        me.heading("Fire north").click()
        expect(me.page.locator(".decide.arm")).to_be_visible()
        assert places() == before
        me.page.get_by_role("button", name="Sonar", exact=True).click()
        expect(me.page.locator(".scan-edge")).to_be_attached()
        assert places() == before
        me.page.context.close()


@pytest.mark.parametrize(("size", "scheme"), PHONE_AND_LAPTOP)
def test_the_pages_of_a_duel_have_no_violations(
    open_context: Opens, new_duel: Callable[..., Match], size: Look, scheme: str
) -> None:
    require_axe()
    match = new_duel(clock={"seconds": 3000}, spectator_view="public")
    page = opened(open_context, size, scheme)
    page.goto(match.url)
    page.get_by_role("group", name="Game").get_by_role("button", name="Sonar duel").click()
    expect(page.locator('[data-map="twelve"]')).to_be_visible()
    page.locator("details.house summary").click()
    page.get_by_role("button", name="Play against a bot").click()
    require_clean(page, "front page")

    play(match, "blue", type="sonar")
    play(match, "blue", type="torpedo", heading="north")
    play(match, "yellow", type="sonar")
    page.goto(match.page_url("blue"))
    expect(page.locator("sr-turn")).to_contain_text("Your turn.")
    expect(page.locator(".known-at").first).to_be_attached()
    require_clean(page, "a player's page")
    page.get_by_role("button", name="Torpedo", exact=True).click()
    page.locator(".pad .e").click()
    expect(page.locator(".decide.arm")).to_be_visible()
    require_clean(page, "a torpedo aimed")
    tab = page.locator("nav.tabs a").filter(has_text="Heard")
    if tab.is_visible():
        tab.click()
    page.locator(".knownrow").first.click()
    require_clean(page, "what was heard")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Forfeit…").click()
    require_clean(page, "menu")

    table = opened(open_context, size, scheme)
    table.goto(f"{match.page_url()}/table")
    expect(table.get_by_role("log", name="Calls before")).to_be_attached()
    require_clean(table, "table")
    match.order("yellow", type="forfeit")
    for one, what in ((page, "finished"), (table, "finished, for spectators")):
        expect(one.locator("p.result")).to_contain_text("Blue wins")
        require_clean(one, what)
