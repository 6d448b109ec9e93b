"""Refusals as `application/problem+json` (RFC 9457), each with a stable code."""

from __future__ import annotations

import math
import re
from typing import Any, Final

from sonar_referee.games.errors import IllegalOrder, RefereeError

CODES: Final[dict[str, tuple[int, str]]] = {
    "not_authenticated": (401, "A valid token is needed"),
    "not_your_seat": (403, "Not your seat"),
    "not_host": (403, "Only the host may do this"),
    "no_spectators": (403, "This match has no spectators"),
    "origin_not_allowed": (403, "Not from this page"),
    "not_found": (404, "No such page"),
    "no_such_game": (404, "No such game"),
    "no_such_map": (404, "No such map"),
    "no_such_match": (404, "No such match"),
    "method_not_allowed": (405, "Method not allowed"),
    "seat_taken": (409, "Seat taken"),
    "seats_empty": (409, "Some seats are empty"),
    "crew_not_allowed": (409, "These players do not go together"),
    "not_absent": (409, "This player is not away"),
    "not_in_lobby": (409, "The match has started"),
    "not_running": (409, "The match is not running"),
    "not_your_turn": (409, "Not your turn"),
    "wrong_phase": (409, "Not in this phase"),
    "not_finished": (409, "The match is not finished"),
    "order_id_reused": (409, "This order_id was used for another order"),
    "body_too_large": (413, "Too large"),
    "host_not_allowed": (421, "Not this server's name"),
    "malformed": (422, "Malformed"),
    "illegal_order": (422, "The rules do not allow this order"),
    "seat_needed": (422, "Say for which seat"),
    "no_such_seat": (422, "No such seat"),
    "no_such_bot": (422, "No such bot"),
    "too_many_requests": (429, "Too many requests"),
    "too_many": (429, "As many as there may be"),
    "internal_error": (500, "The server failed"),
    "not_stored": (503, "The order could not be stored"),
    "not_ready": (503, "Not ready"),
}
"""For each code the HTTP status and the title."""

MEDIA_TYPE: Final = "application/problem+json"


_TOKEN: Final = re.compile(r"(sr[hp]_)\w+")


class Problem(RefereeError):
    """A refusal for whoever asked. `detail` depends only on what its reader may know.

    It may quote what was sent, but no token that stood in the wrong place: people paste refusals into chats.
    `retry_after` is the whole number of seconds after which the same may be asked again.
    """

    def __init__(self, code: str, detail: str, rule: str | None = None, retry_after: int | None = None) -> None:
        self.detail = _TOKEN.sub(r"\1…", detail)
        super().__init__(self.detail)
        self.code = code
        self.rule = rule
        self.retry_after = retry_after
        self.status, self.title = CODES[code]

    def as_json(self) -> dict[str, Any]:
        """The members of the problem document."""
        document: dict[str, Any] = {
            "type": f"urn:sonar-referee:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "code": self.code,
        }
        if self.rule is not None:
            document["rule"] = self.rule
        if self.retry_after is not None:
            document["retry_after"] = self.retry_after
        return document


def problem_of(refusal: IllegalOrder) -> Problem:
    """A refusal of the rules as a problem."""
    return Problem(refusal.code, refusal.reason, refusal.rule)


def too_many_requests(what: str, wait: float) -> Problem:
    """The refusal of what comes too often; `wait` seconds later it may come again."""
    seconds = math.ceil(wait)
    detail = f"{what} Try again in {seconds} second{'' if seconds == 1 else 's'}."
    return Problem("too_many_requests", detail, retry_after=seconds)
