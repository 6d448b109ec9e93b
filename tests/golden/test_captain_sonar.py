"""What the playthroughs of Captain Sonar show."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import get_args

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.notation import read_order
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.terms import SYSTEMS, Phase
from tests.games.captain_sonar.play import VARIED, values_of
from tests.games.captain_sonar.table import CHARTS
from tests.golden.captain_sonar import RECIPES


def texts() -> list[str]:
    """The texts of all playthroughs."""
    return [recipe.path.read_text(encoding="utf-8") for recipe in RECIPES]


def steps_of(text: str) -> list[str]:
    """The steps of a playthrough, each with its order in the first line."""
    return re.split(r"\n(?=\d)", text)[1:]


def test_the_playthroughs_show_every_call_order_and_phase() -> None:
    """Together they cover mines, torpedoes, detection, silence, surfacing, ice, Archer mines and each way to end."""
    everything = "\n".join(texts())
    said = set(re.findall(r'^  (?:\[.*\] )?".*" round=\d+ (\w+)', everything, re.MULTILINE))
    assert said == {kind.__dataclass_fields__["kind"].default for kind in CAPTAIN_SONAR.announcements}
    given = [read_order(step.split("\n")[0].split(" ", 2)[2]) for step in steps_of(everything)]
    assert {type(order) for order in given} == {*CAPTAIN_SONAR.orders, *CAPTAIN_SONAR.referee_orders}
    assert set(re.findall(r" phase=(\w+)", everything)) == set(get_args(Phase))
    reasons = set(re.findall(r" outcome\.reason=(\w+)", everything))
    assert reasons >= {"destroyed", "mutual_destruction", "turn_limit", "time", "absence"}
    assert set(re.findall(r'"(\w+) READY"', everything)) == {system.upper() for system in SYSTEMS}
    assert {recipe.options.get("map", "alpha") for recipe in RECIPES} == set(CHARTS)


def test_the_playthroughs_show_what_seldom_happens() -> None:
    """Damage by ice, mines set off by an explosion, hits on oneself, prices of bad activations, silence of 0 spaces."""
    steps = [step for text in texts() for step in steps_of(text)]
    kinds = [re.findall(r'" round=\d+ (\w+)', step) for step in steps]
    assert any("damage" in said and "surface" in said for said in kinds)
    assert any(said.count("mine_triggered") > 1 for said in kinds)
    assert any("torpedo_launched" in said and "mine_triggered" in said for said in kinds)
    assert any(said.count("impact") > 1 for said in kinds)
    assert any(said == ["stop"] for said in kinds)
    assert any("stop" in said and "damage" in said for said in kinds)
    assert any(re.match(r"\d+ \w+\.captain activate_silence \w+ 0\n  \"STOP", step) for step in steps)
    assert any("surface_round" in said and said.count("round_ended") > 1 for said in kinds)
    assert sum("\n  refused by " in step for step in steps) > 100


def test_the_playthroughs_use_every_value_of_every_option() -> None:
    """A change of what any option means shows in some playthrough's head at least."""
    played_with = [Options(**recipe.options) for recipe in RECIPES]
    for name in VARIED:
        used = {getattr(options, name) for options in played_with}
        if all(value is None or isinstance(value, int) for value in values_of(name)) and len(values_of(name)) > 2:
            assert len(used) > 1, name
        else:
            assert used == set(values_of(name)), name
    assert {options.presence for options in played_with} == {"wait", "bot", "forfeit"}
    clocks = {options.clock.on_expiry if options.clock else None for options in played_with}
    assert clocks == {None, "default_order", "forfeit"}
    assert {field.name for field in fields(Options)} >= {name for recipe in RECIPES for name in recipe.options}
