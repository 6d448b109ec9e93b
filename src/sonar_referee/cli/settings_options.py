"""The settings of the server as options. A test compares them with `Settings`, which decides what is valid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from sonar_referee.cli.bad_input import BadInput, require_folder

if TYPE_CHECKING:
    from sonar_referee.server.settings import Settings


def _option(name: str, metavar: str | None, text: str, default: str) -> Any:
    flag, described = "--" + name.replace("_", "-"), f"{text}  [default: {default}]"
    return typer.Option(flag, envvar=f"SONAR_{name.upper()}", metavar=metavar, help=described, show_default=False)


Host = Annotated[
    str | None, _option("host", "ADDRESS", "Address to listen on; 0.0.0.0 is all of this machine's.", "0.0.0.0")
]
Port = Annotated[str | None, _option("port", "NUMBER", "Port to listen on; 0 takes a free one.", "8000")]
Database = Annotated[
    str | None, _option("database", "FILE", "File that keeps the matches.", "matches.sqlite3 in the user's data folder")
]
Maps = Annotated[str | None, _option("maps", "FOLDER", "Folder with further map files (*.toml).", "none")]
BotDelay = Annotated[str | None, _option("bot_delay", "SECONDS", "Seconds that a bot waits before its order.", "0.4")]
Heartbeat = Annotated[str | None, _option("heartbeat", "SECONDS", "Seconds between signs of life on a stream.", "15.0")]
LongestWait = Annotated[
    str | None, _option("longest_wait", "SECONDS", "Most seconds that a long poll is held.", "60.0")
]
ForgetAfter = Annotated[
    str | None,
    _option("forget_after", "MINUTES", "Minutes after which a match that nobody uses leaves the memory.", "30.0"),
]
KeepDays = Annotated[
    str | None, _option("keep_days", "DAYS", "Days after which a match without a new order is deleted.", "none")
]
HostPassword = Annotated[
    str | None,
    _option("host_password", "PASSWORD", "Needed as Bearer token for creating a match, if set.", "none"),
]
AllowedHosts = Annotated[
    str | None,
    _option("allowed_hosts", "NAMES", "Further names of this server, with commas between; * is any.", "none"),
]
AllowedOrigins = Annotated[
    str | None,
    _option(
        "allowed_origins",
        "ORIGINS",
        "Other origins whose pages may use this server, with commas between; * is any.",
        "none",
    ),
]
TrustedProxies = Annotated[
    str | None,
    _option("trusted_proxies", "ADDRESSES", "Addresses of proxies that tell who asks, with commas between.", "none"),
]
RequestsPerSecond = Annotated[
    str | None,
    _option("requests_per_second", "NUMBER", "Requests from one address; 0 is no limit.", "500.0"),
]
FramesPerSecond = Annotated[
    str | None, _option("frames_per_second", "NUMBER", "Frames over one socket; 0 is no limit.", "400.0")
]
WrongTriesPerMinute = Annotated[
    str | None,
    _option(
        "wrong_tries_per_minute",
        "NUMBER",
        "Wrong join codes or passwords from one address; 0 is no limit.",
        "10.0",
    ),
]
MostMatches = Annotated[
    str | None, _option("most_matches", "NUMBER", "Unfinished matches on the server; 0 is no limit.", "1000")
]
MatchesPerAddress = Annotated[
    str | None,
    _option("matches_per_address", "NUMBER", "Unfinished matches created from one address; 0 is no limit.", "100"),
]
PlayersPerAddress = Annotated[
    str | None,
    _option("players_per_address", "NUMBER", "Players of unfinished matches from one address; 0 is no limit.", "800"),
]
ConnectionsPerAddress = Annotated[
    str | None,
    _option(
        "connections_per_address",
        "NUMBER",
        "Calls and sockets open at a time from one address; 0 is no limit.",
        "400",
    ),
]
ConnectionsPerViewer = Annotated[
    str | None,
    _option(
        "connections_per_viewer", "NUMBER", "Sockets, streams and held calls for the same seats; 0 is no limit.", "16"
    ),
]
SpectatorsPerMatch = Annotated[
    str | None, _option("spectators_per_match", "NUMBER", "Spectators of a match; 0 is no limit.", "100")
]

OperatorToken = Annotated[
    str | None,
    _option("operator_token", "TOKEN", "Bearer token that all metrics are shown to, if set.", "none"),
]
LogLevel = Annotated[
    str | None, _option("log_level", "LEVEL", "What is logged: debug, info, warning or error.", "warning")
]
LogFormat = Annotated[
    str | None, _option("log_format", "FORMAT", "How it is logged: console or json, a line an event.", "console")
]
TLS = Annotated[
    bool | None,
    _option("tls", None, "Serve over HTTPS, with a self-made certificate unless one is given.", "False"),
]
TLSCertificate = Annotated[
    str | None, _option("tls_certificate", "FILE", "Own certificate, with its chain, as a PEM file.", "none")
]
TLSKey = Annotated[str | None, _option("tls_key", "FILE", "Key of the own certificate, as a PEM file.", "none")]


def given_settings(context: typer.Context, **fixed: Any) -> Settings:
    """The settings: those that are fixed, then options, environment and defaults, in this order; raises `BadInput`."""
    from pydantic import ValidationError

    from sonar_referee.server.settings import Settings

    given = {
        name: value for name, value in context.params.items() if name in Settings.model_fields and value is not None
    }
    try:
        settings = Settings(**given | fixed | {"_env_ignore_empty": True})
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        reason = fault["msg"].removeprefix("Value error, ")
        reason = reason[:1].lower() + reason[1:]
        raise BadInput(f"{_origin(context, str(fault['loc'][0]))} {fault['input']!r}: {reason}") from None
    require_folder(settings.maps)
    return settings


def _origin(context: typer.Context, name: str) -> str:
    """The option or the environment variable that a setting was taken from."""
    source = context.get_parameter_source(name)
    on_command_line = source is not None and source.name == "COMMANDLINE"
    return "--" + name.replace("_", "-") if on_command_line else f"SONAR_{name.upper()}"
