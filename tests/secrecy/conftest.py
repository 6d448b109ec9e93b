"""A server that the tests of this folder share, and a client of it."""

from tests.server.conftest import client, server

__all__ = ["client", "server"]
