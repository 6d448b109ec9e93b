"""Time as text."""

from datetime import UTC, datetime


def now() -> str:
    """The time as RFC 3339 text in UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
