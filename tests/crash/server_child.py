"""A server over an SQLite file, for a parent that kills it: python server_child.py FILE

Prints its address when it listens, and serves until its input ends.
"""

import sys
from pathlib import Path

from sonar_referee.store import SQLiteStore
from tests.server.running import Running

if __name__ == "__main__":
    with Running(SQLiteStore.open(Path(sys.argv[1])), bot_delay=0.002) as running:
        print(running.address, flush=True)
        sys.stdin.read()
