"""Every promise names tests that exist."""

from __future__ import annotations

import re

import pytest

from tests.docs.pages import DOCS

TESTS = DOCS.parent / "tests"
PROMISES = (DOCS / "explanation" / "promises.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)(?:::(\w+))?`", PROMISES)))


@pytest.mark.parametrize(("file", "test"), NAMED)
def test_named_test_exists(file: str, test: str) -> None:
    """The file is there, and has the function."""
    text = (TESTS / file).read_text(encoding="utf-8")
    assert re.search(rf"def {test}\(", text) if test else text


def test_each_promise_has_a_proof() -> None:
    """No row of the tables of faults is without a test."""
    rows = [line for line in PROMISES.splitlines() if line.startswith("| ") and not line.startswith("| fault")]
    assert len(rows) > 20
    assert all("test_" in row or row.startswith(("| attempt", "| part")) for row in rows)
