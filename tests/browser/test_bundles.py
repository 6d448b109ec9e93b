"""Two people with several seats each: the page turns with the round, and one button makes both marks."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.crew import Match, Watched

pytestmark = pytest.mark.browser

HELM = ("captain", "first_mate", "engineer")


def mark_both(seen: Watched) -> None:
    """A symbol and a gauge, then the one button."""
    page = seen.page
    send = page.locator(".btn.send")
    expect(send).to_have_text("Pick a symbol and a gauge")
    page.locator(".board-svg:visible [data-symbol][aria-pressed]").first.click()
    expect(send).to_have_text("Pick a gauge")
    page.locator(".dial.open").first.click()
    expect(send).to_have_text(re.compile(r"^Cross [NESW]\d, mark \w+"))
    send.click()


def play_round(helm: Watched) -> None:
    """A heading, both marks, and the end, all on one page."""
    page = helm.page
    helm.sees("Your order, Captain.")
    page.locator(".pad .btn:not([aria-disabled])").first.click()
    expect(page.locator(".btn.decide.go")).to_be_visible()
    page.locator(".btn.decide").click(delay=450)  # a click at once would be taken for a double click
    helm.sees("Two marks to make")
    mark_both(helm)
    helm.sees("Your action, Captain.")
    page.get_by_role("button", name="End round").click()


def test_two_people_share_each_boat(
    open_context: Callable[..., BrowserContext],
    new_match: Callable[..., Match],
    watched: Callable[..., Watched],
) -> None:
    match = new_match(role_bundles="strict")
    for team, names in (("blue", ("Ada", "Jonas")), ("yellow", ("Vera", "Tariq"))):
        match.join(names[0], *(f"{team}.{role}" for role in HELM))
        match.join(names[1], f"{team}.radio_operator")
    match.start()
    helms = {team: watched(open_context(), match.page_url(f"{team}.captain")) for team in ("blue", "yellow")}
    radio = watched(open_context(820, 1180), match.page_url("blue.radio_operator"))

    for team, helm in helms.items():
        expect(helm.page.get_by_role("heading", level=1)).to_have_text("Three seats")
        helm.type("place c8" if team == "blue" else "place g5")
    for number in range(2):
        for team, helm in helms.items():
            play_round(helm)
            turn = 2 * number + 1 if team == "blue" else 2 * number + 2
            expect(radio.page.locator("sr-turn .round")).not_to_have_text(re.compile(rf"Round {turn}$"))
    assert len(match.view("blue.captain")["breakdowns"]) == 2

    # the crew talks, and the one who listens has heard every heading
    calls = radio.page.get_by_role("log", name="Calls")
    expect(calls.locator(".call", has_text="Head")).to_have_count(4)
    field = radio.page.get_by_role("textbox", name="Say to your crew")
    field.fill("They are close")
    field.press("Enter")
    expect(helms["blue"].page.get_by_role("log", name="Crew chat")).to_contain_text("They are close")
    expect(helms["yellow"].page.get_by_role("log", name="Crew chat")).not_to_contain_text("They are close")


@pytest.mark.parametrize("size", [(1440, 900), (820, 1180)])
def test_the_board_keeps_still_under_the_pointer(
    open_context: Callable[..., BrowserContext],
    new_match: Callable[..., Match],
    watched: Callable[..., Watched],
    size: tuple[int, int],
) -> None:
    match = new_match(role_bundles="strict")
    match.join("Ada", *(f"blue.{role}" for role in HELM))
    match.join("Jonas", "blue.radio_operator")
    match.fill_with_bots()
    match.start()
    match.order("blue.captain", type="place", cell="C8")
    helm = watched(open_context(*size), match.page_url("blue.captain"))
    helm.sees("Your order, Captain.")
    match.order("blue.captain", type="head", heading="north")
    helm.sees("Two marks to make")
    for symbol in ("N1", "N2", "N3", "N4", "N5", "N6"):
        stop = helm.page.locator(f".board-svg:visible [data-symbol={symbol}] .seatbed")
        before = stop.bounding_box()
        stop.hover()
        expect(helm.page.locator(".board .told")).to_be_visible()
        assert stop.bounding_box() == before
        helm.page.mouse.move(1, 1)


def test_typed_marks_do_both_at_once(
    open_context: Callable[..., BrowserContext],
    new_match: Callable[..., Match],
    watched: Callable[..., Watched],
) -> None:
    match = new_match(role_bundles="strict")
    match.join("Ada", *(f"blue.{role}" for role in HELM))
    match.join("Jonas", "blue.radio_operator")
    match.fill_with_bots()
    match.start()
    helm = watched(open_context(390, 844), match.page_url("blue.captain"))
    helm.sees("Choose your start")
    helm.page.locator("nav.tabs a").filter(has_text="Log").click()
    helm.type("place b8")
    helm.sees("Your order")
    helm.type("e")
    helm.sees("Two marks to make")
    helm.type("e1 torpedo end")
    expect(helm.page.get_by_role("log", name="Calls")).to_contain_text("Head east")
    helm.sees("Your order")  # the bots have had their round
    view = match.view("blue.captain")
    assert view["breakdowns"] == ["E1"]
    assert view["gauges"]["torpedo"]["marked"] == 1
