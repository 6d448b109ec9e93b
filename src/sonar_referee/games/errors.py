"""The root of every error that Sonar Referee raises on purpose."""

from __future__ import annotations


class RefereeError(Exception):
    """An error with one clear sentence for whoever caused it."""


class IllegalOrder(RefereeError):
    """An order that the rules do not allow now; `rule` is the id of the rule or decision (`R34`, `D20`).

    `code` is `illegal_order`, or `not_your_turn` and `wrong_phase` when any such order would be refused now.
    """

    def __init__(self, rule: str, reason: str, code: str = "illegal_order") -> None:
        super().__init__(reason)
        self.rule = rule
        self.reason = reason
        self.code = code


class BadMap(RefereeError):
    """A map file that cannot be used; the message says file, line and reason."""


class BadNotation(RefereeError):
    """A text that is no position, order or match; the message says where it goes wrong."""
