"""The code, the link and the QR code that bring players to a match."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from socket import gethostname
from xml.etree import ElementTree

import pytest
import segno

from sonar_referee.server import invitations
from tests.server.client import Client, Meeting
from tests.server.running import Running

LAN = "192.168.1.20"
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def lan_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with one address in its network."""
    monkeypatch.setattr(invitations, "own_addresses", lambda: iter(["127.0.0.1", LAN]))
    monkeypatch.setattr(invitations, "_addresses", invitations.Addresses())


@pytest.fixture(name="on_all", scope="module")
def listening_on_all() -> Iterator[Running]:
    """A server that others in the network reach."""
    with Running(host="0.0.0.0", allowed_hosts=("referee.example",)) as running:
        yield running


@pytest.fixture(name="on_loopback", scope="module")
def listening_on_loopback() -> Iterator[Running]:
    """A server that only this machine reaches."""
    with Running(host="127.0.0.1") as running:
        yield running


def port(client: Client) -> str:
    """The server's port."""
    return client.address.split(":")[1]


def links(client: Client, host: str | None = None) -> set[str]:
    """The join link of a new match as three calls tell it, without its code."""
    headers = {"Host": host} if host else {}
    created = client.call("POST", "/api/matches", json={}, headers=headers).json()
    path = f"/api/matches/{created['match_id']}/invitation"
    invitation = client.call("GET", path, headers=headers).json()
    assert invitation == {"join_code": created["join_code"], "join_url": created["join_url"]}
    qr = client.call("GET", f"/api/join/{created['join_code']}/qr.svg", headers=headers).content
    assert modules(qr) == wanted_modules(created["join_url"])
    assert created["join_url"].endswith(f"/#/join/{created['join_code']}")
    return {created["join_url"].removesuffix(f"/#/join/{created['join_code']}")}


def modules(svg: bytes) -> set[tuple[int, int]]:
    """The dark squares of a QR code drawn with horizontal strokes."""
    dark = set()
    for path in ElementTree.fromstring(svg).iter(f"{SVG}path"):
        x, y = 0.0, 0.0
        for command, numbers in re.findall(
            r"([Mmhvz])([^Mmhvz]*)", path.attrib["d"] if "stroke" in path.attrib else ""
        ):
            values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
            if command == "M":
                x, y = values
            elif command == "m":
                x, y = x + values[0], y + values[1]
            elif command == "h":
                dark |= {(int(x) + step, int(y)) for step in range(int(values[0]))}
                x += values[0]
    return dark


def wanted_modules(text: str) -> set[tuple[int, int]]:
    """The dark squares of a text's QR code with its quiet zone."""
    rows = segno.make(text, error="m", micro=False).matrix_iter(border=3)
    return {(x, y) for y, row in enumerate(rows) for x, square in enumerate(row) if square}


def test_link_asked_for_on_the_machine_itself(on_all: Running) -> None:
    """Asked for by localhost, links carry the address that phones reach, in the answer to creating as well."""
    with Client(on_all.address) as client:
        reached = f"http://{LAN}:{port(client)}"
        for host in (None, f"localhost:{port(client)}", f"[::1]:{port(client)}"):
            assert links(client, host) == {reached}


def test_link_asked_for_in_the_network(on_all: Running) -> None:
    """Asked for from elsewhere, links carry the address that the request came by."""
    with Client(on_all.address) as client:
        for host in ("10.0.0.5:8000", f"{gethostname()}.local:8000", "referee.example"):
            assert links(client, host) == {f"http://{host}"}


def test_link_of_a_server_for_one_machine(on_loopback: Running) -> None:
    """A server that listens on loopback only does not promise more."""
    with Client(on_loopback.address) as client:
        assert links(client) == {f"http://{client.address}"}


def test_qr_code(client: Client) -> None:
    """The QR code is an image of its own, dark on light with a quiet zone; upper and lower case are the same."""
    meeting = client.create()
    answer = client.call("GET", f"/api/join/{meeting.join_code.lower()}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["cache-control"] == "no-store"
    assert b"#0a141e" in answer.content
    assert b"#fff" in answer.content
    assert b"style" not in answer.content
    assert min(min(dark) for dark in modules(answer.content)) == 3


def test_qr_code_of_a_team(client: Client) -> None:
    """A team's QR code leads to that team."""
    meeting = client.create()
    link = client.get(f"{meeting.path}/invitation")["join_url"]
    for team in ("blue", "yellow"):
        answer = client.call("GET", f"/api/join/{meeting.join_code}/qr.svg", params={"team": team})
        assert modules(answer.content) == wanted_modules(f"{link}/{team}")


def test_nothing_to_invite_to(client: Client, meeting: Meeting) -> None:
    """An unknown code, match or team is refused."""
    client.refused("no_such_match", "GET", "/api/join/ZZZZZZ/qr.svg")
    client.refused("no_such_match", "GET", "/api/matches/none/invitation")
    problem = client.refused("malformed", "GET", f"/api/join/{meeting.join_code}/qr.svg", params={"team": "red"})
    assert problem["detail"] == "team: there is no team 'red'; teams are blue, yellow."


@pytest.fixture(name="meeting")
def lobby(client: Client) -> Meeting:
    """A match in the lobby."""
    return client.create()


def test_address_is_kept_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding the address may be slow: it is kept, and looked up again when it may have changed."""
    found = iter(["192.168.1.20", "10.0.0.5"])
    monkeypatch.setattr(invitations, "own_addresses", lambda: iter([next(found)]))
    now = [1000.0]
    monkeypatch.setattr(invitations, "monotonic", lambda: now[0])

    async def ask() -> list[str]:
        addresses = invitations.Addresses()
        told = [await addresses.best(), await addresses.best()]
        now[0] += 60
        return [*told, await addresses.best()]

    assert asyncio.run(ask()) == ["192.168.1.20", "192.168.1.20", "10.0.0.5"]
