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


async def test_opening_and_closing_are_noticed() -> None:
    """Each connection of a player that opens is told, and when the last one has ended; a spectator's is not."""
    told: list[str] = []
    listeners = Listeners(lambda one: told.append(f"{one.name} comes"), lambda one: told.append(f"{one.name} goes"))
    with listeners.listening(SPECTATOR, None), listeners.listening(frozenset(ADA.seats), ADA):
        assert told == ["Ada comes"]
        with listeners.listening(frozenset(ADA.seats), ADA):
            assert len(list(listeners)) == 3
        assert told == ["Ada comes", "Ada comes"]
    assert told == ["Ada comes", "Ada comes", "Ada goes"]
    assert list(listeners) == []


async def test_waking() -> None:
    """Everybody is woken at once."""
    listeners = Listeners(lambda _player: None, lambda _player: None)
    with listeners.listening(SPECTATOR, None) as one, listeners.listening(SPECTATOR, None) as other:
        listeners.wake()
        assert one.changed.is_set()
        assert other.changed.is_set()
