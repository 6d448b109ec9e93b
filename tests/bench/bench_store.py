"""Measure the log: appends by one lone writer, appends by many at once, and what group commit gains.

Run `python tests/bench/bench_store.py [--folder FOLDER] [--seconds SECONDS]`; it measures the folder's disk.
"""

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from sonar_referee.store import Entry, SQLiteStore, StoredMatch
from sonar_referee.store.opening import open_log

WRITERS = 64
ORDER = '{"type":"move","direction":"north","surface":false,"note":"' + "x" * 140 + '"}'


def bare_commits(path: Path, seconds: float) -> float:
    """Return commits per second of the bare connection: the price of durability without the store."""
    connection = open_log(path)
    connection.execute("INSERT INTO matches VALUES (1, 'm', 'j', 'at', 'lobby', '{}', '{}')")
    number, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        number += 1
        connection.execute(
            "INSERT INTO entries VALUES (1, ?, 'at', 'player', 'seat', ?, ?)", (number, ORDER, str(number))
        )
    elapsed = time.perf_counter() - start
    connection.close()
    return number / elapsed


async def appends(path: Path, writers: int, seconds: float) -> float:
    """Return appends per second of so many matches, each waiting for its last append before the next."""
    store = SQLiteStore.open(path)
    end = time.perf_counter() + seconds

    async def write(match_id: str) -> int:
        await store.create(StoredMatch(match_id, match_id, "2030-01-01T00:00:00Z", "running", "{}", "{}"))
        number = 0
        while time.perf_counter() < end:
            number += 1
            await store.append(match_id, Entry(number, "2030-01-01T00:00:00Z", "player", "seat", ORDER, str(number)))
        return number

    start = time.perf_counter()
    total = sum(await asyncio.gather(*(write(f"match-{index}") for index in range(writers))))
    elapsed = time.perf_counter() - start
    await store.close()
    return total / elapsed


def main() -> None:
    """Print the three rates and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--folder", type=Path, default=None, help="where to write (default: the temporary folder)")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each measurement takes")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        bare = bare_commits(Path(folder, "bare.db"), arguments.seconds)
        lone = asyncio.run(appends(Path(folder, "lone.db"), 1, arguments.seconds))
        many = asyncio.run(appends(Path(folder, "many.db"), WRITERS, arguments.seconds))
    print(f"bare connection     {bare:>9,.0f} commits/s   {1e6 / bare:>6.0f} µs each")
    print(f"lone writer         {lone:>9,.0f} commits/s   {1e6 / lone:>6.0f} µs each")
    print(f"{WRITERS} writers at once  {many:>9,.0f} appends/s   {1e6 / many:>6.0f} µs each")
    print(f"group commit gains  {many / lone:>9.1f} times")


if __name__ == "__main__":
    main()
