"""The browser's pages as files, and the headers that fence them in."""

from __future__ import annotations

import re

import pytest

from sonar_referee.server.pages import WEB
from tests.server.client import Client

PAGES = ("/", "/match/4f0c9a7be211", "/match/4f0c9a7be211/table")
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}


def policy(header: str) -> dict[str, str]:
    """The directives of a content security policy."""
    return {name: value for name, _, value in (part.strip().partition(" ") for part in header.split(";"))}


@pytest.mark.parametrize("path", PAGES)
def test_page(client: Client, path: str) -> None:
    """A page is HTML in UTF-8 with everything it loads on this server."""
    answer = client.call("GET", path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    loaded = re.findall(r'(?:src|href)="([^"]+)"', answer.text)
    assert any(one.endswith(".js") for one in loaded)
    for one in loaded:
        assert one.startswith("/web/")
        assert client.call("GET", one).status_code == 200, one


@pytest.mark.parametrize("path", PAGES)
def test_page_has_nothing_inline(client: Client, path: str) -> None:
    """Scripts and styles are files: the policy allows nothing else."""
    text = client.call("GET", path).text
    assert "<style" not in text
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert not re.search(r"\s(?:style|on\w+)=", text)


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.*")), ids=lambda file: str(file.relative_to(WEB)))
def test_file(client: Client, file: object) -> None:
    """Every file is served with its type, and asked about again, so that a new version shows at once."""
    path = str(file).removeprefix(str(WEB))
    answer = client.call("GET", f"/web{path}")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"
    kind = TYPES.get(f".{path.rsplit('.', 1)[1]}")
    if kind is not None:
        assert answer.headers["content-type"].startswith(kind)
    again = client.call("GET", f"/web{path}", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


@pytest.mark.parametrize("path", ["/web/none.js", "/web/../server/app.py", "/web/%2e%2e/server/app.py", "/web"])
def test_nothing_else_is_served(client: Client, path: str) -> None:
    """There is no way out of the folder, and no list of what is in it."""
    answer = client.call("GET", path)
    assert answer.status_code in (404, 307)
    assert "make_app" not in answer.text


@pytest.mark.parametrize("file", sorted(WEB.rglob("*.js")), ids=lambda file: str(file.relative_to(WEB)))
def test_modules_import_what_is_there(file: object) -> None:
    """Modules import files by paths that exist; nothing comes from elsewhere."""
    path = WEB / str(file)
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for wanted in re.findall(r"""(?:\bfrom|\bimport)\s*\(?\s*"([^"]+)";?""", text):
        assert wanted.startswith("."), wanted
        assert (path.parent / wanted).is_file(), wanted
