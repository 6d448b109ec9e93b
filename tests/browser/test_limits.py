"""What the pages show when the server says that something is too much, or asks for a password."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from tests.browser.crew import Match, Watched
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser

Opens = Callable[..., BrowserContext]
Watches = Callable[..., Watched]

TOO_SOON = {
    "type": "urn:sonar-referee:problem:too_many_requests",
    "title": "Too many requests",
    "status": 429,
    "detail": "Too many requests came from your address. Try again in 1 second.",
    "code": "too_many_requests",
    "retry_after": 1,
}


@pytest.fixture(name="server", scope="module")
def strict_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    """A server with a host password, at which little may be tried."""
    database: Path = tmp_path_factory.mktemp("browser") / "matches.sqlite3"
    strict = ("--host-password", "sesame", "--wrong-tries-per-minute", 2)
    process = ServeProcess("--host", "127.0.0.1", "--port", 0, "--database", database, *strict)
    yield process
    process.end()


@pytest.fixture(name="quiet")
def quiet_server(tmp_path: Path) -> Iterator[ServeProcess]:
    """A server on which a socket may send one word and nothing more for a long time."""
    limits = ("--frames-per-second", 0.001, "--bot-delay", 0)
    process = ServeProcess("--host", "127.0.0.1", "--port", 0, "--database", tmp_path / "matches.sqlite3", *limits)
    yield process
    process.end()


def test_the_documentation_of_the_interface_is_shown(
    open_context: Opens, server: ServeProcess, watched: Watches
) -> None:
    """Its own script runs under the policy of its page."""
    seen = watched(open_context(), f"{server.url}/docs")
    expect(seen.page.locator(".opblock").first).to_be_visible()


def test_the_host_password_is_asked_for(open_context: Opens, server: ServeProcess) -> None:
    """The field appears when the server wants a password; a wrong one is told, too many are told in its own words."""
    page = open_context().new_page()
    page.goto(server.url)
    create = page.get_by_role("button", name="Create match")
    create.click()
    field = page.get_by_label("Host password")
    for _ in range(2):
        field.fill("simsala")
        create.click()
        expect(page.get_by_text("That is not the host password.")).to_be_visible()
    create.click()
    expect(page.get_by_text("Too many wrong host passwords were tried.")).to_be_visible()


def test_wrong_codes_are_told_apart_from_too_many(open_context: Opens, server: ServeProcess) -> None:
    """A wrong code is looked at again; when it is too many, the page says how long to wait."""
    page = open_context().new_page()
    page.goto(server.url)
    page.get_by_label("Join by code").fill("AAAAAA")
    join = page.get_by_role("button", name="Join", exact=True)
    for _ in range(2):
        join.click()
        expect(page.get_by_text("Look at it again")).to_be_visible()
    join.click()
    expect(page.get_by_text("Too many wrong codes were tried. Try again in")).to_be_visible()
    expect(page.get_by_text("Look at it again")).to_be_hidden()


def test_a_call_that_came_too_soon_is_made_again(open_context: Opens, server: ServeProcess) -> None:
    """The page waits as long as the server says, and shows what it would have shown."""
    asked = []

    def busy_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
        else:
            headers = {"Content-Type": "application/problem+json", "Retry-After": "1"}
            route.fulfill(status=429, headers=headers, body=json.dumps(TOO_SOON))

    page = open_context().new_page()
    page.route("**/api/games", busy_once)
    page.goto(server.url)
    expect(page.get_by_role("button", name="Create match")).to_be_visible()
    assert len(asked) == 2


def test_a_word_too_many_is_told(open_context: Opens, quiet: ServeProcess) -> None:
    """A word that the server did not pass on is not lost in silence."""
    match = Match(quiet.url, {})
    match.join("Ada", "blue.captain")
    match.fill_with_bots()
    match.start()
    page = open_context().new_page()
    page.goto(match.page_url("blue.captain"))
    word = page.get_by_label("Say to your crew")
    for text in ("first", "second"):
        word.fill(text)
        word.press("Enter")
    expect(page.get_by_text("Too many frames came over this socket.").first).to_be_visible()
    match.close()
