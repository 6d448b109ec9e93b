"""What can go wrong between a client and a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sonar_referee.games.errors import RefereeError


class ClientError(RefereeError):
    """The root of what a client raises."""


class Unreachable(ClientError):
    """No server answers, or what answers is none of ours; one sentence says where."""


class Refused(ClientError):
    """The server refused; `code` is the problem's stable code, `rule` the rule's id where the rules refused.

    `retry_after` is there if the same may be asked again after that many seconds.
    """

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem["detail"]))
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        self.detail: str = problem["detail"]
        self.rule: str | None = problem.get("rule")
        self.retry_after: int | None = problem.get("retry_after")
