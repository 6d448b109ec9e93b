"""The README's session is run word for word."""

import json
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from tests.client.serving import served
from tests.docs.pages import ROOT, runnable

SESSION = runnable(ROOT / "README.md", "session")


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as url:
        yield url


@pytest.mark.parametrize("shell", ["bash", "sh"])
def test_the_session_shows_what_the_readme_says(url: str, shell: str) -> None:
    ended = subprocess.run(
        [str(shutil.which(shell)), "-eu"],
        input=SESSION,
        env={"SONAR": url, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    bots, started, placed, headed, view, ended_round, heard, news = map(_read, ended.stdout.splitlines())
    assert len(bots["bots"]) == 7
    assert started["status"] == "running"
    assert placed == {"seq": 0, "announcements": []}
    assert [one["text"] for one in headed["announcements"]] == ["DIVE!", "HEAD NORTH"]
    assert view["submarine"]["route"] == ["C6", "C5"]
    assert view["legal_orders"] == [{"type": "end_round"}]
    assert ended_round["seq"] == 5
    assert [one["kind"] for one in heard["announcements"][:5]] == [
        "dive",
        "heading",
        "crew_ok",
        "crew_ok",
        "round_ended",
    ]
    assert [(one["team"], one["kind"]) for one in news["announcements"][:2]] == [
        ("yellow", "dive"),
        ("yellow", "heading"),
    ]


def _read(line: str) -> Any:
    return json.loads(line)


def test_the_session_is_for_the_address_that_serve_has_by_default() -> None:
    assert SESSION.startswith("SONAR=${SONAR:-http://127.0.0.1:8000}\n")


def test_it_says_that_it_is_unofficial() -> None:
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert "Sonar Referee is unofficial. It is not affiliated" in readme


def test_the_bot_has_fewer_than_25_lines() -> None:
    """That it plays, and comes back after a cut, is tested with the check of bots."""
    assert len(runnable(ROOT / "README.md", "bot").splitlines()) < 25
