"""A view as flat text fields, and the difference of two steps of a match for all viewers together."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sonar_referee.games.game import ABSENT, PUBLIC, SPECTATOR, Game, Said, Viewer

Fields = dict[str, str]


def _viewers(game: Game[Any]) -> dict[str, Viewer]:
    """Each seat, and somebody without one."""
    return {**{seat: frozenset({seat}) for seat in game.seats}, "spectator": SPECTATOR}


def fields_of(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """The fields of a view below `path`, each as a dotted name and its value as text; absent ones are left out."""
    if dataclasses.is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if value is ABSENT:
        return
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from fields_of(inner, f"{path}.{key}" if path else key)
    else:
        yield path, _plain(value)


def _plain(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        inner = [_plain(item) for item in value]
        return "(" + (" " if any(isinstance(item, tuple) for item in value) else ",").join(inner) + ")"
    if dataclasses.is_dataclass(value):
        return "{" + " ".join(_filled(value)) + "}"
    return str(value)


def _filled(value: Any) -> list[str]:
    """The fields of a dataclass that are not null."""
    named = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return [f"{name}={_plain(inner)}" for name, inner in named.items() if inner is not None]


def seen_by_all(game: Game[Any], state: Any) -> dict[str, Fields]:
    """What each viewer sees, and how many orders each seat is offered (`may`)."""
    shown = {name: dict(fields_of(game.view(state, viewer))) for name, viewer in _viewers(game).items()}
    for seat in game.seats:
        legal, standing = game.legal_orders(state, seat), game.standing_orders(state, seat)
        shown[seat]["may"] = f"{len(legal)}+{len(standing)}"
    return shown


def difference(game: Game[Any], before: Mapping[str, Fields], after: Mapping[str, Fields]) -> list[str]:
    """What changed for whom, one line for each group of viewers, the largest group first."""
    viewers_of_change: dict[str, list[str]] = {}
    for viewer, fields in after.items():
        for change in _changes(before.get(viewer, {}), fields):
            viewers_of_change.setdefault(change, []).append(viewer)
    changes_of_group: dict[str, list[str]] = {}
    for change, viewers in sorted(viewers_of_change.items(), key=lambda entry: -len(entry[1])):
        changes_of_group.setdefault(_group(game, viewers), []).append(change)
    return [f"{group}: {' '.join(changes)}" for group, changes in changes_of_group.items()]


def _changes(before: Fields, after: Fields) -> Iterator[str]:
    for path, value in after.items():
        old = before.get(path)
        if old == value:
            continue
        if old is not None and len(old) > len("()") and old[0] == "(" and value.startswith(old[:-1] + ","):
            yield f"{path}+=({value[len(old) :]}"
        else:
            yield f"{path}={value}"
    for path in before:
        if path not in after:
            yield f"-{path}"


def _group(game: Game[Any], viewers: Sequence[str]) -> str:
    if len(viewers) == len(_viewers(game)):
        return "everybody"
    names: list[str] = []
    for team, seats in game.teams.items():
        crew = [viewer for viewer in viewers if viewer in seats]
        names += [team] if len(crew) == len(seats) else crew
    return ", ".join(names + [viewer for viewer in viewers if viewer == "spectator"])


def hearing(game: Game[Any], state: Any, said: Sequence[Said]) -> list[str]:
    """What is said, one line for each call, with the viewers who hear it unless everybody does."""
    lines = []
    for call in said:
        who = [name for name, viewer in _viewers(game).items() if call.audience in game.hears(state, viewer)]
        to = "" if call.audience == PUBLIC else f"[{_group(game, who)}] "
        announcement = call.announcement
        fields = " ".join(field for field in _filled(announcement) if not field.startswith("kind="))
        lines.append(f'{to}"{announcement.text}" round={call.round} {announcement.kind} {fields}')
    return lines
