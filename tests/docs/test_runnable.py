"""The code blocks that are marked as runnable are run, as a reader would run them."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from sonar_referee.client import Referee
from sonar_referee.games.captain_sonar.terms import SEATS
from tests.client.serving import served
from tests.docs.pages import DOCS, PAGES, blocks_of, runnable

TUTORIAL = DOCS / "tutorial" / "first-match.md"
BOTS = DOCS / "how-to" / "write-a-bot.md"
TRAIN = DOCS / "how-to" / "train-a-bot.md"
ADD_A_MAP = DOCS / "how-to" / "add-a-map.md"


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as url:
        yield url


def test_the_tutorial_shows_what_it_says(url: str) -> None:
    session = "".join(block.code for block in blocks_of(TUTORIAL) if "tutorial" in block.marks)
    ended = subprocess.run(
        [str(shutil.which("sh")), "-eu"],
        input=session,
        env={"SONAR": url, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    printed = [json.loads(line) for line in ended.stdout.splitlines() if line]
    match, bots, started, island, placed, headed, *_rest = printed
    assert len(match["join_code"]) == 6
    assert len(bots["bots"]) == 4
    assert started["status"] == "running"
    assert (island["rule"], island["detail"]) == ("R16", "D1 is an island; a submarine starts on the sea.")
    assert placed["announcements"] == []
    assert [said["text"] for said in headed["announcements"]] == ["DIVE!", "HEAD NORTH"]
    heard, _head, _symbol, gauge, sonar, answer, view, spectator, resigned, record = printed[-10:]
    assert ("yellow", "dive") in [(said["team"], said["kind"]) for said in heard["announcements"]]
    assert "SONAR READY" in [said["text"] for said in gauge["announcements"]]
    assert "ACTIVATING SONAR!" in [said["text"] for said in sonar["announcements"]]
    assert "sonar_answer" in [said["kind"] for said in answer["announcements"]]
    assert view["submarine"]["route"] == ["A9", "A8", "A7"]
    assert "teams" in spectator
    assert resigned["announcements"][-1]["text"] == "GAME OVER, YELLOW WINS!"
    assert record["outcome"] == {"winner": "yellow", "reason": "resignation"}


@pytest.mark.parametrize("kind", ["rest", "websocket"])
@pytest.mark.parametrize("seats", [SEATS[:4], SEATS[:1]], ids=["a crew", "a Captain"])
def test_the_bots_play_to_the_end(url: str, tmp_path: Path, kind: str, seats: tuple[str, ...]) -> None:
    script = tmp_path / "bot.py"
    script.write_text(runnable(BOTS, kind), encoding="utf-8")

    async def scenario() -> str:
        async with Referee(url) as referee, httpx.AsyncClient(base_url=url, trust_env=False) as http:
            match = await referee.create_match({"hull": 1})
            await referee.add_bots(match.match_id, match.host_token, [seat for seat in SEATS if seat not in seats])
            bot = await asyncio.create_subprocess_exec(
                sys.executable,
                "-W",
                "error",
                str(script),
                url,
                match.join_code,
                *seats,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
            taken = False
            while not taken:
                state = (await http.get(f"/api/matches/{match.match_id}")).json()
                taken = all(seat["player"] for seat in state["seats"])
            await referee.start(match.match_id, match.host_token)
            out, _ = await asyncio.wait_for(bot.communicate(), 60)
        assert bot.returncode == 0
        return out.decode()

    printed = asyncio.run(scenario())
    assert re.fullmatch(
        r"over: \{'winner': ('blue'|'yellow'|None), 'reason': '(mutual_destruction|destroyed)'\}\n", printed
    )


def test_the_crews_of_the_environment_play(tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text(runnable(TRAIN, "environment"), encoding="utf-8")
    printed = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = re.fullmatch(r"blue (\d) yellow (\d)\n", printed)
    assert found
    assert 1 <= int(found[1]) + int(found[2]) <= 5


def test_the_map_of_the_how_to_can_be_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from sonar_referee.cli import main

    text = ADD_A_MAP.read_text(encoding="utf-8")
    found = re.search(r"```toml\n(.*?)```", text, re.DOTALL)
    assert found
    (tmp_path / "pond.toml").write_text(re.sub(r"^   ", "", found.group(1), flags=re.MULTILINE), encoding="utf-8")
    for arguments in (["check", str(tmp_path / "pond.toml")], ["show", "pond", "--maps", str(tmp_path)]):
        with pytest.raises(SystemExit) as ended:
            main(["maps", *arguments])
        assert ended.value.code in (0, None)
    assert "The Pond" in capsys.readouterr().out


def test_every_block_that_is_marked_is_run_by_some_test() -> None:
    marks = {mark for page in PAGES for block in blocks_of(page) for mark in block.marks}
    assert marks == {
        "runnable",
        "bot",
        "by-hand",
        "session",
        "tutorial",
        "rest",
        "websocket",
        "environment",
        "arena",
        "game",
    }
