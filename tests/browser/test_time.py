"""Clock, absence and seats that change hands, as the pages show them; away is who was silent for two seconds here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from sonar_referee.match import presence
from tests.browser.crew import SEATS, Match, Watched
from tests.browser.rounds import play_until, seat_players
from tests.browser.test_accessibility import PHONE_AND_LAPTOP, Look, opened, require_axe, require_clean
from tests.server.running import Running

pytestmark = pytest.mark.browser

Opens = Callable[..., BrowserContext]
Watches = Callable[..., Watched]
Makes = Callable[..., Match]


@pytest.fixture(scope="module")
def quick() -> Iterator[Running]:
    """A server that misses players soon, and whose bots take their time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(presence, "CONTACT_LASTS", 2.0)
        with Running(bot_delay=50.0) as running:
            yield running


@pytest.fixture
def quick_match(quick: Running) -> Iterator[Makes]:
    """Makes matches there."""
    made: list[Match] = []

    def make(**options: object) -> Match:
        made.append(Match(quick.url, options))
        return made[-1]

    yield make
    for match in made:
        match.close()


def with_bots(match: Match, **people: str) -> Match:
    """These people sit in Blue by their roles, bots on the other seats, and the match begins."""
    for role, name in people.items():
        match.join(name, f"blue.{role}")
    match.fill_with_bots()
    match.start()
    return match


def digits(page: Page) -> Locator:
    """The clock's figures."""
    return page.locator(".clock .digits")


def seconds(page: Page) -> int:
    """What the clock shows."""
    minutes, rest = digits(page).inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def come_by_code(watched: Watches, context: BrowserContext, match: Match) -> Watched:
    """A guest's page, who types the join code on the front page."""
    guest = watched(context, match.url)
    expect(guest.page.get_by_role("list").first).to_be_visible()
    guest.page.get_by_role("textbox", name="Join by code").fill(match.join_code)
    guest.page.get_by_role("button", name="Join", exact=True).click()
    return guest


def sit_down(page: Page, seat: str) -> None:
    """Zoe takes an open seat."""
    page.get_by_role("button", name=f"Take: {seat}").click()
    page.get_by_label("Your name", exact=True).fill("Zoe")
    page.get_by_role("button", name="Sit down", exact=True).click()


def pass_time(page: Page, left: int) -> None:
    """Let the page's time pass until its clock should show so many seconds."""
    page.clock.run_for(1000 * (seconds(page) - left))
    expect(digits(page)).to_have_text(re.compile(rf"^0:({left:02}|{left - 1:02})$"))


class Ears:
    """What the pages of a context hear of the server, until they hear no more."""

    def __init__(self, context: BrowserContext) -> None:
        self.open = True
        context.route_web_socket(re.compile("/ws$"), self._connect)

    def _connect(self, page: WebSocketRoute) -> None:
        if not self.open:
            return
        server = page.connect_to_server()
        page.on_message(server.send)
        server.on_message(lambda frame: page.send(frame) if self.open else None)


# -- the clock


@pytest.mark.parametrize("path", ["captain", "", "table"])
def test_clock_counts_and_warns_in_looks_and_words(
    path: str, quick_match: Makes, open_context: Opens, watched: Watches
) -> None:
    match = with_bots(quick_match(clock={"seconds": 60}), captain="Ada")
    context = open_context()
    context.clock.install()
    ears = Ears(context)
    match.make_host(context)
    url = match.page_url("blue.captain") if path == "captain" else f"{match.page_url()}/{path}".rstrip("/")
    ada = opened(open_context, (390, 844), "dark")
    ada.goto(match.page_url("blue.captain"))
    expect(digits(ada)).to_be_visible()
    page = watched(context, url).page
    expect(digits(page)).to_have_text(re.compile("^(1:|0:[345])"))
    expect(page.locator(".clock small")).to_have_count(0)
    expect(page.locator("sr-time")).to_have_count(1)  # nobody is shown as away any more
    spoken = page.locator("sr-time").get_by_role("status")
    expect(digits(page)).to_have_class("digits")
    assert spoken.inner_text() == ""

    ears.open = False  # what the page shows from here on, it counts by itself
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    pass_time(page, 31)
    calm = digits(page).bounding_box()
    assert spoken.inner_text() == ""
    pass_time(page, 30)
    expect(digits(page)).to_have_class("digits near")
    assert spoken.inner_text() == "30 seconds left"
    assert digits(page).bounding_box() == calm  # nothing moves, whatever the figures are
    pass_time(page, 11)
    expect(digits(page)).to_have_class("digits near")
    pass_time(page, 10)
    expect(digits(page)).to_have_class("digits last")
    assert spoken.inner_text() == "10 seconds left"
    # what ticks is read by nobody each second
    assert page.locator('[role="status"] .digits, [aria-live="polite"] .digits').count() == 0


def test_clock_begins_anew_with_what_is_awaited(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = quick_match(clock={"seconds": 60})
    match.join("Ada", *[seat for seat in SEATS if seat.startswith("blue")])
    match.join("Vera", *[seat for seat in SEATS if seat.startswith("yellow")])
    match.start()
    context = open_context()
    context.clock.install()
    opened(open_context, (390, 844), "dark").goto(match.page_url("yellow.captain"))
    page = watched(context, match.page_url("blue.captain")).page
    expect(digits(page)).to_be_visible()
    pass_time(page, 29)
    expect(digits(page)).to_have_class("digits near")
    match.order("blue.captain", type="place", cell="D8")
    match.order("yellow.captain", type="place", cell="I10")
    expect(digits(page)).to_have_class("digits")
    assert seconds(page) > 40


def test_clock_stands_still_for_an_open_seat(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = with_bots(quick_match(clock={"seconds": 50}), captain="Ada")
    page = watched(open_context(), match.page_url("blue.captain")).page
    table = watched(open_context(), f"{match.page_url()}/table").page
    expect(digits(table)).to_be_visible()
    match.free("yellow.engineer")
    expect(page.locator(".clock")).to_contain_text("paused")
    expect(page.locator(".banner.gone")).to_contain_text("Paused. Engineer of Yellow is an open seat.")
    expect(table.locator(".clock")).to_contain_text("paused")
    expect(table.locator(".wait")).to_contain_text("Paused, waiting for")
    shown = digits(page).inner_text()
    match.seat_bots("yellow.engineer")
    expect(page.locator(".banner.gone")).to_have_count(0)
    expect(page.locator(".clock small")).to_have_count(0)
    expect(digits(page)).not_to_have_text(shown)


def test_without_a_clock_there_is_none(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = with_bots(quick_match(), captain="Ada")
    page = watched(open_context(), match.page_url("blue.captain")).page
    expect(page.get_by_role("heading", level=1)).to_have_text("Captain")
    expect(page.locator(".clock")).to_have_count(0)


# -- who is away


THEN = [
    ("wait", "to return."),
    ("bot", "to return, then a bot plays."),
    ("forfeit", "to return, or the match is lost."),
]


@pytest.mark.parametrize(("option", "then"), THEN)
def test_who_is_away_is_seen_by_everybody_and_back_at_once(
    option: str, then: str, quick_match: Makes, open_context: Opens, watched: Watches
) -> None:
    match = with_bots(quick_match(presence=option), captain="Ada", engineer="Noor")
    page = watched(open_context(), match.page_url("blue.captain")).page
    table = watched(open_context(), f"{match.page_url()}/table").page
    away = page.locator(".banner.gone")
    expect(away).to_contain_text(re.compile(rf"^Noor, Engineer of Blue, is away\. 0:5\d {re.escape(then)}$"))
    expect(page.locator(".mates")).to_contain_text(re.compile(r"Noor away, 0:5\d to return"))
    expect(table.locator(".tteam.blue .crew")).to_contain_text(re.compile(r"Noor away, 0:5\d to return"))
    assert away.locator("button").count() == 0  # only hosts have something to do about it

    watched(open_context(), match.page_url("blue.engineer"))
    expect(away).to_have_count(0)
    expect(table.locator(".crew .gone")).to_have_count(0)
    expect(page.locator(".mates")).to_contain_text("Noor")


def test_time_to_return_counts_down(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = with_bots(quick_match(), captain="Ada", engineer="Noor")
    context = open_context()
    context.clock.install()
    page = watched(context, match.page_url("blue.captain")).page
    expect(page.locator(".banner.gone")).to_contain_text("0:5")
    page.clock.run_for(20_000)
    expect(page.locator(".banner.gone")).to_contain_text(re.compile("0:[23]"))


# -- the host, the newcomer, and who was there before


def test_host_frees_a_seat_and_somebody_else_plays_on(
    quick_match: Makes, open_context: Opens, watched: Watches
) -> None:
    match = quick_match()
    seat_players(match)
    play_until(match, lambda view: view["phase"] == "marks" and view["team_to_act"] == "blue")
    old = watched(open_context(), match.page_url("blue.engineer"))
    expect(old.page.get_by_role("heading", level=1)).to_have_text("Engineer")
    hosting = open_context()
    match.make_host(hosting)
    ada = watched(hosting, match.page_url("blue.captain"))
    host = ada.page
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("dialog", name="Menu").get_by_role("button", name="Seats…").click()
    seats = host.get_by_role("dialog", name="Seats")
    noor = seats.locator('[data-holder="blue.engineer"]')
    expect(noor).to_contain_text("Engineer: here")
    expect(noor.get_by_role("button")).to_have_count(0)

    old.page.goto("about:blank")
    noor.get_by_role("button", name="Free this seat: Noor, Engineer").click()
    expect(noor).to_contain_text("Noor’s link is void from then on.")
    # Noor is back before the host has decided
    back = watched(open_context(), match.page_url("blue.engineer")).page
    expect(noor).to_contain_text("Engineer: here")
    noor.get_by_role("button", name="Free this seat").click()
    expect(noor.get_by_role("alert")).to_contain_text("Noor is connected; the seat can be freed after")
    assert all("409" in complaint for complaint in ada.complaints)
    ada.complaints.clear()
    back.close()
    expect(noor).to_contain_text("Engineer: away")
    noor.get_by_role("button", name="Free this seat").click()
    noor.get_by_role("button", name="Keep it").click()
    noor.get_by_role("button", name="Free this seat").click()
    noor.get_by_role("button", name="Free this seat").click()
    expect(seats.locator('[data-open="blue.engineer"]')).to_contain_text("Open")
    expect(seats.locator(".bigcode")).to_have_text(match.join_code)
    expect(seats.get_by_role("img", name="QR code of the join link for everybody")).to_be_visible()

    # the page that had the seat tells the truth, and does not try again and again
    old.page.go_back()
    expect(old.page.get_by_role("heading", level=1)).to_have_text("This seat is no longer yours")
    expect(old.page.locator("main")).to_contain_text("The host has freed your seat, Engineer of Blue")
    expect(old.page.get_by_role("button", name="See the open seats")).to_be_visible()

    guest = come_by_code(watched, open_context(390, 844), match)
    expect(guest.page.get_by_role("dialog", name="Seats")).to_contain_text("One seat is open")
    sit_down(guest.page, "Blue Engineer")
    expect(guest.page.get_by_role("heading", level=1)).to_have_text("Engineer")
    expect(guest.page.locator('sr-log[aria-label="Calls"] li')).not_to_have_count(0)
    guest.sees("Your mark, Engineer.")
    guest.page.keyboard.press("1")
    guest.gives(lambda: guest.page.locator(".btn.send.go").locator("visible=true").click())
    expect(seats.locator('[data-holder="blue.engineer"]')).to_contain_text("Zoe")

    expect(old.page.locator("main")).to_contain_text("to somebody else while you were away: Zoe.")
    old.page.get_by_role("button", name="Watch the match").click()
    expect(old.page.locator("body.tv")).to_be_visible()


def test_host_who_only_hosts_lets_a_bot_play(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = with_bots(quick_match(), captain="Ada", engineer="Noor")
    context = open_context(390, 844)
    match.make_host(context)
    host = watched(context, match.page_url()).page
    host.get_by_role("button", name="Seats…").click()
    seats = host.get_by_role("dialog", name="Seats")
    expect(seats).to_be_focused()
    seats.get_by_role("button", name="Free this seat: Noor, Engineer").click()
    seats.get_by_role("button", name="Free this seat", exact=True).last.click()
    seats.get_by_role("button", name="Let a bot play: Blue Engineer").click()
    bot = seats.locator('[data-holder="blue.engineer"]')
    expect(bot).to_contain_text("bot")
    bot.get_by_role("button", name="Free this seat").click()
    expect(bot).to_contain_text("The bot stops, and the table waits until somebody sits down.")
    bot.get_by_role("button", name="Free this seat").click()
    expect(seats.locator('[data-open="blue.engineer"]')).to_be_visible()
    seats.get_by_role("button", name="Close").click()
    expect(seats).to_have_count(0)


def test_a_full_match_says_so_and_can_be_watched(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = with_bots(quick_match(), captain="Ada")
    page = come_by_code(watched, open_context(), match).page
    expect(page.locator(".banner")).to_contain_text("The match has started, and every seat is taken. You can watch.")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator(".banner")).to_have_count(0)
    match.free("yellow.engineer")
    page.get_by_role("button", name="Only watch").click()
    page.get_by_role("button", name="Sit down…").click()
    expect(page.get_by_role("button", name="Take: Yellow Engineer")).to_be_visible()
    tv = watched(open_context(), f"{match.page_url()}/table").page
    expect(tv.locator(".yellow .crew .gone")).to_have_text("an open seat")
    expect(tv.locator("dialog, [role=dialog], .seats-open")).to_have_count(0)


def test_behind_closed_doors_a_seat_can_be_taken_when_it_opens(
    quick_match: Makes, open_context: Opens, watched: Watches
) -> None:
    match = with_bots(quick_match(spectator_view="none"), captain="Ada")
    page = come_by_code(watched, open_context(), match).page
    expect(page.locator("main")).to_contain_text("every seat is taken, and nobody may watch it.")
    match.free("yellow.first_mate")
    sit_down(page, "Yellow First Mate")
    expect(page.get_by_role("heading", level=1)).to_have_text("First Mate")


def test_host_of_a_closed_match_frees_a_bots_seat(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = with_bots(quick_match(spectator_view="none"), captain="Ada")
    context = open_context(390, 844)
    match.make_host(context)
    page = watched(context, match.page_url()).page
    bot = page.locator('[data-holder="yellow.engineer"]')
    bot.get_by_role("button", name="Free this seat").click()
    bot.get_by_role("button", name="Free this seat").click()
    expect(page.locator('[data-open="yellow.engineer"]')).to_be_visible()
    expect(page.locator(".bigcode")).to_have_text(match.join_code)


def test_front_page_leads_to_open_seats(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = with_bots(quick_match(), captain="Ada")
    match.free("yellow.engineer")
    page = watched(open_context(), match.url).page
    row = page.locator("ul.list li").filter(has=page.locator(f'a[href="/match/{match.id}"]'))
    expect(row).to_contain_text("1 seat open")
    row.get_by_role("link", name="Join:").click()
    expect(page.get_by_role("dialog", name="Seats")).to_contain_text("One seat is open")


def test_host_frees_a_seat_in_the_lobby(quick_match: Makes, open_context: Opens, watched: Watches) -> None:
    match = quick_match()
    match.join("Noor", "blue.engineer")
    link = match.page_url("blue.engineer")
    context = open_context()
    match.make_host(context)
    host = watched(context, match.page_url()).page
    host.get_by_role("button", name="Free the seat: blue Engineer").click()
    expect(host.locator('[data-seat="blue.engineer"]')).to_contain_text("Open")
    noor = watched(open_context(), link).page
    expect(noor.get_by_role("alert")).to_have_text("The host has freed your seat. You can take another one.")
    expect(noor.get_by_role("button", name="Take: blue Engineer")).to_be_visible()


# -- for everybody


@pytest.mark.parametrize(("size", "scheme"), PHONE_AND_LAPTOP)
def test_pages_about_time_and_seats_have_no_violations(
    open_context: Opens, quick_match: Makes, size: Look, scheme: str
) -> None:
    require_axe()
    match = with_bots(quick_match(clock={"seconds": 50}), captain="Ada", engineer="Noor")
    page = opened(open_context, size, scheme)
    match.make_host(page.context)
    page.goto(match.page_url("blue.captain"))
    expect(page.locator(".banner.gone")).to_contain_text("Paused, waiting for Noor")
    require_clean(page, "away, and the clock paused")
    page.locator(".banner.gone").get_by_role("button", name="Seats…").click()
    page.get_by_role("button", name="Free this seat: Noor, Engineer").click()
    require_clean(page, "before a seat is freed")
    page.locator(".sure").get_by_role("button", name="Free this seat").click()
    expect(page.locator(".bigcode")).to_be_visible()
    require_clean(page, "an open seat")

    guest = opened(open_context, size, scheme)
    guest.goto(match.page_url())
    guest.get_by_role("button", name="Take: Blue Engineer").click()
    expect(guest.get_by_label("Your name", exact=True)).to_be_visible()
    require_clean(guest, "a newcomer")
    guest.goto(match.page_url("blue.engineer"))
    expect(guest.get_by_role("heading", level=1)).to_have_text("This seat is no longer yours")
    require_clean(guest, "a seat that was lost")
