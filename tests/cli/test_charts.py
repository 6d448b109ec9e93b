"""Charts as text."""

import io
from typing import Any

import pytest

from sonar_referee.cli.charts import LEGEND, Track, draw, side_by_side
from sonar_referee.games.captain_sonar.map_file import describe_map, read_map

CHART: dict[str, Any] = describe_map(
    read_map('name = "test"\nsector_size = 2\ngrid = """\n..#.\n.o*.\n....\n....\n"""\n', "test")
)
TRACK = Track(past_routes=[["A1", "A2", "B2"]], route=["B2", "B3", "C3", "C2", "D2", "D3", "D4", "C4"], mines=["A4"])


def utf8() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")


def ascii_only() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="ascii")


def test_an_empty_chart_shows_the_map() -> None:
    assert draw(CHART, Track(), utf8()) == [
        "   A  B  C  D",
        " 1 .  .  #  .",
        " 2 .  o  *  .",
        " 3 .  .  .  .",
        " 4 .  .  .  .",
    ]


def test_the_last_route_is_a_line_from_where_it_surfaced_to_its_end() -> None:
    assert draw(CHART, TRACK, utf8()) == [
        "   A  B  C  D",
        " 1 S  .  #  .",
        " 2 ~  ^  ┌──┐",
        " 3 .  └──┘  │",
        " 4 M  .  E──┘",
    ]


def test_an_output_without_line_characters_gets_plain_ones() -> None:
    assert draw(CHART, TRACK, ascii_only()) == [
        "   A  B  C  D",
        " 1 S  .  #  .",
        " 2 ~  ^  +--+",
        " 3 .  +--+  |",
        " 4 M  .  E--+",
    ]


@pytest.mark.parametrize("route", [["A1", "B1"], ["B1", "A1"], ["A1", "A2"], ["A2", "A1"]])
def test_a_route_of_two_spaces_has_start_and_end(route: list[str]) -> None:
    drawn = "\n".join(draw(CHART, Track(route=route), utf8()))
    assert drawn.count("S") == drawn.count("E") == 1


def test_two_charts_stand_side_by_side_if_they_fit_in_80_columns() -> None:
    ten = draw(describe_map(read_map(_sea(10), "test")), Track(), utf8())
    both = side_by_side(ten, ten)
    assert len(both) == 11
    assert max(map(len, both)) <= 80
    assert both[10].split() == ["10", *"." * 10, "10", *"." * 10]


def test_wide_charts_stand_one_above_the_other_and_fit_as_well() -> None:
    widest = draw(describe_map(read_map(_sea(26), "test")), Track(), utf8())
    both = side_by_side(widest, widest)
    assert len(both) == 55
    assert max(map(len, both)) <= 80


def test_the_legend_fits_in_80_columns() -> None:
    assert max(map(len, LEGEND.splitlines())) <= 80


def _sea(size: int) -> str:
    return f'name = "sea"\nsector_size = {size}\ngrid = """\n' + ("." * size + "\n") * size + '"""\n'
