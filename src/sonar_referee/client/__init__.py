"""A small client: create, fill and start matches over HTTP, then listen and give orders over a WebSocket."""

from sonar_referee.client.connection import Connection
from sonar_referee.client.errors import ClientError, Refused, Unreachable
from sonar_referee.client.referee import Referee

__all__ = ["ClientError", "Connection", "Referee", "Refused", "Unreachable"]
