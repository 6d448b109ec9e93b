"""A view as flat text fields, and the difference of two steps of a match for all viewers together."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEATS
from sonar_referee.games.game import ABSENT, PUBLIC, SPECTATOR, Said, Viewer

VIEWERS: dict[str, Viewer] = {**{seat: frozenset({seat}) for seat in SEATS}, "spectator": SPECTATOR}

Fields = dict[str, str]


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
    return str(value)


def seen_by_all(state: State) -> dict[str, Fields]:
    """What each viewer sees, and how many orders each seat is offered (`may`)."""
    shown = {name: dict(fields_of(CAPTAIN_SONAR.view(state, viewer))) for name, viewer in VIEWERS.items()}
    for seat in SEATS:
        legal, standing = CAPTAIN_SONAR.legal_orders(state, seat), CAPTAIN_SONAR.standing_orders(state, seat)
        shown[seat]["may"] = f"{len(legal)}+{len(standing)}"
    return shown


def difference(before: Mapping[str, Fields], after: Mapping[str, Fields]) -> list[str]:
    """What changed for whom, one line for each group of viewers, the largest group first."""
    viewers_of_change: dict[str, list[str]] = {}
    for viewer, fields in after.items():
        for change in _changes(before.get(viewer, {}), fields):
            viewers_of_change.setdefault(change, []).append(viewer)
    changes_of_group: dict[str, list[str]] = {}
    for change, viewers in sorted(viewers_of_change.items(), key=lambda entry: -len(entry[1])):
        changes_of_group.setdefault(_group(viewers), []).append(change)
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


def _group(viewers: Sequence[str]) -> str:
    if len(viewers) == len(VIEWERS):
        return "everybody"
    names: list[str] = []
    for team in CAPTAIN_SONAR.teams:
        crew = [viewer for viewer in viewers if viewer.startswith(team)]
        names += [team] if len(crew) == len(CAPTAIN_SONAR.teams[team]) else crew
    return ", ".join(names + [viewer for viewer in viewers if viewer == "spectator"])


def hearing(state: State, said: Sequence[Said]) -> list[str]:
    """What is said, one line for each call, with the viewers who hear it unless everybody does."""
    lines = []
    for call in said:
        who = [name for name, viewer in VIEWERS.items() if call.audience in CAPTAIN_SONAR.hears(state, viewer)]
        announcement = call.announcement
        fields = [
            f"{field.name}={_plain(getattr(announcement, field.name))}"
            for field in dataclasses.fields(announcement)
            if field.name != "kind" and getattr(announcement, field.name) is not None
        ]
        to = "" if call.audience == PUBLIC else f"[{_group(who)}] "
        lines.append(f'{to}"{announcement.text}" round={call.round} {announcement.kind} {" ".join(fields)}')
    return lines
