"""Looking into a write-ahead log that a killed server has left: SQLite passes over damage in one without a word.

It reads up to the first frame whose checksum is wrong, since a crash in the middle of a write leaves such an end. So
committed entries that stand behind a damaged frame would be missing, and nobody would know. The layout is described at
https://www.sqlite.org/fileformat2.html#walformat.
"""

import struct
from pathlib import Path

_HEADER = struct.Struct(">8I")
_FRAME = struct.Struct(">6I")
_MAGIC = 0x377F0682
_SUMMED = 8
"""Bytes of a frame's header that its checksum covers, before the page."""

Checksum = tuple[int, int]


def wal_of(path: Path) -> Path:
    """Where SQLite keeps the write-ahead log of a database."""
    return path.with_name(path.name + "-wal")


def is_damaged(wal: Path) -> bool:
    """Whether a write-ahead log lacks something that was committed in it.

    What was written last cannot be told from a write that a crash interrupted, and is never called damaged.
    """
    content = wal.read_bytes() if wal.is_file() else b""
    header = content[: _HEADER.size]
    if len(header) < _HEADER.size or not any(header):
        return False  # nothing was committed in it yet
    magic, _version, page_size, _number, *salts, first, second = _HEADER.unpack(header)
    words = ">" if magic & 1 else "<"
    if magic & ~1 != _MAGIC or _checksum(header[:24], (0, 0), words) != (first, second):
        return True
    frames = _Frames(content[_HEADER.size :], page_size, tuple(salts), words)
    number, checksum = 0, (first, second)
    while frames.follows(number, checksum):
        checksum = frames.checksum(number)
        number += 1
    return any(
        frames.is_commit(later) and frames.follows(later + 1, frames.checksum(later))
        for later in range(number, frames.count - 1)
    )


class _Frames:
    """The frames of a write-ahead log, numbered from 0."""

    def __init__(self, content: bytes, page_size: int, salts: tuple[int, ...], words: str) -> None:
        self._content = content
        self._size = _FRAME.size + page_size
        self._salts = salts
        self._words = words
        self.count = len(content) // self._size

    def _head(self, number: int) -> tuple[int, ...]:
        return _FRAME.unpack_from(self._content, number * self._size)

    def checksum(self, number: int) -> Checksum:
        """The checksum that a frame claims to have."""
        *_, first, second = self._head(number)
        return first, second

    def is_commit(self, number: int) -> bool:
        """Whether a frame is the last of a transaction, and not left from before the log began anew."""
        _page, pages, *salts = self._head(number)[:4]
        return pages != 0 and tuple(salts) == self._salts

    def follows(self, number: int, before: Checksum) -> bool:
        """Whether there is a frame of this number that was written behind one with this checksum."""
        if number >= self.count or self._head(number)[2:4] != self._salts:
            return False
        start = number * self._size
        summed = self._content[start : start + _SUMMED]
        page = self._content[start + _FRAME.size : start + self._size]
        return _checksum(page, _checksum(summed, before, self._words), self._words) == self.checksum(number)


def _checksum(content: bytes, before: Checksum, words: str) -> Checksum:
    first, second = before
    for one, other in struct.iter_unpack(f"{words}2I", content):
        first = (first + one + second) & 0xFFFFFFFF
        second = (second + other + first) & 0xFFFFFFFF
    return first, second
