"""Starts one server after another over SQLite files, for a parent that kills them: python server_child.py LIFELINE

Each line on standard input asks for a server: FILE, number of the commit to die in (0 for none) and seconds after that
commit began, as a JSON list. Answers on standard output, a line each: `pid N`, `listens PORT`, and when that server has
ended `ended CODE`. Each server is a process of its own, forked from this one, which has everything imported already:
a server is up in a few hundredths of a second. All end with the parent, whose end of the pipe LIFELINE closes then.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sqlite3
import sys
import threading
import time
from pathlib import Path
from typing import Any

from sonar_referee.server.logs import configure_logs
from sonar_referee.server.run import Server
from sonar_referee.server.settings import Settings
from sonar_referee.store import SQLiteStore
from sonar_referee.store.opening import open_log

NO_LIMITS: dict[str, Any] = {
    name: 0 for name, field in Settings.model_fields.items() if str(field.description).endswith("0 is no limit.")
}
"""All guests come from one address, faster and more of them than on any game night."""


def say(line: str) -> None:
    """Answer with a line in one piece."""
    os.write(1, f"{line}\n".encode())


def die_with(lifeline: int) -> None:
    """Kill this process when the parent is gone."""

    def wait() -> None:
        os.read(lifeline, 1)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=wait, daemon=True).start()


def die_in_commit(connection: sqlite3.Connection, number: int, after: float) -> None:
    """Kill this process so many seconds after a certain commit began; writing goes on meanwhile."""
    begun = 0

    def kill() -> None:
        end = time.perf_counter() + after
        while time.perf_counter() < end:  # exacter than sleeping, and short
            pass
        os.kill(os.getpid(), signal.SIGKILL)

    def trace(statement: str) -> None:
        nonlocal begun
        begun += statement == "COMMIT"
        if begun == number:
            threading.Thread(target=kill).start() if after else kill()

    connection.set_trace_callback(trace)


def serve(lifeline: int, file: str, commit: int, after: float) -> None:
    """Serve over a file until told to stop."""
    die_with(lifeline)
    say(f"pid {os.getpid()}")
    configure_logs()
    connection = open_log(Path(file))
    if commit:
        die_in_commit(connection, commit, after)
    settings = Settings(host="127.0.0.1", port=0, bot_delay=0.05, **NO_LIMITS)
    Server(settings, SQLiteStore(connection), lambda port: say(f"listens {port}")).serve_until_signalled()


def main(lifeline: int) -> None:
    """Start servers, one at a time, until the input ends."""
    gc.freeze()  # what is imported is never looked at again
    for line in sys.stdin:
        pid = os.fork()
        if not pid:
            sys.stdin.close()
            serve(lifeline, *json.loads(line))
            sys.exit()
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        say(f"ended {status}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
