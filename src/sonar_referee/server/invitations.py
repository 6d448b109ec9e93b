"""Links that players join with, on an address that their devices reach."""

from __future__ import annotations

import asyncio
import io
from time import monotonic

import segno
from fastapi import Request

from sonar_referee.server.addresses import ANY, best_address, is_loopback, own_addresses

_KEPT_FOR = 30.0
"""Seconds after which this machine's address is looked up again: laptops change networks."""


class Addresses:
    """The address of this machine in its network, looked up now and then."""

    def __init__(self) -> None:
        self._found = ""
        self._until = 0.0

    async def best(self) -> str:
        """The address to tell others; looked up beside the event loop, as a name server may be slow."""
        if monotonic() >= self._until:
            self._found = await asyncio.to_thread(lambda: best_address(own_addresses()))
            self._until = monotonic() + _KEPT_FOR
        return self._found


_addresses = Addresses()


async def join_url(request: Request, join_code: str, team: str | None = None) -> str:
    """The link for a code: on the address that the request came by, or on the LAN's if that is only this machine's."""
    base = request.base_url
    listens_to_all = request.app.state.settings.host in ANY
    if listens_to_all and is_loopback(base.hostname or ""):
        base = base.replace(hostname=await _addresses.best())
    return f"{base}#/join/{join_code}{f'/{team}' if team else ''}"


def qr_code(text: str) -> bytes:
    """A QR code as SVG, dark on light with its quiet zone, without a size of its own."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=3, omitsize=True, light="#ffffff", dark="#0a141e", svgclass=None, lineclass=None)
    return out.getvalue()
