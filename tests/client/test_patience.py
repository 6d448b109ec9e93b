"""A client that comes too often is told so by the server, waits, and loses nothing."""

import asyncio
import http.server
import threading
from collections.abc import Iterator
from typing import ClassVar

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from sonar_referee.client import Referee, Refused, Unreachable
from sonar_referee.games.captain_sonar.terms import SEATS
from tests.client.serving import served


@pytest.mark.slow
def test_calls_that_come_too_fast_are_made_again() -> None:
    """A match is filled and played at a server that takes less than the client wants to send."""

    async def scenario(url: str) -> None:
        async with Referee(url) as referee:
            created = await referee.create_match({"first_team": "blue"})
            tokens = [(await referee.join(created.match_id, "Ada", [seat])).player_token for seat in SEATS]
            await referee.start(created.match_id, created.host_token)
            async with (
                referee.connect(created.match_id, tokens[0]) as blue,
                referee.connect(created.match_id, tokens[4]) as yellow,
            ):
                await yellow.order({"type": "place", "cell": "H8"})
                await blue.order({"type": "place", "cell": "A5"})
                codes = []
                for _ in range(45):  # more than may come at once
                    with pytest.raises(Refused) as refusal:
                        await blue.order({"type": "head", "heading": "up"})
                    codes.append(refusal.value.code)
                assert set(codes) == {"malformed"}
                await blue.order({"type": "head", "heading": "north"})
                assert blue.view["submarine"]["cell"] == "A4"

    with served(requests_per_second=5, frames_per_second=20) as url:
        asyncio.run(scenario(url))


class _Busy(http.server.BaseHTTPRequestHandler):
    """Says the first two times that it is too busy: always to look at something, or always to do something."""

    asked: ClassVar[list[str]] = []

    def _answer(self) -> None:
        self.asked.append(self.command)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        busy = len(self.asked) <= 2
        body = b'{"type":"t","title":"t","status":503,"detail":"Busy.","code":"not_ready"}' if busy else b"{}"
        self.send_response(503 if busy else 200)
        if busy:
            self.send_header("Retry-After", "0")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(name="busy")
def busy_server() -> Iterator[str]:
    _Busy.asked.clear()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Busy) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_what_only_looks_is_asked_again_of_a_server_that_is_not_ready(busy: str) -> None:
    async def scenario() -> None:
        async with Referee(busy) as referee:
            assert await referee.map("alpha") == {}

    asyncio.run(scenario())
    assert _Busy.asked == ["GET"] * 3


def test_what_might_be_done_already_is_not_asked_again(busy: str) -> None:
    """A server that fails in the middle may have done it."""

    async def scenario() -> None:
        async with Referee(busy) as referee:
            with pytest.raises(Refused, match="Busy"):
                await referee.create_match({})

    asyncio.run(scenario())
    assert _Busy.asked == ["POST"]


def test_a_refused_handshake_says_why() -> None:
    """The reason is the server's own, not that nobody answers."""

    async def scenario(url: str) -> None:
        async with Referee(url) as referee:
            created = await referee.create_match({})
            async with referee.connect(created.match_id):
                with pytest.raises(Refused) as refusal:
                    async with referee.connect(created.match_id):
                        pass
        assert refusal.value.code == "too_many"

    with served(connections_per_address=1) as url:
        asyncio.run(scenario(url))


def test_a_handshake_that_something_else_refuses() -> None:
    async def scenario() -> None:
        async def never(_connection: ServerConnection) -> None:
            raise AssertionError

        def refuse(connection: ServerConnection, _request: Request) -> Response:
            return connection.respond(http.HTTPStatus.FORBIDDEN, "[1]")

        async with serve(never, "127.0.0.1", 0, process_request=refuse) as server:
            port = next(iter(server.sockets)).getsockname()[1]
            async with Referee(f"http://127.0.0.1:{port}") as referee:
                with pytest.raises(Unreachable):
                    async with referee.connect("x"):
                        pass

    asyncio.run(scenario())
