"""Under which names the server lets itself be called: what keeps a stranger's page from posing as ours."""

from __future__ import annotations

import asyncio
import socket

import pytest

from sonar_referee.server.gate.hosts import Hosts, host_name
from sonar_referee.wire.problems import Problem
from tests.server.client import Client, problem_in
from tests.server.gate.calls import Calls
from tests.server.running import Running

NEAR = (
    "localhost",
    "localhost:8000",
    "LocalHost.",
    "sonar.localhost:8000",
    "127.0.0.1:8000",
    "127.3.2.1",
    "[::1]:8000",
    "10.0.0.5",
    "172.16.0.1:80",
    "172.31.255.254",
    "192.168.178.20:8000",
    "169.254.7.7",
    "100.100.100.100",
    "[fd00::5]:8000",
    "[fe80::1%25eth0]:8000",
    "[::ffff:192.168.1.5]",
)
FOREIGN = (
    "evil.example",
    "evil.example:8000",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "192.168.1.5.nip.io",
    "laptop.evil.example",
    "laptopx",
    "8.8.8.8",
    "172.32.0.1",
    "[2001:db8::1]:8000",
    "",
    "a b",
    "localhost:8000:1",
    "evil.example@localhost",
    "localhost/evil.example",
    "[localhost",
)


def allowed(name: str, *further: str, listens_on: str = "0.0.0.0", reached_at: str = "192.168.1.5") -> bool:
    """Whether a server is called by this name."""
    try:
        asyncio.run(Hosts(listens_on, further).require([name.encode("latin-1")], reached_at))
    except Problem:
        return False
    return True


@pytest.fixture(autouse=True)
def on_a_laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with a name, in a network with a domain."""
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop")
    monkeypatch.setattr(socket, "getfqdn", lambda: "laptop.fritz.box")


@pytest.mark.parametrize("name", NEAR)
def test_near_names_are_allowed(name: str) -> None:
    """Loopback and every address of a private network need no setting, whatever the port."""
    assert allowed(name)


@pytest.mark.parametrize("name", ["laptop", "LAPTOP:8000", "laptop.local", "laptop.fritz.box:8000"])
def test_the_machines_own_names_are_allowed(name: str) -> None:
    """So are the machine's name, its name in mDNS, and its full name in this network."""
    assert allowed(name)


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_names_are_refused(name: str) -> None:
    """Nothing else is, however near it looks."""
    assert not allowed(name)


def test_a_full_name_under_another_machines_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name server that is not ours cannot give this machine any name it likes."""
    monkeypatch.setattr(socket, "getfqdn", lambda: "evil.example")
    assert not allowed("evil.example")


def test_names_are_those_of_now(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is renamed is called by its new name at once."""
    hosts = Hosts("0.0.0.0", ())

    async def scenario() -> None:
        await hosts.require([b"laptop.local"], None)
        monkeypatch.setattr(socket, "gethostname", lambda: "desktop")
        await hosts.require([b"desktop.local"], None)
        with pytest.raises(Problem):
            await hosts.require([b"laptop.local"], None)

    asyncio.run(scenario())


def test_strangers_cannot_make_it_ask_a_name_server(monkeypatch: pytest.MonkeyPatch) -> None:
    """The full name is looked up only for a name that could be it, and not again and again."""
    asked = []

    def ask() -> str:
        asked.append(1)
        return "laptop.fritz.box"

    monkeypatch.setattr(socket, "getfqdn", ask)
    hosts = Hosts("0.0.0.0", ())

    async def scenario() -> None:
        for name in (b"evil.example", b"laptop.one", b"laptop.two", b"laptop.fritz.box"):
            try:
                await hosts.require([name], None)
            except Problem:
                assert name != b"laptop.fritz.box"

    asyncio.run(scenario())
    assert len(asked) == 1


def test_an_address_by_which_a_connection_came_is_ours() -> None:
    """A public address of this machine is known by the connection itself, also after it has changed."""
    assert allowed("203.0.113.7:8000", reached_at="203.0.113.7")
    assert allowed("[2001:db8::7]", reached_at="2001:db8::7")
    assert not allowed("203.0.113.7:8000", reached_at="203.0.113.8")


def test_what_it_listens_on_and_what_is_set_is_allowed() -> None:
    """The setting takes names, all names below one, and everything."""
    assert allowed("sonar.example.org", listens_on="sonar.example.org")
    assert allowed("sonar.example.org:443", "sonar.example.org")
    assert not allowed("www.sonar.example.org", "sonar.example.org")
    assert allowed("a.b.example.org", "*.example.org")
    assert not allowed("example.org", "*.example.org")
    assert not allowed("evilexample.org", "*.example.org")
    assert allowed("anything.example", "*")


@pytest.mark.parametrize("headers", [[], [b"localhost", b"localhost"], [b"localhost", b"evil.example"]])
def test_one_host_header(headers: list[bytes]) -> None:
    """None or two of them is nothing to rely on."""
    with pytest.raises(Problem, match="one Host header"):
        asyncio.run(Hosts("0.0.0.0", ()).require(headers, None))


def test_host_name() -> None:
    """Ports, brackets, capitals and a dot at the end do not count."""
    assert host_name("Sonar.Example.:8000") == "sonar.example"
    assert host_name("[FE80::1]:8000") == "fe80::1"
    assert host_name("a:b") is None


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", "/web/pages/front.js", "/docs", "/nothing"])
def test_every_address_is_guarded(path: str) -> None:
    """The refusal is a problem that says how the name can be allowed."""
    answer = asyncio.run(Calls().call("GET", path, host="evil.example"))
    detail = problem_in(answer, "host_not_allowed")["detail"]
    assert "evil.example" in detail
    assert "--allowed-hosts" in detail


def test_a_socket_under_a_foreign_name_is_not_opened() -> None:
    """The handshake is answered with the same problem."""
    with Running() as running, Client(running.address) as client:
        path = f"{client.create().path}/ws"
        upgrade = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        assert client.ask("GET", path, headers=upgrade).status_code == 101
        problem_in(client.ask("GET", path, headers={**upgrade, "Host": "evil.example"}), "host_not_allowed")
        foreign = {**upgrade, "Origin": "https://evil.example"}
        problem_in(client.ask("GET", path, headers=foreign), "origin_not_allowed")
        own = {**upgrade, "Origin": f"http://{client.address}"}
        assert client.ask("GET", path, headers=own).status_code == 101
