"""The client has a call for each operation of the server, but for those that are named here."""

from __future__ import annotations

import asyncio
import inspect
from contextlib import suppress
from typing import Any, get_args
from urllib.parse import unquote

import httpx

from sonar_referee.client import Connection, Referee, Unreachable
from sonar_referee.server.app import make_app
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore
from sonar_referee.wire.models import ClientFrame

WITHOUT_A_CALL = {
    ("GET", "/api/matches/{match_id}/stream"): "a Connection hears the same, and comes back by itself",
    ("GET", "/api/join/{join_code}/qr.svg"): "a picture for people",
    ("GET", "/healthz"): "for whoever runs the server",
    ("GET", "/readyz"): "for whoever runs the server",
    ("GET", "/metrics"): "for whoever runs the server",
}
WITHOUT_A_METHOD = {"ping": "the library below answers for the connection"}


def operations() -> set[tuple[str, str]]:
    """Method and path of everything that is in the OpenAPI document."""
    paths = make_app(Settings(), MemoryStore()).openapi()["paths"]
    return {(method.upper(), path) for path, methods in paths.items() for method in methods}


def asked_by_the_client() -> set[tuple[str, str]]:
    """Method and path of what the client's calls ask for, each given the names of its parameters as arguments."""
    asked: set[tuple[str, str]] = set()

    def answer(request: httpx.Request) -> httpx.Response:
        asked.add((request.method, unquote(request.url.path)))
        return httpx.Response(200, json=None)

    async def ask() -> None:
        async with Referee("http://127.0.0.1:1") as referee:
            referee._http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
            for name, call in inspect.getmembers(referee, inspect.iscoroutinefunction):
                if not name.startswith("_"):
                    arguments: dict[str, Any] = {
                        parameter: {} if parameter in ("options", "order") else f"{{{parameter}}}"
                        for parameter, kind in inspect.signature(call).parameters.items()
                        if parameter == "game" or kind.default is inspect.Parameter.empty
                    }
                    with suppress(Unreachable):  # what it is answered is not what it expects
                        await call(**arguments)

    asyncio.run(ask())
    return asked


def test_every_operation_has_a_call_or_a_reason_to_have_none() -> None:
    asked = asked_by_the_client()
    assert asked.isdisjoint(WITHOUT_A_CALL)
    assert asked | set(WITHOUT_A_CALL) == operations()


def test_every_frame_has_a_method_or_a_reason_to_have_none() -> None:
    (frames, _discriminator) = get_args(ClientFrame)
    kinds = {get_args(frame.model_fields["type"].annotation)[0] for frame in get_args(frames)}
    methods = {kind for kind in kinds if inspect.iscoroutinefunction(getattr(Connection, kind, None))}
    assert methods.isdisjoint(WITHOUT_A_METHOD)
    assert methods | set(WITHOUT_A_METHOD) == kinds
