"""A viewer's view has a revision: it grows by one with each change that this viewer can see, and only then is told."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.server.client import BLUE, SEATS, YELLOW, Client, Json, Line, Meeting

MATCHES: dict[str, tuple[int, Json]] = {
    "default": (1, {}),
    "each role by itself": (2, {"own_team_view": "role_only", "announce_ready": "team"}),
    "all seen by spectators": (3, {"spectator_view": "omniscient", "mine_trigger": "free_own_turn"}),
    "answers confirmed": (4, {"auto_answers": "captain_confirms", "mine_trigger": "anytime", "mine_chain": "full"}),
    "archer mines": (5, {"map": "echo", "bad_activation": "one_damage", "hull": 6}),
}
ORDERS = 50
TOO_FINAL = ("resign", "accept_draw")


class Watch:
    """A socket, and what its viewer knows by it."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.seq: int = line.welcome["seq"]
        self.view: Json = line.welcome["view"]
        self._frames: list[Json] = []

    def draw(self, overlay: object) -> None:
        """Replace the team's overlay."""
        self.line.say({"type": "overlay", "overlay": overlay})
        self._frames = self.line.settle()

    def check(self, now: Json) -> None:
        """Compare what came over the socket since the last check with how the view is now."""
        frames = self._frames + self.line.settle()
        self._frames = []
        told = [frame for frame in frames if frame["type"] == "announcement"]
        views = [frame["view"] for frame in frames if frame["type"] == "view"]
        assert [frame["seq"] for frame in told] == list(range(self.seq + 1, self.seq + 1 + len(told)))
        self.seq += len(told)
        assert now["seq"] == self.seq
        if without_revision(now) == without_revision(self.view):
            assert (views, now["revision"]) == ([], self.view["revision"])
        else:
            assert views == [now]
            assert now["revision"] == self.view["revision"] + 1
            self.view = now


def without_revision(view: Json) -> Json:
    """A view but for its revision."""
    return {name: value for name, value in view.items() if name != "revision"}


def watch(meeting: Meeting) -> dict[str | None, Watch]:
    """A socket for each seat and a spectator."""
    return {seat: Watch(meeting.line(seat)) for seat in (*SEATS, None)}


def check_all(meeting: Meeting, watches: dict[str | None, Watch]) -> None:
    """Check every viewer."""
    for seat, one in watches.items():
        one.check(meeting.view(seat))


@pytest.mark.parametrize(("seed", "options"), MATCHES.values(), ids=MATCHES)
def test_each_change_is_told_once(client: Client, seed: int, options: dict[str, Any]) -> None:
    """In a match of random orders, offers, drawings and refusals each viewer's socket brings a view exactly when
    that viewer's view differs from the one before, with a revision one higher; the sequence has no gaps."""
    meeting = client.full(first_team="blue", **options)
    watches = watch(meeting)
    rng = Random(seed)
    for _ in range(ORDERS):
        seat = meeting.awaited()
        if seat is None:
            break
        if rng.random() < 0.1:
            watches[rng.choice(["blue.radio_operator", "yellow.radio_operator"])].draw(rng.random())
        elif rng.random() < 0.1:
            captain = rng.choice(["blue.captain", "yellow.captain"])
            standing = [one for one in meeting.view(captain)["standing_orders"] if one["type"] not in TOO_FINAL]
            for order in standing[:1]:
                meeting.give(captain, order)
        elif rng.random() < 0.1:
            meeting.give(rng.choice(SEATS), {"type": "surface"})
        else:
            orders = meeting.view(seat)["legal_orders"]
            assert meeting.give(seat, rng.choice(orders)).status_code == 200
        check_all(meeting, watches)


def test_mark_without_a_word(client: Client) -> None:
    """The First Mate's mark before the Engineer's is told to the own team alone; the enemy gets no frame."""
    meeting = client.full(first_team="blue")
    meeting.place()
    meeting.order("blue.captain", "head", heading="north")
    watches = watch(meeting)
    meeting.order("blue.first_mate", "mark_gauge", system="mine")
    for seat, one in watches.items():
        frames = one.line.settle()
        assert [frame["type"] for frame in frames] == (["view"] if seat in BLUE else [])


def test_start_changed_before_both_are_placed(client: Client) -> None:
    """A start that is changed before the enemy has placed is seen by the own team alone (R17)."""
    meeting = client.full(first_team="blue")
    meeting.order("blue.captain", "place", cell="C2")
    watches = watch(meeting)
    meeting.order("blue.captain", "place", cell="A1")
    for seat, one in watches.items():
        assert len(one.line.settle()) == (seat in BLUE)
    meeting.order("blue.captain", "place", cell="A1")
    for one in watches.values():
        assert one.line.settle() == [], "the same start again changes nothing"


def test_hidden_start_is_not_told(client: Client) -> None:
    """That a team has placed is public, where is not: the enemy's view changes only in whom the table waits for."""
    meeting = client.full(first_team="blue")
    before = meeting.view("yellow.captain")
    meeting.order("blue.captain", "place", cell="C2")
    after = meeting.view("yellow.captain")
    assert after == {**before, "awaiting": ["yellow.captain"], "revision": before["revision"] + 1}


def test_revision_over_the_start(client: Client) -> None:
    """The start changes every view, so sockets opened in the lobby are told."""
    meeting = client.create(first_team="blue")
    for seat in SEATS:
        meeting.join(seat)
    watches = watch(meeting)
    meeting.start()
    check_all(meeting, watches)
    assert watches["blue.captain"].view["status"] == "running"


def test_revision_of_a_player_with_several_seats(client: Client) -> None:
    """A view of several seats has a revision of its own."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    token = meeting.tokens["blue.captain"]
    whole = Watch(meeting.line_of(token))
    for kind, fields in (("place", {"cell": "C2"}), ("place", {"cell": "A1"}), ("offer_draw", {})):
        meeting.order("blue.captain", kind, **fields)
        whole.check(client.get(f"{meeting.path}/view", token))
    meeting.order("yellow.captain", "place", cell="C9")
    whole.check(client.get(f"{meeting.path}/view", token))
