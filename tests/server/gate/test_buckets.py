"""Token buckets under a clock of the test's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sonar_referee.server.gate.buckets import Bucket, Buckets
from tests.server.gate.calls import FakeTime


def test_a_burst_then_the_rate() -> None:
    """As many as the burst pass at once, then one whenever there is a new token."""
    time = FakeTime()
    bucket = Bucket(2.0, 10.0, time)
    assert [bucket.take() for _ in range(10)] == [0.0] * 10
    assert bucket.take() == pytest.approx(0.5)
    time.now += 0.5
    assert bucket.take() == 0
    assert bucket.take() == pytest.approx(0.5)


def test_who_waits_as_told_is_let_in() -> None:
    """The wait that a refusal names is enough, and nothing less is."""
    time = FakeTime()
    bucket = Bucket(1 / 6, 10.0, time)
    while not (wait := bucket.take()):
        pass
    time.now += wait * 0.99
    assert bucket.take() > 0
    time.now += bucket.wait()
    assert bucket.take() == 0


def test_a_refusal_costs_nothing() -> None:
    """Asking in vain does not put off the next time."""
    time = FakeTime()
    bucket = Bucket(1.0, 1.0, time)
    bucket.take()
    for _ in range(100):
        assert bucket.take() == pytest.approx(1.0)
    time.now += 1.0
    assert bucket.take() == 0


def test_dearer_things_take_more() -> None:
    """A thing that costs five leaves room for five that cost one."""
    bucket = Bucket(1.0, 10.0, FakeTime())
    assert bucket.take(5.0) == 0
    assert [bucket.take() for _ in range(6)] == [0, 0, 0, 0, 0, pytest.approx(1.0)]


def test_no_rate_is_no_limit() -> None:
    """A rate of 0 lets everything pass."""
    buckets = Buckets(0.0, 0.0, FakeTime())
    assert not any(buckets.take("one", 1000.0) for _ in range(1000))


def test_keys_do_not_share() -> None:
    """What one has used up is still there for another."""
    buckets = Buckets(1.0, 3.0, FakeTime())
    while not buckets.take("one"):
        pass
    assert buckets.take("other") == 0


def test_idle_keys_are_forgotten() -> None:
    """A million keys that came once do not stay: memory is bounded by those in use."""
    time = FakeTime()
    buckets = Buckets(1.0, 3.0, time)
    buckets.take("busy", 3.0)
    for key in range(100_000):
        buckets.take(key)
        time.now += 0.01
        if not buckets.wait("busy", 1.5):
            buckets.take("busy", 1.5)
    assert len(buckets) < 2100
    assert buckets.wait("busy", 3.0) > 0, "one in use keeps what it has taken"


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 4)), max_size=60))
def test_never_more_than_burst_and_rate(steps: list[tuple[float, float]]) -> None:
    """Whenever somebody asks, what passed is at most the burst and what came in meanwhile."""
    time = FakeTime()
    begun, bucket, passed = time.now, Bucket(1.5, 4.0, time), 0.0
    for pause, cost in steps:
        time.now += pause
        passed += cost if not bucket.take(cost) else 0
        assert passed <= 4.0 + 1.5 * (time.now - begun) + 1e-3
