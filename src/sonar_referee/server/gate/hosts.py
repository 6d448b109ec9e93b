"""By which names this server may be called.

A page of a stranger can make its own name point to this machine and would then be of the same origin; it cannot make
the browser send another name than its own in the `Host` header.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
from collections.abc import Sequence

from sonar_referee.server.gate.network import Address, read_address
from sonar_referee.wire.problems import Problem

_HOST = re.compile(r"(\[[0-9a-f:.%\w]+\]|[^\s:/@\[\]?#]+)(?::\d{0,5})?", re.IGNORECASE)
_NEAR = tuple(
    ipaddress.ip_network(network)
    for network in (
        "127.0.0.0/8",
        "10.0.0.0/8",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",
        "100.64.0.0/10",  # networks of a provider's own, and of VPNs between friends
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)
_ASK_AGAIN_AFTER = 30.0
"""Seconds after which this machine's full name is looked up again: laptops change networks."""


def host_name(header: str) -> str | None:
    """The name or the address in a `Host` header, without its port; None if it is none."""
    found = _HOST.fullmatch(header)
    return None if found is None else found[1].strip("[]").lower().removesuffix(".")


def names_of(machine: str) -> set[str]:
    """The names of a machine with this name in its own network."""
    own = machine.lower()
    first = own.partition(".")[0]
    return {own, first, f"{own.removesuffix('.local')}.local", f"{first}.local"}


class Hosts:
    """What a `Host` header may be: this machine's names and addresses, and what the settings add."""

    def __init__(self, listens_on: str, allowed: Sequence[str]) -> None:
        self._allowed = {listens_on.lower(), *allowed}
        self._endings = tuple(name[1:] for name in allowed if name.startswith("*."))
        self._all = "*" in allowed
        self._full_name = ""
        self._ask_at = 0.0
        self._asking = asyncio.Lock()

    async def require(self, headers: Sequence[bytes], reached_at: str | None) -> None:
        """Raise `host_not_allowed` unless this server is meant; `reached_at` is its end of the connection."""
        if self._all:
            return
        name = host_name(headers[0].decode("latin-1")) if len(headers) == 1 else None
        if name is None:
            raise Problem("host_not_allowed", "A request has one Host header, with the name or address of this server.")
        if name in self._allowed or name.endswith(self._endings):
            return
        address = read_address(name)
        allowed = await self._is_own_name(name) if address is None else _is_own_address(address, reached_at)
        if not allowed:
            advice = "Its operator can allow the name with the setting allowed_hosts (--allowed-hosts)."
            raise Problem("host_not_allowed", f"This server is not called {name[:80]!r}. {advice}")

    async def _is_own_name(self, name: str) -> bool:
        own = socket.gethostname()
        if name == "localhost" or name.endswith(".localhost") or name in names_of(own):
            return True
        first = own.lower().partition(".")[0]
        return name.startswith(f"{first}.") and name == await self._look_up_full_name()

    async def _look_up_full_name(self) -> str:
        """This machine's name with the domain of its network; beside the event loop, as a name server may be slow."""
        loop = asyncio.get_running_loop()
        async with self._asking:
            if loop.time() >= self._ask_at:
                self._full_name = (await asyncio.to_thread(socket.getfqdn)).lower()
                self._ask_at = loop.time() + _ASK_AGAIN_AFTER
        return self._full_name


def _is_own_address(address: Address, reached_at: str | None) -> bool:
    """Near addresses are this network's; of the others only the one by which the connection came is surely ours."""
    return any(address in network for network in _NEAR) or address == read_address(reached_at or "")
