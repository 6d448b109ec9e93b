"""Settings of the server: defaults, `SONAR_…` environment variables, and what the command line overrides."""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import platformdirs
from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from sonar_referee.server.logs import LogFormat, LogLevel


def default_database() -> Path:
    """A file in the user's data folder."""
    return Path(platformdirs.user_data_dir("sonar-referee", appauthor=False)) / "matches.sqlite3"


def _split(given: Any) -> Any:
    return tuple(filter(None, (one.strip() for one in given.split(",")))) if isinstance(given, str) else given


def _each(read: Callable[[str], str]) -> AfterValidator:
    return AfterValidator(lambda names: tuple(map(read, names)))


def _host(name: str) -> str:
    bare = name.lower().removesuffix(".")
    if re.fullmatch(r"\*|(\*\.)?[\w-]+(\.[\w-]+)*|[0-9a-f:]*:[0-9a-f:.]*", bare) is None:
        raise ValueError(f"{name} is no name of a host; one looks like sonar.example.org, without http:// and port")
    return bare


def _origin(origin: str) -> str:
    parts = urlsplit(origin.lower())
    if origin != "*" and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/")):
        raise ValueError(f"{origin} is no origin; one looks like https://sonar.example.org")
    return origin.lower().rstrip("/")


def _network(network: str) -> str:
    try:
        return str(ip_network(network))
    except ValueError as error:
        raise ValueError(f"{error}; an address looks like 127.0.0.1, a network like 10.0.0.0/8") from None


_List = (NoDecode, BeforeValidator(_split))


class Settings(BaseSettings):
    """Everything that can be set; each also as an environment variable, `SONAR_PORT` for `port`."""

    model_config = SettingsConfigDict(env_prefix="SONAR_", env_ignore_empty=True, extra="ignore")

    host: str = Field(default="0.0.0.0", description="Address to listen on; 0.0.0.0 is all of this machine's.")
    port: int = Field(default=8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    database: Path = Field(default_factory=default_database, description="File that keeps the matches.")
    maps: Path | None = Field(default=None, description="Folder with further map files (*.toml).")
    bot_delay: float = Field(default=0.4, ge=0, le=60, description="Seconds that a bot waits before its order.")
    heartbeat: float = Field(default=15.0, gt=0, le=300, description="Seconds between signs of life on a stream.")
    longest_wait: float = Field(default=60.0, ge=0, le=600, description="Most seconds that a long poll is held.")
    forget_after: float = Field(
        default=30.0, gt=0, le=10_000, description="Minutes after which a match that nobody uses leaves the memory."
    )
    keep_days: int | None = Field(
        default=None, ge=1, le=36_500, description="Days after which a match without a new order is deleted."
    )
    host_password: str | None = Field(default=None, description="Needed as Bearer token for creating a match, if set.")
    operator_token: str | None = Field(default=None, description="Bearer token that all metrics are shown to, if set.")
    log_level: LogLevel = Field(default="warning", description="What is logged: debug, info, warning or error.")
    log_format: LogFormat = Field(default="console", description="How it is logged: console or json, a line an event.")
    tls: bool = Field(default=False, description="Serve over HTTPS, with a self-made certificate unless one is given.")
    tls_certificate: Path | None = Field(default=None, description="Own certificate, with its chain, as a PEM file.")
    tls_key: Path | None = Field(default=None, description="Key of the own certificate, as a PEM file.")
    allowed_hosts: Annotated[tuple[str, ...], *_List, _each(_host)] = Field(
        default=(), description="Further names of this server, with commas between; * is any."
    )
    allowed_origins: Annotated[tuple[str, ...], *_List, _each(_origin)] = Field(
        default=(), description="Other origins whose pages may use this server, with commas between; * is any."
    )
    trusted_proxies: Annotated[tuple[str, ...], *_List, _each(_network)] = Field(
        default=(), description="Addresses of proxies that tell who asks, with commas between."
    )
    requests_per_second: float = Field(default=500.0, ge=0, description="Requests from one address; 0 is no limit.")
    frames_per_second: float = Field(default=400.0, ge=0, description="Frames over one socket; 0 is no limit.")
    wrong_tries_per_minute: float = Field(
        default=10.0, ge=0, description="Wrong join codes or passwords from one address; 0 is no limit."
    )
    most_matches: int = Field(default=1000, ge=0, description="Unfinished matches on the server; 0 is no limit.")
    matches_per_address: int = Field(
        default=100, ge=0, description="Unfinished matches created from one address; 0 is no limit."
    )
    players_per_address: int = Field(
        default=800, ge=0, description="Players of unfinished matches from one address; 0 is no limit."
    )
    connections_per_address: int = Field(
        default=400, ge=0, description="Calls and sockets open at a time from one address; 0 is no limit."
    )
    connections_per_viewer: int = Field(
        default=16, ge=0, description="Sockets, streams and held calls for the same seats; 0 is no limit."
    )
    spectators_per_match: int = Field(default=100, ge=0, description="Spectators of a match; 0 is no limit.")
