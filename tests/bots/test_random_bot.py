"""The random bot: uniform over its legal orders, the same for the same seed, and no quitter."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sonar_referee.bots import Bot, Brief, make_bot

Json = dict[str, Any]


def random_bot(seed: str = "seed", *seats: str) -> Bot:
    """A random bot, by default for one seat."""
    return make_bot("random", Brief("captain-sonar", {}, {}, seats or ("blue.captain",), seed))


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
    bot = random_bot()
    chosen = Counter(bot.choose(view()).order["heading"] for _ in range(4000))  # type: ignore[union-attr]
    assert set(chosen) == {"north", "east", "south", "west"}
    assert all(850 < count < 1150 for count in chosen.values()), chosen


def test_same_seed_same_choices() -> None:
    """Two bots with the same seed choose alike; with another seed they differ."""
    one, twin, other = (random_bot(seed) for seed in ("a", "a", "b"))
    chosen = [[bot.choose(view()) for _ in range(50)] for bot in (one, twin, other)]
    assert chosen[0] == chosen[1] != chosen[2]


def test_bot_waits_for_its_turn() -> None:
    """A bot that the table does not wait for gives no order, though it might give one (a First Mate's drone)."""
    bot = random_bot()
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
        choice = random_bot().choose(several)
        assert choice == ("blue.first_mate", {"type": "mark_gauge", "system": "mine"})


@pytest.mark.parametrize("awaiting", [["blue.captain"], ["yellow.captain"]])
def test_draw_is_declined(awaiting: list[str]) -> None:
    """An offer of a draw is declined at once, whoever's turn it is."""
    reply = [{"type": kind} for kind in ("resign", "accept_draw", "decline_draw")]
    choice = random_bot().choose(view(awaiting=awaiting, standing_orders=reply))
    assert choice == (None, {"type": "decline_draw"})


def test_bot_does_not_give_up() -> None:
    """A bot never resigns and never offers a draw."""
    bot = random_bot()
    for _ in range(500):
        choice = bot.choose(view())
        assert choice is not None
        assert choice.order["type"] == "head"
