"""Map files: the five shipped ones hold the known maps, and a bad one is refused with file, line and reason."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.errors import BadMap, RefereeError
from sonar_referee.games.grid import bits
from tests.games.captain_sonar.table import CHARTS, MAPS

GOOD = """\
name = "pond"
title = "The pond"
sector_size = 2
source = "drawn by hand"
confidence = 0.5
unofficial = true
notes = "small"
grid = \"\"\"
..#.
o..*
....
....
\"\"\"
"""


class Facts(NamedTuple):
    """What is known of a map of the base box in its turn-by-turn form."""

    islands: str
    holes: str
    archer_mines: str
    confidence: float


FACTS = {
    "alpha": Facts("D1 H2 C4 H4 E6 G7 D9 H9", "", "", 0.99),
    "bravo": Facts("D1 H2 C4 H4 G7 D9", "", "", 0.85),
    "charlie": Facts("C4 D4 E4 G6 G7 H7", "", "", 0.88),
    # the holes of the printed sheet are not known: these are our own, and the map says that it is unofficial
    "delta": Facts("C2 G2 C3 I4 B7 G7 I7 B8 D9 H9", "H2 I2 H3 I3 A4 B4 A5 B5 D6 E6 D7 E7", "", 0.35),
    "echo": Facts("B2 G3 J5 H7 B9 G9", "", "H2 E3 B4 H5 B7 G8 D9 I9", 0.65),
}


def names(chart: Chart, cells: int) -> list[str]:
    """The names of a set of cells."""
    return [chart.names[cell] for cell in bits(cells)]


@pytest.mark.parametrize("name", FACTS)
def test_a_shipped_map_is_the_known_one(name: str) -> None:
    """Size, sectors, islands, holes and Archer mines are those of the turn-by-turn sheet (R6, R8)."""
    chart, facts = CHARTS[name], FACTS[name]
    assert chart.name == name
    assert (chart.columns, chart.rows, chart.sector_size, chart.sectors) == (10, 10, 5, 4)
    whole = (1 << 100) - 1
    assert names(chart, whole & ~chart.sea) == facts.islands.split()
    assert names(chart, chart.holes) == facts.holes.split()
    assert names(chart, chart.archer_mines) == facts.archer_mines.split()


@pytest.mark.parametrize("name", FACTS)
def test_a_shipped_map_says_how_well_it_is_known(name: str) -> None:
    """Each map notes its source and confidence; one whose printed sheet is unknown is marked unofficial."""
    chart = CHARTS[name]
    assert chart.confidence == FACTS[name].confidence
    assert chart.source
    assert chart.unofficial == (name == "delta")
    assert chart.title == name.title()


def test_there_are_five_shipped_maps() -> None:
    """The maps of the base box, one file each, named as the map is."""
    assert set(CHARTS) == set(FACTS)
    assert {path.stem for path in MAPS.iterdir()} == set(FACTS)


def test_a_description_has_all_that_a_client_draws() -> None:
    """Cells by name, sectors by number, islands, holes, mines and where the map comes from, as JSON values."""
    assert CAPTAIN_SONAR.describe_map(CAPTAIN_SONAR.read_map(GOOD, "pond.toml")) == {
        "name": "pond",
        "title": "The pond",
        "columns": ["A", "B", "C", "D"],
        "rows": [1, 2, 3, 4],
        "sector_size": 2,
        "sectors": {
            "1": ["A1", "B1", "A2", "B2"],
            "2": ["C1", "D1", "C2", "D2"],
            "3": ["A3", "B3", "A4", "B4"],
            "4": ["C3", "D3", "C4", "D4"],
        },
        "grid": ["..#.", "o..*", "....", "...."],
        "legend": {".": "sea", "#": "island", "o": "open-water hole", "*": "Archer mine"},
        "islands": ["C1"],
        "holes": ["A2"],
        "archer_mines": ["D2"],
        "source": "drawn by hand",
        "confidence": 0.5,
        "unofficial": True,
        "notes": "small",
    }


def test_only_name_grid_and_sector_size_are_needed() -> None:
    """A host's own map may be three lines; the rest has plain defaults, and the file's text is kept for replays."""
    text = 'name = "my-first_map2"\nsector_size = 1\ngrid = """..\n.."""'
    chart = CAPTAIN_SONAR.read_map(text, "x.toml")
    assert (chart.title, chart.source, chart.confidence, chart.unofficial) == ("My First_Map2", "", 1.0, False)
    assert chart.text == text
    assert CAPTAIN_SONAR.read_map(chart.text, "again") == chart


@pytest.mark.parametrize("quotes", ['"""', "'''"])
@pytest.mark.parametrize("opening", ["\n", "", "\n\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_grid_may_be_written_in_several_ways(quotes: str, opening: str, newline: str) -> None:
    """Either kind of quotes, on the same line or the next, indented or not, with any line ends."""
    text = f'name = "a"\nsector_size = 2\ngrid = {quotes}{opening}  ...#\n  ....\n  {quotes}'
    assert CAPTAIN_SONAR.read_map(text.replace("\n", newline), "x").grid == ("...#", "....")


def with_grid(*rows: str, sector_size: Any = 2, opening: str = '"""\n', closing: str = '"""') -> str:
    """A map file whose grid begins on line 4."""
    grid = "\n".join(rows)
    return f'name = "a"\nsector_size = {sector_size}\ngrid = {opening}{grid}\n{closing}\n'


BAD = {
    "no TOML": (GOOD.replace('name = "pond"', "name = pond"), 1, "not valid TOML"),
    "no TOML in line 5": (GOOD.replace("= 0.5", "== 0.5"), 5, "not valid TOML"),
    "text without end": (GOOD.replace('*\n....\n....\n"""', "*\n"), 12, "not valid TOML: unterminated string"),
    "key twice": (GOOD + "\nnotes = 'again'", 15, "not valid TOML: cannot overwrite a value"),
    "number too long": (GOOD + "a = " + "9" * 5000, 14, "not valid TOML"),
    "brackets too deep": (GOOD + "a = " + "[" * 5000, 14, "not valid TOML"),
    "nothing": ("", 1, "the key 'name' is missing"),
    "no name": (GOOD.replace('name = "pond"\n', ""), 1, "the key 'name' is missing"),
    "no grid": (GOOD[: GOOD.index("grid")], 1, "the key 'grid' is missing"),
    "no sector_size": (GOOD.replace("sector_size = 2\n", ""), 1, "the key 'sector_size' is missing"),
    "unknown key": (GOOD.replace("title", "tilte"), 2, "unknown key 'tilte'; known are name, grid, sector_size"),
    "unknown table": (GOOD + "[islands]\n", 14, "unknown key 'islands'"),
    "unknown dotted key": (GOOD + "here.there = 1\n", 14, "unknown key 'here'"),
    "name a number": (GOOD.replace('"pond"', "1"), 1, "name must be text in quotes"),
    "title a list": (GOOD.replace('"The pond"', "['a']"), 2, "title must be text in quotes"),
    "sector_size a text": (GOOD.replace("= 2", '= "2"'), 3, "sector_size must be a whole number"),
    "sector_size a fraction": (GOOD.replace("= 2", "= 2.0"), 3, "sector_size must be a whole number"),
    "sector_size true": (GOOD.replace("= 2", "= true"), 3, "sector_size must be a whole number"),
    "confidence a text": (GOOD.replace("0.5", '"high"'), 5, "confidence must be a number"),
    "confidence true": (GOOD.replace("0.5", "true"), 5, "confidence must be a number"),
    "confidence too high": (GOOD.replace("0.5", "1.5"), 5, "confidence must be 0 to 1"),
    "confidence no number": (GOOD.replace("0.5", "nan"), 5, "confidence must be 0 to 1"),
    "unofficial a number": (GOOD.replace("= true", "= 1"), 6, "unofficial must be true or false"),
    "grid a list": ('name = "a"\nsector_size = 2\ngrid = ["..", ".."]', 3, "grid must be text in quotes"),
    "bad name": (GOOD.replace('"pond"', '"The Pond"'), 1, "name 'The Pond' must be 1 to 40 lower-case"),
    "name with a path": (GOOD.replace('"pond"', '"../pond"'), 1, "name '../pond' must be"),
    "name with a line end": (GOOD.replace('"pond"', '"pond\\n"'), 1, "must be"),
    "empty name": (GOOD.replace('"pond"', '""'), 1, "name '' must be"),
    "long name": (GOOD.replace('"pond"', f'"{"a" * 41}"'), 1, "must be 1 to 40"),
    "unknown character": (GOOD.replace("o..*", "o.x*"), 10, "unknown character 'x' in column 3; use . for sea"),
    "unknown line end": (with_grid("..\x85.", "...."), 4, "unknown character '\\x85' in column 3"),
    "short row": (with_grid("....", "...", "....", "...."), 5, "this row has 3 cells, the first has 4"),
    "long row": (with_grid("....", "....", ".....", "...."), 6, "this row has 5 cells, the first has 4"),
    "empty row": (with_grid("....", "", "....", "...."), 5, "this row has 0 cells, the first has 4"),
    "land-locked cell": (with_grid("....", "..#.", ".#.#", "..#."), 6, "C3 is land-locked sea"),
    "land-locked sea": (with_grid(".#..", ".#..", "##..", "...."), 4, "A1 is land-locked sea"),
    "one sea cell": (with_grid("####", "##.#", "####", "####"), 5, "C2 is the only sea"),
    "no sea": (with_grid("##", "##"), 4, "there is no sea"),
    "no divisor": (with_grid("....", "....", sector_size=3), 2, "sector_size 3 does not divide the 4 columns and 2"),
    "no divisor of the rows": (with_grid("....", "....", sector_size=4), 2, "sector_size 4 does not divide"),
    "sectors of nothing": (with_grid("....", "....", sector_size=0), 2, "sector_size 0 does not divide"),
    "negative sectors": (with_grid("....", "....", sector_size=-2), 2, "sector_size -2 does not divide"),
    "too low": (with_grid("....", sector_size=1), 4, "the grid has 4 columns and 1 rows; both must be 2 to 26"),
    "too narrow": (with_grid(".", ".", sector_size=1), 4, "the grid has 1 columns and 2 rows"),
    "too wide": (with_grid("." * 27, "." * 27, sector_size=1), 4, "the grid has 27 columns"),
    "too high": (with_grid(*[".."] * 27, sector_size=1), 4, "and 27 rows"),
    "empty grid": (with_grid(), 5, "the grid has 0 columns"),
    "grid on the line of its quotes": (with_grid("....", "..x.", opening='"""'), 4, "unknown character 'x'"),
    "grid after a continued line": (with_grid("....", "..x.", opening='"""\\\n'), 5, "unknown character 'x'"),
    "grid in one line": (with_grid(opening='"....\\n..x."', closing=""), 3, "unknown character 'x' in column 3"),
    "grid with a quoted key": (with_grid("....", "..x.").replace("grid", '"grid"'), 5, "unknown character 'x'"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_map_file_is_refused_with_file_line_and_reason(kind: str) -> None:
    """Whoever draws a map learns which line of which file is wrong, and why (R41 among others)."""
    text, line, reason = BAD[kind]
    with pytest.raises(BadMap) as refused:
        CAPTAIN_SONAR.read_map(text, "harbour.toml")
    message = str(refused.value)
    assert message.startswith(f"harbour.toml, line {line}: "), message
    assert reason in message
    assert "\n" not in message
    assert isinstance(refused.value, RefereeError)
