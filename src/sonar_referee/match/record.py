"""The record of a match: everything that is needed to play it again."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sonar_referee.match.match import Match
from sonar_referee.match.roster import STAND_IN, STAND_IN_NAME
from sonar_referee.match.table import CLOCK
from sonar_referee.store import Entry


def record_of(match: Match, summary: Mapping[str, Any], entries: Iterable[Entry]) -> dict[str, Any]:
    """The record of a match with this summary and this log, as `GET /api/matches/{id}/record` shows it."""
    names = {player.player_id: player.name for player in match.roster.players} | {CLOCK: None, STAND_IN: STAND_IN_NAME}
    orders: list[dict[str, Any]] = [
        {
            "number": entry.number,
            "at": entry.at,
            "seat": entry.seat,
            "player": names.get(entry.player),
            "order": json.loads(entry.order),
        }
        for entry in entries
    ]
    record = {key: summary[key] for key in ("match_id", "game", "name", "created_at", "options")}
    record |= {"map": match.setup.map_text, "seed": match.setup.seed, "seats": summary["seats"]}
    return record | {"orders": orders, "outcome": summary["outcome"]}
