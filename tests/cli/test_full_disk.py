"""A server whose disk takes nothing more: it says so, changes nothing, and goes on by itself when there is room."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from tests.cli.process import ServeProcess
from tests.server.client import SEATS, Client, Meeting, problem_in

Serve = Callable[..., ServeProcess]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not hasattr(resource, "prlimit"), reason="only Linux sets the largest size of files for another process"
    ),
]


NO_LIMIT = ("--requests-per-second", 0)
"""The tests ask again and again until something has changed."""


class Scene(NamedTuple):
    """A server, and a match in its first round, blue to move from C2."""

    server: ServeProcess
    client: Client
    meeting: Meeting

    def fill_the_disk(self) -> None:
        """Let the server's files grow no more: whatever it writes fails, for root as well."""
        _soft, hard = resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (0, hard))

    def make_room(self) -> None:
        """Let the server write again."""
        _soft, hard = resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.server.pid, resource.RLIMIT_FSIZE, (hard, hard))

    def ready(self) -> bool:
        """Whether the server says that it is ready; if not, it must say why."""
        answer = self.client.call("GET", "/readyz")
        if answer.status_code != 200:
            detail = problem_in(answer, "not_ready")["detail"]
            assert detail.startswith("The disk refuses to write (SQLITE_")
            assert detail.endswith("); matches can be seen, but not played.")
        return answer.status_code == 200


@pytest.fixture
def scene(serve: Serve) -> Iterator[Scene]:
    server = serve("--host", "127.0.0.1", "--bot-delay", 0, *NO_LIMIT)
    with Client(f"127.0.0.1:{server.port}") as client:
        meeting = client.full(first_team="blue")
        meeting.place()
        yield Scene(server, client, meeting)


def test_full_disk_refuses_and_changes_nothing(scene: Scene) -> None:
    """Orders, joining, creating and notes are refused as not stored; nobody is told anything; looking goes on."""
    client, meeting = scene.client, scene.meeting
    lobby = client.create()
    lines = [meeting.line(seat) for seat in (*SEATS, None)]
    before = [meeting.everything(), lobby.state()]
    assert scene.ready()
    scene.fill_the_disk()
    for _ in range(3):
        detail = problem_in(meeting.give("blue.captain", {"type": "head", "heading": "north"}, "one"), "not_stored")
        assert detail["detail"] == "The disk refused to store this; nothing has changed. Try again."
    client.refused("not_stored", "POST", f"{lobby.path}/players", json={"name": "Ada", "seats": ["blue.captain"]})
    client.refused("not_stored", "POST", f"{lobby.path}/bots", lobby.host, json={"seats": ["blue.captain"]})
    client.refused("not_stored", "POST", "/api/matches", json={})
    lines[3].say({"type": "overlay", "overlay": {"ink": 1}})
    assert [frame["problem"]["code"] for frame in lines[3].settle()] == ["not_stored"]
    assert [line.settle() for line in lines] == [[]] * 9
    assert [meeting.everything(), lobby.state()] == before
    assert client.get(f"/api/join/{lobby.join_code}")["match_id"] == lobby.match_id
    assert not scene.ready()
    assert client.call("GET", "/healthz").status_code == 200
    scene.make_room()
    while not scene.ready():
        pass
    assert meeting.give("blue.captain", {"type": "head", "heading": "north"}, "one").status_code == 200
    lobby.join("blue.captain")
    code, err = scene.server.stop()
    assert code == 0
    assert [err.count(one) for one in ("disk refuses to write", "disk writes again")] == [1, 1]
    assert err.count("\n") == 2, err


def test_bots_go_on_when_there_is_room(scene: Scene) -> None:
    """A match of bots that came to a halt because the disk was full is played to its end without anybody's help."""
    scene.fill_the_disk()
    problem_in(scene.meeting.give("blue.captain", {"type": "resign"}), "not_stored")
    scene.make_room()
    bots = scene.client.create(hull=1)
    bots.bots(*SEATS)
    bots.start()
    scene.fill_the_disk()
    while scene.ready():
        pass
    assert bots.state()["status"] == "running"
    scene.make_room()
    while bots.state()["status"] == "running":
        pass
    record = scene.client.get(f"{bots.path}/record")
    assert [order["number"] for order in record["orders"]] == list(range(1, len(record["orders"]) + 1))


def test_kill_while_the_disk_is_full_loses_nothing_acknowledged(scene: Scene, serve: Serve) -> None:
    """Killed with a full disk, a server comes back with every order that it had answered, and no other."""
    meeting = scene.meeting
    meeting.quiet_round("blue", "north")
    before = meeting.everything()
    scene.fill_the_disk()
    problem_in(meeting.give("yellow.captain", {"type": "head", "heading": "north"}), "not_stored")
    assert scene.server.stop(signal.SIGKILL)[0] == -signal.SIGKILL
    with Client(f"127.0.0.1:{serve('--host', '127.0.0.1', *NO_LIMIT).port}") as client:
        meeting.client = client
        assert meeting.everything() == before
        meeting.order("yellow.captain", "head", heading="north")
