"""`sonar-referee doctor`."""

import platform
import socket
import sqlite3
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import sonar_referee
from sonar_referee.cli import doctor
from tests.cli.conftest import Command, Ended
from tests.cli.process import ServeProcess

Examine = Callable[..., Ended]


@pytest.fixture
def examine(command: Command, tmp_path: Path) -> Examine:
    def run(*arguments: object) -> Ended:
        database = tmp_path / "matches.sqlite3"
        return command("doctor", "--host", "127.0.0.1", "--port", 0, "--database", database, *arguments)

    return run


def test_a_sound_machine(examine: Examine, tmp_path: Path) -> None:
    ended = examine()
    assert (ended.code, ended.err) == (0, "")
    assert all(line.startswith("ok   ") for line in ended.out.splitlines())
    assert f"Sonar Referee {sonar_referee.__version__}" in ended.out
    assert f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}" in ended.out
    assert "websockets " in ended.out
    assert f"database {tmp_path / 'matches.sqlite3'}: not there yet, can be made" in ended.out
    assert "durability journal_mode wal, synchronous full, locking_mode exclusive" in ended.out
    assert "port 0 of 127.0.0.1 is free" in ended.out
    assert "maps of Captain Sonar: alpha, bravo, charlie, delta, echo" in ended.out


def test_it_leaves_nothing_behind(examine: Examine, tmp_path: Path) -> None:
    examine("--database", tmp_path / "deep" / "down" / "matches.sqlite3")
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_there_is_opened(examine: Examine, serve: Callable[..., ServeProcess]) -> None:
    serve().stop()
    assert "matches.sqlite3: 0 matches\n" in examine().out


def test_a_database_in_use(examine: Examine, serve: Callable[..., ServeProcess]) -> None:
    serve()
    ended = examine()
    assert ended.code == 1
    assert "matches.sqlite3 is in use by another server" in ended.out


def test_a_place_where_no_database_can_be_made(examine: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryDirectory", refuse)
    ended = examine()
    assert ended.code == 1
    assert "cannot be made or read: Permission denied" in ended.out


def test_a_port_in_use(examine: Examine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = examine("--port", port)
    assert ended.code == 1
    assert f"FAIL port Cannot listen on port {port} of 127.0.0.1" in ended.out


def test_a_map_with_a_fault(examine: Examine, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("name = 3\n")
    ended = examine("--maps", tmp_path)
    assert ended.code == 1
    assert f"FAIL map {tmp_path / 'bad.toml'}, line 1: " in ended.out


def test_no_maps_at_all(examine: Examine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sonar_referee.cli.maps.shipped_folder", lambda: tmp_path)
    ended = examine()
    assert ended.code == 1
    assert "FAIL maps of Captain Sonar: none" in ended.out


def test_a_library_that_is_missing(examine: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(doctor, "version_of", missing)
    assert "uvloop not installed" in examine().out


def test_the_names_of_the_server_are_said(examine: Examine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.fritz.box")
    out = examine("--allowed-hosts", "a.example,*.b.example").out
    (line,) = [line for line in out.splitlines() if "reached as" in line]
    for name in ("localhost", "laptop", "laptop.local", "laptop.fritz.box", "a.example", "*.b.example"):
        assert f" {name}," in line
