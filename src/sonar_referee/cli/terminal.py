"""What the output can show."""

from __future__ import annotations

from typing import TextIO


def can_show(out: TextIO, characters: str) -> bool:
    """Whether an output has these characters in its encoding."""
    try:
        characters.encode(out.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
