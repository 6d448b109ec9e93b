"""A real browser against a real server."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.browser.crew import Match, Watched
from tests.cli.process import ServeProcess


def chromium_path() -> str | None:
    """The system's Chromium, if it has one; otherwise playwright's own is used."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for the tests of a file; longer it must not live, as its event loop would be in others' way."""
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
    expect.set_options(timeout=15_000)  # a busy machine is not a failure
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=chromium_path(), args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    """One server for the tests of a file; its bots do not wait."""
    database: Path = tmp_path_factory.mktemp("browser") / "matches.sqlite3"
    process = ServeProcess("--host", "127.0.0.1", "--port", 0, "--database", database, "--bot-delay", 0)
    yield process
    process.end()


@pytest.fixture
def open_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Opens browser contexts, each a device of its own, and closes them at the end."""
    opened: list[BrowserContext] = []

    def open_one(width: int = 1440, height: int = 900, **options: Any) -> BrowserContext:
        opened.append(browser.new_context(viewport={"width": width, "height": height}, **options))
        opened[-1].set_default_timeout(15_000)
        return opened[-1]

    yield open_one
    for context in opened:
        context.close()


@pytest.fixture
def new_match(server: ServeProcess) -> Iterator[Callable[..., Match]]:
    """Makes matches over HTTP, as a host's program would."""
    made: list[Match] = []

    def make(**options: object) -> Match:
        made.append(Match(server.url, options))
        return made[-1]

    yield make
    for match in made:
        match.close()


@pytest.fixture
def watched() -> Iterator[Callable[..., Watched]]:
    """Opens pages whose console and network are watched; a page that complained fails the test."""
    pages: list[Watched] = []

    def watch(context: BrowserContext, url: str) -> Watched:
        pages.append(Watched(context, url))
        return pages[-1]

    yield watch
    for page in pages:
        page.require_no_complaints()
