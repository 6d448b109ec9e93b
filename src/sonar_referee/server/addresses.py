"""Under which address the others in the local network find this machine. Nothing is sent to find that out."""

from __future__ import annotations

import ipaddress
import socket
import struct
from collections.abc import Iterable, Iterator

LOOPBACK = "127.0.0.1"
ANY = ("0.0.0.0", "::")
"""What a server listens on that listens on all of its machine's addresses."""
_ELSEWHERE = ("203.0.113.1", 9)
"""An address reserved for documentation: the way to it is the way out of this network."""
_VIRTUAL = ("docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni", "tun", "tap", "wg")
"""How the names of interfaces begin behind which no guest of a game night is."""
_SIOCGIFADDR = 0x8915
"""Linux: ask for an interface's address."""


def shown_address(host: str, port: int, scheme: str = "http") -> tuple[str, bool]:
    """The URL to print for a server on `host`, and whether other machines reach it."""
    address = best_address(own_addresses()) if host in ANY else host
    bracketed = f"[{address}]" if ":" in address else address
    return f"{scheme}://{bracketed}:{port}/", not is_loopback(address)


def best_address(found: Iterable[str]) -> str:
    """The first private address, else the first that is neither link-local nor loopback, else any, else loopback."""
    return min((address for address in found if not is_loopback(address)), key=_strangeness, default=LOOPBACK)


def own_addresses() -> Iterator[str]:
    """The IPv4 addresses of this machine, the likeliest first."""
    yield from _on_the_way_out()
    yield from _of_interfaces()
    yield from _of_the_name()


def is_loopback(address: str) -> bool:
    """Whether only this machine itself reaches an address or a name."""
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _strangeness(address: str) -> int:
    parsed = ipaddress.ip_address(address)
    if parsed.is_link_local:
        return 2
    return 0 if parsed.is_private else 1


def _on_the_way_out() -> Iterator[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)  # chooses an interface; a datagram socket sends nothing for that
        except OSError:
            return
        yield str(probe.getsockname()[0])


def _of_interfaces() -> Iterator[str]:
    try:
        import fcntl  # noqa: PLC0415 - not everywhere
    except ImportError:
        return
    names = [name for _number, name in socket.if_nameindex()]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        for name in sorted(names, key=lambda one: one.startswith(_VIRTUAL)):
            try:
                answer = fcntl.ioctl(asking, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            yield socket.inet_ntoa(answer[20:24])


def _of_the_name() -> Iterator[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return
    for _family, _kind, _protocol, _name, address in found:
        yield str(address[0])
