"""The documentation as the tests read it: pages, headings, links and code blocks."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "examples" / "README.md", *sorted(DOCS.rglob("*.md")))

_FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A code block: its language, the words behind it, and its text."""

    language: str
    marks: tuple[str, ...]
    code: str


def text_of(page: Path) -> str:
    """A page's text."""
    return page.read_text(encoding="utf-8")


def prose_of(page: Path) -> str:
    """A page's text without its code blocks."""
    return _FENCE.sub("", text_of(page))


def blocks_of(page: Path) -> list[Block]:
    """A page's code blocks."""
    found = []
    for match in _FENCE.finditer(text_of(page)):
        language, *marks = match["info"].split() or [""]
        found.append(Block(language, tuple(marks), match["code"]))
    return found


def runnable(page: Path, mark: str) -> str:
    """The one code block of a page that is marked `runnable` and `mark`."""
    (block,) = [block for block in blocks_of(page) if {"runnable", mark} <= set(block.marks)]
    return block.code


def links_of(page: Path) -> list[str]:
    """The targets of a page's links."""
    return re.findall(r"\]\(([^)\s]+)\)", prose_of(page))


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ +(.+?) *$", prose_of(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
