"""From which pages browsers may send something: those of this server, and what the settings add."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from sonar_referee.wire.problems import Problem

_USUAL_PORTS = (None, 80, 443)


def _place(url: str) -> tuple[str | None, int | None] | None:
    """Host and port of a URL, the port None if it is a usual one; None if it is no URL of a server."""
    try:
        parts = urlsplit(url)
        port = None if parts.port in _USUAL_PORTS else parts.port
    except ValueError:
        return None
    return (parts.hostname, port) if parts.hostname else None


def require_origin(origins: Sequence[bytes], hosts: Sequence[bytes], allowed: Sequence[str]) -> None:
    """Raise `origin_not_allowed` for what a browser sends from a foreign page; who names no origin is no page."""
    if not origins or "*" in allowed:
        return
    origin = origins[0].decode("latin-1").lower()
    place = _place(origin)
    same = len(hosts) == 1 and place is not None and place == _place("//" + hosts[0].decode("latin-1"))
    if len(origins) > 1 or not (same or origin in allowed):
        advice = "Its operator can allow the page's origin with the setting allowed_origins (--allowed-origins)."
        raise Problem("origin_not_allowed", f"Pages of {origin[:80]!r} may not use this server. {advice}")
