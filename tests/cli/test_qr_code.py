"""The QR code as text: every square is there, whatever the output can show."""

import io

import pytest
import segno

from sonar_referee.cli.qr_code import print_qr_code

ADDRESS = "http://192.168.1.20:8000/"
SQUARES = [
    [bool(square) for square in row]
    for row in segno.make(ADDRESS, error="l", boost_error=False, micro=False).matrix_iter(border=2)
]
DARK = {"█": (False, False), "▀": (False, True), "▄": (True, False), " ": (True, True)}


class Output(io.TextIOWrapper):
    """An output of some encoding, which may be a terminal."""

    def __init__(self, encoding: str, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="\n")
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal

    def lines(self) -> list[str]:
        self.seek(0)
        return self.read().splitlines()


def test_half_blocks_show_two_rows_in_one_line() -> None:
    out = Output("utf-8")
    print_qr_code(ADDRESS, out)
    pairs = [[DARK[character] for character in line] for line in out.lines()]
    rows = [[pair[half] for pair in line] for line in pairs for half in (0, 1)]
    assert rows[: len(SQUARES)] == SQUARES
    assert len(out.lines()) <= 17  # so that a window of 24 lines holds it with what is printed around it
    assert not any(any(row) for row in rows[len(SQUARES) :])


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_an_output_without_blocks_gets_number_signs(encoding: str) -> None:
    out = Output(encoding)
    print_qr_code(ADDRESS, out)
    rows = [[line[at : at + 2] == "  " for at in range(0, len(line), 2)] for line in out.lines()]
    assert rows == SQUARES


def test_a_terminal_is_told_the_colours() -> None:
    out = Output("utf-8", terminal=True)
    print_qr_code(ADDRESS, out)
    assert all(line.startswith("\x1b[97;40m█") and line.endswith("█\x1b[0m") for line in out.lines()[:-1])
