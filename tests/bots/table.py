"""Whole matches of bots at the rules alone, each bot with the documents that it would get over the wire."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from sonar_referee.bots import Bot, Brief, make_bot
from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.game import Viewer
from sonar_referee.wire.adapters import read_order
from sonar_referee.wire.encode import dump, present
from tests.games.captain_sonar.table import CHARTS

Json = dict[str, Any]


class Seated(NamedTuple):
    """A bot and the seats that it plays."""

    bot: Bot
    viewer: Viewer
    seats: tuple[str, ...]


def document(value: Any) -> Any:
    """A value as it comes over the wire."""
    return json.loads(dump(present(value)))


def seat(name: str, seats: Sequence[str], options: Options, seed: int) -> Seated:
    """A bot of this name on these seats."""
    drawing = CAPTAIN_SONAR.describe_map(CHARTS[options.map])
    brief = Brief("captain-sonar", document(options), drawing, tuple(seats), f"{seed} {seats[0]}")
    return Seated(make_bot(name, brief), frozenset(seats), tuple(seats))


def view(state: State, seated: Seated) -> Json:
    """What a bot sees."""
    seen: Json = document(CAPTAIN_SONAR.view(state, seated.viewer))
    for name, orders in (("legal", CAPTAIN_SONAR.legal_orders), ("standing", CAPTAIN_SONAR.standing_orders)):
        listed = [{"seat": one, **document(order)} for one in seated.seats for order in orders(state, one)]
        if len(seated.seats) == 1:
            for order in listed:
                del order["seat"]
        seen[f"{name}_orders"] = listed
    return seen | ({"seat": seated.seats[0]} if len(seated.seats) == 1 else {"seats": list(seated.seats)})


def play(options: Options, crews: Sequence[Seated], seed: int, most_rounds: int = 1000) -> State:
    """Play a match to its end, or to a round; an order that is refused is an error."""
    state = CAPTAIN_SONAR.new(options, CHARTS[options.map], seed)
    rng = Random(seed)
    while state.outcome is None and state.round < most_rounds:
        awaited = rng.choice(CAPTAIN_SONAR.to_act(state))
        seated = next(one for one in crews if awaited in one.viewer)
        choice = seated.bot.choose(view(state, seated))
        assert choice is not None, f"{awaited} is awaited and does nothing"
        giver = choice.seat or seated.seats[0]
        for said in CAPTAIN_SONAR.apply(state, giver, read_order(CAPTAIN_SONAR, choice.order)):
            for one in crews:
                if said.audience in CAPTAIN_SONAR.hears(state, one.viewer):
                    one.bot.hear(document(said.announcement))
    return state
