"""From the front page to a running match and to the next one."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.crew import Match, Watched
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser

Opens = Callable[..., BrowserContext]
Watches = Callable[..., Watched]


def sit_down(page: Page, seat: str, name: str) -> None:
    """Take a seat by its button, and say who one is."""
    page.locator(f'[data-take="{seat}"]').click()
    field = page.get_by_label("Your name", exact=True)
    expect(field).to_be_focused()
    field.fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(f'[data-seat="{seat}"]')).to_contain_text(name)


def test_a_match_is_made_joined_by_its_code_and_started(
    open_context: Opens, server: ServeProcess, watched: Watches
) -> None:
    host = watched(open_context(), server.url).page
    host.locator('[data-map="bravo"]').click()
    host.locator("details.house summary").click()
    host.get_by_role("group", name="Hull", exact=True).get_by_role("button", name="3", exact=True).click()
    expect(host.locator("details.house summary")).to_contain_text("1 changed")
    host.get_by_role("textbox", name="Name").fill("Kitchen table")
    host.get_by_role("group", name=re.compile("bundles|seats", re.IGNORECASE)).get_by_role("button").last.click()
    host.get_by_role("button", name="Create match").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("Kitchen table")
    expect(host.locator(".house-rules")).to_contain_text("Hull: 3")
    expect(host.locator(".lhead")).to_contain_text("Bravo")
    sit_down(host, "blue.captain", "Ada")

    # somebody else finds it in the list, and joins by its code
    visitor = watched(open_context(820, 1180), server.url)
    guest = visitor.page
    expect(guest.locator("ul.list").get_by_role("link", name="Join: Kitchen table")).to_be_visible()
    code = guest.get_by_role("textbox", name="Join by code")
    code.fill("????")
    code.press("Enter")
    expect(guest.get_by_role("alert")).to_contain_text("A code has 4 to 8 letters")
    code.fill("ZZZZZZ")
    code.press("Enter")
    expect(guest.get_by_role("alert")).to_contain_text("Look at it again")
    assert all("404" in complaint for complaint in visitor.complaints)  # browsers log that nobody has this code
    visitor.complaints.clear()
    code.fill(host.locator("p.bigcode").inner_text().lower())
    code.press("Enter")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Kitchen table")
    expect(guest.get_by_role("button", name="Start match")).to_have_count(0)

    # seats are taken and left, and everybody sees it
    sit_down(guest, "yellow.engineer", "Ines")
    expect(host.locator('[data-seat="yellow.engineer"]')).to_contain_text("Ines")
    guest.get_by_role("button", name="Leave: Engineer").click()
    expect(host.locator('[data-seat="yellow.engineer"]')).to_contain_text("Open")
    guest.locator('[data-take="yellow.captain"]').click()
    expect(host.locator('[data-seat="yellow.captain"]')).to_contain_text("Ines")

    # bots come and go
    start = host.get_by_role("button", name="Start match")
    expect(start).to_have_attribute("aria-disabled", "true")
    host.get_by_role("button", name="Add bot: blue Engineer").click()
    host.get_by_role("button", name="Remove the bot: blue Engineer").click()
    expect(host.locator('[data-seat="blue.engineer"]')).to_contain_text("Open")
    host.get_by_role("button", name="Fill with bots").click()
    expect(host.locator("#why-not")).to_contain_text("Everybody is here.")
    expect(start).not_to_have_attribute("aria-disabled", "true")
    start.click()
    for page in (host, guest):
        expect(page.locator("sr-turn")).to_contain_text("Choose your start, Captain.")
        expect(page.locator("sr-hulls .plates").first.locator("i")).to_have_count(3)


def test_a_match_against_the_clock_is_made(open_context: Opens, server: ServeProcess, watched: Watches) -> None:
    """The clock has no seconds by default; with them its end is chosen, and a wrong number is refused in place."""
    page = watched(open_context(), server.url).page
    page.locator("details.house summary").click()
    clock = page.locator('[data-option="clock"]')
    seconds = clock.get_by_role("spinbutton")
    expect(seconds).to_have_value("")
    expect(clock.get_by_role("group")).to_have_count(0)
    seconds.fill("4")
    expect(clock).to_contain_text("A whole number from 5 to 3,600")
    page.get_by_role("button", name="Create match").click()
    expect(clock.get_by_role("alert")).to_be_visible()
    seconds.fill("")
    expect(clock.get_by_role("group")).to_have_count(0)
    expect(page.locator("details.house summary")).to_contain_text("all as in the rules")
    seconds.fill("45")
    expect(clock.get_by_role("button", name="Cautious order")).to_have_attribute("aria-pressed", "true")
    clock.get_by_role("button", name="Team loses").click()
    expect(seconds).to_have_value("45")
    page.locator('[data-option="presence"]').get_by_role("button", name="A bot plays").click()
    expect(page.locator("details.house summary")).to_contain_text("2 changed")
    page.get_by_role("button", name="Create match").click()
    rules = page.locator(".house-rules")
    expect(rules).to_contain_text("Clock: 45 seconds, Team loses")
    expect(rules).to_contain_text("A player stays away: A bot plays")
    options = page.request.get(page.url.replace("/match/", "/api/matches/")).json()["options"]
    assert options["clock"] == {"seconds": 45, "on_expiry": "forfeit"}
    assert options["presence"] == "bot"


def test_playing_alone_is_two_clicks(open_context: Opens, server: ServeProcess, watched: Watches) -> None:
    seen = watched(open_context(), server.url)
    seen.page.get_by_role("button", name="Play alone").click()
    seen.page.get_by_role("button", name="All four seats").click()
    seen.sees("Choose your start")
    expect(seen.page.get_by_role("heading", level=1)).to_have_text("All four seats")


def test_an_unknown_match_is_told_in_a_sentence(open_context: Opens, server: ServeProcess) -> None:
    page = open_context().new_page()
    page.goto(f"{server.url}/match/abcdef123456")
    expect(page.get_by_role("heading", level=1)).to_have_text("No match here")
    page.get_by_role("link", name="To the front page").click()
    expect(page.get_by_role("button", name="Create match")).to_be_visible()


def test_a_match_of_a_game_without_pages_is_told_in_a_sentence(
    open_context: Opens, server: ServeProcess, new_match: Callable[..., Match]
) -> None:
    """A game may be on the server for programs alone."""

    def of_another_game(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "game": "chess"})

    match = new_match()
    page = open_context().new_page()
    page.route(f"**/api/matches/{match.id}", of_another_game)
    page.goto(f"{server.url}/match/{match.id}")
    expect(page.get_by_text("This match is of a game that these pages cannot show.")).to_be_visible()


def test_another_invitation_in_the_same_tab_changes_the_seat(
    open_context: Opens, new_match: Callable[..., Match], watched: Watches
) -> None:
    match = new_match()
    match.join("Ada", "blue.captain")
    match.join("Noor", "blue.engineer")
    seen = watched(open_context(), match.page_url("blue.captain"))
    expect(seen.page.get_by_role("button", name="Leave: Captain")).to_be_visible()
    seen.page.goto(match.page_url("blue.engineer"))
    expect(seen.page.get_by_role("button", name="Leave: Engineer")).to_be_visible()
    expect(seen.page).to_have_url(re.compile(r"/match/\w+$"))


def test_the_next_match_with_sides_swapped_moves_every_page(
    open_context: Opens, server: ServeProcess, watched: Watches
) -> None:
    context = open_context()
    host = watched(context, server.url).page
    host.get_by_role("group", name=re.compile("bundles|seats", re.IGNORECASE)).get_by_role("button").last.click()
    host.get_by_role("button", name="Create match").click()
    sit_down(host, "blue.captain", "Ada")
    guest = watched(open_context(), host.url).page
    sit_down(guest, "yellow.captain", "Vera")
    host.get_by_role("button", name="Fill with bots").click()
    table = watched(context, f"{host.url}/table").page
    host.get_by_role("button", name="Start match").click()
    first = host.url

    expect(guest.locator("sr-turn")).to_contain_text("Choose your start")
    guest.get_by_role("button", name="Menu").click()
    guest.get_by_role("button", name="Resign…").click()
    guest.get_by_role("button", name="Resign: the enemy wins").click()
    for page in (host, guest, table):
        expect(page.locator("p.result")).to_contain_text("Blue wins")
    expect(guest.locator(".waithost")).to_contain_text("Waiting for the host")
    host.get_by_role("button", name="Rematch, swapped").click()
    for page, team in ((host, "yellow"), (guest, "blue")):
        expect(page).not_to_have_url(first)
        expect(page.locator("sr-turn")).to_contain_text("Choose your start")
        expect(page.locator(f"body.{team}")).to_be_attached()
    expect(table).not_to_have_url(f"{first}/table")
    expect(table).to_have_url(re.compile("/table$"))


def test_a_draw_is_offered_declined_and_accepted(
    open_context: Opens, new_match: Callable[..., Match], watched: Watches
) -> None:
    match = new_match()
    match.join("Ada", "blue.captain")
    match.join("Vera", "yellow.captain")
    match.fill_with_bots()
    match.start()
    blue = watched(open_context(), match.page_url("blue.captain"))
    yellow = watched(open_context(390, 844), match.page_url("yellow.captain"))
    blue.type("place b8")
    match.order("yellow.captain", type="place", cell="G5")
    for seen in (blue, yellow):
        expect(seen.page.locator("sr-turn")).to_contain_text("Round 1")

    for answer in ("Decline", "Accept"):
        blue.page.get_by_role("button", name="Menu").click()
        blue.page.get_by_role("button", name="Offer a draw").click()
        expect(blue.page.locator(".banners")).to_contain_text("Your offer of a draw stands")
        expect(yellow.page.locator(".banners")).to_contain_text("Blue offers a draw.")
        yellow.page.get_by_role("button", name=answer).click()
        expect(blue.page.locator(".banners")).not_to_contain_text("Your offer of a draw stands")
    for seen in (blue, yellow):
        expect(seen.page.locator("p.result")).to_contain_text("A draw")
