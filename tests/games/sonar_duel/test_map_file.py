"""Map files: the shipped one keeps its promises (1.5), and a bad one is refused with file, line and reason."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sonar_referee.games.errors import BadMap
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.options import Options
from tests.games.sonar_duel.table import MAP, TWELVE

GOOD = """\
name = "pond"
title = "The pond"
source = "drawn by hand"
confidence = 0.5
unofficial = true
notes = "small"
start_distance = 2
starts = [["A1", "D2"], ["D1", "A2"]]
sectors = \"\"\"
1 1 2 2
3 1 2 4
\"\"\"
grid = \"\"\"
..#.
....
\"\"\"
"""
SQUARES = 'name = "pond"\nsector_size = 2\nstart_distance = 1\ngrid = """\n....\n....\n"""\n'


def around(cell: str) -> list[str]:
    """The sea cells next to a cell of the shipped map."""
    column, row = "ABCDEFGHIJKL".index(cell[0]), int(cell[1:]) - 1
    places = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
    inside = [(x, y) for x, y in places if 0 <= x < 12 and 0 <= y < 12]
    return [f"{'ABCDEFGHIJKL'[x]}{y + 1}" for x, y in inside if TWELVE.grid[y][x] == "."]


SEA = [name for number, name in enumerate(TWELVE.names) if "".join(TWELVE.grid)[number] == "."]


def test_1_5_the_shipped_map_has_the_promised_size() -> None:
    """Twelve by twelve, 16 islands, 128 cells of sea; it is the only one and the default."""
    assert [path.stem for path in MAP.parent.iterdir()] == ["twelve"] == [Options().map] == [TWELVE.name]
    assert (len(TWELVE.grid), {len(row) for row in TWELVE.grid}) == (12, {12})
    assert len(SEA) == 128
    assert "".join(TWELVE.grid).count("#") == 16
    assert TWELVE.start_distance == 5


def test_1_5_the_shipped_map_looks_the_same_from_both_ends() -> None:
    """Turned by half a turn it is itself."""
    assert tuple(row[::-1] for row in reversed(TWELVE.grid)) == TWELVE.grid


def test_1_5_the_shipped_map_is_one_sea_without_dead_ends() -> None:
    """Every sea cell has two ways out and can be reached from every other."""
    assert min(len(around(cell)) for cell in SEA) >= 2
    reached, waiting = {SEA[0]}, [SEA[0]]
    while waiting:
        new = set(around(waiting.pop())) - reached
        reached |= new
        waiting += new
    assert reached == set(SEA)


def test_1_5_the_shipped_map_has_nine_sectors_row_by_row() -> None:
    """Four by four cells each, so that no block lies in two."""
    cells = {name: TWELVE.sector[number] for number, name in enumerate(TWELVE.names)}
    assert Counter(cells.values()) == dict.fromkeys(range(1, 10), 16)
    corners = ["A1", "E1", "I1", "A5", "E5", "I5", "A9", "E9", "I9"]
    assert [cells[corner] for corner in corners] == list(range(1, 10))
    assert len({(TWELVE.block(number), cells[name]) for number, name in enumerate(TWELVE.names)}) == 36


def test_a_description_has_all_that_a_client_draws() -> None:
    """Cells by name, sectors by number, islands, starts and where the map comes from, as JSON values."""
    assert SONAR_DUEL.describe_map(SONAR_DUEL.read_map(GOOD, "pond.toml")) == {
        "name": "pond",
        "title": "The pond",
        "columns": ["A", "B", "C", "D"],
        "rows": [1, 2],
        "sectors": {"1": ["A1", "B1", "B2"], "2": ["C1", "D1", "C2"], "3": ["A2"], "4": ["D2"]},
        "grid": ["..#.", "...."],
        "legend": {".": "sea", "#": "island"},
        "islands": ["C1"],
        "starts": [["A1", "D2"], ["D1", "A2"]],
        "start_distance": 2,
        "source": "drawn by hand",
        "confidence": 0.5,
        "unofficial": True,
        "notes": "small",
    }


def test_a_map_may_be_short() -> None:
    """Name, grid and sectors are enough; starts are then five cells apart, and the text is kept for replays."""
    text = 'name = "my-first_map2"\nsector_size = 3\ngrid = """\n......\n......\n......"""'
    chart = SONAR_DUEL.read_map(text, "x.toml")
    assert (chart.title, chart.source, chart.confidence, chart.unofficial) == ("My First_Map2", "", 1.0, False)
    assert (chart.start_distance, chart.starts, set(chart.sector)) == (5, (), {1, 2})
    assert chart.text == text
    assert SONAR_DUEL.read_map(chart.text, "again") == chart


def bad(old: str, new: str, text: str = GOOD) -> str:
    """A map file with one thing changed."""
    assert old in text
    return text.replace(old, new, 1)


BAD: dict[str, tuple[str, int, str]] = {
    "no TOML": (bad('"pond"', "pond"), 1, "not valid TOML"),
    "no name": (bad('name = "pond"\n', ""), 1, "the key 'name' is missing"),
    "no grid": (GOOD[: GOOD.index("grid")], 1, "the key 'grid' is missing"),
    "unknown key": (bad("notes", "hints"), 6, "unknown key 'hints'; known are name, grid,"),
    "unknown character": (bad("..#.", "..o."), 14, "unknown character 'o' in column 3; use . for sea, # for island"),
    "ragged grid": (bad("....\n", "...\n"), 15, "this row has 3 cells, the first has 4"),
    "too small": (bad("..#.\n....", "...."), 14, "the grid has 4 columns and 1 rows; both must be 2 to 26"),
    "too wide": (bad("....\n....", f"{'.' * 27}\n{'.' * 27}", SQUARES), 5, "the grid has 27 columns"),
    "cut off": (bad("..#.\n....", "..#.\n..#."), 14, "D1 is land-locked sea; every sea cell needs a way"),
    "no sea": (bad("..#.\n....", "####\n####"), 14, "there is no sea on this map"),
    "one cell": (bad("..#.\n....", "####\n#.##"), 15, "B2 is the only sea; a submarine could not move"),
    "empty grid": ('name = "a"\nsector_size = 1\ngrid = ""', 3, "the grid has 0 columns"),
    "no sectors": (bad("sector_size = 2\n", "", SQUARES), 1, "give either sector_size, for square sectors, or sectors"),
    "sectors twice": (bad('name = "pond"\n', 'name = "pond"\nsector_size = 2\n'), 10, "give either sector_size"),
    "uneven sectors": (bad("= 2", "= 3", SQUARES), 2, "sector_size 3 does not divide the 4 columns and 2 rows"),
    "sectors of nothing": (bad("= 2", "= 0", SQUARES), 2, "sector_size 0 does not divide"),
    "sectors a number": (bad("sector_size", "sectors", SQUARES), 2, "sectors must be text in quotes"),
    "a row of sectors missing": (bad("3 1 2 4\n", ""), 9, "sectors has 1 rows, the grid has 2"),
    "a sector missing": (bad("3 1 2 4", "3 1 2"), 11, "this row has 3 sectors, the grid 4 columns"),
    "sector 0": (bad("3 1", "0 1"), 11, "a sector is a number from 1 to 99, not '0'"),
    "sector 100": (bad("1 1 2", "1 100 2"), 10, "a sector is a number from 1 to 99, not '100'"),
    "sector by letter": (bad("1 1 2", "1 B 2"), 10, "a sector is a number from 1 to 99, not 'B'"),
    "sector in other digits": (bad("1 1 2", "1 \u0663 2"), 10, "a sector is a number from 1 to 99"),
    "endless sector": (bad("1 1 2", f"1 {'9' * 5000} 2"), 10, "not '99999999999999999999'"),
    "distance 0": (bad("= 2", "= 0"), 7, "start_distance must be 1 to 25, not 0"),
    "distance 26": (bad("= 2", "= 26"), 7, "start_distance must be 1 to 25, not 26"),
    "distance a text": (bad("= 2", '= "2"'), 7, "start_distance must be a whole number"),
    "nowhere to begin": (bad("= 1", "= 4", SQUARES), 3, "no two sea cells are 4 apart; a match could not begin"),
    "too small for the default": (bad("start_distance = 1\n", "", SQUARES), 1, "no two sea cells are 5 apart"),
    "starts a text": (bad('[["A1", "D2"], ["D1", "A2"]]', '"A1"'), 8, "starts must be a list"),
    "no starts": (bad('[["A1", "D2"], ["D1", "A2"]]', "[]"), 8, "starts lists no pair; leave it out"),
    "one start alone": (bad('["A1", "D2"]', '["A1"]'), 8, "a start is a pair of cells as in ['A1', 'L12'], not ['A1']"),
    "three in a start": (bad('["A1", "D2"]', '["A1", "D2", "A2"]'), 8, "a start is a pair of cells"),
    "starts as tables": (bad('["A1", "D2"]', "{A1 = 1}"), 8, "a start is a pair of cells"),
    "start on land": (bad('"A1"', '"C1"'), 8, "'C1' is no sea cell of this map"),
    "start off the map": (bad('"A1"', '"A3"'), 8, "'A3' is no sea cell of this map"),
    "start a number": (bad('"A1"', "1"), 8, "1 is no sea cell of this map"),
    "start a list": (bad('"A1"', '["A1"]'), 8, "['A1'] is no sea cell of this map"),
    "starts too near": (bad('"D2"]', '"B1"]'), 8, "A1 and B1 are 1 apart; starts are at least start_distance 2"),
    "a start with itself": (bad("= 2", "= 1").replace('"D2"]', '"A1"]'), 8, "A1 and A1 are 0 apart"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_map_file_is_refused_with_file_line_and_reason(kind: str) -> None:
    """Whoever draws a map learns which line of which file is wrong, and why."""
    text, line, reason = BAD[kind]
    with pytest.raises(BadMap) as refused:
        SONAR_DUEL.read_map(text, "harbour.toml")
    message = str(refused.value)
    assert message.startswith(f"harbour.toml, line {line}: "), message
    assert reason in message
    assert "\n" not in message


@pytest.mark.parametrize("distance", [1, 2, 3])
def test_starts_at_the_distance_itself_are_allowed(distance: Any) -> None:
    """The least distance is a distance that counts."""
    chart = SONAR_DUEL.read_map(bad("= 1", f"= {distance}", SQUARES), "x")
    apart = {chart.distance(*pair) for pair in chart.possible_starts}
    assert min(apart) == distance
