"""The example bots keep to the protocol, and can be started by hand as their page says."""

import asyncio
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator

import pytest

from sonar_referee.client import Referee
from sonar_referee.conformance import Terms, check, verdict
from sonar_referee.games.captain_sonar.terms import SEATS
from sonar_referee.server.settings import Settings
from tests.client.serving import served
from tests.docs.pages import ROOT, runnable

EXAMPLES = ROOT / "examples"
SHORT = {"map": "echo", "first_team": "blue", "max_rounds": 24}
BOTS = {
    "websocket_bot.py": (sys.executable, "-W", "error"),
    "rest_bot.py": (sys.executable, "-W", "error"),
    "curl_bot.sh": ("sh",),
}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as url:
        yield url


def test_every_example_is_tried() -> None:
    assert {file.name for file in EXAMPLES.iterdir()} == {"README.md", *BOTS}


@pytest.mark.parametrize(("file", "how"), BOTS.items(), ids=BOTS)
def test_it_passes_the_check(file: str, how: tuple[str, ...]) -> None:
    settings = Settings(host="127.0.0.1", port=0, bot_delay=0)
    terms = Terms("captain-sonar", games=2, limit=60.0, patience=60.0, options=SHORT)
    lines = verdict(
        asyncio.run(check(shlex.join([*how, str(EXAMPLES / file)]), terms, settings, lambda _game: None)), 60.0
    )
    assert {line.mark for line in lines} == {"ok"}, lines


@pytest.mark.parametrize(("file", "how"), BOTS.items(), ids=BOTS)
def test_it_plays_a_single_seat(url: str, file: str, how: tuple[str, ...]) -> None:
    """The view of one seat has another shape: its legal orders name no seat."""

    async def scenario() -> tuple[int | None, str, str]:
        async with Referee(url) as referee:
            match = await referee.create_match(SHORT)
            player = await referee.join(match.match_id, "Example", ["yellow.captain"])
            others = [seat for seat in SEATS if seat != "yellow.captain"]
            await referee.add_bots(match.match_id, match.host_token, others)
            await referee.start(match.match_id, match.host_token)
            bot = await asyncio.create_subprocess_exec(
                *how,
                str(EXAMPLES / file),
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                env=os.environ
                | {
                    "SONAR_URL": url,
                    "SONAR_MATCH": match.match_id,
                    "SONAR_TOKEN": player.player_token,
                    "SONAR_SEATS": "yellow.captain",
                },
            )
            printed, _ = await asyncio.wait_for(bot.communicate(), 60)
            assert (await referee.match(match.match_id)).status == "finished"
            orders = (await referee.record(match.match_id)).orders
            assert {order.player for order in orders if order.seat == "yellow.captain"} == {"Example"}
        return bot.returncode, *printed.decode().partition("\n")[::2]

    code, first, rest = asyncio.run(scenario())
    assert (code, rest) == (0, "")
    assert first.startswith("over: {")
    assert "reason" in first


def test_it_is_started_by_hand_as_the_page_says(url: str) -> None:
    async def scenario() -> tuple[int | None, bytes]:
        async with Referee(url) as referee:
            match = await referee.create_match(SHORT)
            await referee.add_bots(match.match_id, match.host_token, SEATS[4:])
            session = runnable(EXAMPLES / "README.md", "by-hand")
            assert "SONAR_URL=http://127.0.0.1:8000\n" in session
            session = session.replace("http://127.0.0.1:8000", url).replace("K7QX2M", match.join_code)
            bot = await asyncio.create_subprocess_exec(
                "sh",
                "-euc",
                session,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                cwd=ROOT,
                env={"PATH": os.environ["PATH"]},
            )
            while not all(seat.player for seat in (await referee.match(match.match_id)).seats):
                assert bot.returncode is None
            await referee.start(match.match_id, match.host_token)
            printed, _ = await asyncio.wait_for(bot.communicate(), 60)
        return bot.returncode, printed

    code, printed = asyncio.run(scenario())
    assert code == 0, printed
    assert printed.decode().splitlines()[-1].startswith("over: {")
