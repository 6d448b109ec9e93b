"""A client: create, fill and start matches over HTTP, then play over a WebSocket or by calls.

`sonar_referee.client.sync` has the same names without asyncio. A connection that drops is opened again where it
broke off, and an order whose answer is lost is given once.
"""

from sonar_referee.client.connection import Connection
from sonar_referee.client.errors import ClientError, Refused, Unreachable
from sonar_referee.client.orders import awaited_orders
from sonar_referee.client.referee import Heard, Referee

__all__ = ["ClientError", "Connection", "Heard", "Referee", "Refused", "Unreachable", "awaited_orders"]
