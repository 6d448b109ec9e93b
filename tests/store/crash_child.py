"""Append to several matches at once and print "match number" for each entry once it is acknowledged.

The parent process kills this one in the middle: python crash_child.py FILE MATCHES ENTRIES
"""

import asyncio
import os
import sys
from pathlib import Path

from sonar_referee.store import Entry, SQLiteStore, StoredMatch


async def write(store: SQLiteStore, match_id: str, count: int) -> None:
    """Go on with a match from where its log ends."""
    if match_id not in [one.match_id for one in await store.matches()]:
        await store.create(StoredMatch(match_id, match_id, "2030-01-01T00:00:00Z", "running", "{}", "[]"))
    first = len(await store.entries(match_id)) + 1
    for number in range(first, first + count):
        order = f'{{"match":"{match_id}","step":{number}}}'
        await store.append(match_id, Entry(number, "2030-01-01T00:00:00Z", "anna", "alpha", order, str(number)))
        os.write(1, f"{match_id} {number}\n".encode())


async def main(path: Path, matches: int, count: int) -> None:
    """Write all matches at once."""
    store = SQLiteStore.open(path)
    await asyncio.gather(*(write(store, f"m{index}", count) for index in range(matches)))
    await store.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
