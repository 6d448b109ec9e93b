"""Whole duels in the browser: two people, and one against a bot."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.crew import Match, Watched
from tests.browser.sonar_duel.duel import Player, give
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser

Opens = Callable[..., BrowserContext]
Watches = Callable[..., Watched]
NAMES = {"blue": "Ada", "yellow": "Wren"}


def seated(page: Page, seat: str, name: str) -> None:
    """Take a seat of the lobby under a name."""
    page.locator(f'[data-take="{seat}"]').click()
    page.get_by_label("Your name", exact=True).fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(f'[data-seat="{seat}"]')).to_contain_text(name)


def choose_duel(page: Page) -> None:
    """Choose the game on the front page."""
    page.get_by_role("group", name="Game").get_by_role("button", name="Sonar duel").click()
    expect(page.locator('[data-map="twelve"]')).to_be_visible()


def opened_table(open_context: Opens, url: str, watched: Watches) -> tuple[Player, Player]:
    """Two people who have come together over the front page: the host, Ada, and a guest, Wren."""
    host = watched(open_context(), url)
    choose_duel(host.page)
    host.page.locator('[data-map="strait"]').click()
    host.page.get_by_role("textbox", name="Name").fill("Harbour night")
    host.page.get_by_role("button", name="Create match").click()
    expect(host.page.locator(".lhead")).to_contain_text("Sonar duel on The strait")
    expect(host.page.locator(".house-rules")).to_have_count(0)
    seated(host.page, "blue", "Ada")
    guest = watched(open_context(), url)
    row = guest.page.locator("ul.list li", has_text="Harbour night")
    expect(row).to_contain_text("Sonar duel, ")
    row.get_by_role("link", name="Join").click()
    seated(guest.page, "yellow", "Wren")
    host.page.get_by_role("button", name="Start match").click()
    return Player(host, "blue"), Player(guest, "yellow")


def require_heard(hunter: Player, prey: Player) -> None:
    """What each knows before the last shot, newest first."""
    told = {
        hunter: (
            "Found: east, 2 to 4 away, sector 2",
            f"{NAMES[prey.seat]} fired a torpedo in sector 2",
            "Nothing within 4 spaces of A1",
        ),
        prey: (
            f"{NAMES[hunter.seat]} listened in sector 1: you were found",
            "Your torpedo missed, north from F1",
            f"{NAMES[hunter.seat]} listened in sector 1: you were not found",
        ),
    }
    for player, rows in told.items():
        expect(player.known()).to_have_count(len(rows))
        for number, words in enumerate(rows):
            expect(player.known().nth(number)).to_contain_text(words)
    expect(hunter.known().first).to_contain_text("2 turns ago, one of 2 spaces")
    expect(prey.page.get_by_role("log", name="Calls")).to_contain_text("Turn passed")
    expect(prey.page.locator(".tubes-sec")).to_contain_text("11 of 12")


def require_end(page: Page, hunter: Player, last: int) -> None:
    """Result and both tracks; the slider goes through the turns."""
    winner, loser = ("Blue", "Yellow") if hunter.seat == "blue" else ("Yellow", "Blue")
    expect(page.locator("p.result")).to_have_text(f"{winner} wins")
    expect(page.locator(".result-sub")).to_have_text(f"{loser} was torpedoed in turn {last}.")
    expect(page.locator(".chart .sub")).to_have_count(2)
    expect(page.locator(".chart .target")).to_have_count(1)
    expect(page.locator(".scrub output")).to_have_text(f"Turn {last} of {last}")
    page.get_by_role("button", name="Turn before").click()
    expect(page.locator(".moment")).to_have_text(f"{NAMES[loser.lower()]} waited on F1.")
    expect(page.locator(".chart .target")).to_have_count(0)
    page.get_by_role("button", name=f"{winner} knew").click()  # since the sonar: the enemy in one of two spaces
    expect(page.locator(".shaded")).to_have_text(re.compile(f"^{loser} could be in "))
    expect(page.locator(".chart .sub")).to_have_count(1)
    expect(page.locator(f".chart .maybe.{loser.lower()}")).not_to_have_count(0)
    page.keyboard.press("Home")
    expect(page.locator(".shaded")).to_have_text(f"{loser} could only be on F1.")
    page.get_by_role("button", name="Truth").click()
    expect(page.locator(".moment")).to_have_text("The start.")
    expect(page.locator(".chart-svg").first).to_have_attribute("aria-label", re.compile("on A1.* on F1|on F1.* on A1"))


def test_two_people_play_a_whole_duel_and_the_next(open_context: Opens, server: ServeProcess, watched: Watches) -> None:
    """From the front page to the hit by clicks; both pages tell what each may know, and a reload loses nothing."""
    ada, wren = opened_table(open_context, server.url, watched)
    for player in (ada, wren):
        expect(player.page.locator("sr-turn .round")).to_have_text("Turn 1 of 100")
        expect(player.page.locator("sr-turn [role=timer]")).to_have_text(re.compile(r"0:\d\d"))
        expect(player.page.locator(".tubes i:not(.used)")).to_have_count(12)
    # the starts are drawn; whoever is in A1 hunts whoever is in F1
    hunter, prey = (ada, wren) if ada.page.locator(".pad .here").inner_text().endswith("A1") else (wren, ada)
    steps: list[tuple[Player, Callable[[], None]]] = [
        (hunter, hunter.sonar),
        (prey, lambda: prey.fire("north")),
        (hunter, hunter.wait),
        (prey, lambda: prey.move("south")),
        (hunter, lambda: hunter.move("east")),
        (prey, lambda: prey.move("north")),
        (hunter, hunter.sonar),
        (prey, prey.wait),
    ]
    if "Your turn" in prey.page.locator("sr-turn").inner_text():
        steps.insert(0, (prey, prey.wait))
    for who, act in steps:
        who.is_to_act()
        act()
    hunter.is_to_act()
    require_heard(hunter, prey)
    before = [hunter.page.locator(part).inner_text() for part in (".knows", ".log", ".pad", ".tubes-sec")]
    hunter.page.reload()
    hunter.is_to_act()
    assert [hunter.page.locator(part).inner_text() for part in (".knows", ".log", ".pad", ".tubes-sec")] == before

    hunter.fire("east")
    for player in (ada, wren):
        require_end(player.page, hunter, len(steps) + 1)
    over = ada.page.url
    ada.page.get_by_role("button", name="Rematch, swapped").click()
    for player, team in ((ada, "yellow"), (wren, "blue")):
        expect(player.page).not_to_have_url(over)
        expect(player.page.locator(f"body.duel.{team}")).to_be_attached()
        expect(player.page.locator("sr-turn .round")).to_have_text("Turn 1 of 100")


def press_twice(page: Page, key: str) -> None:
    """Pick, and send."""
    page.keyboard.press(key)
    page.keyboard.press(key)


def test_a_duel_against_a_bot_is_played_from_the_front_page(
    open_context: Opens, server: ServeProcess, watched: Watches
) -> None:
    """Without being asked again, twelve torpedoes are gone quickly: the last one that misses loses."""
    seen = watched(open_context(), server.url)
    page = seen.page
    choose_duel(page)
    page.get_by_role("button", name="Play against a bot").click()
    page.get_by_role("group", name="Kind of bot").get_by_role("button", name="Random").click()
    page.get_by_role("button", name="Begin the duel").click()
    me = Player(seen, "blue")
    me.is_to_act()
    expect(page.locator(".who .name")).to_contain_text("random")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Ask before what cannot be undone").click()
    page.keyboard.press("Escape")
    for left in range(11, -1, -1):
        give(seen, lambda: press_twice(page, "Shift+ArrowUp"))
        if left > 0:
            page.wait_for_function(
                """left => document.querySelector("p.result")
                    || (document.querySelectorAll(".tubes i:not(.used)").length === left
                        && document.querySelector("sr-turn.mine"))""",
                arg=left,
            )
        if page.locator("p.result").count() > 0:
            break
    expect(page.locator("p.result")).to_have_text(re.compile("^(Blue|Yellow) wins$"))
    expect(page.locator(".result-sub")).to_have_text(re.compile("torpedo"))
    expect(page.locator(".chart .sub")).to_have_count(2)


def settle(page: Page) -> None:
    """Wait until Enter no longer counts as the press that picked."""
    page.wait_for_function("since => performance.now() - since > 450", arg=page.evaluate("performance.now()"))


def answered(match: Match, me: Player) -> None:
    """Let the enemy wait, and come to the next turn."""
    match.order("yellow" if me.seat == "blue" else "blue", type="wait")
    me.is_to_act()


def move_and_fire(match: Match, me: Player) -> None:
    """A way that is closed, a move, a turn that is not one's own, and a torpedo that asks once more."""
    page, here = me.page, match.view(me.seat)["cell"]
    inward, arrow, letter = ("east", "ArrowRight", "d") if here == "A1" else ("west", "ArrowLeft", "a")
    page.keyboard.press("w")
    expect(page.locator(".refusal")).to_have_text(f"The chart ends north of {here}.")
    page.keyboard.press(arrow)
    expect(page.locator(".decide")).to_have_text(f"Move {inward}")
    me.gives(lambda: page.keyboard.press(letter))  # the letter that lies like the arrow is the same key
    assert match.view(me.seat)["cell"] != here
    me.watched.sees("Waiting for")
    page.keyboard.press("o")
    expect(page.locator(".refusal")).to_have_text(f"It is {NAMES['yellow' if me.seat == 'blue' else 'blue']}’s turn.")
    answered(match, me)

    page.keyboard.press("t")
    expect(page.get_by_role("button", name="Torpedo", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".decide")).to_have_text("Fire north")
    page.keyboard.press("ArrowUp")  # the hand is led to the button that fires
    expect(page.locator(".decide")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".decide")).to_have_text("Choose")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Shift+S")
    expect(page.locator(".decide")).to_have_text("Fire south")
    settle(page)
    me.gives(lambda: page.keyboard.press("Enter"))
    answered(match, me)


def type_orders(me: Player) -> None:
    """Questions, what cannot be read or is not open, and an order."""
    page = me.page
    page.keyboard.press("/")
    expect(page.get_by_role("textbox", name="Type an order")).to_be_focused()
    for words, said in (
        ("where", "with 11 of 12 torpedoes."),
        ("nonsense", "“nonsense” cannot be read."),
        ("fire", "A torpedo needs a heading: fire e."),
        ("n", "The chart ends north of"),
        ("forfeit", "If you mean it: forfeit yes."),
    ):
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        expect(page.locator("sr-command .answer")).to_contain_text(said)
    page.keyboard.type("wait")
    me.gives(lambda: page.keyboard.press("Enter"))
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.locator("sr-log")).to_be_focused()


def forfeit(page: Page) -> None:
    """By the menu, which asks once more."""
    while "Menu" not in str(page.evaluate("document.activeElement.ariaLabel")):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    menu = page.get_by_role("dialog", name="Menu")
    for name in ("Forfeit…", "Forfeit: the enemy wins"):
        button = menu.get_by_role("button", name=name)
        expect(button).to_be_visible()
        while not button.evaluate("one => one === document.activeElement"):
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")


def test_a_duel_is_played_without_a_mouse(
    open_context: Opens, watched: Watches, new_duel: Callable[..., Match]
) -> None:
    """Letters and arrows pick, Enter or the same key again sends; typed orders too; what is not open says why."""
    match = new_duel(clock=None)
    seat = match.view("blue")["to_act"]
    me = Player(watched(open_context(), match.page_url(seat)), seat)
    me.is_to_act()
    move_and_fire(match, me)
    for key, words in (("o", "Use sonar"), (" ", "Wait here")):
        me.page.keyboard.press(key)
        expect(me.page.locator(".decide")).to_have_text(words)
        settle(me.page)
        me.gives(lambda: me.page.keyboard.press("Enter"))
        answered(match, me)
    type_orders(me)
    forfeit(me.page)
    expect(me.page.locator(".result-sub")).to_have_text(re.compile("gave up in turn"))
