"""A QR code as text."""

from __future__ import annotations

from typing import TextIO

import segno

from sonar_referee.cli.terminal import can_show

_BORDER = 2
_HALVES = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""Two dark or light squares, one above the other, as one character that is drawn light on dark."""
_LIGHT_ON_DARK = "\x1b[97;40m"
_AS_BEFORE = "\x1b[0m"


def print_qr_code(text: str, out: TextIO) -> None:
    """Draw a QR code with block characters, or with # where the output cannot show them."""
    code = segno.make(text, error="l", boost_error=False, micro=False)
    rows = [[bool(square) for square in row] for row in code.matrix_iter(border=_BORDER)]
    if can_show(out, "".join(_HALVES.values())):
        light = [False] * len(rows[0])
        pairs = zip(rows[::2], [*rows[1::2], light], strict=False)
        lines = ["".join(_HALVES[halves] for halves in zip(*pair, strict=True)) for pair in pairs]
    else:
        lines = ["".join("  " if dark else "##" for dark in row) for row in rows]
    if out.isatty():  # a light terminal would show the code inverted
        lines = [f"{_LIGHT_ON_DARK}{line}{_AS_BEFORE}" for line in lines]
    print("\n".join(lines), file=out)
