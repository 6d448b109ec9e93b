"""`sonar-referee serve --tls`: HTTPS and wss with a certificate that is made here, shown and kept."""

import asyncio
import hashlib
import json
import re
import ssl
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.cli.conftest import Command
from tests.cli.process import ServeProcess

Serve = Callable[..., ServeProcess]


def trusting(folder: Path) -> ssl.SSLContext:
    """What a client needs that trusts the server's certificate and nothing else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(folder / "tls-certificate.pem")
    return context


def fingerprint(server: ServeProcess) -> str:
    """The fingerprint that was printed."""
    lines = re.findall(r"^ +((?:[0-9A-F]{2}:){15}[0-9A-F]{2}:?)$", server.printed, re.MULTILINE)
    return "".join(lines)


def test_calls_links_and_sockets_are_encrypted(serve: Serve, tmp_path: Path) -> None:
    """Everything goes over the made certificate: a call, the link to join with, a WebSocket."""
    server = serve("--tls", "--host", "127.0.0.1")
    assert server.url.startswith("https://127.0.0.1:")
    context = trusting(tmp_path)

    async def scenario() -> None:
        async with httpx.AsyncClient(base_url=server.url, verify=context, trust_env=False) as http:
            match = (await http.post("/api/matches", json={})).json()
            assert match["join_url"] == f"{server.url}/#/join/{match['join_code']}"
            answer = await http.get(f"/api/matches/{match['match_id']}/invitation")
            assert answer.json()["join_url"].startswith("https://")
        address = f"{server.url.replace('https', 'wss')}/api/matches/{match['match_id']}/ws"
        async with connect(address, ssl=context, proxy=None) as socket:
            await socket.send('{"type": "hello"}')
            assert json.loads(await socket.recv())["type"] == "welcome"

    asyncio.run(scenario())
    assert server.stop() == (0, "")


def test_it_prints_the_address_and_the_fingerprint(serve: Serve, tmp_path: Path) -> None:
    server = serve("--tls", "--qr")
    assert f"  Documentation  {re.findall(r'https://[^ ]+/', server.printed)[0]}docs\n" in server.printed
    assert "http://" not in server.printed
    der = ssl.PEM_cert_to_DER_cert((tmp_path / "tls-certificate.pem").read_text())
    assert fingerprint(server).replace(":", "").lower() == hashlib.sha256(der).hexdigest()
    assert "A browser warns at the first visit" in server.printed


def test_a_restart_uses_the_certificate_again(serve: Serve) -> None:
    first = serve("--tls")
    first.stop()
    assert fingerprint(serve(SONAR_TLS="true")) == fingerprint(first) != ""


def test_another_address_gets_another_certificate(serve: Serve, tmp_path: Path) -> None:
    first = serve("--tls", "--host", "127.0.0.1")
    first.stop()
    second = serve("--tls", "--host", "127.0.0.2")
    assert fingerprint(second) != fingerprint(first)
    answer = httpx.get(f"https://127.0.0.2:{second.port}/healthz", verify=trusting(tmp_path), trust_env=False)
    assert answer.status_code == 200


def test_an_own_certificate_brings_no_warning(serve: Serve, tmp_path: Path) -> None:
    serve("--tls").stop()
    own, key = (tmp_path / "tls-certificate.pem").rename(tmp_path / "own.pem"), tmp_path / "tls-key.pem"
    server = serve("--tls", "--tls-certificate", own, "--tls-key", key)
    assert f"  Certificate    {own}, until " in server.printed
    assert "A browser warns" not in server.printed
    assert not (tmp_path / "tls-certificate.pem").exists()


def test_a_certificate_that_cannot_be_used_keeps_the_server_from_starting(command: Command, tmp_path: Path) -> None:
    where = ("--host", "127.0.0.1", "--port", 0, "--database", tmp_path / "m.sqlite3")
    ended = command("serve", *where, "--tls", "--tls-certificate", tmp_path / "none.pem", "--tls-key", "none")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == (
        f"sonar-referee: The certificate {tmp_path / 'none.pem'} cannot be read: no such file or directory.\n"
    )


@pytest.mark.parametrize("tls", [False, True])
def test_doctor_tells_of_the_certificate_and_makes_none(
    command: Command, serve: Serve, tmp_path: Path, tls: bool
) -> None:
    where = ("--host", "127.0.0.1", "--port", 0, "--database", tmp_path / "matches.sqlite3")
    if not tls:
        assert "ok   tls off: served over plain HTTP\n" in command("doctor", *where).out
        return
    assert "none kept that serves, one is made at the start" in command("doctor", *where, "--tls").out
    assert list(tmp_path.iterdir()) == []
    server = serve("--tls", "--host", "127.0.0.1")
    server.stop()
    out = command("doctor", *where, "--tls").out
    assert f"ok   tls certificate {tmp_path / 'tls-certificate.pem'}, until " in out
    assert f"ok   tls fingerprint {fingerprint(server)}\n" in out
    refused = command("doctor", *where, "--tls", "--tls-key", tmp_path / "tls-key.pem")
    assert refused.code == 1
    assert "FAIL tls A certificate and its key go together; --tls-certificate is missing." in refused.out


def test_a_demonstration_does_not_mind(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The demo's own server talks to this machine alone."""
    monkeypatch.setenv("SONAR_TLS", "1")
    monkeypatch.setenv("SONAR_TLS_KEY", "nowhere.pem")
    assert command("demo", "--quiet", "--seed", 3).code == 0
