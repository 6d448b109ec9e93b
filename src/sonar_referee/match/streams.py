"""What each viewer has heard, numbered without gaps, and how often its view has changed."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any

from sonar_referee.games.game import Game, Said, Viewer
from sonar_referee.wire.encode import announcement_frame, announcement_json


class Stream:
    """What everybody hears who belongs to the same audiences."""

    def __init__(self, audiences: frozenset[str]) -> None:
        self.audiences = audiences
        self.said: list[Said] = []
        self.marks = array("I", [0])
        """How much had been said after each order; before the first, nothing."""
        self.changes = 0
        self._frames: dict[int, str] = {}

    def add(self, said: list[Said]) -> None:
        """Hear what one order brought."""
        self.said += [one for one in said if one.audience in self.audiences]
        self.changes += len(self.said) > self.marks[-1]
        self.marks.append(len(self.said))
        self._frames.clear()

    def heard_last(self) -> bool:
        """Whether the last order brought anything to hear."""
        return self.marks[-1] > self.marks[-2]

    def frame(self, seq: int) -> str:
        """An announcement as a frame of the socket; made once for all who hear the latest."""
        made = self._frames.get(seq)
        if made is None:
            made = self._frames[seq] = announcement_frame(seq, self.said[seq - 1])
            if seq <= self.marks[-2]:
                del self._frames[seq]
        return made


class Streams:
    """The streams of one match, one for all viewers that hear the same."""

    def __init__(self, game: Game[Any], state: Any, viewers: set[Viewer]) -> None:
        self._of: dict[Viewer, Stream] = {}
        self._streams: dict[frozenset[str], Stream] = {}
        self._silent_changes: Counter[Viewer] = Counter()
        self._changes_for_all = 0
        for viewer in viewers:
            audiences = game.hears(state, viewer)
            self._of[viewer] = self._streams.setdefault(audiences, Stream(audiences))

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who may look."""
        return tuple(self._of)

    def add(self, said: list[Said]) -> None:
        """Let everybody hear what they may of what one order brought."""
        for stream in self._streams.values():
            stream.add(said)

    def heard_last(self, viewer: Viewer) -> bool:
        """Whether the last order was heard by this viewer, which changes its view: `seq` stands in it."""
        return self._of[viewer].heard_last()

    def note_change(self, viewer: Viewer) -> None:
        """Count a change of a viewer's view without an announcement."""
        self._silent_changes[viewer] += 1

    def note_change_for_all(self) -> None:
        """Count a change of everybody's view without an announcement."""
        self._changes_for_all += 1

    def changes(self, viewer: Viewer) -> int:
        """How often a viewer's view has changed."""
        return self._of[viewer].changes + self._silent_changes[viewer] + self._changes_for_all

    def seq(self, viewer: Viewer) -> int:
        """The number of the last announcement that a viewer heard; 0 before the first."""
        return len(self._of[viewer].said)

    def brought_by(self, viewer: Viewer, entry: int) -> tuple[int, int]:
        """What a viewer had heard before and after the order with this number in the log."""
        marks = self._of[viewer].marks
        return marks[entry - 1], marks[entry]

    def announcements(self, viewer: Viewer, after: int, upto: int | None = None) -> list[str]:
        """What a viewer heard after one number up to another, as JSON texts."""
        heard = self._of[viewer].said[after:upto]
        return [announcement_json(seq, said) for seq, said in enumerate(heard, after + 1)]

    def frames(self, viewer: Viewer, after: int) -> list[str]:
        """What a viewer heard after a number, as frames of the socket."""
        stream = self._of[viewer]
        return [stream.frame(seq) for seq in range(after + 1, len(stream.said) + 1)]
