"""A real server for tests that are clients: in a thread, on a free port, with its matches in memory."""

import asyncio
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sonar_referee.server.run import Server, local_url
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore


@contextmanager
def served(**settings: Any) -> Iterator[str]:
    """The base URL of a server, for the time of a `with` block."""
    chosen = Settings(**{"host": "127.0.0.1", "port": 0, "bot_delay": 0, **settings})
    ports: queue.SimpleQueue[int] = queue.SimpleQueue()
    server = Server(chosen, MemoryStore(), ports.put)
    thread = threading.Thread(target=lambda: asyncio.run(server.run()))
    thread.start()
    try:
        yield local_url(chosen, ports.get(timeout=30))
    finally:
        server.stop()
        thread.join()
