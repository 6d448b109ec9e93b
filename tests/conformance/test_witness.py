"""What is seen of a bot, and when its connections are cut."""

import asyncio
import json
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from sonar_referee.conformance import Seen, witness
from sonar_referee.conformance.witness import CUTS_AFTER, LOSES_ANSWER, Witness

MATCH = "/api/matches/4f0c9a7be211"


class Bench:
    """A witness before an application that accepts every order, at a time that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 0.0
        self.cuts = 0
        self.refusal: dict[str, Any] | None = None
        self.seen = Seen("blue")
        self.witness = Witness(self._app, self._cut)
        monkeypatch.setattr(witness, "monotonic", lambda: self.time)
        self.over = False
        self.witness.watch("4f0c9a7be211", self.seen, lambda: self.over)

    def _cut(self) -> None:
        self.cuts += 1

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200 if self.refusal is None else 422, "headers": []})
        await send({"type": "http.response.body", "body": json.dumps(self.refusal or {"seq": 1}).encode()})

    def call(self, path: str, document: Any = None) -> list[Message]:
        """What comes back of a call, nothing if its answer is lost."""
        asked: list[Message] = [
            {"type": "http.request", "body": json.dumps(document).encode()},
            {"type": "http.disconnect"},
        ]
        answer: list[Message] = []

        async def receive() -> Message:
            return asked.pop(0)

        async def send(message: Message) -> None:
            answer.append(message)

        method = "GET" if document is None else "POST"
        asyncio.run(self.witness({"type": "http", "method": method, "path": path}, receive, send))
        return answer

    def order(self, order: Any = "north", order_id: str | None = None) -> list[Message]:
        return self.call(f"{MATCH}/orders", {"order": order, "order_id": order_id})


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(monkeypatch)


def test_an_answer_is_lost_and_later_a_connection_is_cut(bench: Bench) -> None:
    passed = [bool(bench.order(number, str(number))) for number in range(1, CUTS_AFTER + 2)]
    assert passed == [number != LOSES_ANSWER for number in range(1, CUTS_AFTER + 2)]
    assert bench.cuts == bench.seen.cuts == 2
    assert bench.seen.returns == 2
    assert (bench.seen.refused, bench.seen.misspoken, bench.seen.wrong_ids) == ([], [], [])


def test_neither_the_start_nor_the_return_counts_as_thinking(bench: Bench) -> None:
    bench.witness.await_bot(True)
    bench.time = 10.0
    bench.call(f"{MATCH}/view")
    for number, seconds in ((1, 2.0), (2, 3.0), (3, 4.0)):
        bench.time += seconds
        bench.order(number)
        bench.witness.await_bot(True)
    bench.time += 50.0
    bench.call(f"{MATCH}/view")
    bench.time += 5.0
    bench.order(4)
    assert bench.seen.answers == [2.0, 3.0, 4.0, 5.0]


def test_orders_that_nobody_waits_for_are_not_timed(bench: Bench) -> None:
    bench.witness.await_bot(True)
    bench.witness.await_bot(False)
    bench.time = 7.0
    bench.order()
    assert (bench.seen.orders, bench.seen.answers) == (1, [])


def test_a_refused_order_and_a_refused_call_are_told_apart(bench: Bench) -> None:
    bench.refusal = {"code": "illegal_order", "detail": "C4 is an island."}
    bench.order("C4")
    bench.refusal = {"code": "no_such_seat", "detail": "There is no such seat."}
    bench.call(f"{MATCH}/view")
    assert bench.seen.refused == ['"C4" of the only seat: C4 is an island.']
    assert bench.seen.misspoken == ["no_such_seat: There is no such seat."]


@pytest.mark.parametrize("code", ["not_stored", "not_ready", "internal_error"])
def test_what_is_not_the_bots_fault_is_not_held_against_it(bench: Bench, code: str) -> None:
    bench.refusal = {"code": code, "detail": "No."}
    bench.order()
    assert not bench.seen.refused


def test_an_order_after_the_end_is_no_fault(bench: Bench) -> None:
    bench.refusal = {"code": "not_running", "detail": "The match is over."}
    bench.order()
    bench.over = True
    bench.order()
    assert len(bench.seen.refused) == 1


@pytest.mark.parametrize(
    ("lost_id", "again", "order_id", "faults"),
    [
        ("3", "north", "3", 0),
        ("3", "north", "other", 1),
        ("3", "north", None, 1),
        (None, "north", None, 1),
        ("3", "south", "other", 0),
    ],
)
def test_a_lost_order_is_repeated_under_its_id_or_not_at_all(
    bench: Bench, lost_id: str | None, again: str, order_id: str | None, faults: int
) -> None:
    """What is refused otherwise is an order like any other: here the view would have told better."""
    for number in ("1", "2", lost_id):
        bench.order("north", number)
    bench.refusal = {"code": "wrong_phase", "detail": "No."}
    bench.order(again, order_id)
    assert len(bench.seen.wrong_ids) == faults
    assert len(bench.seen.refused) == 1 - faults


def test_other_matches_are_none_of_its_business(bench: Bench) -> None:
    bench.refusal = {"code": "illegal_order", "detail": "No."}
    assert len(bench.call("/api/matches/0000/orders", {"order": "north"})) == 2
    assert bench.seen == Seen("blue")
