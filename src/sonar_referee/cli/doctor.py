"""`sonar-referee doctor`: whether a server could start here, and if not, why."""

from __future__ import annotations

import asyncio
import platform
import socket
import sqlite3
import tempfile
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as version_of
from pathlib import Path

import sonar_referee
from sonar_referee.cli.maps import known_maps
from sonar_referee.games.registry import GAMES
from sonar_referee.server.errors import CannotServe
from sonar_referee.server.gate.hosts import names_of
from sonar_referee.server.run import bind
from sonar_referee.server.settings import Settings
from sonar_referee.server.tls import certificate_of, kept_certificate
from sonar_referee.store import SQLiteStore, StoreUnusable

LIBRARIES = ("fastapi", "uvicorn", "websockets", "pydantic", "httptools", "uvloop", "httpx", "typer", "segno")


def doctor(settings: Settings) -> bool:
    """Print what was found, a line each; returns whether all is well."""
    _say("ok", f"Sonar Referee {sonar_referee.__version__}")
    _say("ok", f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.platform()}")
    _say("ok", ", ".join(f"{name} {_version(name)}" for name in LIBRARIES))
    _say("ok", f"reached as {', '.join(_names(settings))}, and by every address of a private network")
    return all(
        [
            _database_is_sound(settings.database),
            _port_is_free(settings),
            _certificate_is_sound(settings),
            _maps_are_sound(settings.maps),
        ]
    )


def _say(verdict: str, finding: str) -> None:
    print(f"{verdict:5}{finding}")


def _names(settings: Settings) -> list[str]:
    """The names by which a server with these settings lets itself be called."""
    return list(dict.fromkeys(("localhost", *sorted(names_of(socket.gethostname())), *settings.allowed_hosts)))


def _version(library: str) -> str:
    try:
        return version_of(library)
    except PackageNotFoundError:
        return "not installed"


def _database_is_sound(file: Path) -> bool:
    try:
        if file.exists():
            matches, settings = asyncio.run(_look_into(file))
            _say("ok", f"database {file}: {matches} {'match' if matches == 1 else 'matches'}")
        else:
            settings = _try_beside(file)
            _say("ok", f"database {file}: not there yet, can be made")
    except StoreUnusable as fault:
        _say("FAIL", f"database {fault}")
        return False
    except OSError as fault:
        _say("FAIL", f"database {file} cannot be made or read: {fault.strerror}")
        return False
    _say("ok", "durability " + ", ".join(f"{name} {value}" for name, value in settings.items()))
    return True


async def _look_into(file: Path) -> tuple[int, dict[str, str]]:
    """How many matches a database holds, and the settings that keep it safe, as SQLite confirms them."""
    store = SQLiteStore.open(file)
    try:
        return len(await store.matches()), store.durability()
    finally:
        await store.close()


def _try_beside(file: Path) -> dict[str, str]:
    """The settings of a database made for a moment where `file` would be, or in the first folder above that exists."""
    folder = next(parent for parent in file.absolute().parents if parent.exists())
    with tempfile.TemporaryDirectory(prefix=".sonar-referee-", dir=folder) as scratch:
        return asyncio.run(_look_into(Path(scratch) / "trial.sqlite3"))[1]


def _port_is_free(settings: Settings) -> bool:
    try:
        bind(settings).close()
    except CannotServe as fault:
        _say("FAIL", f"port {fault}")
        return False
    _say("ok", f"port {settings.port} of {settings.host} is free")
    return True


def _certificate_is_sound(settings: Settings) -> bool:
    own = settings.tls_certificate is not None or settings.tls_key is not None
    try:
        found = certificate_of(settings) if own or not settings.tls else kept_certificate(settings)
    except CannotServe as fault:
        _say("FAIL", f"tls {fault}")
        return False
    if not settings.tls:
        _say("ok", "tls off: served over plain HTTP")
    elif found is None:
        _say("ok", "tls certificate: none kept that serves, one is made at the start")
    else:
        _say("ok", f"tls certificate {found.file}, until {found.ends:%Y-%m-%d}, for {', '.join(sorted(found.names))}")
        _say("ok", f"tls fingerprint {found.fingerprint}")
    return True


def _maps_are_sound(folder: Path | None) -> bool:
    maps = known_maps(folder)
    for game in GAMES.values():
        names = ", ".join(maps.of(game))
        _say("ok" if names else "FAIL", f"maps of {game.title}: {names or 'none'}")
    for fault in maps.faults:
        _say("FAIL", f"map {fault}")
    return all(maps.of(game) for game in GAMES.values()) and not maps.faults
