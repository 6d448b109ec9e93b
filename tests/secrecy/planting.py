"""How leaks are planted into the running code, and the scenes in which they come up."""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count
from types import FunctionType
from typing import Any

import pytest

from sonar_referee.games.captain_sonar import referee
from sonar_referee.games.captain_sonar.terms import SEAT_OF
from sonar_referee.games.game import PUBLIC, Said
from sonar_referee.games.options import Clock
from sonar_referee.match.match import Match
from sonar_referee.store import Entry
from tests.secrecy.duels import write_duel
from tests.secrecy.scripts import Act, Kind, Script, Wanted, write_script

Patch = pytest.MonkeyPatch
Plant = Callable[[Patch], None]

_SHOWN = {
    "map": "alpha",
    "announce_ready": "team",
    "spectator_view": "public",
    "own_team_view": "shared",
    "clock": Clock(seconds=31),
}
_ROLES = _SHOWN | {"own_team_view": "role_only"}


@dataclass(frozen=True, slots=True)
class Leak:
    """A fault, in the words of what it lets out, and the scene in which that comes up."""

    name: str
    scene: str
    plant: Plant


@dataclass(frozen=True, slots=True)
class Scene:
    """How a script is found in which there is something to hide: from a seed on, one with unlike orders of a type."""

    seed: int
    kind: Kind
    steps: int
    wanted: Wanted
    unlike: str | None = None

    def shown_by(self, script: Script) -> bool:
        """Whether yellow gives orders of the type in the same step of both matches, but not the same."""
        for step in script.steps:
            mine, theirs = ([act.what for act in acts if self._is_meant(act)] for acts in step.acts)
            if (
                mine
                and theirs
                and any(mine[0][name] != theirs[0][name] for name in ("cell", "heading") if name in mine[0])
            ):
                return True
        return self.unlike is None

    def _is_meant(self, act: Act) -> bool:
        return act.does == "order" and act.seat == SEAT_OF[1][0] and act.what["type"] == self.unlike


@cache
def scene(name: str) -> Script:
    """A short script in which there is something to hide."""
    if name in DUELS:
        return write_duel(**DUELS[name])
    wanted = SCENES[name]
    scripts = (write_script(seed, wanted.kind, wanted.steps, wanted.wanted) for seed in count(wanted.seed))
    return next(script for script in scripts if wanted.shown_by(script))


SCENES = {
    "start": Scene(7, "team", 12, Wanted(_SHOWN, SEAT_OF[0])),
    "marks": Scene(7, "team", 28, Wanted(_SHOWN, SEAT_OF[0])),
    "mines": Scene(29, "team", 24, Wanted(_SHOWN, SEAT_OF[0], "mine"), "drop_mine"),
    "ready": Scene(19, "team", 28, Wanted(_SHOWN, SEAT_OF[0])),
    "silence": Scene(29, "team", 44, Wanted(_SHOWN, SEAT_OF[0], "silence"), "activate_silence"),
    "strangers": Scene(4, "outsiders", 24, Wanted(_SHOWN)),
    "engineer": Scene(2, "role", 24, Wanted(_ROLES, (SEAT_OF[0][2],))),
    "radio operator": Scene(2, "role", 24, Wanted(_ROLES, (SEAT_OF[0][3],))),
}

DUELS: dict[str, dict[str, Any]] = {
    "duel": {"seed": 0, "steps": 40, "loud": 0.7, "clock": Clock(31), "observed": ("blue",)},
    "duel before strangers": {"seed": 2, "steps": 24, "loud": 0.7, "spectator_view": "public", "observed": ()},
}


LEAKS: list[Leak] = []


def leak(name: str, scene: str = "marks") -> Callable[[Plant], Plant]:
    """Put a function that plants a leak on the list."""

    def put(plant: Plant) -> Plant:
        LEAKS.append(Leak(name, scene, plant))
        return plant

    return put


def edit(patch: Patch, function: Any, line: str, faulty: str) -> None:
    """Replace some words of a function's source."""
    source = textwrap.dedent(inspect.getsource(function))
    assert line in source, f"{function.__name__} has no {line!r}: let the leak be planted elsewhere"
    source = source[source.index("async def" if inspect.iscoroutinefunction(function) else "def ") :]
    made: dict[str, Any] = {}
    exec(
        compile(source.replace(line, faulty), "<leak>", "exec", dont_inherit=True, flags=_ANNOTATIONS),
        function.__globals__,
        made,
    )
    fault = made[function.__name__]
    assert isinstance(fault, FunctionType)
    patch.setattr(function, "__code__", fault.__code__)


_ANNOTATIONS = __future__.annotations.compiler_flag


def after(patch: Patch, owner: Any, name: str, change: Callable[..., Any]) -> None:
    """Let `change(result, *arguments)` be the result of a method."""
    before = getattr(owner, name)
    patch.setattr(owner, name, lambda *given, **named: change(before(*given, **named), *given))


def in_summary(patch: Patch, name: str, value: Callable[[Match], Any]) -> None:
    """Tell something of a match to everybody who asks for it."""
    after(patch, Match, "summary", lambda summary, match, *_: summary | {name: value(match)})


def say(patch: Patch, kind: type[Any], announce: Callable[[Any, int, Any], Any]) -> None:
    """Let everybody hear one announcement more after an order of this type."""
    deed = referee._DEEDS[kind]

    def chatty(state: Any, team: int, order: Any, said: list[Said]) -> None:
        deed(state, team, order, said)
        announcement = announce(state, team, order)
        if announcement is not None:
            said.append(Said(state.round, PUBLIC, announcement))

    patch.setitem(referee._DEEDS, kind, chatty)


def keep_of_entries(patch: Patch, part: Callable[[Entry], str]) -> None:
    """Tell everybody a part of each entry of the log."""
    kept: defaultdict[Match, list[str]] = defaultdict(list)
    after(patch, Match, "carry_out", lambda _none, match, entry, _order: kept[match].append(part(entry)))
    in_summary(patch, "kept", kept.__getitem__)
