"""Listeners: who is connected, and when a connection has too much waiting for it."""

from __future__ import annotations

from sonar_referee.games.game import SPECTATOR
from sonar_referee.match.listeners import MOST_WAITING, Listener, Listeners
from sonar_referee.match.roster import Player

ADA = Player("a", "Ada", ("blue.captain",))


async def test_too_much_waiting_ends_a_connection() -> None:
    """A connection is told to end when more waits for it than it may, and what does not fit is dropped."""
    listener = Listener(SPECTATOR, None)
    for number in range(MOST_WAITING):
        listener.send(str(number))
    ended: list[str | None] = [listener.ended]
    listener.changed.clear()
    listener.send("one too many")
    ended.append(listener.ended)
    assert ended == [None, "too_slow"]
    assert listener.changed.is_set()
    assert len(listener.outbox) == MOST_WAITING


async def test_connected_while_listening() -> None:
    """A player is connected while one of its connections is open."""
    listeners = Listeners()
    assert not listeners.connected(ADA)
    with listeners.listening(frozenset(ADA.seats), ADA), listeners.listening(SPECTATOR, None):
        assert listeners.connected(ADA)
        assert len(list(listeners)) == 2
    assert not listeners.connected(ADA)
    assert list(listeners) == []


async def test_waking() -> None:
    """Everybody is woken at once."""
    listeners = Listeners()
    with listeners.listening(SPECTATOR, None) as one, listeners.listening(SPECTATOR, None) as other:
        listeners.wake()
        assert one.changed.is_set()
        assert other.changed.is_set()
