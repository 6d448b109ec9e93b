"""The browser's side: static files, the pages that load them, and the headers that fence them in."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WEB = Path(__file__).parents[1] / "web"

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_UNFENCED = ("/docs", "/static-offline-docs")
"""The API's documentation page brings a script of its own."""


class Fence:
    """Sends the security headers with every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request with the headers added."""
        if scope["type"] != "http" or scope["path"].startswith(_UNFENCED):
            await self._app(scope, receive, send)
            return

        async def fenced(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                if scope["path"].startswith("/web/"):
                    headers["Cache-Control"] = "no-cache"  # kept, but asked about: a new version shows at once
            await send(message)

        await self._app(scope, receive, fenced)


def install_pages(app: FastAPI) -> None:
    """Serve the pages and what they load."""

    async def front() -> FileResponse:
        return FileResponse(WEB / "index.html")

    async def match() -> FileResponse:
        return FileResponse(WEB / "match.html")

    app.add_api_route("/", front, include_in_schema=False)
    app.add_api_route("/match/{match_id}", match, include_in_schema=False)
    app.add_api_route("/match/{match_id}/table", match, include_in_schema=False)
    app.mount("/web", GZipMiddleware(StaticFiles(directory=WEB), minimum_size=1000), name="web")
    app.add_middleware(Fence)
