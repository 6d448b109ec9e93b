"""A match played again from its log, and one hash of everything that happened in it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any

from sonar_referee.games.game import Game, Said


class Replay:
    """A match from its beginning, given its orders one by one. The same log gives the same hash everywhere."""

    def __init__(self, game: Game[Any], options: Any, chart: Any, seed: int) -> None:
        self.state = game.new(options, chart, seed)
        self._game = game
        self._heard = hashlib.sha256()

    def give(self, seat: str, order: Any) -> list[Said]:
        """Carry out the next order and return what is said; raises `IllegalOrder` and then changes nothing."""
        said = self._game.apply(self.state, seat, order)
        for one in said:
            self._heard.update(_line(one))
        return said

    def state_hash(self) -> str:
        """SHA-256, as 64 hexadecimal digits, over the position and all that was said so far, to whom and when."""
        everything = self._heard.copy()
        everything.update(self._game.position(self.state).encode())
        return everything.hexdigest()


def _line(said: Said) -> bytes:
    members = dataclasses.asdict(said.announcement)
    text = json.dumps([said.round, said.audience, members], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode() + b"\n"
