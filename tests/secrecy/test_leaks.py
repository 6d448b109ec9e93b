"""Each planted leak is found by comparing pairs; without one there is nothing to find."""

from __future__ import annotations

import pytest

from tests.secrecy import duel_leaks, leaks
from tests.secrecy.pairs import Difference, compare
from tests.secrecy.planting import DUELS, SCENES, Leak, scene

LEAKS = leaks.LEAKS
assert duel_leaks.LEAKS is LEAKS
EVERY = 4
"""One in so many positions is seen through all channels; what comes unasked is compared at each step."""


def test_there_are_many_leaks() -> None:
    """At least thirty, each of another kind."""
    assert len({leak.name for leak in LEAKS}) == len(LEAKS) >= 30


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SCENES, *DUELS])
def test_without_a_leak_nothing_is_found(name: str) -> None:
    """The scenes themselves are the same in both worlds."""
    assert compare(scene(name), every=EVERY) > 1


@pytest.mark.slow
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.name)
def test_a_planted_leak_is_found(leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault of one line that lets something out makes the two worlds differ."""
    script = scene(leak.scene)
    with monkeypatch.context() as patch:
        leak.plant(patch)
        with pytest.raises(Difference):
            compare(script, every=EVERY)
