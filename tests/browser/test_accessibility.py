"""axe-core finds nothing to complain about: every page, on phones and laptops, in dark and in light."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.crew import Match
from tests.browser.rounds import blue_may, play_until, seat_players
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[2] / "scripts" / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZE_RULE = "target-size"
LOOKS = [
    pytest.param((390, 844), "dark", id="phone-dark"),
    pytest.param((390, 844), "light", id="phone-light"),
    pytest.param((1440, 900), "dark", id="laptop-dark"),
    pytest.param((1440, 900), "light", id="laptop-light"),
]
PHONE_AND_LAPTOP = [LOOKS[1], LOOKS[2]]

Opens = Callable[..., BrowserContext]
Look = tuple[int, int]


def opened(open_context: Opens, size: Look, scheme: str) -> Page:
    """A page of that size and scheme, ready for axe."""
    context = open_context(*size, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
    return context.new_page()


def violations(page: Page, run_only: dict[str, Any]) -> list[dict[str, Any]]:
    """What axe complains about."""
    script = "async runOnly => (await axe.run({ runOnly, resultTypes: ['violations'] })).violations"
    return cast(list[dict[str, Any]], page.evaluate(script, run_only))


def require_clean(page: Page, what: str) -> None:
    """Fail with axe's words if it finds a violation."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=AXE)
    found = violations(page, {"type": "tag", "values": RULES})
    size = page.viewport_size
    if size and any(one["id"] == SIZE_RULE for one in found):
        # what only lies under the bar at the bottom until one scrolls is not too small
        page.set_viewport_size({"width": size["width"], "height": 2 * size["height"]})
        found = [one for one in found if one["id"] != SIZE_RULE]
        found += violations(page, {"type": "rule", "values": [SIZE_RULE]})
        page.set_viewport_size(size)
    told = [
        f"{what}: {one['id']}: {node['target']} {node['html'][:200]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"][:3]
    ]
    assert told == []


def require_axe() -> None:
    """Skip where the tools for the pages are not there."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed: npm ci in scripts/web")


@pytest.fixture(autouse=True)
def _axe() -> None:
    require_axe()


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_front_page_and_lobby_have_no_violations(
    open_context: Opens, server: ServeProcess, new_match: Callable[..., Match], size: Look, scheme: str
) -> None:
    page = opened(open_context, size, scheme)
    page.goto(server.url)
    page.locator("details.house summary").click()
    page.get_by_role("button", name="Play alone").click()
    expect(page.get_by_role("group", name="Hull")).to_be_visible()
    page.get_by_role("textbox", name="Join by code").fill("?")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()
    require_clean(page, "front page")

    page.get_by_role("button", name="Create match").click()
    page.locator("[data-take]").first.click()
    expect(page.get_by_label("Your name", exact=True)).to_be_visible()
    require_clean(page, "the host's lobby")

    match = new_match()
    match.join("Vera", "yellow.captain")
    page.goto(match.page_url("yellow.captain"))
    expect(page.get_by_role("button", name="Leave: Captain")).to_be_visible()
    require_clean(page, "a guest's lobby")


@pytest.mark.parametrize(("size", "scheme"), LOOKS)
def test_captains_page_has_no_violations(
    open_context: Opens, new_match: Callable[..., Match], size: Look, scheme: str
) -> None:
    match = new_match()
    seat_players(match)
    page = opened(open_context, size, scheme)
    page.goto(match.page_url("blue.captain"))
    page.locator('[data-cell="B8"]').click()
    expect(page.get_by_role("button", name="Place on B8")).to_be_visible()
    require_clean(page, "placement")

    play_until(match, blue_may("head"))
    expect(page.locator("sr-turn")).to_contain_text("Your order, Captain.")
    page.keyboard.press("ArrowRight")
    require_clean(page, "order")

    play_until(match, blue_may("launch_torpedo"))
    page.locator('.sysrow[data-system="torpedo"]').click()
    expect(page.locator(".aimed")).to_contain_text("Torpedo")
    near = [one for one in match.view("blue.captain")["legal_orders"] if one["type"] == "launch_torpedo"]
    target = near[0]["cell"]
    page.locator(f'[data-cell="{target}"]').click()
    expect(page.get_by_role("button", name=f"Fire at {target}")).to_be_visible()
    require_clean(page, "a torpedo aimed")

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign…").click()
    expect(page.get_by_role("button", name="Resign: the enemy wins")).to_be_visible()
    require_clean(page, "menu")


@pytest.mark.parametrize(("size", "scheme"), PHONE_AND_LAPTOP)
def test_sonar_answer_and_the_crews_pages_have_no_violations(
    open_context: Opens, new_match: Callable[..., Match], size: Look, scheme: str
) -> None:
    match = new_match()
    seat_players(match)
    page = opened(open_context, size, scheme)
    play_until(match, lambda view: view["phase"] == "marks" and view["team_to_act"] == "blue")
    for seat, words in (("first_mate", "Your mark, First Mate."), ("engineer", "Your mark, Engineer.")):
        page.goto(match.page_url(f"blue.{seat}"))
        expect(page.locator("sr-turn")).to_contain_text(words)
        page.keyboard.press("1")
        expect(page.locator(".btn.send.go")).to_be_visible()
        require_clean(page, seat)
    page.goto(match.page_url("blue.radio_operator"))
    expect(page.locator("sr-turn")).to_contain_text("Waiting for")
    require_clean(page, "radio operator")

    play_until(match, lambda view: view["team_to_act"] == "yellow" and _sonar_is_ready(match))
    match.order("yellow.captain", type="activate_sonar")
    page.goto(match.page_url("blue.captain"))
    expect(page.get_by_role("dialog", name="Answer the sonar")).to_be_visible()
    require_clean(page, "the answer to a sonar")


def _sonar_is_ready(match: Match) -> bool:
    return any(order["type"] == "activate_sonar" for order in match.view("yellow.captain")["legal_orders"])


@pytest.mark.parametrize(("size", "scheme"), PHONE_AND_LAPTOP)
def test_bundle_table_and_finished_pages_have_no_violations(
    open_context: Opens, new_match: Callable[..., Match], size: Look, scheme: str
) -> None:
    match = new_match()
    for team, name in (("blue", "Ada"), ("yellow", "Vera")):
        match.join(name, *(f"{team}.{role}" for role in ("captain", "first_mate", "engineer", "radio_operator")))
    match.start()
    play_until(match, lambda view: view["round"] == 4 and view["phase"] == "marks")
    page = opened(open_context, size, scheme)
    seat = "blue.captain" if match.view("blue.captain")["team_to_act"] == "blue" else "yellow.captain"
    page.goto(match.page_url(seat))
    expect(page.locator("sr-turn")).to_contain_text("Two marks to make")
    page.keyboard.press("1")
    require_clean(page, "a bundle, marks")
    bar = page.get_by_role("navigation", name="Your seats")
    if not bar.is_visible():
        bar = page.get_by_role("navigation", name="Views")
    for name in ("Captain", "Radio"):
        bar.locator("button, a").filter(has_text=name).click()
        require_clean(page, f"a bundle, {name}")

    table = opened(open_context, size, scheme)
    table.goto(f"{match.page_url()}/table")
    expect(table.get_by_role("log", name="Calls before")).to_be_attached()
    require_clean(table, "table")

    match.order("yellow.captain", type="resign")
    expect(page.locator("p.result")).to_contain_text("Blue wins")
    require_clean(page, "finished")
    expect(table.locator("p.result")).to_contain_text("Blue wins")
    require_clean(table, "finished, for spectators")
