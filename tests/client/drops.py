"""A wire that can be cut: it passes everything on to a server, until told to drop all connections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


class Wire:
    """Passes bytes on in both directions. With `deaf` set, the server's answers are swallowed instead."""

    def __init__(self, host: str, port: int) -> None:
        self._there = (host, port)
        self._open: list[asyncio.StreamWriter] = []
        self.deaf = False
        self.connections = 0

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        back_reader, there = await asyncio.open_connection(*self._there)
        self._open += [writer, there]
        await asyncio.gather(self._pass(reader, there, False), self._pass(back_reader, writer, True))

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_answer: bool) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not (is_answer and self.deaf):
                    writer.write(data)
        writer.close()

    def cut(self) -> None:
        """Drop every connection; new ones are passed on again."""
        self.deaf = False
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()


@asynccontextmanager
async def wire_to(url: str) -> AsyncIterator[tuple[Wire, str]]:
    """A wire to the server at `url`, and the URL of its near end."""
    parts = urlsplit(url)
    wire = Wire(str(parts.hostname), int(parts.port or 0))
    server = await asyncio.start_server(wire.accept, "127.0.0.1", 0)
    try:
        yield wire, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        wire.cut()
        server.close()
