"""Which of a machine's addresses is shown to the others."""

import socket
from typing import Any

import pytest

from sonar_referee.server import addresses
from sonar_referee.server.addresses import best_address, own_addresses, shown_address


@pytest.mark.parametrize(
    ("found", "best"),
    [
        (["127.0.0.1", "8.8.4.4", "192.168.1.20"], "192.168.1.20"),
        (["10.0.0.5", "192.168.1.20"], "10.0.0.5"),
        (["169.254.7.7", "8.8.4.4"], "8.8.4.4"),
        (["127.0.1.1", "169.254.7.7"], "169.254.7.7"),
        (["127.0.0.1", "127.0.1.1"], "127.0.0.1"),
        ([], "127.0.0.1"),
    ],
)
def test_a_private_address_is_best_and_loopback_the_last_resort(found: list[str], best: str) -> None:
    assert best_address(found) == best


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("0.0.0.0", ("http://192.168.1.20:8000/", True)),
        ("::", ("http://192.168.1.20:8000/", True)),
        ("10.1.2.3", ("http://10.1.2.3:8000/", True)),
        ("fd00::7", ("http://[fd00::7]:8000/", True)),
        ("ada.local", ("http://ada.local:8000/", True)),
        ("localhost", ("http://localhost:8000/", False)),
        ("127.0.0.1", ("http://127.0.0.1:8000/", False)),
        ("::1", ("http://[::1]:8000/", False)),
    ],
)
def test_the_address_that_is_listened_on_is_shown(
    monkeypatch: pytest.MonkeyPatch, host: str, shown: tuple[str, bool]
) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["192.168.1.20"])
    assert shown_address(host, 8000) == shown


def test_a_machine_with_loopback_alone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "own_addresses", lambda: ["127.0.0.1"])
    assert shown_address("0.0.0.0", 8000) == ("http://127.0.0.1:8000/", False)


def test_own_addresses_are_addresses() -> None:
    for address in own_addresses():
        socket.inet_aton(address)


def test_interfaces_of_virtual_machines_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    known = {b"docker0": "172.17.0.1", b"wlan0": "192.168.1.20", b"lo": "127.0.0.1"}

    def ioctl(_asking: object, _question: int, packed: bytes) -> bytes:
        name = packed.rstrip(b"\0")
        if name not in known:
            raise OSError("no address")
        return bytes(20) + socket.inet_aton(known[name]) + bytes(8)

    def nothing(*_args: Any) -> Any:
        raise OSError("unreachable")

    monkeypatch.setattr(fcntl, "ioctl", ioctl)
    monkeypatch.setattr(socket, "if_nameindex", lambda: enumerate(["docker0", "eth0", "lo", "wlan0"]))
    monkeypatch.setattr(socket, "getaddrinfo", nothing)
    monkeypatch.setattr(socket.socket, "connect", nothing)
    assert list(own_addresses()) == ["127.0.0.1", "192.168.1.20", "172.17.0.1"]
    assert best_address(own_addresses()) == "192.168.1.20"


def test_without_interfaces_to_ask_the_name_of_the_machine_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args: [(0, 0, 0, "", ("192.168.1.20", 0))])
    assert "192.168.1.20" in list(own_addresses())
