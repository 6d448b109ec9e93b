"""Whole matches, with all that each viewer saw and heard, go as they were recorded and reviewed."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from sonar_referee.games.registry import GAMES
from tests.golden import captain_sonar, playthrough
from tests.golden.playthrough import FOLDER, Recipe, recorded, replayed
from tests.golden.recipes import RECIPES
from tests.golden.regenerate import regenerate

MOST_LINES_SHOWN = 60
MOST_BYTES = 3_000_000


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: f"{recipe.kept.folder}/{recipe.name}")
def test_a_playthrough_goes_as_recorded(recipe: Recipe) -> None:
    """The recorded orders give what was recorded, to the last field of each view and each word that is said."""
    kept = recipe.path.read_text(encoding="utf-8")
    now = replayed(recipe, recorded(recipe))
    if now != kept:
        changes = difflib.unified_diff(kept.splitlines(), now.splitlines(), "recorded", "now", lineterm="", n=4)
        shown = list(changes)[:MOST_LINES_SHOWN]
        pytest.fail(
            "\n".join(
                [
                    f"{recipe.path.name} goes differently now. If that is meant: python -m tests.golden.regenerate",
                    *shown,
                ]
            ),
            pytrace=False,
        )


def test_playthroughs_of_every_game_are_kept() -> None:
    """A new game comes with its own."""
    assert {recipe.kept.game.id for recipe in RECIPES} == set(GAMES)


def test_the_playthroughs_can_be_reviewed() -> None:
    """They are plain text of moderate size, one file for each recipe and no other."""
    assert set(FOLDER.glob("*/*")) == {recipe.path for recipe in RECIPES}
    assert sum(recipe.path.stat().st_size for recipe in RECIPES) < MOST_BYTES


def test_regenerating_keeps_the_orders_and_redraws_them_for_a_changed_recipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is regenerated without a change of the rules stays as it is; another seed gives another match."""
    monkeypatch.setattr(playthrough, "FOLDER", tmp_path)
    recipe = Recipe(captain_sonar.KEPT, "short", 1, {"max_rounds": 4})
    assert regenerate(recipe, fresh=False)
    assert not regenerate(recipe, fresh=False)
    assert not regenerate(recipe, fresh=True)
    kept = recorded(recipe)[:-3]
    recipe.path.write_text(replayed(recipe, kept), encoding="utf-8")
    assert not regenerate(recipe, fresh=False)
    assert recorded(recipe) == kept
    other = Recipe(captain_sonar.KEPT, "short", 2, {"max_rounds": 4})
    assert recorded(other) == []
    assert regenerate(other, fresh=False)
    assert recorded(other) != kept
