"""A real server for tests that are clients: in a thread, on a free port, with its matches in memory."""

import asyncio
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from sonar_referee.server.run import Server, local_url
from sonar_referee.server.settings import Settings
from sonar_referee.store import MemoryStore


@contextmanager
def served(host_password: str | None = None) -> Iterator[str]:
    """The base URL of a server, for the time of a `with` block."""
    settings = Settings(host="127.0.0.1", port=0, bot_delay=0, host_password=host_password)
    ports: queue.SimpleQueue[int] = queue.SimpleQueue()
    server = Server(settings, MemoryStore(), ports.put)
    thread = threading.Thread(target=lambda: asyncio.run(server.run()))
    thread.start()
    try:
        yield local_url(settings, ports.get(timeout=30))
    finally:
        server.stop()
        thread.join()
