"""What a host may choose: defaults are the rules' own, and nothing else is accepted."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from sonar_referee.games.options import Clock
from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.options import Options

CHOICES: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "map": ("twelve", ["pond"], [1, None]),
    "announce_kind": (True, [False], ["maybe", None]),
    "reveal_at_end": (True, [False], ["maybe", None]),
    "clock": (Clock(45), [None, Clock(5), Clock(3600, "forfeit")], [45, {}, {"seconds": 4}, {"seconds": 3601}]),
    "presence": ("forfeit", ["wait", "bot"], ["kick", None]),
    "spectator_view": ("none", ["public"], ["omniscient", None]),
}
"""For each option its default, its other values, and some that are wrong."""
ADAPTER = TypeAdapter(Options)


def test_these_are_all_options() -> None:
    """Each has its words and the rule it is about."""
    assert {field.name for field in fields(Options)} == set(CHOICES)
    assert all(field.metadata["description"].endswith(".") for field in fields(Options))
    assert all(field.metadata["rule"] for field in fields(Options))


@pytest.mark.parametrize("name", CHOICES)
def test_defaults_and_values(name: str) -> None:
    """The rules' own by default, the others by choice, anything else refused."""
    default, values, wrong = CHOICES[name]
    assert getattr(Options(), name) == default
    for value in values:
        assert getattr(SONAR_DUEL.options(**{name: value}), name) == value
    for value in wrong:
        with pytest.raises(ValidationError):
            ADAPTER.validate_python({name: value})


@pytest.mark.parametrize("name", ["presence", "spectator_view"])
def test_a_wrong_value_is_refused_by_the_rules_themselves(name: str) -> None:
    """With the values that would be right."""
    wrong: Any = {name: "nonsense"}
    with pytest.raises(ValueError, match=f"{name} must be one of .*, not nonsense"):
        SONAR_DUEL.options(**wrong)


def test_a_rematch_is_played_by_the_same_options() -> None:
    """Who begins is drawn anew, so nothing has to change."""
    options = Options(announce_kind=False)
    assert [SONAR_DUEL.rematch_options(options, None, swapped) for swapped in (False, True)] == [options] * 2


def test_any_two_players_may_duel() -> None:
    """People against each other, or against bots."""
    assert SONAR_DUEL.crews_refusal(Options(), [["blue"], ["yellow"]], []) is None
    assert SONAR_DUEL.crews_refusal(Options(), [["blue"]], ["yellow"]) is None
