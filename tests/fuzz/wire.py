"""A WebSocket connection byte by byte, for what no proper client would send (RFC 6455)."""

from __future__ import annotations

import json
import socket
import struct
from contextlib import suppress

from tests.server.client import Json

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
GONE = 1006
"""In place of a close code: the connection ended without one."""


def encode(payload: bytes, opcode: int = TEXT, fin: bool = True, rsv: int = 0, masked: bool = True) -> bytes:
    """A frame as it goes over the wire."""
    head = bytes([fin << 7 | rsv << 4 | opcode])
    size, mask = len(payload), masked << 7
    if size < 126:
        head += bytes([mask | size])
    elif size < 1 << 16:
        head += struct.pack("!BH", mask | 126, size)
    else:
        head += struct.pack("!BQ", mask | 127, size)
    if not masked:
        return head + payload
    return head + b"\1\2\3\4" + bytes(byte ^ (index & 3) + 1 for index, byte in enumerate(payload))


def closing(code: int, reason: bytes = b"") -> bytes:
    """A close frame."""
    return encode(struct.pack("!H", code) + reason, CLOSE)


class Wire:
    """One connection to the socket of a match, with its handshake done."""

    def __init__(self, address: str, match_id: str) -> None:
        host, port = address.split(":")
        self.socket = socket.create_connection((host, int(port)), 20)
        self._read = self.socket.makefile("rb")
        self.code: int | None = None
        """With what code the server closed; None while it has not."""
        request = [
            f"GET /api/matches/{match_id}/ws HTTP/1.1",
            f"Host: {address}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
        ]
        self.send("\r\n".join([*request, "", ""]).encode())
        status = self._read.readline()
        assert status.startswith(b"HTTP/1.1 101 "), status
        while self._read.readline() not in (b"\r\n", b""):
            pass

    def send(self, data: bytes) -> None:
        """Send bytes; that nobody takes them any more shows when reading."""
        with suppress(OSError):
            self.socket.sendall(data)

    def say(self, frame: object) -> None:
        """Send a JSON document as a proper frame."""
        self.send(encode(json.dumps(frame).encode()))

    def hear(self) -> Json | None:
        """The next text frame, or None at the end, when `code` says how it ended."""
        while self.code is None:
            try:
                opcode, payload = self._frame()
            except (OSError, EOFError):
                self.code = GONE
                break
            if opcode == TEXT:
                document: Json = json.loads(payload)
                return document
            if opcode == CLOSE:
                self.code = struct.unpack("!H", payload[:2])[0] if payload else 1005
            elif opcode == PING:
                self.send(encode(payload, PONG))
        return None

    def _frame(self) -> tuple[int, bytes]:
        head = self._exactly(2)
        size = head[1]
        if size == 126:
            (size,) = struct.unpack("!H", self._exactly(2))
        elif size == 127:
            (size,) = struct.unpack("!Q", self._exactly(8))
        assert head[0] & 0x80, "the server sends whole frames"
        return head[0] & 15, self._exactly(size)

    def _exactly(self, size: int) -> bytes:
        data = self._read.read(size)
        if len(data) < size:
            raise EOFError
        return data

    def cut(self) -> None:
        """End the connection at once, as a phone out of reach does, after what was sent."""
        with suppress(OSError):
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._read.close()
        self.socket.close()
