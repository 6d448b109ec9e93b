"""The HTTP side of the client, against a real server."""

import asyncio
import http.server
import threading
from collections.abc import Iterator

import pytest

from sonar_referee.client import Referee, Refused, Unreachable
from sonar_referee.games.captain_sonar.terms import SEATS
from tests.client.serving import served


def test_a_match_is_created_filled_and_started(url: str) -> None:
    async def scenario() -> None:
        async with Referee(url) as referee:
            match = await referee.create_match({"map": "bravo"}, name="Friday", public=False)
            player = await referee.join(match.match_id, "Ada", ["blue.captain"])
            bots = await referee.add_bots(match.match_id, match.host_token, SEATS[1:])
            started = await referee.start(match.match_id, match.host_token)
        assert player.seats == ["blue.captain"]
        assert [bot.seats for bot in bots.bots] == [[seat] for seat in SEATS[1:]]
        assert (started.status, started.name, started.options["map"]) == ("running", "Friday", "bravo")
        assert [seat.player for seat in started.seats][:2] == ["Ada", "random bot"]

    asyncio.run(scenario())


def test_a_map_is_described(url: str) -> None:
    async def scenario() -> None:
        async with Referee(url) as referee:
            chart = await referee.map("alpha")
        assert chart["grid"][0] == "...#......"

    asyncio.run(scenario())


def test_a_refusal_has_the_problems_members(url: str) -> None:
    async def scenario() -> None:
        async with Referee(url) as referee:
            with pytest.raises(Refused, match="There is no map 'atlantis'") as refusal:
                await referee.create_match({"map": "atlantis"})
        assert (refusal.value.code, refusal.value.status, refusal.value.rule) == ("no_such_map", 404, None)

    asyncio.run(scenario())


def test_the_host_password_is_sent() -> None:
    async def scenario(url: str) -> None:
        async with Referee(url) as stranger:
            with pytest.raises(Refused) as refusal:
                await stranger.create_match({})
        assert refusal.value.code == "not_authenticated"
        async with Referee(url, "sesame") as referee:
            assert (await referee.create_match({})).match_id

    with served(host_password="sesame") as url:
        asyncio.run(scenario(url))


class _SomethingElse(http.server.BaseHTTPRequestHandler):
    """Answers every POST with 200 or, for `/api/matches/x/…`, with 404, and never as a Sonar Referee would."""

    def do_POST(self) -> None:
        self.send_response(404 if "/x/" in self.path else 200)
        self.end_headers()
        self.wfile.write(b"<html>hello</html>")

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def other_server() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _SomethingElse) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_another_kind_of_server_is_told_apart(other_server: str) -> None:
    async def scenario() -> None:
        async with Referee(other_server) as referee:
            with pytest.raises(Unreachable, match="is no Sonar Referee"):
                await referee.create_match({})
            with pytest.raises(Unreachable, match="is no Sonar Referee"):
                await referee.start("x", "token")

    asyncio.run(scenario())


def test_no_server_is_one_clear_sentence() -> None:
    async def scenario() -> None:
        async with Referee("http://127.0.0.1:1") as referee:
            with pytest.raises(Unreachable, match="No server answers at"):
                await referee.create_match({})

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "url", ["nonsense", "127.0.0.1:8000", "http://", "http://[", "http://127.0.0.1:99999", "ftp://x"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Unreachable, match="is no address of a server"):
        Referee(url)
