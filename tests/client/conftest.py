"""Fixtures of the client's tests."""

from collections.abc import Iterator

import pytest

from tests.client.serving import served


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with served() as url:
        yield url
