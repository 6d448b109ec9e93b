"""The headers that fence every answer in: no foreign code, no frames, no referrers."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_POLICY_OF_DOCS = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""The API's documentation page brings a script of its own."""
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def fence(path: str) -> dict[str, str]:
    """The headers for an answer from this path."""
    policy = _POLICY_OF_DOCS if path in ("/docs", "/docs/oauth2-redirect") else _POLICY
    return {"Content-Security-Policy": policy, **_ALWAYS}


class Fence:
    """Sends the headers with every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request with the headers added."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def fenced(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(fence(scope["path"]))
                if scope["path"].startswith("/web/"):
                    headers["Cache-Control"] = "no-cache"  # kept, but asked about: a new version shows at once
            await send(message)

        await self._app(scope, receive, fenced)
