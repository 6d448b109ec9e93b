"""Starting and stopping a server from Python."""

import asyncio
import socket
from typing import Any

import httpx
import pytest

from sonar_referee.server.errors import CannotServe
from sonar_referee.server.run import Server, bind, local_url, serving
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore, StoreFailed


def settings(**chosen: Any) -> Settings:
    return Settings(**{"host": "127.0.0.1", "port": 0, **chosen})


def test_a_server_serves_for_the_time_of_the_block_and_closes_its_store() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        async with serving(settings(), store) as url, httpx.AsyncClient(trust_env=False) as http:
            assert (await http.get(f"{url}/readyz")).status_code == 200
        with pytest.raises(StoreFailed):
            await store.matches()

    asyncio.run(scenario())


def test_a_block_that_fails_ends_the_server_as_well() -> None:
    async def scenario() -> None:
        store = MemoryStore()
        with pytest.raises(ZeroDivisionError):
            async with serving(settings(), store):
                raise ZeroDivisionError
        with pytest.raises(StoreFailed):
            await store.matches()

    asyncio.run(scenario())


def test_a_port_in_use_closes_the_store() -> None:
    async def scenario(port: int) -> None:
        store = MemoryStore()
        with pytest.raises(CannotServe, match=f"Cannot listen on port {port} of 127.0.0.1"):
            async with serving(settings(port=port), store):
                pass
        with pytest.raises(StoreFailed):
            await store.matches()

    with socket.create_server(("127.0.0.1", 0)) as taken:
        asyncio.run(scenario(taken.getsockname()[1]))


def test_a_server_stopped_before_it_listens_never_does() -> None:
    listened: list[int] = []
    server = Server(settings(), MemoryStore(), listened.append)
    server.stop()
    asyncio.run(server.run())
    assert listened == []


def test_a_name_with_several_addresses_means_the_one_of_version_4(monkeypatch: pytest.MonkeyPatch) -> None:
    six = (socket.AF_INET6, socket.SOCK_STREAM, 6, "", ("::1", 0, 0, 0))
    four = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 0))
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_kwargs: [six, four])
    with bind(settings(host="localhost")) as bound:
        assert bound.family == socket.AF_INET


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("0.0.0.0", "http://127.0.0.1:8000"),
        ("::", "http://[::1]:8000"),
        ("::1", "http://[::1]:8000"),
        ("localhost", "http://localhost:8000"),
        ("192.168.1.20", "http://192.168.1.20:8000"),
    ],
)
def test_this_machine_reaches_a_server_where_it_listens(host: str, url: str) -> None:
    assert local_url(settings(host=host), 8000) == url
