"""What each viewer has heard, numbered without gaps, and how often its view has changed."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable
from typing import Any

from sonar_referee.games.game import SPECTATOR, Game, Said, Viewer
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
    """The streams of one match, one for all viewers that hear the same.

    A viewer of several seats sees exactly what they see together, so its view changes when that of one of them does.
    """

    def __init__(self, game: Game[Any], state: Any, viewers: set[Viewer]) -> None:
        self._game = game
        self._state = state
        self._of: dict[Viewer, Stream] = {}
        self._singles: dict[Viewer, tuple[Viewer, ...]] = {}
        """Each viewer's seats as viewers by themselves; a spectator is one already."""
        self._streams: dict[frozenset[str], Stream] = {}
        self._all: list[list[Said]] = []
        """What each order brought, whoever heard it."""
        self._changed_silently: dict[Viewer, array[int]] = {}
        """For each single seat and for spectators the orders that changed their view without a word to them."""
        self._silent_changes: Counter[Viewer] = Counter()
        self._changes_for_all = 0
        for viewer in [SPECTATOR, *(frozenset({seat}) for seat in game.seats)]:
            self._changed_silently[viewer] = array("I")
        for viewer in viewers:
            self.admit(viewer)

    def admit(self, viewer: Viewer) -> None:
        """Let somebody look who may not have done so before: it has heard and seen what its seats did."""
        if viewer in self._of:
            return
        audiences = self._game.hears(self._state, viewer)
        stream = self._streams.get(audiences)
        if stream is None:
            stream = self._streams[audiences] = Stream(audiences)
            for said in self._all:
                stream.add(said)
        self._of[viewer] = stream
        self._singles[viewer] = tuple(frozenset({seat}) for seat in viewer) or (SPECTATOR,)
        silent = {order for single in self._singles[viewer] for order in self._changed_silently[single]}
        self._silent_changes[viewer] = sum(stream.marks[order] == stream.marks[order - 1] for order in silent)

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """Everybody who may look."""
        return tuple(self._of)

    def add(self, said: list[Said], sees_change: Callable[[Viewer], bool]) -> None:
        """Let everybody hear what they may of what one order brought.

        `sees_change` tells of a single seat, or of spectators, whether their view has changed; where something was
        heard it has, as `seq` stands in it.
        """
        self._all.append(said)
        for stream in self._streams.values():
            stream.add(said)
        changed: set[Viewer] = set()
        for single, orders in self._changed_silently.items():
            if not (single in self._of and self._of[single].heard_last()) and sees_change(single):
                orders.append(len(self._all))
                changed.add(single)
        for viewer, stream in self._of.items():
            if not stream.heard_last() and not changed.isdisjoint(self._singles[viewer]):
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
