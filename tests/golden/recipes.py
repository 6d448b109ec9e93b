"""The matches whose playthroughs are kept, of every game."""

from __future__ import annotations

from tests.golden import captain_sonar, sonar_duel

RECIPES = (*captain_sonar.RECIPES, *sonar_duel.RECIPES)
