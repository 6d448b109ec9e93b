"""Replay is exact: the same log gives the same state hash, whatever Python plays it and however it hashes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sonar_referee.games.captain_sonar.notation import read_order
from sonar_referee.games.errors import IllegalOrder
from sonar_referee.games.replay import Replay
from sonar_referee.games.sonar_duel.orders import FORFEIT, SONAR, WAIT
from tests.golden import captain_sonar, hashes, sonar_duel
from tests.golden.playthrough import FOLDER, HASHES, MAPS, Given, Recipe, recorded
from tests.golden.recipes import RECIPES

SOURCES = Path(__file__).parents[2] / "src"
SUPPORTED = tuple(f"3.{minor}" for minor in range(11, 20))
RECORDED = HASHES.read_text(encoding="utf-8")


def pythons() -> Iterator[str]:
    """This Python and one of each other supported version that is installed here, on the PATH or by pyenv."""
    yield sys.executable
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    for version in SUPPORTED:
        if version != f"3.{sys.version_info.minor}":
            installed = [shutil.which(f"python{version}"), *versions.glob(f"{version}*/bin/python{version}")]
            works = (str(one) for one in installed if one and _works(one))
            yield from list(works)[:1]


def _works(python: str | Path) -> bool:
    """Whether this is more than a name: pyenv puts one on the PATH for versions that are not in use."""
    return subprocess.run([python, "-c", ""], check=False, capture_output=True).returncode == 0


@pytest.mark.slow
def test_every_python_comes_to_the_recorded_hashes() -> None:
    """Every supported Python found here, with only the sources to import from and two ways to hash, agrees."""
    found = list(pythons())
    for python in found:
        command = [python, "-S", "-s", "-P", "-B", hashes.__file__, str(SOURCES), str(MAPS), str(FOLDER)]
        for seed in ("1", "4294967295"):
            ended = subprocess.run(command, env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=False)
            assert (ended.stderr, ended.stdout) == ("", RECORDED), f"{python} with PYTHONHASHSEED={seed}"
    print("compared:", *found)


def test_this_python_comes_to_the_recorded_hashes() -> None:
    """The same in this process, in moments."""
    assert hashes.text(MAPS, FOLDER) == RECORDED


def test_a_hash_is_recorded_for_each_playthrough() -> None:
    """Each playthrough has a hash of its own."""
    lines = [line.split(" ") for line in RECORDED.splitlines()]
    assert [name for name, _hash in lines] == [f"{recipe.kept.folder}/{recipe.name}" for recipe in RECIPES]
    assert len({found for _name, found in lines}) == len(RECIPES)
    assert {len(found) for _name, found in lines} == {64}


def hash_after(recipe: Recipe, orders: list[Given], seed: int | None = None) -> str:
    """The state hash when these orders are given, those that the rules allow."""
    new = recipe.new()
    replay = Replay(recipe.kept.game, new.options, new.chart, recipe.seed if seed is None else seed)
    for seat, order in orders:
        try:
            replay.give(seat, order)
        except IllegalOrder:
            continue
    return replay.state_hash()


def test_another_log_has_another_hash() -> None:
    """An order more or less, of whatever kind, or another seed gives another hash."""
    recipe = captain_sonar.RECIPES[0]
    orders = recorded(recipe)
    found = [hash_after(recipe, orders), hash_after(recipe, orders[:-1]), hash_after(recipe, orders, seed=7)]
    offered = [*orders[:60], ("blue.captain", read_order("offer_draw"))]
    found += [hash_after(recipe, orders[:60]), hash_after(recipe, offered)]
    assert len(set(found)) == len(found)


def test_another_log_of_a_duel_has_another_hash() -> None:
    """Also where both are the same to one of the players."""
    recipe = sonar_duel.RECIPES[0]
    first = recipe.kept.game.to_act(recipe.new())[0]
    found = [hash_after(recipe, [(first, order)]) for order in (WAIT, SONAR, FORFEIT)]
    found += [hash_after(recipe, []), hash_after(recipe, [], seed=7), hash_after(recipe, recorded(recipe))]
    assert len(set(found)) == len(found)


def test_an_order_that_is_refused_changes_no_hash() -> None:
    """What the rules refuse leaves position and hash as they were."""
    recipe = captain_sonar.RECIPES[0]
    assert hash_after(recipe, [("blue.captain", read_order("end_round"))]) == hash_after(recipe, [])
