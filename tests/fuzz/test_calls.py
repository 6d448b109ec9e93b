"""Every call of the OpenAPI document, with what schemathesis makes of its description, valid and not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from sonar_referee.server.app import make_app
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore
from tests.fuzz.calls import Caller, draw_calls
from tests.server.client import Client
from tests.server.running import Running

DOCUMENT = make_app(Settings(), MemoryStore()).openapi()
CALLS = [(method, path) for path, operations in DOCUMENT["paths"].items() for method in operations]


@pytest.fixture(name="patient", scope="module")
def serving() -> Iterator[Running]:
    """A server whose bots are too slow to move, and whose streams and held calls are not."""
    with Running(longest_wait=0.02, heartbeat=0.02, bot_delay=60) as running:
        yield running


@pytest.fixture(name="caller")
def calling(patient: Running) -> Iterator[Caller]:
    """Makes calls to matches of its own: what one test does changes no other's answers."""
    with Client(patient.address) as client, closing(Caller(patient, client, DOCUMENT)) as caller:
        yield caller


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), CALLS)
def test_call(method: str, path: str, caller: Caller) -> None:
    """Whatever is asked, the server does not fail, and it answers with a documented status, problem code, media type
    and content; what does not fit the description is refused, and so is who has not the token."""
    statuses = set()

    def call(case: Any) -> None:
        statuses.add(caller.call(case))

    draw_calls(DOCUMENT, method, path, call)
    assert statuses & {200, 201, 204}, "some calls must come through"
