"""What the playthroughs of Sonar duel show."""

from __future__ import annotations

import re
from typing import Any, get_args, get_type_hints

from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.terms import Reason
from tests.golden.playthrough import recorded
from tests.golden.sonar_duel import RECIPES

EVERYTHING = "\n".join(recipe.path.read_text(encoding="utf-8") for recipe in RECIPES)


def test_the_playthroughs_show_every_call_every_order_and_every_ending() -> None:
    """Whoever reviews a change of the rules finds it in one of them."""
    said = set(re.findall(r'^  (?:\[.*\] )?".*" round=\d+ (\w+)', EVERYTHING, re.MULTILINE))
    assert said == {kind.__dataclass_fields__["kind"].default for kind in SONAR_DUEL.announcements}
    given = {type(order) for recipe in RECIPES for _seat, order in recorded(recipe)}
    assert given == {*SONAR_DUEL.orders, *SONAR_DUEL.referee_orders}
    assert set(re.findall(r" outcome\.reason=(\w+)", EVERYTHING)) == set(get_args(Reason))
    assert {"null", "blue", "yellow"} == set(re.findall(r" outcome\.winner=(\w+)", EVERYTHING))


def test_the_playthroughs_show_every_kind_of_reading_and_sound() -> None:
    """Found or not, with a block or without, of a known kind or not; and refused orders by rule."""
    for band in ("0", "1", "2-4"):
        assert f" band={band}" in EVERYTHING
    for sound in ("system=sonar", "system=torpedo", "emission turn="):
        for block in (" block=", ""):
            assert re.search(rf"round=\d+ (emission )?{sound}.*sector=\d+{block}", EVERYTHING), (sound, block)
    assert {"3.1", "3.2"} == set(re.findall(r"refused by (\S+)", EVERYTHING))
    assert " reveal.blue.start=" in EVERYTHING


def test_the_playthroughs_use_every_value_of_every_option() -> None:
    """A change of what any option means shows in some playthrough."""
    played_with = [Options(**recipe.options) for recipe in RECIPES]
    for name, hint in get_type_hints(Options).items():
        values: set[Any] = {False, True} if hint is bool else set(get_args(hint))
        if name not in ("map", "clock"):
            assert {getattr(options, name) for options in played_with} == values, name
    clocks = {options.clock.on_expiry if options.clock else None for options in played_with}
    assert clocks == {None, "default_order", "forfeit"}
