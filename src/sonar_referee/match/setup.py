"""What a match is made of, fixed when it is created: the first entry of its log."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sonar_referee.games.game import Game
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.adapters import read_options
from sonar_referee.wire.encode import dump


@dataclass(frozen=True, slots=True)
class Setup:
    """Game, options, map, seed and the host's token hash. The map's text is kept, so that a replay needs no file."""

    game: Game[Any]
    options: Any
    chart: Any
    map_text: str
    seed: int
    name: str
    public: bool
    host_token_hash: str
    first_options: Any
    """The options of the first match of a series: those of a rematch say who begins it."""

    def as_json(self) -> str:
        """The document that is stored."""
        return dump(
            {
                "game": self.game.id,
                "options": self.options,
                "map": self.map_text,
                "seed": self.seed,
                "name": self.name,
                "public": self.public,
                "host_token_hash": self.host_token_hash,
                "first_options": self.first_options,
            }
        )

    @classmethod
    def read(cls, text: str) -> Setup:
        """The setup in a stored document."""
        document = json.loads(text)
        game = GAMES[document["game"]]
        return cls(
            game=game,
            options=read_options(game, document["options"]),
            chart=game.read_map(document["map"], "the stored map"),
            map_text=document["map"],
            seed=document["seed"],
            name=document["name"],
            public=document["public"],
            host_token_hash=document["host_token_hash"],
            first_options=read_options(game, document["first_options"]),
        )
