"""The random bot: uniform over its legal orders, the same for the same seed, and no quitter."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from pydantic_core import from_json, to_json

from sonar_referee.bots import BOTS, make_bot
from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.match.maps import Maps, shipped_folder

Json = dict[str, Any]


def view(**members: Any) -> Json:
    """A Captain's view with a choice of four courses."""
    heads = [{"type": "head", "heading": heading} for heading in ("north", "east", "south", "west")]
    whole = {
        "seat": "blue.captain",
        "awaiting": ["blue.captain"],
        "legal_orders": heads,
        "standing_orders": [{"type": "resign"}, {"type": "offer_draw"}],
    }
    return whole | members


def test_every_order_is_as_likely() -> None:
    """Over many choices each legal order comes about as often as the others, and nothing else ever."""
    bot = make_bot("random", "seed")
    chosen = Counter(bot.choose(view()).order["heading"] for _ in range(4000))  # type: ignore[union-attr]
    assert set(chosen) == {"north", "east", "south", "west"}
    assert all(850 < count < 1150 for count in chosen.values()), chosen


def test_same_seed_same_choices() -> None:
    """Two bots with the same seed choose alike; with another seed they differ."""
    one, twin, other = (make_bot("random", seed) for seed in ("a", "a", "b"))
    chosen = [[bot.choose(view()) for _ in range(50)] for bot in (one, twin, other)]
    assert chosen[0] == chosen[1] != chosen[2]


def test_bot_waits_for_its_turn() -> None:
    """A bot that the table does not wait for gives no order, though it might give one (a First Mate's drone)."""
    bot = make_bot("random", "seed")
    assert bot.choose(view(awaiting=["yellow.captain"])) is None
    assert bot.choose(view(legal_orders=[])) is None
    drone = [{"type": "launch_drone", "sector": 1}]
    assert bot.choose(view(seat="blue.first_mate", awaiting=["blue.captain"], legal_orders=drone)) is None


def test_bot_with_several_seats() -> None:
    """Of several seats a bot plays those that are awaited, and names the seat beside the bare order."""
    marks = [
        {"type": "mark_gauge", "system": "mine", "seat": "blue.first_mate"},
        {"type": "launch_drone", "sector": 1, "seat": "blue.captain"},
    ]
    several = view(seats=["blue.captain", "blue.first_mate"], awaiting=["blue.first_mate"], legal_orders=marks)
    del several["seat"]
    for _ in range(20):
        choice = make_bot("random", "seed").choose(several)
        assert choice == ("blue.first_mate", {"type": "mark_gauge", "system": "mine"})


@pytest.mark.parametrize("awaiting", [["blue.captain"], ["yellow.captain"]])
def test_draw_is_declined(awaiting: list[str]) -> None:
    """An offer of a draw is declined at once, whoever's turn it is."""
    reply = [{"type": kind} for kind in ("resign", "accept_draw", "decline_draw")]
    choice = make_bot("random", "seed").choose(view(awaiting=awaiting, standing_orders=reply))
    assert choice == (None, {"type": "decline_draw"})


def test_bot_does_not_give_up() -> None:
    """A bot never resigns and never offers a draw."""
    bot = make_bot("random", "seed")
    for _ in range(500):
        choice = bot.choose(view())
        assert choice is not None
        assert choice.order["type"] == "head"


@pytest.mark.parametrize("name", BOTS)
def test_games_of_bots_finish(name: str) -> None:
    """Eight bots at the rules alone, each with its own view, play to the end, and every order is accepted."""
    chart = Maps([shipped_folder()]).find(CAPTAIN_SONAR, "echo")
    state = CAPTAIN_SONAR.new(Options(map="echo", hull=2), chart, 5)
    bots = {seat: make_bot(name, seat) for seat in CAPTAIN_SONAR.seats}
    rng, orders = Random(1), 0
    kinds = {kind.__dataclass_fields__["type"].default: kind for kind in CAPTAIN_SONAR.orders}
    while CAPTAIN_SONAR.outcome(state) is None:
        seat = rng.choice(CAPTAIN_SONAR.to_act(state))
        seen = {
            "seat": seat,
            "awaiting": CAPTAIN_SONAR.to_act(state),
            "legal_orders": CAPTAIN_SONAR.legal_orders(state, seat),
            "standing_orders": CAPTAIN_SONAR.standing_orders(state, seat),
        }
        choice = bots[seat].choose(from_json(to_json(seen)))
        assert choice is not None
        legal = {to_json(order): order for order in CAPTAIN_SONAR.legal_orders(state, seat)}
        CAPTAIN_SONAR.apply(state, seat, legal[to_json(choice.order)])
        assert choice.order["type"] in kinds
        orders += 1
    assert orders > 20
