"""Rewrite the golden playthroughs: `python -m tests.golden.regenerate [--fresh] [NAME ...]`.

The orders of a playthrough stay as they are, so that the difference shows only what the rules do otherwise now. With
`--fresh`, or for a recipe that is new or changed, the orders are drawn anew from the recipe's seed. The state hashes of
all are rewritten with them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.golden import hashes
from tests.golden.playthrough import FOLDER, HASHES, MAPS, Recipe, played, recorded, replayed
from tests.golden.recipes import RECIPES


def regenerate(recipe: Recipe, fresh: bool) -> bool:
    """Write the playthrough of a recipe; whether it differs from what was there."""
    orders = [] if fresh else recorded(recipe)
    text = replayed(recipe, orders) if orders else played(recipe)
    before = recipe.path.read_text(encoding="utf-8") if recipe.path.exists() else None
    if text != before:
        recipe.path.parent.mkdir(parents=True, exist_ok=True)
        recipe.path.write_text(text, encoding="utf-8")
    return text != before


def main(arguments: Sequence[str]) -> None:
    """Rewrite all playthroughs, or those named."""
    names = [argument for argument in arguments if argument != "--fresh"]
    unknown = set(names) - {recipe.name for recipe in RECIPES}
    if unknown:
        sys.exit(f"no such playthrough: {', '.join(sorted(unknown))}")
    for recipe in RECIPES:
        if not names or recipe.name in names:
            changed = regenerate(recipe, fresh="--fresh" in arguments)
            print(f"{recipe.name}: {'rewritten' if changed else 'as it was'}")
    HASHES.write_text(hashes.text(MAPS, FOLDER), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
