"""What a bot is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple


class Choice(NamedTuple):
    """An order that a bot gives, and the seat if its view covers several."""

    seat: str | None
    order: dict[str, Any]


class Brief(NamedTuple):
    """What a bot is told before a match: everything that anybody can ask the server for."""

    game: str
    options: Mapping[str, Any]
    map: Mapping[str, Any]
    """The map as `GET /api/games/{game}/maps/{name}` describes it."""
    seats: tuple[str, ...]
    seed: str


class Bot(ABC):
    """A player that knows the announcements and the view that the protocol gives it, and nothing else."""

    thinks: ClassVar[bool] = True
    """Whether choosing may take so long that others should not wait for it meanwhile."""

    def __init__(self, brief: Brief) -> None:
        self.brief = brief

    def hear(self, announcement: Mapping[str, Any]) -> None:  # noqa: B027 - a bot may well go by its view alone
        """Take in the next announcement, each once and in order."""

    @abstractmethod
    def choose(self, view: Mapping[str, Any]) -> Choice | None:
        """The order to give now, or None to wait for another view."""

    @staticmethod
    def split(order: Mapping[str, Any]) -> Choice:
        """An order of a view, in which it may carry its seat, as a choice."""
        return Choice(order.get("seat"), {name: value for name, value in order.items() if name != "seat"})
