"""What a bot is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple


class Choice(NamedTuple):
    """An order that a bot gives, and the seat if its view covers several."""

    seat: str | None
    order: dict[str, Any]


class Bot(ABC):
    """A player that chooses from its view alone, which is the JSON document of the protocol."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    @abstractmethod
    def choose(self, view: dict[str, Any]) -> Choice | None:
        """The order to give now, or None to wait for another view."""
