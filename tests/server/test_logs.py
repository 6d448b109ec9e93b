"""The log: one line an event on standard error, tracebacks without the values of variables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from sonar_referee.server.logs import configure_logs


@pytest.fixture(name="_put_back", autouse=True)
def put_back() -> Iterator[None]:
    """Leave the log as it was."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


def test_log(capsys: pytest.CaptureFixture[str]) -> None:
    """An event is one line with its time, its level and its facts."""
    configure_logs()
    structlog.get_logger("test").warning("map left out", fault="line 3")
    out, err = capsys.readouterr()
    assert out == ""
    (line,) = err.splitlines()
    assert "warning" in line
    assert "map left out" in line
    assert "fault=" in line
    assert "line 3" in line
    assert "\x1b" not in line, "no colours in a file"


def test_traceback_holds_no_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    """A failure is logged with its traceback and without local variables, which may hold tokens."""
    configure_logs()
    token = "srp_" + "secret" * 3
    try:
        raise RuntimeError("failed")
    except RuntimeError as error:
        structlog.get_logger("test").error("request failed", exc_info=error)
    err = capsys.readouterr().err
    assert "RuntimeError: failed" in err
    assert token not in err
