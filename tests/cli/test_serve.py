"""`sonar-referee serve` as a process: what it prints when, how it stops, what it says when it cannot start."""

import asyncio
import json
import signal
import socket
import sqlite3
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

import sonar_referee
from sonar_referee.client import Referee
from tests.cli.conftest import Command
from tests.cli.process import ServeProcess

Serve = Callable[..., ServeProcess]

KINDS = ("socket", "stream", "poll")


def test_it_prints_where_it_listens_once_it_does(serve: Serve, tmp_path: Path) -> None:
    server = serve("--host", "127.0.0.1")
    with urllib.request.urlopen(f"{server.url}/readyz") as answer:  # no waiting: what is printed is true
        assert answer.status == 200
    assert server.port != 0
    assert server.printed == (
        f"Sonar Referee {sonar_referee.__version__} listens.\n\n"
        f"  Address        http://127.0.0.1:{server.port}/\n"
        "                 (only this machine can reach it)\n"
        f"  Documentation  http://127.0.0.1:{server.port}/docs\n"
        f"  Matches        {tmp_path / 'matches.sqlite3'}\n\n"
        "Ctrl+C stops it; matches go on at the next start.\n"
    )


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_it_cleanly(serve: Serve, by: signal.Signals) -> None:
    assert serve().stop(by) == (0, "")


def test_its_log_is_json_if_asked_for(serve: Serve) -> None:
    """Its own lines and those of its libraries alike; a request that is none makes one of the latter."""
    server = serve("--log-format", "json", SONAR_LOG_LEVEL="info")
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.sendall(b"no request\r\n\r\n")
        connection.recv(4096)
    code, err = server.stop()
    assert code == 0
    lines = [json.loads(line) for line in err.splitlines()]
    assert [line["event"] for line in lines] == [
        "server started",
        "Invalid HTTP request received.",
        "server stopping",
        "server stopped",
    ]
    assert [line["level"] for line in lines] == ["info", "warning", "info", "info"]


def test_open_streams_polls_and_sockets_do_not_hold_it_up(serve: Serve) -> None:
    server = serve(SONAR_OPERATOR_TOKEN="operators-token")
    operator = {"Authorization": "Bearer operators-token"}

    async def scenario() -> None:
        async with Referee(server.url) as referee, httpx.AsyncClient(base_url=server.url, trust_env=False) as http:
            match_id = (await referee.create_match({})).match_id
            api = f"/api/matches/{match_id}"
            async with referee.connect(match_id) as spectator, http.stream("GET", f"{api}/stream") as stream:
                assert stream.status_code == 200
                poll = asyncio.create_task(http.get(f"{api}/announcements?wait=60", timeout=30))
                metrics = ""
                while any(f'sonar_connections{{kind="{kind}"}} 1.0' not in metrics for kind in KINDS):
                    metrics = (await http.get("/metrics", headers=operator)).text
                assert await asyncio.to_thread(server.stop) == (0, "")
                assert [line async for line in stream.aiter_lines()] == []
                assert (await poll).json()["code"] == "not_ready"
                assert spectator.view["status"] == "lobby"

    asyncio.run(scenario())


def test_matches_go_on_at_the_next_start(serve: Serve) -> None:
    async def created(url: str) -> str:
        async with Referee(url) as referee:
            return (await referee.create_match({})).match_id

    first = serve()
    match_id = asyncio.run(created(first.url))
    assert first.stop() == (0, "")
    with urllib.request.urlopen(f"{serve().url}/api/matches/{match_id}") as answer:
        assert answer.status == 200


def test_the_environment_sets_what_no_option_sets(serve: Serve) -> None:
    server = serve(SONAR_HOST="127.0.0.1", SONAR_PORT="1", SONAR_MAPS="")
    assert f"http://127.0.0.1:{server.port}/" in server.printed


def test_a_qr_code_is_drawn_in_characters_that_the_output_has(serve: Serve, tmp_path: Path) -> None:
    assert "▀" in serve("--qr").printed
    plain = serve("--qr", "--database", tmp_path / "ü.sqlite3", PYTHONIOENCODING="ascii:strict")
    assert b"##" in plain.raw
    assert b"/?.sqlite3\n" in plain.raw


def test_a_map_with_a_fault_is_left_out_with_a_warning(serve: Serve, tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    folder.mkdir()
    (folder / "bad.toml").write_text("name = 3\n")
    server = serve("--maps", folder)
    code, err = server.stop()
    assert code == 0
    assert "map left out" in err
    assert f"{folder / 'bad.toml'}, line 1: name must be text in quotes" in err


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def refused(command: Command, *arguments: object) -> str:
    """The one sentence with which a command line is refused."""
    ended = command("serve", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("sonar-referee: ")
    assert ended.err.endswith(".\n")
    assert ended.err.count("\n") == 1
    return ended.err.removeprefix("sonar-referee: ").rstrip()


def test_a_port_in_use(command: Command, taken_port: int, tmp_path: Path) -> None:
    said = refused(command, "--host", "127.0.0.1", "--port", taken_port, "--database", tmp_path / "m.sqlite3")
    assert said == f"Cannot listen on port {taken_port} of 127.0.0.1: address already in use."


@pytest.mark.parametrize("error", [socket.gaierror(socket.EAI_NONAME, "unknown"), UnicodeError("label too long")])
def test_a_host_that_is_none(
    command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def getaddrinfo(*_args: object, **_kwargs: object) -> None:
        raise error

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    said = refused(command, "--host", "atlantis", "--database", tmp_path / "m.sqlite3")
    assert said == "'atlantis' is no address of this machine; --host takes one."


def test_an_address_of_another_machine(command: Command, tmp_path: Path) -> None:
    said = refused(command, "--host", "203.0.113.7", "--database", tmp_path / "m.sqlite3")
    assert said.startswith("Cannot listen on port 8000 of 203.0.113.7: ")


def test_a_database_of_another_program(command: Command, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("CREATE TABLE songs (name)")
    assert "is the database of another program" in refused(command, "--database", tmp_path / "other.db")


def test_a_database_of_a_newer_version(command: Command, tmp_path: Path, serve: Serve) -> None:
    serve().stop()
    with closing(sqlite3.connect(tmp_path / "matches.sqlite3")) as newer:
        newer.execute("PRAGMA user_version = 99")
    assert "has format 99" in refused(command, "--database", tmp_path / "matches.sqlite3")


def test_a_database_in_use(command: Command, tmp_path: Path, serve: Serve) -> None:
    serve()
    assert "is in use by another server" in refused(command, "--database", tmp_path / "matches.sqlite3")


def test_a_folder_as_database(command: Command, tmp_path: Path) -> None:
    assert "is a folder; name a file in it" in refused(command, "--database", tmp_path)


def test_a_match_that_cannot_be_read_is_left_out_with_a_warning(serve: Serve, tmp_path: Path) -> None:
    async def created(url: str) -> list[str]:
        async with Referee(url) as referee:
            return [(await referee.create_match({})).match_id for _ in range(2)]

    first = serve()
    damaged_one, sound_one = asyncio.run(created(first.url))
    first.stop()
    with closing(sqlite3.connect(tmp_path / "matches.sqlite3")) as damaged, damaged:
        damaged.execute("UPDATE matches SET setup = '{}' WHERE match_id = ?", [damaged_one])
    second = serve()
    with urllib.request.urlopen(f"{second.url}/api/matches/{sound_one}") as answer:
        assert answer.status == 200
    code, err = second.stop()
    assert code == 0
    assert "match left out" in err
    assert damaged_one in err
    assert sound_one not in err


def test_a_folder_of_maps_that_does_not_exist(command: Command, tmp_path: Path) -> None:
    assert refused(command, "--maps", tmp_path / "none").endswith("does not exist.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "70000"), "--port '70000': input should be less than or equal to 65535."),
        (("--port", "radio"), "--port 'radio': input should be a valid integer"),
        (("--bot-delay", "-1"), "--bot-delay '-1': input should be greater than or equal to 0."),
        (("--heartbeat", "0"), "--heartbeat '0': input should be greater than 0."),
        (("--prot", "80"), "No such option: --prot"),
        (("--port",), "Option '--port' requires an argument."),
        (("now",), "Got unexpected extra argument"),
    ],
)
def test_an_option_that_is_wrong(command: Command, arguments: tuple[str, ...], said: str) -> None:
    assert refused(command, *arguments).startswith(said)


def test_a_variable_that_is_wrong(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SONAR_LONGEST_WAIT", "forever")
    said = refused(command)
    assert said.startswith("SONAR_LONGEST_WAIT 'forever': input should be a valid number")
