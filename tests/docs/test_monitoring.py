"""The page for operators names every metric, label and reason that there is, and every event of the log."""

import re

import pytest
from prometheus_client.parser import text_string_to_metric_families as families

from sonar_referee.server.app import make_app
from sonar_referee.server.metrics import Metrics
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore
from tests.docs.pages import DOCS, ROOT, text_of

PAGE = text_of(DOCS / "how-to" / "monitor-a-server.md")
SOURCES = [file.read_text(encoding="utf-8") for file in sorted((ROOT / "src/sonar_referee").rglob("*.py"))]
METRICS: Metrics = make_app(Settings(), MemoryStore()).state.metrics
SHOWN = METRICS.for_everybody().decode()
ALL = METRICS.for_operator().decode()


def row(name: str) -> str:
    """The row of the table for a metric."""
    (found,) = re.findall(rf"^\| `{name}` \|.*$", PAGE, re.MULTILINE)
    return str(found)


def exported(text: str) -> dict[str, str]:
    """The metrics in a text, with their kinds, but for the times at which counters were made."""
    found = {}
    for family in families(text):
        name = family.name + "_total" * (family.type == "counter")
        if not name.endswith("_created"):
            found[name] = family.type
    return found


@pytest.mark.parametrize(("name", "kind"), exported(ALL).items())
def test_every_metric_is_described_with_its_kind_and_who_sees_it(name: str, kind: str) -> None:
    who = "everybody" if name in exported(SHOWN) else "operator"
    assert re.match(rf"\| `{name}` \| {kind}[^|]* \| {who} \|", row(name))


def test_no_metric_is_described_that_there_is_not() -> None:
    assert set(re.findall(r"^\| `(sonar_\w+)` \|", PAGE, re.MULTILINE)) == set(exported(ALL))


def test_every_kind_and_giver_is_described() -> None:
    for label, name in (("kind", "sonar_connections"), ("by", "sonar_orders_total"), ("status", "sonar_matches")):
        values = set(re.findall(rf'^{name}\{{{label}="(\w+)"\}}', ALL, re.MULTILINE))
        assert values
        assert all(value.replace("lobby", "in the lobby") in row(name) for value in values)


def test_every_reason_for_a_drop_is_described() -> None:
    source = "".join(SOURCES)
    reasons = set(re.findall(r'\.(?:end|dropped)\(\s*"(\w+)"', source))
    assert reasons >= {"too_slow", "no_hello", "seats_changed"}
    assert all(f"`{reason}`" in row("sonar_drops_total") for reason in reasons)


def test_every_event_of_the_log_is_described() -> None:
    events = set(re.findall(r'(?:\blog\.\w+|\btell)\(\s*"([^"]+)"', "".join(SOURCES)))
    assert len(events) > 10
    assert {event for event in events if f"`{event}`" not in PAGE} == set()
