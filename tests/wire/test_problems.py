"""Problems: each code has one status and one title, and a document as RFC 9457 asks for."""

from __future__ import annotations

import re
from http import HTTPStatus

import pytest

from sonar_referee.games.errors import IllegalOrder
from sonar_referee.wire.problems import CODES, Problem, problem_of

PROTOCOL = {
    "not_authenticated": 401,
    "not_your_seat": 403,
    "no_spectators": 403,
    "no_such_match": 404,
    "seat_taken": 409,
    "not_in_lobby": 409,
    "not_running": 409,
    "not_your_turn": 409,
    "wrong_phase": 409,
    "not_finished": 409,
    "order_id_reused": 409,
    "seat_needed": 422,
    "no_such_seat": 422,
    "illegal_order": 422,
    "malformed": 422,
    "too_many_requests": 429,
}
"""The codes that the protocol promises."""


@pytest.mark.parametrize("code", CODES)
def test_document(code: str) -> None:
    """Every code is snake_case, has an error's status, and makes a document with all members."""
    status, title = CODES[code]
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert HTTPStatus(status) >= 400
    assert Problem(code, "What was wrong.").as_json() == {
        "type": f"urn:sonar-referee:problem:{code}",
        "title": title,
        "status": status,
        "detail": "What was wrong.",
        "code": code,
    }


def test_codes_of_the_protocol() -> None:
    """The promised codes have the promised statuses."""
    assert {code: CODES[code][0] for code in PROTOCOL} == PROTOCOL


@pytest.mark.parametrize("code", ["illegal_order", "not_your_turn", "wrong_phase"])
def test_refusal_of_the_rules(code: str) -> None:
    """A refusal of the rules keeps its code, its sentence and the rule's id."""
    problem = problem_of(IllegalOrder("R34", "C4 is an island.", code))
    assert (problem.code, problem.detail) == (code, "C4 is an island.")
    assert problem.as_json()["rule"] == "R34"
    assert str(problem) == "C4 is an island."


def test_a_refusal_quotes_no_token() -> None:
    """What was sent may be quoted, but not a token that stood in the wrong place."""
    problem = Problem("no_such_seat", "'srp_m5c2rdv6ek7qjhgz' is no seat; nor is srh_m5c2rdv6ek7qjhgz.")
    assert problem.detail == str(problem) == "'srp_…' is no seat; nor is srh_…."
    assert problem.as_json()["detail"] == problem.detail
