"""`sonar-referee serve --tls`: HTTPS and wss with a certificate that is made here, shown and kept."""

import asyncio
import hashlib
import json
import re
import socket
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from sonar_referee.client import Referee, Unreachable
from sonar_referee.server.settings import Settings
from sonar_referee.server.tls import Certificate, certificate_of
from tests.cli.conftest import Command
from tests.cli.process import ServeProcess

Serve = Callable[..., ServeProcess]


def trusting(folder: Path) -> ssl.SSLContext:
    """What a client needs that trusts the server's certificate and nothing else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(folder / "tls-certificate.pem")
    return context


def made(database: Path) -> Certificate:
    """The certificate that a server with this database has."""
    certificate = certificate_of(Settings(tls=True, host="127.0.0.1", database=database))
    assert certificate is not None
    return certificate


def fingerprint(server: ServeProcess) -> str:
    """The fingerprint that was printed."""
    lines = re.findall(r"^ +((?:[0-9A-F]{2}:){15}[0-9A-F]{2}:?)$", server.printed, re.MULTILINE)
    return "".join(lines)


def test_calls_links_and_sockets_are_encrypted(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything goes over the made certificate: a call, the link to join with, a WebSocket; also in our client."""
    server = serve("--tls", "--host", "127.0.0.1")
    assert server.url.startswith("https://127.0.0.1:")
    context = trusting(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "tls-certificate.pem"))

    async def scenario() -> None:
        async with httpx.AsyncClient(base_url=server.url, verify=context, trust_env=False) as http:
            match = (await http.post("/api/matches", json={})).json()
            assert match["join_url"] == f"{server.url}/#/join/{match['join_code']}"
            answer = await http.get(f"/api/matches/{match['match_id']}/invitation")
            assert answer.json()["join_url"].startswith("https://")
        address = f"{server.url.replace('https', 'wss')}/api/matches/{match['match_id']}/ws"
        async with connect(address, ssl=context, proxy=None) as line:
            await line.send('{"type": "hello"}')
            assert json.loads(await line.recv())["type"] == "welcome"
        async with Referee(server.url) as referee, referee.connect(match["match_id"]) as onlooker:
            assert onlooker.view["status"] == "lobby"
            assert (await referee.map("alpha"))["name"] == "alpha"

    asyncio.run(scenario())
    assert server.stop() == (0, "")


def test_our_client_does_not_trust_just_any_certificate(serve: Serve) -> None:
    async def scenario(url: str) -> None:
        async with Referee(url) as referee:
            with pytest.raises(Unreachable):
                await referee.create_match({})

    asyncio.run(scenario(serve("--tls", "--host", "127.0.0.1").url))


def test_it_prints_the_address_and_the_fingerprint(serve: Serve, tmp_path: Path) -> None:
    server = serve("--tls", "--qr")
    assert f"  Documentation  {re.findall(r'https://[^ ]+/', server.printed)[0]}docs\n" in server.printed
    assert "http://" not in server.printed
    der = ssl.PEM_cert_to_DER_cert((tmp_path / "tls-certificate.pem").read_text())
    assert fingerprint(server).replace(":", "").lower() == hashlib.sha256(der).hexdigest()
    assert "A browser warns at the first visit" in server.printed


@pytest.mark.slow
def test_a_restart_uses_the_certificate_again(serve: Serve) -> None:
    first = serve("--tls")
    first.stop()
    assert fingerprint(serve(SONAR_TLS="true")) == fingerprint(first) != ""


@pytest.mark.slow
def test_another_address_gets_another_certificate(serve: Serve, tmp_path: Path) -> None:
    first = serve("--tls", "--host", "127.0.0.1")
    first.stop()
    second = serve("--tls", "--host", "127.0.0.2")
    assert fingerprint(second) != fingerprint(first)
    answer = httpx.get(f"https://127.0.0.2:{second.port}/healthz", verify=trusting(tmp_path), trust_env=False)
    assert answer.status_code == 200


def test_an_own_certificate_brings_no_warning(serve: Serve, tmp_path: Path) -> None:
    own = made(tmp_path / "own" / "x")
    server = serve("--tls", "--tls-certificate", own.file, "--tls-key", own.key)
    assert f"  Certificate    {own.file}, until " in server.printed
    assert own.fingerprint == fingerprint(server)
    assert "A browser warns" not in server.printed
    assert not (tmp_path / "tls-certificate.pem").exists()


def test_a_certificate_that_cannot_be_used_keeps_the_server_from_starting(command: Command, tmp_path: Path) -> None:
    where = ("--host", "127.0.0.1", "--port", 0, "--database", tmp_path / "m.sqlite3")
    ended = command("serve", *where, "--tls", "--tls-certificate", tmp_path / "none.pem", "--tls-key", "none")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        f"sonar-referee: The certificate {tmp_path / 'none.pem'} cannot be read: no such file or directory.\n"
    )


def test_doctor_tells_of_the_certificate_and_makes_none(command: Command, tmp_path: Path) -> None:
    where = ("--host", "127.0.0.1", "--port", 0, "--database", tmp_path / "matches.sqlite3")
    assert "ok   tls off: served over plain HTTP\n" in command("doctor", *where).out
    assert "none kept that serves, one is made at the start" in command("doctor", *where, "--tls").out
    assert list(tmp_path.iterdir()) == []
    fresh = made(tmp_path / "matches.sqlite3")
    out = command("doctor", *where, "--tls").out
    assert f"ok   tls certificate {tmp_path / 'tls-certificate.pem'}, until " in out
    assert f"ok   tls fingerprint {fresh.fingerprint}\n" in out
    refused = command("doctor", *where, "--tls", "--tls-key", tmp_path / "tls-key.pem")
    assert refused.code == 1
    assert "FAIL tls A certificate and its key go together; --tls-certificate is missing." in refused.out


def test_a_demonstration_does_not_mind(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo's own server talks to this machine alone."""
    places: list[Any] = []
    monkeypatch.setattr("sonar_referee.cli.demo.demo", lambda *arguments: places.append(arguments[-1]))
    monkeypatch.setenv("SONAR_TLS", "1")
    monkeypatch.setenv("SONAR_TLS_KEY", "nowhere.pem")
    assert command("demo").code == 0
    assert (places[0].own.tls, places[0].own.tls_key) == (False, None)


def plain(port: int, sent: bytes) -> bytes:
    """What the server answers to these bytes without TLS."""
    with socket.create_connection(("127.0.0.1", port), 20) as connection:
        connection.sendall(sent)
        return b"".join(iter(lambda: connection.recv(4096), b""))


def test_plain_http_is_sent_on(serve: Serve) -> None:
    """A guest who typed the address without https gets there all the same."""
    server = serve("--tls", "--host", "127.0.0.1")
    answer = httpx.get(f"http://127.0.0.1:{server.port}/match/x?a=b", trust_env=False)
    assert answer.status_code == 308
    assert answer.headers["location"] == f"{server.url}/match/x?a=b"
    assert answer.text == f"This server speaks HTTPS only: {server.url}/match/x?a=b.\n"
    assert server.stop() == (0, "")


def test_what_is_no_request_gets_a_sentence(serve: Serve) -> None:
    port = serve("--tls", "--host", "127.0.0.1").port
    for sent in (
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r b\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: a\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"\0" * 5000,
    ):
        answer = plain(port, sent)
        assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n"), sent
        assert answer.endswith(b"\r\n\r\nThis server speaks HTTPS only.\n"), sent
        assert b"Location" not in answer, sent


def test_the_silent_and_the_garbled_hold_nobody_up(serve: Serve, tmp_path: Path) -> None:
    """Who says nothing, or begins TLS and goes on with something else, keeps neither others out nor the end away."""
    server = serve("--tls", "--host", "127.0.0.1")
    with socket.create_connection(("127.0.0.1", server.port)) as silent, silent:
        assert plain(server.port, b"\x16\x03\x01\x00\x05hello") is not None
        answer = httpx.get(f"{server.url}/healthz", verify=trusting(tmp_path), trust_env=False)
        assert answer.status_code == 200
        assert server.stop() == (0, "")
