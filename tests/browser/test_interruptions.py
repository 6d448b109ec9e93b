"""Pages that are reloaded, cut off or left alone by their server in mid-round, and come back by themselves."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.crew import SEATS, Match, Watched
from tests.browser.whole_match import OPTIONS
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser

LONG = 30_000
"""Milliseconds to wait for a page when the machine has much to do."""


def begin(match: Match) -> None:
    """One person on each seat; Blue has ordered its second heading and marked nothing of it yet."""
    for seat in SEATS:
        match.join(seat.split(".")[1], seat)
    match.start()
    match.order("blue.captain", type="place", cell="D8")
    match.order("yellow.captain", type="place", cell="I10")
    for captain, heading, symbol, system in (("blue", "east", "E2", "mine"), ("yellow", "west", "W1", "silence")):
        match.order(f"{captain}.captain", type="head", heading=heading)
        match.order(f"{captain}.engineer", type="mark_breakdown", symbol=symbol)
        match.order(f"{captain}.first_mate", type="mark_gauge", system=system)
        match.order(f"{captain}.captain", type="end_round")
    match.order("blue.captain", type="head", heading="east")


def calls(page: Page) -> list[str]:
    """The log as it is shown, one entry a round."""
    entries = page.locator('sr-log[aria-label="Calls"] li:not(.while-away)').all_inner_texts()
    return [" ".join(entry.split()) for entry in entries]


def expect_calls(page: Page, rounds: int, last: str) -> None:
    """Wait until the log has that many rounds, each once, and these words in the last."""
    entries = page.locator('sr-log[aria-label="Calls"] li:not(.while-away)')
    expect(entries).to_have_count(rounds, timeout=LONG)
    expect(entries.last).to_contain_text(last, timeout=LONG)
    assert [int(entry.split()[0]) for entry in calls(page)] == list(range(1, rounds + 1))


def expect_each_call_once(match: Match, seat: str, watched: Watched) -> None:
    """Wait until the page tells all that its seat has heard, each call once."""
    calls = match.announcements(seat)
    watched.type("log 99")
    told = " · ".join(f"{call['round']} {call['team']} {call['text']}" for call in calls)
    expect(watched.page.locator("sr-command .answer")).to_have_text(told, timeout=LONG)


def note_banners(page: Page) -> None:
    """Keep what the banner said, however short it was shown."""
    page.evaluate("""() => {
        window.banners = [];
        new MutationObserver(() => {
            const words = document.querySelector(".banner")?.textContent ?? "";
            if (words && window.banners.at(-1) !== words) window.banners.push(words);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
    }""")


def expect_banner(page: Page, words: str) -> None:
    """Wait until the banner has said this."""
    page.wait_for_function("words => window.banners.some((one) => one.includes(words))", arg=words, timeout=LONG)


class Wire:
    """The way between a browser and a server, which can be cut and mended."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._cut = False
        self._ends: list[socket.socket] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._threads: list[threading.Thread] = []
        self._run(self._accept)

    def _run(self, work: Callable[..., None], *arguments: object) -> None:
        self._threads.append(threading.Thread(target=work, args=arguments, daemon=True))
        self._threads[-1].start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._door.accept()
                if self._cut:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._to))
                self._ends += [near, far]
                self._run(self._carry, near, far)
                self._run(self._carry, far, near)

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                other.sendall(data)
        with contextlib.suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Nothing goes through any more."""
        self._cut = True
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """New connections go through again."""
        self._cut = False

    def close(self) -> None:
        """Let go of everything."""
        self.cut()
        with contextlib.suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for thread in self._threads:
            thread.join(timeout=10)
        for end in self._ends:
            end.close()


@pytest.fixture
def wire(server: ServeProcess) -> Iterator[Wire]:
    """A wire to the server."""
    made = Wire(server.port)
    yield made
    made.close()


@pytest.mark.timeout(240)
def test_reload(
    new_match: Callable[..., Match], open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]
) -> None:
    """A reloaded page is the same seat with the same log, and what it has to do can still be done."""
    match = new_match(**OPTIONS)
    begin(match)
    engineer = watched(open_context(), match.page_url("blue.engineer"))
    captain = watched(open_context(), match.page_url("blue.captain"))
    expect_calls(engineer.page, 3, "Head east")
    before = calls(engineer.page)

    engineer.page.reload()
    expect(engineer.page).to_have_url(f"{match.url}/match/{match.id}")
    expect(engineer.page.get_by_role("heading", level=1)).to_have_text("Engineer", timeout=LONG)
    expect_calls(engineer.page, 3, "Head east")
    assert calls(engineer.page) == before
    expect_each_call_once(match, "blue.engineer", engineer)
    crossed = engineer.page.get_by_role("button", name="E2, special, circuit III, crossed")
    expect(crossed.locator("visible=true")).to_have_count(1)

    engineer.gives(lambda: engineer.type("e4"))
    match.order("blue.first_mate", type="mark_gauge", system="mine")
    captain.page.reload()
    expect(captain.page.get_by_role("img", name="own submarine on F8")).to_be_visible(timeout=LONG)
    expect_calls(captain.page, 3, "Mine ready")
    captain.gives(lambda: captain.type("end"))
    for page in (engineer.page, captain.page):
        expect(page.locator("sr-turn")).to_contain_text("Round 4", timeout=LONG)
    expect_each_call_once(match, "blue.engineer", engineer)


@pytest.mark.timeout(240)
def test_offline(
    wire: Wire,
    new_match: Callable[..., Match],
    open_context: Callable[..., BrowserContext],
    watched: Callable[..., Watched],
) -> None:
    """What is said meanwhile is heard afterwards, once; a mark made while away arrives, once."""
    match = new_match(**OPTIONS)
    begin(match)
    context = open_context()
    engineer = watched(context, match.page_url("blue.engineer").replace(match.url, f"http://127.0.0.1:{wire.port}"))
    page = engineer.page
    expect_calls(page, 3, "Head east")
    note_banners(page)

    context.set_offline(True)
    wire.cut()
    expect_banner(page, "Connection lost. Trying again in")
    expect_banner(page, "Your seat is kept.")
    engineer.type("e4")
    match.order("blue.first_mate", type="mark_gauge", system="mine")
    expect_calls(page, 3, "Head east")
    wire.mend()
    context.set_offline(False)

    expect_banner(page, "Back. Nothing was missed.")
    expect_calls(page, 3, "2 of 2 OK")
    expect_calls(page, 3, "Mine ready")
    assert match.view("blue.engineer")["breakdowns"] == ["E2", "E4"]
    match.order("blue.captain", type="drop_mine", cell="G9")
    expect(page.locator("sr-turn")).to_contain_text("Round 4", timeout=LONG)
    expect_each_call_once(match, "blue.engineer", engineer)


@pytest.mark.timeout(240)
def test_the_server_is_started_again(
    tmp_path: Path, open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]
) -> None:
    """With the same port and database the pages come back by themselves, and the match goes on."""
    database = tmp_path / "matches.sqlite3"
    process = ServeProcess("--host", "127.0.0.1", "--port", 0, "--database", database)
    try:
        port = process.port
        match = Match(process.url, OPTIONS)
        begin(match)
        pages = {role: watched(open_context(), match.page_url(f"blue.{role}")) for role in ("engineer", "captain")}
        for one in pages.values():
            expect_calls(one.page, 3, "Head east")
            note_banners(one.page)
        before = {role: calls(one.page) for role, one in pages.items()}

        process.stop()
        for one in pages.values():
            expect_banner(one.page, "The server is restarting. Trying again in")
            expect(one.page.locator(".banner")).to_contain_text("Your orders are kept.")
        process = ServeProcess("--host", "127.0.0.1", "--port", port, "--database", database)
        for one in pages.values():
            expect_banner(one.page, "Back. Nothing was missed.")
        assert {role: calls(one.page) for role, one in pages.items()} == before

        engineer, captain = pages["engineer"], pages["captain"]
        engineer.gives(lambda: engineer.type("e4"))
        match.order("blue.first_mate", type="mark_gauge", system="mine")
        expect_calls(captain.page, 3, "Mine ready")
        captain.gives(lambda: captain.type("mine g9"))
        for one in pages.values():
            expect(one.page.locator("sr-turn")).to_contain_text("Round 4", timeout=LONG)
        for role, one in pages.items():
            expect_calls(one.page, 3, "Mine ready")
            expect_each_call_once(match, f"blue.{role}", one)
        match.close()
    finally:
        process.end()
