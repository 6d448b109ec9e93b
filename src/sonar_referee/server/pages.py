"""The browser's side: static files, and the pages that load them."""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import FileResponse
from starlette.staticfiles import StaticFiles

WEB = Path(__file__).parents[1] / "web"


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
