"""Both stores answer any sequence of calls alike, in one batch or in many, and after reopening."""

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sonar_referee.store import Entry, MemoryStore, SQLiteStore, Store, StoredMatch

names = st.sampled_from(["a", "b", "A", ""])
texts = st.one_of(st.sampled_from(["", "{}", "\0", "\ud800", "é"]), st.text(max_size=3))
entries = st.builds(
    Entry,
    number=st.one_of(st.integers(1, 4), st.sampled_from([0, -1, 2**64])),
    at=texts,
    player=names,
    seat=texts,
    order=texts,
    order_id=st.none() | names,
)
matches = st.builds(StoredMatch, names, names, texts, st.just("finished") | texts, texts, texts, st.none() | names)
calls = st.one_of(
    st.tuples(st.just("create"), matches),
    st.tuples(st.just("append"), names, entries),
    st.tuples(st.just("append"), names, entries),
    st.tuples(st.just("save_roster"), names, texts, texts),
    st.tuples(st.just("save_document"), names, names, texts),
    st.tuples(st.sampled_from(["entries", "documents", "delete", "find", "find_code", "find_rematch"]), names),
    st.tuples(st.sampled_from(["matches", "unfinished"])),
    st.tuples(st.just("idle_since"), texts, st.integers(0, 3)),
)
batches = st.lists(st.lists(calls, min_size=1, max_size=12), max_size=8)


async def answers(store: Store, batch: list[tuple[Any, ...]]) -> list[Any]:
    """Return what the calls, made at once, gave or raised; errors as their kind and text."""
    given = await asyncio.gather(
        *(getattr(store, name)(*arguments) for name, *arguments in batch), return_exceptions=True
    )
    return [(type(answer), str(answer)) if isinstance(answer, Exception) else answer for answer in given]


async def everything(store: Store) -> list[Any]:
    """Return all that the store keeps."""
    listed = await store.matches()
    return [(one, await store.entries(one.match_id), await store.documents(one.match_id)) for one in listed]


@settings(deadline=None, max_examples=40)
@given(batches)
def test_both_stores_give_the_same_answers(sequence: list[list[tuple[Any, ...]]]) -> None:
    async def play(path: Path) -> None:
        memory, sqlite = MemoryStore(), SQLiteStore.open(path)
        try:
            for batch in sequence:
                assert await answers(sqlite, batch) == await answers(memory, batch)
            kept = await everything(memory)
            assert await everything(sqlite) == kept
            await sqlite.close()
            sqlite = SQLiteStore.open(path)
            assert await everything(sqlite) == kept
        finally:
            await sqlite.close()

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder, "matches.db")))
