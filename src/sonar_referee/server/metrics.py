"""Prometheus metrics."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from sonar_referee.match.matches import Matches


class Metrics:
    """The metrics of one server, in a registry of their own."""

    def __init__(self, matches: Matches) -> None:
        self._registry = CollectorRegistry()
        self._refusals = Counter("sonar_refusals", "Refused calls by problem code.", ["code"], registry=self._registry)
        self._registry.register(_Matches(matches))

    def refused(self, code: str) -> None:
        """Count a refusal."""
        self._refusals.labels(code).inc()

    def text(self) -> bytes:
        """All metrics in Prometheus' text form."""
        return generate_latest(self._registry)


class _Matches(Collector):
    """Counted when asked: matches by status, orders of finished matches, open connections."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches

    def collect(self) -> Iterator[GaugeMetricFamily]:
        tables = self._matches.all()
        by_status = Tally({"lobby": 0, "running": 0, "finished": 0})
        by_status.update(table.match.status for table in tables)
        statuses = GaugeMetricFamily("sonar_matches", "Matches by status.", labels=["status"])
        for status, count in by_status.items():
            statuses.add_metric([status], count)
        yield statuses
        # only of finished matches: an order may be made in secret, and a count would tell
        orders = sum(table.match.entries for table in tables if table.match.status == "finished")
        yield GaugeMetricFamily("sonar_finished_orders", "Orders in the logs of finished matches.", value=orders)
        connections = sum(len(list(table.listeners)) for table in tables)
        yield GaugeMetricFamily("sonar_connections", "Open sockets, streams and waiting calls.", value=connections)
