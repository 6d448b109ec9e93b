"""The reference mentions everything there is, and its tables are those of the code."""

import dataclasses
import json
import re
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
import typer

from sonar_referee.cli import app
from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.map_file import describe_map, read_map
from sonar_referee.games.captain_sonar.panel import CIRCUITS, symbol_set
from sonar_referee.games.captain_sonar.terms import HEADINGS, ROLES, SYSTEMS, Phase
from sonar_referee.games.errors import BadMap
from sonar_referee.games.registry import GAMES
from sonar_referee.games.sonar_duel import SONAR_DUEL, terms
from sonar_referee.match.maps import shipped_folder
from sonar_referee.server import socket
from sonar_referee.server.app import make_app
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore
from sonar_referee.wire import models
from sonar_referee.wire.problems import CODES
from sonar_referee.wire.shapes import view_model
from tests.docs.pages import DOCS, ROOT, blocks_of, text_of
from tests.docs.tables import OPTIONS_PAGES, SETTINGS_PAGE, TABLES, with_table

REFERENCE = DOCS / "reference"
PROTOCOL = text_of(REFERENCE / "protocol.md")
RULES = text_of(REFERENCE / "rules.md")
COMMANDS = text_of(REFERENCE / "commands.md")
MAPS = text_of(REFERENCE / "maps.md")
DUEL = text_of(REFERENCE / "sonar-duel.md")


class Place(NamedTuple):
    """Where a game's interface is described: a page and its sections."""

    page: str
    orders: str
    announcements: str
    view: str

    def section(self, name: str) -> str:
        """The text of a section of the page."""
        return sections(text_of(REFERENCE / self.page))[name]


PLACES = {
    "captain-sonar": Place(
        "protocol.md", "Orders of Captain Sonar", "Announcements of Captain Sonar", "The view of Captain Sonar"
    ),
    "sonar-duel": Place("sonar-duel.md", "Orders", "Announcements", "The view"),
}


def sections(text: str) -> dict[str, str]:
    """The sections of a page by their headings."""
    return dict(part.split("\n", 1) for part in text.split("\n## ")[1:])


def test_every_game_has_its_place() -> None:
    assert set(PLACES) == set(OPTIONS_PAGES) == set(GAMES)


@pytest.mark.parametrize("page", TABLES, ids=lambda page: page.name)
def test_a_table_is_the_one_of_the_code(page: Path) -> None:
    """If not: `python -m tests.docs.tables` writes it anew."""
    assert text_of(page) == with_table(page, TABLES[page]())
    assert "| `" in TABLES[page]()


def test_every_option_and_every_setting_is_in_its_table() -> None:
    for game, page in OPTIONS_PAGES.items():
        for field in dataclasses.fields(GAMES[game].options):
            assert f"| `{field.name}` |" in text_of(page)
    settings = text_of(SETTINGS_PAGE)
    for name in Settings.model_fields:
        assert f"| `--{name.replace('_', '-')}` | `SONAR_{name.upper()}` |" in settings


@pytest.mark.parametrize("code", CODES)
def test_every_problem_is_in_the_protocol_with_its_status(code: str) -> None:
    assert re.search(rf"^\| [^|]*`{code}`[^|]* \| {CODES[code][0]} \|", PROTOCOL, re.MULTILINE)


def _row(section: str, name: str) -> str:
    """The row of a section's table that has this name in its first cell."""
    (row,) = [line for line in section.splitlines() if f"`{name}`" in line.partition("|")[2].partition("|")[0]]
    return row


@pytest.mark.parametrize(
    ("game", "order"),
    [(game.id, order) for game in GAMES.values() for order in (*game.orders, *game.referee_orders)],
)
def test_every_order_is_in_the_reference_with_its_fields(game: str, order: Any) -> None:
    name, *fields = (str(field.default) if field.name == "type" else field.name for field in dataclasses.fields(order))
    row = _row(PLACES[game].section(PLACES[game].orders), name)
    assert all(f"`{field}`" in row for field in fields)


@pytest.mark.parametrize(
    ("game", "announcement"), [(game.id, kind) for game in GAMES.values() for kind in game.announcements]
)
def test_every_announcement_is_in_the_reference_with_its_fields(game: str, announcement: Any) -> None:
    fields = {field.name: field.default for field in dataclasses.fields(announcement)}
    row = _row(PLACES[game].section(PLACES[game].announcements), str(fields["kind"]))
    assert all(f"`{name}`" in row for name in fields if name not in ("kind", "team"))


@pytest.mark.parametrize(
    ("game", "field"), [(game, field) for game in GAMES for field in view_model(game).model_fields]
)
def test_every_field_of_a_view_is_in_the_reference(game: str, field: str) -> None:
    assert _row(PLACES[game].section(PLACES[game].view), field)


@pytest.mark.parametrize("word", [*get_args(Phase), *HEADINGS, *ROLES, *SYSTEMS])
def test_every_word_of_the_game_is_in_the_protocol(word: str) -> None:
    assert f"`{word}`" in PROTOCOL


def test_every_address_is_in_the_protocol() -> None:
    document = make_app(Settings(), MemoryStore()).openapi()
    for path, methods in document["paths"].items():
        for method in methods:
            assert re.search(rf"`{method.upper()} {re.escape(path)}[`?]", PROTOCOL), (method, path)


def test_every_frame_and_close_code_is_in_the_protocol() -> None:
    sent_by_clients: list[Any] = [
        models.Hello,
        models.OrderFrame,
        models.OverlayFrame,
        models.ChatFrame,
        models.PingFrame,
    ]
    for frame in sent_by_clients:
        (kind,) = get_args(frame.model_fields["type"].annotation)
        row = next(line for line in PROTOCOL.splitlines() if line.startswith(f'| `{{"type": "{kind}"'))
        assert all(f'"{name}"' in row for name in frame.model_fields)
    source = Path(socket.__file__).read_text(encoding="utf-8")
    sent = set(re.findall(r'"type":\s?"(\w+)"', source + (ROOT / "src/sonar_referee/match/table.py").read_text()))
    for kind in sent | {"view", "announcement", "accepted"}:
        assert f'{{"type": "{kind}"' in PROTOCOL, kind
    for name, code in vars(socket).items():
        if name.startswith("CLOSE_"):
            assert re.search(rf"^\| [\d, ]*{code}", PROTOCOL, re.MULTILINE), name


def test_the_limits_are_told_with_their_defaults() -> None:
    limits, settings = " ".join(sections(PROTOCOL)["Limits"].split()), Settings()
    for words in (
        f"may make {settings.requests_per_second:.0f} a second",
        f"may send {settings.frames_per_second:.0f} a second",
        f"{settings.matches_per_address} unfinished matches, {settings.players_per_address} players in them",
        f"{settings.connections_per_address} open connections",
        f"{settings.connections_per_viewer} sockets, streams and held calls",
        f"{settings.spectators_per_match} spectators",
        f"the server {settings.most_matches} unfinished matches",
    ):
        assert words in limits, words
    assert settings.wrong_tries_per_minute == 10
    assert "After ten wrong join codes an address may try one in six seconds" in limits


def test_the_json_of_the_reference_is_json() -> None:
    for page in sorted(REFERENCE.glob("*.md")):
        for block in blocks_of(page):
            if block.language == "json":
                json.loads(block.code)


@pytest.mark.parametrize("game", PLACES)
def test_the_example_of_a_view_has_the_fields_of_a_view(game: str) -> None:
    view: Any = view_model(game)
    (example,) = [
        found
        for block in blocks_of(REFERENCE / PLACES[game].page)
        if block.language == "json" and "revision" in (found := json.loads(block.code))
    ]
    view.model_validate_json(json.dumps(example))
    assert set(example) <= set(view.model_fields)


def test_every_decision_point_of_order_and_rule_in_refusals_is_in_the_rules() -> None:
    package = ROOT / "src/sonar_referee/games/captain_sonar"
    source = "".join(file.read_text(encoding="utf-8") for file in sorted(package.glob("*.py")))
    wanted = set(re.findall(r'"([RDP]\d+[a-z]?)"', source))
    wanted |= {f"D{number}" for number in range(1, 28)} | {f"P{number}" for number in range(1, 18)}
    missing = {rule for rule in wanted if not re.search(rf"\b{rule}\b", RULES)}
    assert not missing


def test_every_option_of_a_decision_is_in_the_rules() -> None:
    for field in dataclasses.fields(CAPTAIN_SONAR.options):
        if field.metadata["rule"].startswith("D"):
            assert f"`{field.name}`" in RULES


def test_the_panels_are_those_of_the_referee() -> None:
    for name, symbols in CIRCUITS.items():
        listed = re.search(rf"{name} `((?:[NESW]\d ?)+)`", RULES)
        assert listed
        assert symbol_set(*listed.group(1).split()) == symbols


def test_every_command_and_option_is_in_the_commands() -> None:
    def walk(command: Any, path: str) -> None:
        for parameter in command.params:
            for flag in parameter.opts if parameter.param_type_name == "option" else ():
                assert f"`{flag}" in COMMANDS or flag in ("-h", "--help"), (path, flag)
        for name, inner in getattr(command, "commands", {}).items():
            assert f"## {name}\n" in COMMANDS or f"`{path}{name}" in COMMANDS, name
            walk(inner, f"{path}{name} ")

    walk(typer.main.get_command(app), "")


def test_every_map_key_and_character_is_in_the_maps() -> None:
    charts = [
        read_map(file.read_text(encoding="utf-8"), str(file))
        for file in (shipped_folder() / "captain_sonar").glob("*.toml")
    ]
    for chart in charts:
        assert re.search(rf"^\| `{chart.name}` \| .*: {chart.confidence * 100:.0f} %", MAPS, re.MULTILINE)
    for key in ("name", "sector_size", "grid", "game", "title", "source", "confidence", "unofficial", "notes"):
        assert f"| `{key}` |" in MAPS
    for character in ".#o*":
        assert f"| `{character}` |" in MAPS
    for member in describe_map(charts[0]):
        assert f'"{member}":' in MAPS


def test_every_rule_of_the_duel_is_on_its_page() -> None:
    numbers = {1: 6, 2: 4, 3: 10, 4: 7, 5: 3}
    rules = {f"{part}.{rule}" for part, last in numbers.items() for rule in range(1, last + 1)}
    assert set(re.findall(r"^\| (\d\.\d+) \|", DUEL, re.MULTILINE)) == rules
    package = ROOT / "src/sonar_referee/games/sonar_duel"
    source = "".join(file.read_text(encoding="utf-8") for file in sorted(package.glob("*.py")))
    assert set(re.findall(r'"(\d\.\d+)"', source)) <= rules


def test_every_word_of_the_duel_is_on_its_page() -> None:
    for words in (terms.Direction, terms.Band, terms.System, terms.Reason, terms.Heading, terms.Seat):
        assert all(f"`{word}`" in DUEL for word in get_args(words))


def test_every_map_key_of_the_duel_is_on_its_page() -> None:
    with pytest.raises(BadMap) as unknown:
        SONAR_DUEL.read_map("depth = 3", "x")
    known = str(unknown.value).partition("known are ")[2].split(", ")
    assert {"sectors", "starts", "grid"} < set(known)
    section = sections(DUEL)["Maps"]
    for key in known:
        assert _row(section, key)
    page = REFERENCE / "sonar-duel.md"
    (file,) = [block.code for block in blocks_of(page) if block.language == "toml"]
    (shown,) = [
        found for block in blocks_of(page) if block.language == "json" and "grid" in (found := json.loads(block.code))
    ]
    described = SONAR_DUEL.describe_map(SONAR_DUEL.read_map(file, "strait.toml"))
    assert described | {"sectors": {"1": described["sectors"]["1"]}} == shown


def test_the_settings_page_shows_a_refusal_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    from sonar_referee.cli import main

    with pytest.raises(SystemExit):
        main(["serve", "--port", "70000"])
    assert capsys.readouterr().err in text_of(REFERENCE / "settings.md")
