"""What one viewer has heard of a match, over any number of connections."""

from __future__ import annotations

FRAME = '{"type":"announcement","seq":'
LINE = '{"seq":'


class Hearing:
    """Announcements as they came, which must be gapless and the same each time that they are told."""

    def __init__(self, form: str = FRAME) -> None:
        self.heard: list[str] = []
        self._form = form
        self._next = 1

    def resume(self, after: int) -> None:
        """Begin to listen on a new connection after a number."""
        self._next = after + 1

    def take(self, announcement: str) -> None:
        """Hear an announcement."""
        assert announcement.startswith(f"{self._form}{self._next},"), f"not {self._next}: {announcement}"
        if self._next <= len(self.heard):
            assert announcement == self.heard[self._next - 1], "what was told once stays as it was"
        else:
            self.heard.append(announcement)
        self._next += 1

    @property
    def up_to(self) -> int:
        """The number of the last announcement that this connection told."""
        return self._next - 1
