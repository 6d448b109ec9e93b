"""What a viewer may not know makes no difference to anything that the server sends it, nor to when it does."""

from __future__ import annotations

import pytest

from tests.secrecy.duels import write_duel
from tests.secrecy.pairs import Side, compare_many
from tests.secrecy.scripts import Act, Kind, Script, Wanted, write_script

PARTS = 8
PAIRS_OF_A_PART = 250


@pytest.mark.parametrize("kind", ["team", "role", "outsiders"])
def test_nothing_hidden_shows(kind: Kind) -> None:
    """A few positions of each kind: a team, one role under `role_only`, people without a seat."""
    assert compare_many([kind], seed=1, amount=12) >= 12


@pytest.mark.parametrize("seed", range(3))
def test_nothing_hidden_shows_in_a_duel(seed: int) -> None:
    """A few positions before either seat and before strangers: moves for waits, other cells, other headings."""
    assert compare_many(["duel"], seed=seed, amount=12) >= 12


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_nothing_hidden_shows_in_many_positions_of_duels(part: int) -> None:
    """500 pairs of positions with all options."""
    assert compare_many(["duel"], seed=1000 + 100 * part, amount=PAIRS_OF_A_PART) >= PAIRS_OF_A_PART


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_hidden_shows_in_many_positions(part: int) -> None:
    """2,000 pairs of positions on all maps with all options."""
    assert (
        compare_many(["team", "role", "outsiders"], seed=1000 + 100 * part, amount=PAIRS_OF_A_PART) >= PAIRS_OF_A_PART
    )


def test_openapi_does_not_depend_on_matches() -> None:
    """What the interface is says nothing of what is played through it."""
    script = write_script(1, "team", steps=8)
    texts = []
    for number in (0, 1):
        side = Side(number, script)
        for at, step in enumerate(script.steps, 1):
            side.play(at, step)
        texts.append(side.world.run(side.world.call("GET", "/openapi.json")))
        side.close()
    assert texts[0] == texts[1]


def test_the_two_matches_differ() -> None:
    """What is compared above is not twice the same: starts, breakdowns and what is done in secret differ."""
    for seed in range(5):
        script = write_script(seed, "team", steps=60)
        acts = [[act for step in script.steps for act in step.acts[side]] for side in (0, 1)]
        hidden = [[act for act in of_side if is_hidden(act, script)] for of_side in acts]
        secret = [[act for act in of_side if act.does != "order"] for of_side in acts]
        same = sum(one.what == other.what for one, other in zip(*hidden, strict=False))
        assert same < 0.5 * len(hidden[0])
        assert min(map(len, secret)) > 20
        assert secret[0] != secret[1]


def test_the_two_duels_differ() -> None:
    """Starts, silent turns and headings of who is hidden are unlike, and there are sounds of all kinds."""
    scripts = [write_duel(seed, 60) for seed in range(9)]
    for script in scripts:
        assert len(script.steps) > 30
        turns = [[step.acts[side][0] for step in script.steps] for side in (0, 1)]
        hidden = [[act.what for act in of_side if act.seat not in script.observed] for of_side in turns]
        assert sum(one == other for one, other in zip(*hidden, strict=True)) < 0.5 * len(hidden[0])
    kinds = {act.what["type"] for script in scripts for step in script.steps for act in step.acts[0][:1]}
    assert kinds == {"move", "wait", "sonar", "torpedo"}


def is_hidden(act: Act, script: Script) -> bool:
    """Whether an act is a start or a breakdown of the team that hides."""
    return act.does == "order" and act.what["type"] in ("place", "mark_breakdown") and act.seat not in script.observed


@pytest.mark.slow
def test_scripts_use_every_system() -> None:
    """Mines, torpedoes, drones, sonar and silence, of the side that hides as well, come up in the pairs."""
    for system, order in {
        "mine": "drop_mine",
        "torpedo": "launch_torpedo",
        "drone": "launch_drone",
        "sonar": "activate_sonar",
        "silence": "activate_silence",
    }.items():
        scripts = [write_script(seed, "team", 60, Wanted(favourite=system)) for seed in range(6)]
        given = [act for script in scripts for step in script.steps for act in step.acts[0] if act.does == "order"]
        assert order in {act.what["type"] for act in given}
