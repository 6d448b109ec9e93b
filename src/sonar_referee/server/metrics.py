"""Prometheus metrics: a few that everybody may know, and the whole for whoever runs the server.

No label names a match, a seat or a player: a figure for one match would tell what its players do in secret.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from typing import Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from sonar_referee.match.matches import Matches
from sonar_referee.wire.problems import CODES

Giver = Literal["player", "bot", "clock"]
Kind = Literal["socket", "stream", "poll"]

_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The metrics of one server, in registries of their own: one for everybody, one for the operator alone."""

    def __init__(self, matches: Matches) -> None:
        self._public = CollectorRegistry()
        self._public.register(_Matches(matches))
        self._private = own = CollectorRegistry()
        orders = Counter("sonar_orders", "Orders accepted and stored, by who gave them.", ["by"], registry=own)
        self._orders = {by: orders.labels(by) for by in ("player", "bot", "clock")}
        refusals = Counter("sonar_refusals", "Refused calls and frames by problem code.", ["code"], registry=own)
        self._refusals = {code: refusals.labels(code) for code in CODES}
        commits = "Seconds from handing an order to the store until it is durable."
        self._commits = Histogram("sonar_commit_seconds", commits, registry=own, buckets=_SECONDS)
        fan_out = "Seconds from a stored order or note until a socket that it concerns has been handed its frames."
        self._fan_out = Histogram("sonar_fan_out_seconds", fan_out, registry=own, buckets=_SECONDS)
        connections = Gauge("sonar_connections", "Connections open now, by kind.", ["kind"], registry=own)
        self._connections = {kind: connections.labels(kind) for kind in ("socket", "stream", "poll")}
        self._drops = Counter("sonar_drops", "Connections that the server ended, by reason.", ["reason"], registry=own)

    def accepted(self, by: Giver, seconds: float) -> None:
        """Count an order that was stored, and how long that took."""
        self._orders[by].inc()
        self._commits.observe(seconds)

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self._refusals[code].inc()

    def told(self, seconds: float) -> None:
        """Note how long a socket waited for its frames."""
        self._fan_out.observe(seconds)

    def opened(self, kind: Kind) -> None:
        """Count a connection."""
        self._connections[kind].inc()

    def closed(self, kind: Kind) -> None:
        """Count a connection no longer."""
        self._connections[kind].dec()

    def dropped(self, reason: str) -> None:
        """Count a connection that the server ended; there are few reasons, all of them words of the code."""
        self._drops.labels(reason).inc()

    def for_everybody(self) -> bytes:
        """What the lists of matches and the records tell anyway, in Prometheus' text form."""
        return generate_latest(self._public)

    def for_operator(self) -> bytes:
        """All metrics in Prometheus' text form."""
        return generate_latest(self._public) + generate_latest(self._private)


class _Matches(Collector):
    """Counted when asked: matches by status, orders of finished matches."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def collect(self) -> Iterator[GaugeMetricFamily]:
        tables = self._matches.all()
        by_status = Tally({"lobby": 0, "running": 0, "finished": 0})
        by_status.update(table.match.status for table in tables)
        statuses = GaugeMetricFamily("sonar_matches", "Matches in memory by status.", labels=["status"])
        for status, count in by_status.items():
            statuses.add_metric([status], count)
        yield statuses
        # only of finished matches: an order may be made in secret, and a count would tell
        orders = sum(table.match.entries for table in tables if table.match.status == "finished")
        yield GaugeMetricFamily(
            "sonar_finished_orders", "Orders in the logs of finished matches in memory.", value=orders
        )
