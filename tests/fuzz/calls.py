"""Sends what schemathesis draws to a server, aimed at matches that exist, and checks the answers."""

from __future__ import annotations

import copy
import zlib
from collections.abc import Callable
from itertools import takewhile
from random import Random
from typing import Any

import httpx
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import load_all_checks
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.transport import Response
from schemathesis.generation.hypothesis.builder import HypothesisTestConfig, HypothesisTestMode, create_test
from structlog.testing import capture_logs

from tests.fuzz.targets import BOTS, FREE, STAGES, Target, Targets
from tests.server.client import BLUE, Client, Json
from tests.server.documented import Documented
from tests.server.running import Running

CONFIG = SchemathesisConfig.from_dict(
    {
        "generation": {
            "deterministic": True,  # the same cases in every run
            "database": "none",
            "with-security-parameters": False,  # the tokens are those of real matches, and of others
        },
        "checks": {
            # 422 also says what no schema can: a seat that the game has not, an order against the rules
            "positive_data_acceptance": {"enabled": False},
        },
    }
)
_FITTING = {
    "not_absent": ("gathering",),
    "seats_empty": ("full",),
    "not_in_lobby": ("gathering", "full"),
    "not_running": ("running",),
    "not_finished": ("finished",),
}
"""For a refusal that a call can be answered with the stages of a match that do not bring it."""
SETTINGS = settings(
    max_examples=12, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)


def draw_calls(document: Json, method: str, path: str, call: Callable[[Any], None]) -> None:
    """Make a call with what schemathesis finds in its description: the examples, all that is at or just beyond the
    bounds, and what comes by chance. A failure is told with the smallest case and the command that repeats it."""
    load_all_checks()
    schema = schemathesis.openapi.from_dict(copy.deepcopy(document), config=CONFIG)
    config = HypothesisTestConfig(
        project=schema.config, modes=list(HypothesisTestMode), settings=SETTINGS, apply_ci_profile=False
    )
    create_test(operation=schema[path][method], test_func=call, config=config)()


class Caller:
    """Makes the calls of one test."""

    def __init__(self, server: Running, client: Client, document: Json) -> None:
        self._server = server
        self._targets = Targets(client)
        self._documented = Documented(copy.deepcopy(document))
        self._session = requests.Session()
        self._session.trust_env = False

    def close(self) -> None:
        """Let go of the connection."""
        self._session.close()

    def call(self, case: Any) -> int:
        """Make a call and check that nothing failed in the server and that the answer is as described; its status."""
        headers = self._aim(case)
        call = self._read_stream if case.operation.path.endswith("/stream") else self._ask
        with capture_logs() as logs:
            answer = call(case, headers)
        assert not [event for event in logs if event["log_level"] in ("error", "critical")]
        assert not self._server.complaints
        self._documented.check(answer)
        return answer.status_code

    def _ask(self, case: Any, headers: dict[str, str]) -> httpx.Response:
        where = {"base_url": self._server.url, "session": self._session}
        found = case.call(headers=headers, timeout=20, **where)
        case.validate_response(found, headers=headers, transport_kwargs=where)
        return _as_httpx(found)

    def _read_stream(self, case: Any, headers: dict[str, str]) -> httpx.Response:
        """The answer up to the first sign of life: a stream has no end while the match runs."""
        how = case.as_transport_kwargs(base_url=self._server.url, headers=headers)
        with self._session.request(**how, stream=True, timeout=20) as found:
            lines = list(takewhile(bool, found.iter_lines()))
        found._content = b"\n".join(lines)
        case.validate_response(found, headers=headers)
        return _as_httpx(Response.from_any(found))

    def _aim(self, case: Any) -> dict[str, str]:
        """Put what exists in the place of what was drawn, but for what is meant to be wrong; returns the headers."""
        rng = Random(zlib.crc32(repr((case.path_parameters, case.query, case.body)).encode(errors="replace")))
        refusals = " ".join(answer["description"] for answer in case.operation.definition.raw["responses"].values())
        needed = "host" if "`not_host`" in refusals else "player"
        fitting = next((stages for code, stages in _FITTING.items() if f"`{code}`" in refusals), ("finished",))
        target = self._targets.draw(rng, needed, rng.choice(fitting if rng.random() < 0.85 else STAGES))
        drawn = {
            ParameterLocation.PATH: (case.path_parameters, _in_path(target, rng)),
            ParameterLocation.QUERY: (case.query, _in_query(target, rng)),
            ParameterLocation.BODY: (case.body, _in_body(target, rng)),
        }
        for location, (members, real) in drawn.items():
            if isinstance(members, dict) and not case.meta.is_negative_at(location) and rng.random() < 0.95:
                members.update({name: make() for name, make in real.items() if name in members})
        of_a_match = "{match_id}" in case.operation.path  # elsewhere tokens are the operator's or the host's password
        return {"Authorization": f"Bearer {target.token}"} if target.token and of_a_match else {}


Real = dict[str, Callable[[], Any]]
"""For members of a request what makes a value that exists."""


def _in_path(target: Target, rng: Random) -> Real:
    return {
        "match_id": lambda: target.meeting.match_id,
        "join_code": lambda: target.meeting.join_code,
        "game": lambda: "captain-sonar",
        "name": lambda: rng.choice(("alpha", "echo")),
        "seat": lambda: rng.choice(BOTS),
    }


def _in_query(target: Target, rng: Random) -> Real:
    return {
        "before": lambda: target.meeting.match_id,
        "after": lambda: rng.randrange(4),
        "seat": lambda: target.seat or rng.choice(BOTS),
    }


def _in_body(target: Target, rng: Random) -> Real:
    return {
        "game": lambda: "captain-sonar",
        "bot": lambda: "random",
        "seat": lambda: target.seat or rng.choice(FREE),
        "seats": lambda: [target.seat or rng.choice(FREE)],
        "other": lambda: rng.choice(BLUE),
        "order": target.likely_order,
    }


def _as_httpx(found: Response) -> httpx.Response:
    """An answer that another library has read."""
    asked = httpx.Request(str(found.request.method), str(found.request.url))
    headers = [(name, value) for name in ("content-type",) for value in found.headers.get(name, [])]
    return httpx.Response(found.status_code, headers=headers, content=found.content, request=asked)
