"""What every store promises, whichever keeps the log."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from sonar_referee.store import (
    Entry,
    LogGap,
    MatchExists,
    NoSuchMatch,
    OrderRepeated,
    Store,
    StoredMatch,
    StoreError,
    StoreFailed,
)


def match(match_id: str = "m1", join_code: str | None = None) -> StoredMatch:
    """Return a match in its lobby; the join code is the id's unless given."""
    code = join_code or f"JOIN-{match_id}"
    return StoredMatch(match_id, code, "2030-01-01T00:00:00Z", "lobby", f'{{"seed":"{match_id}"}}', "[]")


def entry(number: int, order_id: str | None = None, player: str = "anna") -> Entry:
    """Return an entry that differs from every other of its match."""
    return Entry(number, f"2030-01-01T00:00:{number:02}Z", player, "alpha", f'{{"step":{number}}}', order_id)


async def test_created_match_is_listed_as_given(store: Store) -> None:
    given = StoredMatch("m", "AB\0Ć🌊", "2030-01-01T00:00:00Z", "lobby", '{"map":"…"}', "[' \"]")
    await store.create(given)
    assert await store.matches() == [given]


async def test_matches_are_listed_oldest_first_whatever_their_ids_and_times(store: Store) -> None:
    later = StoredMatch("b", "1", "2030-01-02T00:00:00Z", "lobby", "{}", "[]")
    earlier = StoredMatch("a", "2", "2030-01-01T00:00:00Z", "lobby", "{}", "[]")
    await store.create(later)
    await store.create(earlier)
    await store.save_roster("b", "[]", "running")
    assert [one.match_id for one in await store.matches()] == ["b", "a"]


async def test_deleting_keeps_the_order_of_the_others(store: Store) -> None:
    for match_id in ("a", "b", "c"):
        await store.create(match(match_id))
    await store.delete("b")
    await store.create(match("b"))
    assert [one.match_id for one in await store.matches()] == ["a", "c", "b"]


@pytest.mark.parametrize("other", [match("m1", "FREE"), match("free", "JOIN-m1"), match("m1")])
async def test_taken_id_or_join_code_is_refused(store: Store, other: StoredMatch) -> None:
    await store.create(match("m1"))
    with pytest.raises(MatchExists):
        await store.create(other)
    assert await store.matches() == [match("m1")]


async def test_entries_come_back_by_number(store: Store) -> None:
    await store.create(match())
    given = [entry(1, "x"), entry(2), entry(3, "y", "boris"), entry(4, None, "clock")]
    for one in given:
        await store.append("m1", one)
    assert await store.entries("m1") == given


async def test_each_match_counts_its_own_entries(store: Store) -> None:
    for match_id in ("m1", "m2"):
        await store.create(match(match_id))
    await store.append("m1", entry(1, "x"))
    await store.append("m2", entry(1, "x"))
    await store.append("m1", entry(2))
    assert await store.entries("m1") == [entry(1, "x"), entry(2)]
    assert await store.entries("m2") == [entry(1, "x")]


@pytest.mark.parametrize("number", [-1, 0, 1, 3, 2**63, 2**70])
async def test_number_that_is_not_the_next_is_refused(store: Store, number: int) -> None:
    await store.create(match())
    await store.append("m1", entry(1))
    with pytest.raises(LogGap, match="should be number 2"):
        await store.append("m1", entry(number))
    await store.append("m1", entry(2))
    assert await store.entries("m1") == [entry(1), entry(2)]


async def test_order_id_serves_a_player_once_per_match(store: Store) -> None:
    await store.create(match())
    await store.append("m1", entry(1, "x", "anna"))
    with pytest.raises(OrderRepeated):
        await store.append("m1", entry(2, "x", "anna"))
    await store.append("m1", entry(2, "x", "boris"))
    assert await store.entries("m1") == [entry(1, "x", "anna"), entry(2, "x", "boris")]


async def test_refused_entry_does_not_use_up_its_order_id(store: Store) -> None:
    await store.create(match())
    with pytest.raises(LogGap):
        await store.append("m1", entry(2, "x"))
    await store.append("m1", entry(1, "x"))
    assert await store.entries("m1") == [entry(1, "x")]


async def test_roster_and_status_are_replaced_and_nothing_else(store: Store) -> None:
    for match_id in ("m1", "m2"):
        await store.create(match(match_id))
    await store.save_roster("m1", '["anna"]', "running")
    first, second = await store.matches()
    assert first == StoredMatch("m1", "JOIN-m1", "2030-01-01T00:00:00Z", "running", '{"seed":"m1"}', '["anna"]')
    assert second == match("m2")


async def test_match_is_found_by_id_and_by_code(store: Store) -> None:
    for match_id in ("m1", "m2"):
        await store.create(match(match_id))
    await store.save_roster("m2", "[1]", "running")
    assert await store.find("m1") == match("m1")
    assert await store.find("m2") == replace(match("m2"), roster="[1]", status="running")
    assert await store.find_code("JOIN-m2") == "m2"
    assert await store.find_code("join-m2") is None
    with pytest.raises(NoSuchMatch):
        await store.find("JOIN-m1")


async def test_unfinished_matches_are_listed_oldest_first(store: Store) -> None:
    for match_id, status in (("c", "running"), ("b", "finished"), ("a", "lobby")):
        await store.create(match(match_id))
        await store.save_roster(match_id, "[]", status)
    assert [one.match_id for one in await store.unfinished()] == ["c", "a"]


async def test_rematch_is_found_by_the_match_before_it(store: Store) -> None:
    for match_id, rematch_of in (("m1", None), ("m2", "m1"), ("m3", "m2"), ("m0", "m1")):
        await store.create(replace(match(match_id), rematch_of=rematch_of))
    assert [await store.find_rematch(one) for one in ("m1", "m2", "m3", "m9")] == ["m2", "m3", None, None]
    assert (await store.find("m2")).rematch_of == "m1"


async def test_idle_matches_are_those_without_a_late_entry(store: Store) -> None:
    made = {"new": "05", "played": "01", "left": "02", "empty": "01"}
    for match_id, day in made.items():
        await store.create(replace(match(match_id), created_at=f"2030-01-{day}T00:00:00Z"))
    for match_id, days in {"played": ("02", "04"), "left": ("02", "03")}.items():
        for number, day in enumerate(days, 1):
            await store.append(match_id, replace(entry(number), at=f"2030-01-{day}T00:00:00Z"))
    assert await store.idle_since("2030-01-04T00:00:00Z", 9) == ["empty", "left"]
    assert await store.idle_since("2030-01-03T00:00:00Z", 9) == ["empty"]
    assert await store.idle_since("2030-01-09T00:00:00Z", 9) == ["played", "empty", "left", "new"]
    assert await store.idle_since("2030-01-09T00:00:00Z", 2) == ["played", "empty"]


async def test_documents_are_replaced_by_name(store: Store) -> None:
    for match_id in ("m1", "m2"):
        await store.create(match(match_id))
    await store.save_document("m1", "red", "old")
    await store.save_document("m1", "blue", "theirs")
    await store.save_document("m1", "red", "new")
    assert await store.documents("m1") == {"red": "new", "blue": "theirs"}
    assert await store.documents("m2") == {}


async def test_deleted_match_leaves_nothing_behind(store: Store) -> None:
    for match_id in ("m1", "m2"):
        await store.create(match(match_id))
        await store.append(match_id, entry(1, "x"))
        await store.save_document(match_id, "red", "text")
    await store.delete("m1")
    await store.create(match("m1"))
    assert await store.entries("m1") == []
    assert await store.documents("m1") == {}
    await store.append("m1", entry(1, "x"))
    assert await store.entries("m2") == [entry(1, "x")]
    assert await store.documents("m2") == {"red": "text"}


CALLS: dict[str, Callable[[Store, str], Awaitable[object]]] = {
    "append": lambda store, text: store.append(text, entry(1)),
    "save_roster": lambda store, text: store.save_roster(text, "[]", "running"),
    "save_document": lambda store, text: store.save_document(text, "red", ""),
    "entries": lambda store, text: store.entries(text),
    "documents": lambda store, text: store.documents(text),
    "delete": lambda store, text: store.delete(text),
    "find": lambda store, text: store.find(text),
}
MORE_CALLS: dict[str, Callable[[Store, str], Awaitable[object]]] = {
    **CALLS,
    "create": lambda store, text: store.create(match(text)),
    "matches": lambda store, text: store.matches(),
    "unfinished": lambda store, text: store.unfinished(),
    "find_code": lambda store, text: store.find_code(text),
    "find_rematch": lambda store, text: store.find_rematch(text),
    "idle_since": lambda store, text: store.idle_since(text, 1),
}


@pytest.mark.parametrize("name", CALLS)
async def test_unknown_match_is_refused(store: Store, name: str) -> None:
    await store.create(match())
    with pytest.raises(NoSuchMatch):
        await CALLS[name](store, "M1")
    assert await store.matches() == [match()]


@pytest.mark.parametrize("name", [*CALLS, "create", "find_code", "find_rematch", "idle_since"])
async def test_text_without_a_utf8_form_is_refused(store: Store, name: str) -> None:
    with pytest.raises(UnicodeEncodeError):
        await MORE_CALLS[name](store, "\ud800")
    await store.create(match())


@pytest.mark.parametrize("name", MORE_CALLS)
async def test_closed_store_refuses_every_call(store: Store, name: str) -> None:
    await store.create(match())
    await store.close()
    await store.close()
    with pytest.raises(StoreFailed, match="closed"):
        await MORE_CALLS[name](store, "m1")


async def test_what_is_returned_is_the_callers_own(store: Store) -> None:
    await store.create(match())
    await store.append("m1", entry(1))
    await store.save_document("m1", "red", "text")
    (await store.matches()).clear()
    (await store.entries("m1")).clear()
    (await store.documents("m1")).clear()
    assert await store.matches() == [match()]
    assert await store.entries("m1") == [entry(1)]
    assert await store.documents("m1") == {"red": "text"}


async def test_calls_made_at_once_take_effect_in_their_order_and_fail_alone(store: Store) -> None:
    answers = await asyncio.gather(
        store.append("m1", entry(1)),
        store.create(match()),
        store.append("m1", entry(1)),
        store.append("m1", entry(3)),
        store.append("m1", entry(2)),
        store.create(match()),
        store.entries("m1"),
        store.append("m1", entry(3)),
        return_exceptions=True,
    )
    kinds = [type(answer) for answer in answers if isinstance(answer, StoreError)]
    assert kinds == [NoSuchMatch, LogGap, MatchExists]
    assert answers[6] == [entry(1), entry(2)]
    assert await store.entries("m1") == [entry(1), entry(2), entry(3)]
