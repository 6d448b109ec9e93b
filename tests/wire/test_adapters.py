"""Reading orders and options: strictly, and with words that say what would be right."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json, to_json

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.options import Clock
from sonar_referee.games.registry import GAMES
from sonar_referee.wire.adapters import explain, read_logged_order, read_options, read_order
from sonar_referee.wire.problems import Problem

ORDERS = (
    o.Place("C6"),
    o.Head("north"),
    o.Surface(),
    o.MarkBreakdown("W1"),
    o.MarkGauge("mine"),
    o.DropMine("A1"),
    o.TriggerMine("A1"),
    o.LaunchTorpedo("A1"),
    o.LaunchDrone(4),
    o.ActivateSonar(),
    o.AnswerSonar((o.Fact("row", 3), o.Fact("column", "C"))),
    o.ActivateSilence("west", 0),
    o.TriggerArcherMine("A1"),
    o.ConfirmAnswer(),
    o.EndRound(),
    o.Resign(),
    o.OfferDraw(),
    o.AcceptDraw(),
    o.DeclineDraw(),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda children: st.lists(children, max_size=4) | st.dictionaries(st.text(st.characters()), children, max_size=4),
    max_leaves=12,
)
"""Whatever a JSON parser may bring, lone surrogates, NaN and all."""


def refused(read: Any, document: Any) -> str:
    """The words with which a document is refused."""
    with pytest.raises(Problem) as refusal:
        read(CAPTAIN_SONAR, document)
    assert refusal.value.code == "malformed"
    to_json(refusal.value.as_json())
    return refusal.value.detail


def test_examples_are_all_there_is() -> None:
    """The orders below are one of each kind of the game."""
    assert {type(order) for order in ORDERS} == set(CAPTAIN_SONAR.orders)


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.type)
def test_orders_round_trip(order: o.Order) -> None:
    """Every order is read back from its JSON as the same value."""
    assert read_order(CAPTAIN_SONAR, from_json(to_json(order))) == order


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.type)
def test_orders_are_read_strictly(order: o.Order) -> None:
    """A field too many, one too few or one of another type is refused by its name, deep inside as well."""
    document = from_json(to_json(order))
    assert "extra: is unknown" in refused(read_order, {**document, "extra": 1})
    for name in set(document) - {"type"}:
        assert name in refused(read_order, {key: value for key, value in document.items() if key != name})
        for wrong in (None, True, 1.5, {"a": 1}, "\ud800"):
            refused(read_order, {**document, name: wrong})
    if isinstance(order, o.AnswerSonar):
        fact = {"kind": "row", "value": 3}
        for facts in ([fact], [fact] * 3, [fact, {**fact, "true": True}], [fact, {"kind": "depth", "value": 1}]):
            assert "facts" in refused(read_order, {**document, "facts": facts})


@pytest.mark.parametrize("document", [None, 5, "head", [], {}, {"type": None}, {"type": "HEAD"}, {"heading": "north"}])
def test_what_is_no_order(document: Any) -> None:
    """What has no known type is refused."""
    refused(read_order, document)


@given(JSON)
def test_anything_at_all_is_read_or_refused(document: Any) -> None:
    """Whatever comes, it is an order or options, or it is refused; nothing else ever happens."""
    for read in (read_order, read_options):
        for candidate in (document, {"type": "place", "cell": document}, {"map": document}, {"hull": document}):
            try:
                read(CAPTAIN_SONAR, candidate)
            except Problem as problem:
                to_json(problem.as_json())


def test_options_round_trip() -> None:
    """Options are read back from their JSON as the same value; what is left out has its default."""
    assert read_options(CAPTAIN_SONAR, {}) == Options()
    chosen = Options(map="echo", hull=1, max_mines=3, auto_answers="captain_confirms", spectator_view="none")
    assert read_options(CAPTAIN_SONAR, from_json(to_json(chosen))) == chosen


@pytest.mark.parametrize("field", dataclasses.fields(Options), ids=lambda field: field.name)
def test_options_are_read_strictly(field: dataclasses.Field[Any]) -> None:
    """Each option refuses other types and other choices by its name."""
    no_choice: list[Any] = [5 if field.name == "map" else "no such choice", 10**9, 1.5, [], {}]
    for wrong in no_choice:
        assert field.name in refused(read_options, {field.name: wrong})
    assert "is unknown" in refused(read_options, {field.name.upper(): field.default})


def test_numbers_and_truth_values_are_not_the_same() -> None:
    """1 is not true and true is not 1, though Python takes one for the other."""
    assert "hull" in refused(read_options, {"hull": True})
    assert "self_damage" in refused(read_options, {"self_damage": 1})
    chosen = read_options(CAPTAIN_SONAR, {"double_breakdown_damage": True, "auto_answers": 1})
    assert to_json((chosen.double_breakdown_damage, chosen.auto_answers)) == b"[1,true]"


def test_explanations_are_short() -> None:
    """An explanation names the first few places and stays one readable sentence."""
    errors = [{"loc": ("a", 1, "b"), "msg": "Input should be x", "type": "x"}] * 9
    assert explain(errors, "order") == "; ".join(["order.a.1.b: input should be x"] * 3)
    assert explain(errors[:1]) == "a.1.b: input should be x"
    assert explain([{"loc": (), "msg": "Input should be x", "type": "x"}]) == "input should be x"
    assert len(explain([{"loc": ("a" * 5000,), "msg": "b", "type": "x"}])) == 600


def test_every_game_is_hardened() -> None:
    """No game's orders or options take unknown fields."""
    for game in GAMES.values():
        with pytest.raises(Problem):
            read_options(game, {"surely unknown": 1})
        with pytest.raises(Problem):
            read_order(game, {})
        for kind in game.orders:
            assert kind.__pydantic_config__["extra"] == "forbid"
            assert kind.__pydantic_config__["strict"] is True


@pytest.mark.parametrize("order", [o.Forfeit(("blue",), "absence"), o.Forfeit(("blue", "yellow"), "time")])
def test_a_player_cannot_give_the_referees_orders(order: o.Forfeit) -> None:
    """They are read from a log only; from a player they are of an unknown type."""
    document = from_json(to_json(order))
    assert read_logged_order(CAPTAIN_SONAR, document) == order
    words = refused(read_order, document)
    assert "'forfeit'" in words
    assert "'resign'" in words
    for wrong in ({"teams": ["green"]}, {"teams": "blue"}, {"reason": "boredom"}, {"extra": 1}):
        refused(read_logged_order, {**document, **wrong})


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: order.type)
def test_a_log_holds_players_orders_too(order: o.Order) -> None:
    """What a player gave is read back from a log as the same value."""
    assert read_logged_order(CAPTAIN_SONAR, from_json(to_json(order))) == order


def test_a_clock_is_read_whole() -> None:
    """A clock is an object with seconds; what happens at their end may be left out."""
    assert read_options(CAPTAIN_SONAR, {"clock": {"seconds": 60}}).clock == Clock(60, "default_order")
    forfeit = {"seconds": 5, "on_expiry": "forfeit"}
    assert read_options(CAPTAIN_SONAR, {"clock": forfeit}).clock == Clock(5, "forfeit")
    assert from_json(to_json(Clock(5, "forfeit"))) == forfeit


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (60, "options.clock: input should be an object"),
        ({}, "options.clock.seconds: is missing"),
        ({"seconds": 4}, "options.clock: seconds must be 5 to 3600, not 4"),
        ({"seconds": 3601}, "seconds must be 5 to 3600, not 3601"),
        ({"seconds": "60"}, "options.clock.seconds: input should be a valid integer"),
        ({"seconds": 60.5}, "options.clock.seconds: input should be a valid integer"),
        ({"seconds": True}, "options.clock.seconds: input should be a valid integer"),
        (
            {"seconds": 60, "on_expiry": "explode"},
            "options.clock.on_expiry: input should be 'default_order' or 'forfeit'",
        ),
        ({"seconds": 60, "minutes": 1}, "options.clock.minutes: is unknown"),
    ],
)
def test_a_wrong_clock_is_refused_with_its_place(clock: Any, words: str) -> None:
    """The refusal says which part is wrong and what would be right."""
    assert words in refused(read_options, {"clock": clock})
