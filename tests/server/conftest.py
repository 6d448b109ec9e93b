"""A server that most tests share, and a client of it."""

from collections.abc import Iterator

import pytest
import structlog

from tests.server.client import Client
from tests.server.running import Running

structlog.configure([structlog.processors.KeyValueRenderer()], logger_factory=structlog.ReturnLoggerFactory())


@pytest.fixture(scope="session")
def server() -> Iterator[Running]:
    """A server with an empty store in memory; matches do not meet, so tests can share it."""
    with Running() as running:
        yield running


@pytest.fixture
def client(server: Running) -> Iterator[Client]:
    """A client of the shared server."""
    with Client(server.address) as client:
        yield client
