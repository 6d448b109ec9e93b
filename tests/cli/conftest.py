"""Fixtures of the command line's tests."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sonar_referee.cli import main
from sonar_referee.server.logs import configure_logs
from tests.cli.process import ServeProcess
from tests.logs import logs_put_back


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Command = Callable[..., Ended]


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the settings of whoever runs the tests out of them."""
    for name in os.environ:
        if name.upper().startswith("SONAR_"):
            monkeypatch.delenv(name)


@pytest.fixture(autouse=True)
def log_put_back() -> Iterator[None]:
    """Let the log show no more than a command's does, and none of a command outlive it."""
    with logs_put_back():
        configure_logs()
        yield


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command in this process."""

    def run(*arguments: object) -> Ended:
        with pytest.raises(SystemExit) as ended:
            main([str(argument) for argument in arguments])
        assert isinstance(ended.value.code, int | None)
        return Ended(ended.value.code or 0, *capsys.readouterr())

    return run


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., ServeProcess]]:
    """Starts `sonar-referee serve` as a process of its own; what still runs at the end is stopped."""
    started: list[ServeProcess] = []

    def start(*arguments: object, **environment: str) -> ServeProcess:
        database = tmp_path / "matches.sqlite3"
        started.append(ServeProcess("--port", 0, "--database", database, *arguments, **environment))
        return started[-1]

    yield start
    for process in started:
        process.end()
