"""Connections that come, go, repeat and mix things up as chance will have it, against a model of what they hear."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.server.client import SEATS, Client, Json, Line

ANY = st.integers(0, 10_000)
"""Chooses one of as many things as there are."""

UNREADABLE: Json = {"type": "activate_sonar", "of": "nothing"}
MOST_CONNECTIONS = 6


class Connection:
    """One socket of a seat, or of a spectator, and the number of what it heard last."""

    def __init__(self, line: Line, seat: str | None, after: int | None) -> None:
        self.line = line
        self.seat = seat
        self.heard = line.welcome["seq"] if after is None else after


class SocketStates(RuleBasedStateMachine):
    """One match, any number of connections, and the model: what each seat heard, and which orders were accepted."""

    client: Client

    def __init__(self) -> None:
        super().__init__()
        self.connections: list[Connection] = []
        self.told: dict[str | None, list[Json]] = {seat: [] for seat in (*SEATS, None)}
        self.accepted: list[tuple[str, str, Json, int]] = []
        """Seat, order_id, order and the sequence that was answered, in the order of acceptance."""
        self.order_ids = (f"order {number}" for number in itertools.count())

    @initialize()
    def begin(self) -> None:
        # thirty orders cannot bring six hits, so that the match is never over before the steps are
        self.meeting = self.client.full(first_team="blue", announce_ready="team", hull=6)

    # -- coming and going

    @precondition(lambda self: len(self.connections) < MOST_CONNECTIONS)
    @rule(which=ANY, after=st.none() | ANY)
    def connect(self, which: int, after: int | None) -> None:
        """Somebody connects, for a seat that may have connections already, after anything that was told."""
        seat = (*SEATS, None)[which % 9]
        if after is not None:
            after %= len(self.told[seat]) + 1
        self.connections.append(Connection(self.meeting.line(seat, after), seat, after))

    @precondition(lambda self: self.connections)
    @rule(which=ANY, politely=st.booleans())
    def drop(self, which: int, politely: bool) -> None:
        """A connection ends, or breaks without a word."""
        line = self.connections.pop(which % len(self.connections)).line
        if politely:
            line.close()
        else:
            line.cut()

    @precondition(lambda self: self.connections)
    @rule(which=ANY, back=ANY)
    def resume(self, which: int, back: int) -> None:
        """A connection breaks, and its client comes back with the number it heard last, or one before."""
        gone = self.connections.pop(which % len(self.connections))
        gone.line.cut()
        after = max(0, gone.heard - back % 3)
        self.connections.append(Connection(self.meeting.line(gone.seat, after), gone.seat, after))

    # -- orders

    @rule(which=ANY, times=st.integers(1, 3), scattered=st.booleans())
    def order(self, which: int, times: int, scattered: bool) -> None:
        """A seat in turn gives one of its legal orders, perhaps several times at once and over several connections."""
        seat, order = self.legal(which)
        order_id = next(self.order_ids)
        ways = [one for one in self.connections if one.seat == seat]
        if not ways:
            answers = [self.give(seat, order_id, order) for _ in range(times)]
        else:
            chosen = [ways[number % len(ways) if scattered else 0] for number in range(times)]
            for way in chosen:
                self.say(way, order_id, order)
            answers = [self.answer(way, order_id) for way in chosen]
        assert answers == [{"seq": answers[0].get("seq")}] * times, "the same answer each time"
        self.accepted.append((seat, order_id, order, answers[0]["seq"]))

    @rule(which=ANY, slip_first=st.booleans())
    def order_and_slip(self, which: int, slip_first: bool) -> None:
        """A legal and an unreadable order come right behind each other, in either order: each gets its own answer."""
        seat, order = self.legal(which)
        way = next((one for one in self.connections if one.seat == seat), None)
        if way is None:
            return
        order_id, slip_id = next(self.order_ids), next(self.order_ids)
        frames = [(order_id, order), (slip_id, UNREADABLE)]
        if slip_first:
            frames.reverse()
        for frame in frames:
            self.say(way, *frame)
        answers = {sent_id: self.answer(way, sent_id) for sent_id, _order in frames}
        assert answers[slip_id] == {"code": "malformed"}
        self.accepted.append((seat, order_id, order, answers[order_id]["seq"]))

    @precondition(lambda self: self.accepted)
    @rule(which=ANY, way=ANY)
    def repeat(self, which: int, way: int) -> None:
        """An order that was accepted at any time is repeated by any way: it gets its first answer again."""
        seat, order_id, order, seq = self.accepted[which % len(self.accepted)]
        assert self.by_any_way(seat, order_id, order, way) == {"seq": seq}

    @precondition(lambda self: self.accepted)
    @rule(which=ANY, way=ANY)
    def reuse(self, which: int, way: int) -> None:
        """Another order under the same order_id is refused."""
        seat, order_id, _order, _seq = self.accepted[which % len(self.accepted)]
        assert self.by_any_way(seat, order_id, {"type": "resign"}, way) == {"code": "order_id_reused"}

    @rule(which=ANY, way=ANY)
    def order_out_of_turn(self, which: int, way: int) -> None:
        """A seat that is not waited for gives an order: refused, and never carried out."""
        idle = [seat for seat in SEATS if not self.meeting.view(seat)["legal_orders"]]
        answer = self.by_any_way(idle[which % len(idle)], next(self.order_ids), {"type": "end_round"}, way)
        assert answer["code"] in {"wrong_phase", "not_your_turn", "illegal_order"}

    # -- what changes no game

    @precondition(lambda self: self.connections)
    @rule(which=ANY, frame=st.sampled_from([{"type": "chat", "text": "hi"}, {"type": "ping"}, {"type": "shout"}]))
    def say_something(self, which: int, frame: Json) -> None:
        """Words, pings and noise."""
        connection = self.connections[which % len(self.connections)]
        connection.line.say(frame)
        if frame["type"] == "ping":
            for heard in connection.line.until("pong"):
                self.take(connection, heard)

    # -- what must hold after each step

    @invariant()
    def everybody_has_heard_everything_once(self) -> None:
        """Every connection has heard what its seat is told, in order, without a gap, and its view is the latest."""
        for connection in self.connections:
            view = connection.line.welcome["view"]
            for frame in connection.line.settle():
                self.take(connection, frame)
                view = frame.get("view", view)
            self.ask(connection.seat)
            assert connection.heard == len(self.told[connection.seat])
            connection.line.welcome["view"] = view
            assert view["seq"] == connection.heard

    def teardown(self) -> None:
        """At the end the record holds the accepted orders, each once; and no seat's history has changed."""
        if not hasattr(self, "meeting"):
            return
        self.meeting.order("blue.captain", "resign")
        orders = self.client.get(f"{self.meeting.path}/record")["orders"]
        assert [(one["seat"], one["order"]) for one in orders[:-1]] == [(one[0], one[2]) for one in self.accepted]
        for seat, told in self.told.items():
            assert self.meeting.heard(seat)[: len(told)] == told
        for connection in self.connections:
            connection.line.cut()

    # -- helpers

    def legal(self, which: int) -> tuple[str, Json]:
        """A seat that the table waits for and one of its legal orders."""
        choices: list[tuple[str, Json]] = [
            (seat, order) for seat in SEATS for order in self.meeting.view(seat)["legal_orders"]
        ]
        return choices[which % len(choices)]

    def by_any_way(self, seat: str, order_id: str, order: Json, way: int) -> Json:
        """The answer to an order over HTTP or one of the seat's connections."""
        ways = [None, *(one for one in self.connections if one.seat == seat)]
        chosen = ways[way % len(ways)]
        if chosen is None:
            return self.give(seat, order_id, order)
        self.say(chosen, order_id, order)
        return self.answer(chosen, order_id)

    def give(self, seat: str, order_id: str, order: Json) -> Json:
        """The answer to an order over HTTP."""
        answer = self.meeting.give(seat, order, order_id).json()
        return {name: answer[name] for name in ("seq", "code") if name in answer}

    @staticmethod
    def say(connection: Connection, order_id: str, order: Json) -> None:
        """Send an order over a connection."""
        connection.line.say({"type": "order", "order_id": order_id, "order": order})

    def answer(self, connection: Connection, order_id: str) -> Json:
        """The next answer that a connection gets, which must be to this order."""
        while (frame := connection.line.hear())["type"] not in ("accepted", "refused"):
            self.take(connection, frame)
        assert frame["order_id"] == order_id
        return {"seq": frame["seq"]} if frame["type"] == "accepted" else {"code": frame["problem"]["code"]}

    def take(self, connection: Connection, frame: Json) -> None:
        """Let a connection hear a frame."""
        if frame["type"] == "announcement":
            connection.heard += 1
            told = self.told[connection.seat]
            assert frame["seq"] == connection.heard
            if connection.heard > len(told):
                told.append({name: value for name, value in frame.items() if name != "type"})
            assert {"type": "announcement", **told[connection.heard - 1]} == frame
        elif frame["type"] == "view":
            connection.line.welcome["view"] = frame["view"]

    def ask(self, seat: str | None) -> None:
        """Let the model hear by HTTP what a seat was told."""
        self.told[seat] += self.meeting.heard(seat, after=len(self.told[seat]))


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_any_sequence_of_frames_and_drops(client: Client) -> None:
    """Whatever comes, goes, is repeated or mixed up: every connection hears a gapless sequence that is the same for all
    of a seat's connections and for HTTP; who resumes misses nothing and hears nothing twice; an order counts once."""

    class States(SocketStates):
        pass

    States.client = client
    bounds = settings(
        max_examples=25,
        stateful_step_count=30,
        deadline=None,
        print_blob=True,
        phases=[Phase.explicit, Phase.reuse, Phase.generate],  # to shrink an example takes minutes over real sockets
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(States, settings=bounds)
