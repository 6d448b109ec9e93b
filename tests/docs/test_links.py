"""Every link inside the documentation leads somewhere."""

from pathlib import Path

import pytest

from tests.docs.pages import DOCS, PAGES, ROOT, anchors_of, links_of, text_of


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_internal_link_resolves(page: Path) -> None:
    for link in links_of(page):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_file(), link
        assert not anchor or anchor in anchors_of(target), link


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=_name)
def test_every_page_is_in_the_index(page: Path) -> None:
    index = DOCS / "README.md"
    linked = {(DOCS / link).resolve() for link in links_of(index)}
    assert page == index or page in linked


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_lines_fit_and_pages_end_with_a_line_end(page: Path) -> None:
    text = text_of(page)
    assert text.endswith("\n")
    inside_code = False
    for line in text.splitlines():
        inside_code ^= line.lstrip().startswith("```")
        assert inside_code or "|" in line or len(line) <= 120, line
        assert line == line.rstrip(), line
