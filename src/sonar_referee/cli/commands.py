"""The commands and their options. What a command does is imported when it runs, so that `--help` is fast."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from sonar_referee.cli.settings_options import (
    TLS,
    AllowedHosts,
    AllowedOrigins,
    BotDelay,
    ConnectionsPerAddress,
    ConnectionsPerViewer,
    Database,
    ForgetAfter,
    FramesPerSecond,
    Heartbeat,
    Host,
    HostPassword,
    KeepDays,
    LogFormat,
    LogLevel,
    LongestWait,
    Maps,
    MatchesPerAddress,
    MostMatches,
    OperatorToken,
    PlayersPerAddress,
    Port,
    RequestsPerSecond,
    SpectatorsPerMatch,
    TLSCertificate,
    TLSKey,
    TrustedProxies,
    WrongTriesPerMinute,
    given_settings,
)
from sonar_referee.games.errors import RefereeError

app = typer.Typer(
    help="Referees submarine games with hidden information: turn-by-turn Captain Sonar and others.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Game = Annotated[str, typer.Option(metavar="ID", help="The game to play.")]
Chart = Annotated[
    str | None, typer.Option("--map", metavar="NAME", help="The map to play on.", show_default="the game's own")
]
_PLAIN = {"tls": False, "tls_certificate": None, "tls_key": None}
"""Settings of a server that nobody but this program reaches."""
maps_app = typer.Typer(help="List, draw and check maps.", invoke_without_command=True)
app.add_typer(maps_app, name="maps")
bot_app = typer.Typer(help="Check bots.", invoke_without_command=True)
app.add_typer(bot_app, name="bot")


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line, the process's own if none is given.

    What is wrong with it is told in one sentence on standard error, with exit code 2.
    """
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal without UTF-8 shows a ? instead of nothing at all
    try:
        code: Any = app(arguments, standalone_mode=False)
    except typer.TyperException as error:
        _refuse(error.format_message())
    except RefereeError as error:
        _refuse(str(error))
    except OSError as error:  # the output cannot be written
        _refuse(error.strerror or str(error))
    sys.exit(code)


def _refuse(sentence: str) -> NoReturn:
    sentence = " ".join(sentence.split())
    print(f"sonar-referee: {sentence}{'' if sentence.endswith(('.', '?', '!')) else '.'}", file=sys.stderr)
    sys.exit(2)


@app.callback()
@maps_app.callback()
@bot_app.callback()
def _help_without_a_command(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def serve(  # noqa: PLR0913, PLR0917 - an option for each setting
    context: typer.Context,
    host: Host = None,
    port: Port = None,
    database: Database = None,
    maps: Maps = None,
    bot_delay: BotDelay = None,
    heartbeat: Heartbeat = None,
    longest_wait: LongestWait = None,
    forget_after: ForgetAfter = None,
    keep_days: KeepDays = None,
    host_password: HostPassword = None,
    operator_token: OperatorToken = None,
    log_level: LogLevel = None,
    log_format: LogFormat = None,
    tls: TLS = None,
    tls_certificate: TLSCertificate = None,
    tls_key: TLSKey = None,
    allowed_hosts: AllowedHosts = None,
    allowed_origins: AllowedOrigins = None,
    trusted_proxies: TrustedProxies = None,
    requests_per_second: RequestsPerSecond = None,
    frames_per_second: FramesPerSecond = None,
    wrong_tries_per_minute: WrongTriesPerMinute = None,
    most_matches: MostMatches = None,
    matches_per_address: MatchesPerAddress = None,
    players_per_address: PlayersPerAddress = None,
    connections_per_address: ConnectionsPerAddress = None,
    connections_per_viewer: ConnectionsPerViewer = None,
    spectators_per_match: SpectatorsPerMatch = None,
    qr: Annotated[
        bool | None,
        typer.Option("--qr/--no-qr", help="Draw a QR code of the address.", show_default="on a terminal"),
    ] = None,
) -> None:
    """Run the server until Ctrl+C."""
    from sonar_referee.cli.serving import serve

    serve(given_settings(context), qr)


@app.command()
def demo(
    context: typer.Context,
    chart: Annotated[str, typer.Option("--map", metavar="NAME", help="The map to play on.")] = "alpha",
    seed: Annotated[
        int | None, typer.Option(help="The same seed and map give the same match.", show_default="drawn")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Print only how it ended and the charts.")] = False,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Play at a running server.",
            show_default="a server of its own, with a database of its own",
        ),
    ] = None,
    host_password: HostPassword = None,
) -> None:
    """Let two crews of bots play a match, and print what is said.

    Eight random bots join over HTTP, each with a token and a WebSocket of its own, and play to the end. Then both
    routes are drawn.
    """
    from sonar_referee.cli.demo import Place, demo

    own = None if url else given_settings(context, host="127.0.0.1", port=0, host_password=None, **_PLAIN)
    demo(chart, seed, quiet, Place(own, url, host_password))


@app.command()
def arena(  # noqa: PLR0913, PLR0917 - an option for each thing that can be chosen
    bots: Annotated[list[str] | None, typer.Argument(metavar="[BOT]...", help="Bots of this package.")] = None,
    command: Annotated[
        list[str] | None,
        typer.Option(metavar="COMMAND", help="A bot that this command starts; may be given several times."),
    ] = None,
    games: Annotated[int, typer.Option(metavar="NUMBER", help="Games of each two bots, half on each side.")] = 100,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="NUMBER",
            min=0,
            help="The first seed; each next pair of games takes the next.",
            show_default="drawn",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Keeps the games; those in it are not played again.", show_default="arena-SEED"
        ),
    ] = None,
    game: Game = "captain-sonar",
    chart: Chart = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the matches; may be given several times."),
    ] = None,
    processes: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Games at a time.", show_default="one for each core")
    ] = None,
    url: Annotated[str | None, typer.Option(metavar="URL", help="Play at a running server.")] = None,
    host_password: HostPassword = None,
    patience: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.1, help="How long a command's bot may take for an order.")
    ] = 60.0,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the tables as JSON.")] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a line for each game as CSV.")
    ] = None,
) -> None:
    """Let bots play each other many times, and say which is stronger.

    With each seed two games are played, with sides swapped. Every match is kept as a record. A second call with the
    same folder plays only what is missing.
    """
    from sonar_referee.cli.arena import Given, Wanted, arena

    wanted = Wanted(game, bots or [], command or [], games, seed, out, _chosen(chart), option or [])
    arena(wanted, Given(processes, url, host_password, patience, json_file, csv_file))


@app.command()
def doctor(  # noqa: PLR0913, PLR0917 - an option for each setting that it looks at
    context: typer.Context,
    host: Host = None,
    port: Port = None,
    database: Database = None,
    maps: Maps = None,
    tls: TLS = None,
    tls_certificate: TLSCertificate = None,
    tls_key: TLSKey = None,
    allowed_hosts: AllowedHosts = None,
) -> None:
    """Check whether a server could start here; exit code 1 if not."""
    from sonar_referee.cli.doctor import doctor

    raise typer.Exit(0 if doctor(given_settings(context)) else 1)


@app.command()
def verify(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="A database, or a record.", show_default="the server's database"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
) -> None:
    """Play every match in a database, or in a downloaded record, again; exit code 1 if one breaks the rules."""
    from sonar_referee.cli.verify import verify

    raise typer.Exit(0 if verify(file or given_settings(context).database, as_json) else 1)


@app.command()
def version() -> None:
    """Print the version."""
    import sonar_referee

    print(f"sonar-referee {sonar_referee.__version__}")


@bot_app.command("check")
def check_bot(
    context: typer.Context,
    bot: Annotated[
        str, typer.Argument(metavar="COMMAND|URL", help="How the bot is started, or the address of one that waits.")
    ],
    game: Game = "captain-sonar",
    games: Annotated[int, typer.Option(min=1, help="How many games, half of them for each team.")] = 4,
    against: Annotated[str, typer.Option(metavar="BOT", help="The built-in bot on the other side.")] = "random",
    chart: Chart = None,
    limit: Annotated[float, typer.Option(min=0, help="Seconds after which an order is slow.")] = 5.0,
    patience: Annotated[float, typer.Option(min=0, help="Seconds after which the bot has given up.")] = 30.0,
) -> None:
    """Play games with a bot, cut its connections, and list what it does well and what not; exit code 1 if anything."""
    from sonar_referee.cli.bad_input import game_named
    from sonar_referee.cli.bot_check import bot_check
    from sonar_referee.conformance import Terms, address_towards

    terms = Terms(game_named(game).id, games, against, limit, patience, _chosen(chart))
    own = given_settings(context, host=address_towards(bot), port=0, host_password=None, bot_delay=0.0, **_PLAIN)
    raise typer.Exit(0 if bot_check(bot, terms, own) else 1)


@maps_app.command("list")
def list_maps(maps: Maps = None) -> None:
    """List the maps."""
    from sonar_referee.cli.maps import list_maps

    list_maps(_folder(maps))


@maps_app.command("show")
def show_map(
    name: Annotated[str, typer.Argument(help="The map's name.")],
    maps: Maps = None,
) -> None:
    """Draw a map."""
    from sonar_referee.cli.maps import show_map

    show_map(name, _folder(maps))


@maps_app.command("check")
def check_maps(files: Annotated[list[Path], typer.Argument(help="Map files.")]) -> None:
    """Check map files; exit code 2 if one cannot be used."""
    from sonar_referee.cli.maps import check_maps

    raise typer.Exit(0 if check_maps(files) else 2)


def _chosen(chart: str | None) -> dict[str, Any]:
    """The options of a match with this choice of a map, if one was made."""
    return {} if chart is None else {"map": chart}


def _folder(maps: str | None) -> Path | None:
    return None if maps is None else Path(maps)
