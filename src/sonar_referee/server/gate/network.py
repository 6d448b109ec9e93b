"""From where a client comes."""

from __future__ import annotations

import ipaddress

from starlette.types import Scope

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_ONE_SUBSCRIBER = 64
"""Bits of an IPv6 address that are given out together: its holder has all addresses below."""


def read_address(text: str) -> Address | None:
    """The address in a text, an IPv4 address in IPv6 clothes as IPv4; None if it is none."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def address_of(scope: Scope) -> str:
    """What counts as one address: an IPv4 address, or the IPv6 network of one subscriber."""
    client = scope.get("client")
    text = str(client[0]) if client else ""
    if ":" not in text:
        return text
    address = read_address(text)
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((address, _ONE_SUBSCRIBER), strict=False))
    return str(address or text)
