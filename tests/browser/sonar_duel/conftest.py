"""Duels, on a server that also has a small map on which a duel is short."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.crew import Match, Watched
from tests.browser.sonar_duel.duel import STRAIT, Player
from tests.cli.process import ServeProcess


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    """One server for all duels; its bots do not wait."""
    folder: Path = tmp_path_factory.mktemp("duel")
    (folder / "maps").mkdir()
    (folder / "maps" / "strait.toml").write_text(STRAIT)
    process = ServeProcess(
        *("--host", "127.0.0.1", "--port", 0, "--database", folder / "matches.sqlite3"),
        *("--bot-delay", 0, "--maps", folder / "maps"),
    )
    yield process
    process.end()


@pytest.fixture
def new_duel(server: ServeProcess) -> Iterator[Callable[..., Match]]:
    """Makes duels that have begun: of Ada, blue, and Wren, yellow."""
    made: list[Match] = []

    def make(names: tuple[str, str] = ("Ada", "Wren"), **options: object) -> Match:
        made.append(Match(server.url, {"map": "strait"} | options, "sonar-duel"))
        for name, seat in zip(names, ("blue", "yellow"), strict=True):
            made[-1].join(name, seat)
        made[-1].start()
        return made[-1]

    yield make
    for match in made:
        match.close()


@pytest.fixture
def player(open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]) -> Callable[..., Player]:
    """Opens a player's page at a device of its own."""

    def sit(match: Match, seat: str, **device: object) -> Player:
        return Player(watched(open_context(**device), match.page_url(seat)), seat)

    return sit
