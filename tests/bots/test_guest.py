"""Bots that a command starts: what they are told, what is kept of what they say, and that nothing of them stays."""

from __future__ import annotations

import asyncio
import json
import os
import select
import shlex
import sys
from pathlib import Path

import pytest

from sonar_referee.bots.guest import CannotStart, Seating, invited, words_of

SEATING = Seating("http://127.0.0.1:1", "4f0c9a7be211", "srp_secret", ("blue.captain", "blue.engineer"))


def python(code: str) -> tuple[str, ...]:
    return sys.executable, "-c", code


async def ended(command: tuple[str, ...]) -> tuple[int, str, str]:
    """Exit code, ending and last words of a command that ends by itself."""
    async with invited(command, SEATING) as guest:
        return await guest.gone(), guest.ending, guest.last_words()


def test_it_is_told_where_it_plays() -> None:
    code = "import json, os, sys; json.dump({n: v for n, v in os.environ.items() if n[:6] == 'SONAR_'}, sys.stderr)"
    _code, _ending, said = asyncio.run(ended(python(code)))
    wanted = {
        "SONAR_URL": "http://127.0.0.1:1",
        "SONAR_MATCH": "4f0c9a7be211",
        "SONAR_TOKEN": "srp_secret",
        "SONAR_SEATS": "blue.captain blue.engineer",
    }
    told = json.loads(said)
    assert {name: told.get(name) for name in wanted} == wanted


def test_only_its_standard_error_is_kept(capfd: pytest.CaptureFixture[str]) -> None:
    """Of that the end; there is nothing on its standard input, and nothing reaches ours."""
    lines = ("import sys", "print('to nobody')", "print('long ago ' * 1000, 'at last', file=sys.stderr)")
    exit_code, ending, said = asyncio.run(ended(python("\n".join([*lines, "sys.exit(sys.stdin.read() or 3)"]))))
    assert (exit_code, ending) == (3, "with exit code 3")
    assert said.endswith("long ago  at last")
    assert len(said) <= 4000
    assert capfd.readouterr() == ("", "")


def test_a_signal_is_named() -> None:
    _code, ending, _said = asyncio.run(ended(python("import os\nos.kill(os.getpid(), 9)")))
    assert ending == "by signal 9"


@pytest.mark.skipif(os.name != "posix", reason="elsewhere there are no groups of processes")
@pytest.mark.parametrize("script", ["play & wait", "play &"], ids=["while it runs", "when it has ended"])
def test_nothing_that_it_has_started_stays(tmp_path: Path, script: str) -> None:
    """Whatever a script has started is killed at the end; who holds the pipe open is alive."""
    alive = tmp_path / "alive"
    os.mkfifo(alive)
    life = os.open(alive, os.O_RDONLY | os.O_NONBLOCK)
    play = f"play() {{ (echo; exec sleep 1000) > {shlex.quote(str(alive))}; }}"

    async def let_play() -> None:
        async with invited(("sh", "-c", f"{play}\n{script}"), SEATING) as guest:
            await asyncio.to_thread(select.select, [life], [], [], 60)
            assert os.read(life, 100) == b"\n"
            if script == "play &":
                await guest.gone()

    try:
        asyncio.run(let_play())
        assert select.select([life], [], [], 10)[0], "it has outlived the block"
        assert os.read(life, 100) == b""
    finally:
        os.close(life)


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("no-such-command-here --fast", "The command 'no-such-command-here --fast' cannot be started: no such file"),
        ("'", "cannot be read: no closing quotation"),
        ("", "A command that starts a bot is needed, such as 'python3 my_bot.py', not an empty one"),
        ("/", "The command '/' cannot be started: permission denied"),
        ("a\0b", "cannot be started: embedded null byte"),
    ],
)
def test_what_cannot_be_started_is_one_clear_sentence(command: str, said: str) -> None:
    with pytest.raises(CannotStart, match=said):
        asyncio.run(ended(words_of(command)))
