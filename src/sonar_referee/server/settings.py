"""Settings of the server: defaults, `SONAR_…` environment variables, and what the command line overrides."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from sonar_referee.server.logs import LogFormat, LogLevel


def default_database() -> Path:
    """A file in the user's data folder."""
    return Path(platformdirs.user_data_dir("sonar-referee", appauthor=False)) / "matches.sqlite3"


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
