"""A bot that waits for games at an address of its own."""

import asyncio
import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest

from sonar_referee.client.sync import Referee, awaited_orders
from sonar_referee.conformance import CannotStart, Terms, address_towards, check, verdict
from sonar_referee.server.settings import Settings

SHORT = {"map": "echo", "first_team": "blue", "max_rounds": 24}


class _Service(http.server.BaseHTTPRequestHandler):
    """Plays each game that it is asked for, in a thread; says no to everything that comes to /busy."""

    players: ClassVar[list[threading.Thread]] = []

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path != "/busy":
            self.players.append(threading.Thread(target=_play, args=(asked,)))
            self.players[-1].start()
        self.send_response(503 if self.path == "/busy" else 204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


def _play(asked: dict[str, Any]) -> None:
    assert [seat.split(".")[1] for seat in asked["seats"]] == ["captain", "first_mate", "engineer", "radio_operator"]
    with Referee(asked["url"]) as referee, referee.connect(asked["match"], asked["token"]) as match:
        for _frame in match:
            while orders := awaited_orders(match.view):
                match.order(orders[0] if orders[0]["type"] != "surface" else orders[-1])
            if match.view["status"] == "finished":
                return


@pytest.fixture(scope="module")
def service() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Service) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()
        for player in _Service.players:
            player.join()


def settings_for(bot: str) -> Settings:
    return Settings(host=address_towards(bot), port=0, bot_delay=0)


@pytest.mark.slow
def test_it_is_asked_for_each_game_and_passes(service: str) -> None:
    bot = f"{service}/play"
    terms = Terms("captain-sonar", games=2, limit=60.0, patience=60.0, options=SHORT)
    found = asyncio.run(check(bot, terms, settings_for(bot), lambda _game: None))
    assert {line.mark for line in verdict(found, 60.0)} == {"ok"}, found
    assert len(_Service.players) == 2


def test_one_that_does_not_want_to_play_is_one_clear_sentence(service: str) -> None:
    bot = f"{service}/busy"
    with pytest.raises(CannotStart, match="does not want to play: it answers with status 503"):
        asyncio.run(check(bot, Terms("captain-sonar", games=1, options=SHORT), settings_for(bot), lambda _game: None))


@pytest.mark.parametrize("bot", ["http://127.0.0.1:99999/", "http://no such host/"])
def test_an_address_that_is_none_is_refused(bot: str) -> None:
    with pytest.raises(CannotStart, match="is no address of a bot"):
        address_towards(bot)


def test_a_command_finds_the_server_on_its_own_machine() -> None:
    assert address_towards("python3 bot.py") == "127.0.0.1"
