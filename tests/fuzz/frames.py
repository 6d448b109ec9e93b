"""Draws frames: valid, nearly valid, garbage, and what is no frame of the protocol at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.fuzz.wire import BINARY, CLOSE, CONTINUATION, PING, TEXT, closing, encode
from tests.server.client import SEATS, Json

MOST = 16 * 1024
"""The largest message that the server takes (bytes)."""

ENDED = frozenset({1000, 1001, 1002, 1003, 1006, 1007, 1008, 1009})
"""Codes of RFC 6455 with which a broken conversation may end; not 1011: the server did not fail."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """Bytes to send, and what must come of them: an answer, or an end with one of these codes."""

    kind: str
    data: bytes
    answered: bool = True
    codes: frozenset[int] = frozenset()
    notes: bool = False
    """Whether it may be notes, which are written without a word."""


def whole(kind: str, text: str) -> Drawn:
    """A proper text frame."""
    return Drawn(kind, encode(text.encode()), notes='"overlay"' in text)


ODD: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1.0,
    -0.0,
    1e308,
    float("nan"),
    float("inf"),
    10**30,
    10**4000,
    2**63,
    "",
    " ",
    "7",
    "\ud800",
    "\x00",
    "\u202eniatpac.eulb",
    "é" * 300,
    "x" * 5000,
    "C6 ",
    "c6",
    "BLUE.CAPTAIN",
    "__proto__",
    "{}",
    [],
    [[]],
    ["blue.captain"],
    {},
    {"type": "head"},
)
"""Values where others belong."""

ORDERS: tuple[Json, ...] = (
    {"type": "place", "cell": "C6"},
    {"type": "head", "heading": "north"},
    {"type": "surface"},
    {"type": "mark_breakdown", "symbol": "W1"},
    {"type": "mark_gauge", "system": "mine"},
    {"type": "drop_mine", "cell": "C6"},
    {"type": "trigger_mine", "cell": "C6"},
    {"type": "launch_torpedo", "cell": "C6"},
    {"type": "launch_drone", "sector": 1},
    {"type": "activate_sonar"},
    {"type": "answer_sonar", "facts": [{"kind": "row", "value": 1}, {"kind": "column", "value": "A"}]},
    {"type": "activate_silence", "heading": "north", "distance": 2},
    {"type": "end_round"},
    {"type": "accept_draw"},
)


def any_frame(rng: Random) -> Json:
    """A frame of the right form, mostly an order, which is hardly ever to be given now."""
    order = {"type": "order", "order_id": None, "seat": rng.choice((None, *SEATS)), "order": dict(rng.choice(ORDERS))}
    others: tuple[Json, ...] = (
        {"type": "overlay", "seat": None, "overlay": {"marks": []}},
        {"type": "chat", "text": "Dive!"},
        {"type": "ping"},
        {"type": "hello", "token": None, "seat": None, "after": None},
    )
    return order if rng.random() < 0.7 else dict(rng.choice(others))


def nearly_valid_document(rng: Random) -> Json:
    """A frame's document with something wrong in one place."""
    frame = any_frame(rng)
    inside = frame["order"] if "order" in frame and rng.random() < 0.6 else frame
    name = rng.choice(sorted(inside))
    change = rng.choice(("nothing", "remove", "rename", "odd", "odd", "odd", "extra", "case", "text", "seat", "swap"))
    if change == "nothing":
        pass  # of the right form, but at the wrong time or of the wrong seat
    elif change == "remove":
        del inside[name]
    elif change == "rename":
        inside[rng.choice((name.upper(), name + " ", name + "\x00", "ord\u0435r"))] = inside.pop(name)
    elif change == "odd":
        inside[name] = rng.choice(ODD)
    elif change == "extra":
        inside[rng.choice(("cell", "token", "__class__", "x" * 1000, "\ud800", ""))] = rng.choice(ODD)
    elif change == "case":
        inside[name] = str(inside[name]).swapcase()
    elif change == "text":
        inside[name] = json.dumps(inside[name])
    elif change == "seat":
        frame["seat"] = rng.choice((*SEATS, "green.captain", "captain", "blue", ""))
    else:
        frame["order"], frame["type"] = frame["type"], frame.get("order")
    return frame


def nearly_valid(rng: Random) -> Drawn:
    """A frame with something wrong in one place, lone surrogates included."""
    return whole("nearly valid", json.dumps(nearly_valid_document(rng)))


def clumsy(rng: Random) -> Drawn:
    """JSON text that a careless writer makes: members twice, numbers that are none, a nest, a byte order mark."""
    order = '{"type":"order","order":{"type":"head","heading":"north"}}'
    written = rng.choice(
        (
            '{"type":"ping","type":"order","order":{"type":"surface"}}',
            '{"type":"order","order":{"type":"surface","type":"fly"}}',
            '{"type":"order","order":{"type":"launch_drone","sector":1e400}}',
            '{"type":"order","order":{"type":"launch_drone","sector":-0}}',
            '{"type":"order","order":{"type":"launch_drone","sector":01}}',
            '{"type":"order","order":{"type":"launch_drone","sector":' + "9" * rng.choice((20, 400, 6000)) + "}}",
            '{"type":"overlay","overlay":' + "[" * 3000 + "]" * 3000 + "}",
            '{"type":"overlay","overlay":NaN}',
            '{"type":"overlay","overlay":[' + "0," * rng.randrange(7000) + "0]}",
            '{"type":"order","order":' + '{"a":' * 2000 + "1" + "}" * 2000 + "}",
            "[" * rng.choice((10, 127, 128, 200, 16000)),
            "\ufeff" + order,
            order + order,
            order[: rng.randrange(len(order))] or "{",
            order.replace('"', "'"),
            order + "\x00",
            "\x00" * 10,
            "null",
            '"order"',
            "[]",
            "",
            "GET / HTTP/1.1\r\n\r\n",
        )
    )
    return whole("clumsy", written)


def garbage(rng: Random) -> Drawn:
    """Text without meaning, of any length."""
    size = rng.choice((1, 2, 10, 100, 1000))
    return Drawn(
        "garbage",
        encode("".join(chr(rng.choice((rng.randrange(128), rng.randrange(0xD800)))) for _ in range(size)).encode()),
    )


def binary(rng: Random) -> Drawn:
    """A binary frame, with or without a proper order in it."""
    return Drawn("binary", encode(rng.choice((b"", b'{"type":"ping"}', rng.randbytes(200))), BINARY))


def sized(rng: Random) -> Drawn:
    """A frame about as long as may be."""
    size = rng.choice((MOST - 1, MOST, MOST, MOST + 1, MOST + 1, 2 * MOST, 70_000))
    frame = b'{"type":"chat","text":"' + b"x" * (size - 25) + b'"}'
    if size > MOST:
        return Drawn("too large", encode(frame), False, frozenset({1009}))
    return Drawn("large", encode(frame))


def split(rng: Random) -> Drawn:
    """A frame in fragments, with pings between them."""
    message = json.dumps(any_frame(rng)).encode()
    cuts = sorted(rng.randrange(len(message) + 1) for _ in range(rng.choice((1, 2, 5))))
    parts = [message[start:end] for start, end in zip([0, *cuts], [*cuts, len(message)], strict=True)]
    data = b""
    for number, part in enumerate(parts):
        data += encode(part, TEXT if number == 0 else CONTINUATION, fin=number == len(parts) - 1)
        data += encode(b"between", PING) if rng.random() < 0.3 else b""
    return Drawn("split", data, notes=b'"overlay"' in message)


def split_too_large(_rng: Random) -> Drawn:
    """Fragments that are too large only together."""
    part = b"x" * 6000
    first = encode(b'{"type":"chat","text":"', fin=False)
    return Drawn(
        "too large in fragments",
        first + encode(part, CONTINUATION, fin=False) * 2 + encode(part, CONTINUATION),
        False,
        frozenset({1009}),
    )


def against_the_protocol(rng: Random) -> Drawn:
    """What RFC 6455 forbids."""
    ping = b'{"type":"ping"}'
    kind, data, codes = rng.choice(
        (
            ("compressed bit", encode(ping, rsv=4), {1002}),
            ("reserved bits", encode(ping, rsv=rng.choice((1, 2, 3))), {1002}),
            ("unmasked", encode(ping, masked=False), {1002}),
            ("unknown opcode", encode(ping, rng.choice((3, 7, 11, 15))), {1002}),
            ("continuation of nothing", encode(ping, CONTINUATION), {1002}),
            ("frame within a message", encode(ping, fin=False) + encode(ping), {1002}),
            ("ping in fragments", encode(b"", PING, fin=False), {1002}),
            ("ping too long", encode(b"x" * 126, PING), {1002}),
            ("no UTF-8", encode(b'{"type":"chat","text":"\xff"}'), {1007}),
            ("surrogate in UTF-8", encode(b'{"type":"chat","text":"\xed\xa0\x80"}'), {1007}),
            ("no UTF-8 in fragments", encode(b"\xc3", fin=False) + encode(b"(", CONTINUATION), {1007}),
            ("close with one byte", encode(b"x", CLOSE), {1002}),
            ("close with a wrong code", closing(rng.choice((0, 999, 1004, 1005, 1006, 1015, 2999, 5000))), {1002}),
            ("close without UTF-8", closing(1000, b"\xff"), {1007}),
            ("huge length", bytes([0x81, 0xFF]) + b"\x7f" + b"\xff" * 7 + b"\1\2\3\4", {1009}),
            ("no frame", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", ENDED),
            ("random bytes", bytes([rng.choice((0xF1, 0x8F, 0x83)), 0x85]) + rng.randbytes(9), ENDED),
        )
    )
    return Drawn(kind, data, False, frozenset(codes))


def farewell(rng: Random) -> Drawn:
    """A proper end, perhaps with an order behind it that nobody is to carry out."""
    code = rng.choice((1000, 1001, 1003, 1011, 3000, 4400, 4999))
    after = encode(b'{"type":"order","order":{"type":"resign"}}') if rng.random() < 0.5 else b""
    return Drawn("farewell", closing(code, b"bye" * rng.randrange(40)) + after, False, frozenset({code}))


def unfinished(rng: Random) -> Drawn:
    """Something that is cut off before its end."""
    message = rng.choice((encode(json.dumps(any_frame(rng)).encode()), encode(b"x" * 9000), encode(b"x", fin=False)))
    return Drawn("unfinished", message[: rng.randrange(1, len(message))], False)


_MAKERS: tuple[tuple[Callable[[Random], Drawn], int], ...] = (
    (nearly_valid, 40),
    (clumsy, 12),
    (garbage, 8),
    (binary, 5),
    (sized, 3),
    (split, 8),
    (split_too_large, 1),
    (against_the_protocol, 7),
    (farewell, 2),
    (unfinished, 2),
)
_KINDS = [maker for maker, _ in _MAKERS]
_WEIGHTS = [weight for _, weight in _MAKERS]


def draw(rng: Random) -> Drawn:
    """A frame of any kind."""
    return rng.choices(_KINDS, _WEIGHTS)[0](rng)


def knock(rng: Random, address: str, path: str) -> tuple[str, bytes]:
    """The beginning of a connection that does not become a socket, or not for long, and what kind it is."""
    lines = {
        "request": f"GET {path} HTTP/1.1",
        "host": f"Host: {address}",
        "upgrade": "Upgrade: websocket",
        "connection": "Connection: Upgrade",
        "key": "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        "version": "Sec-WebSocket-Version: 13",
    }
    kind, change = rng.choice(
        (
            ("proper", {}),
            ("another method", {"request": f"POST {path} HTTP/1.1"}),
            ("old HTTP", {"request": f"GET {path} HTTP/1.0"}),
            ("no match", {"request": "GET /api/matches/%00%ff/ws HTTP/1.1"}),
            ("no path", {"request": "GET /%2e%2e/..//ws HTTP/1.1"}),
            ("no host", {"host": ""}),
            ("two hosts", {"host": f"Host: {address}\r\nHost: {address}"}),
            ("short key", {"key": "Sec-WebSocket-Key: AAAA"}),
            ("no key", {"key": "X: y"}),
            ("two keys", {"key": lines["key"] + "\r\n" + lines["key"]}),
            ("old version", {"version": "Sec-WebSocket-Version: 8"}),
            ("no version", {"version": "Sec-WebSocket-Version: thirteen"}),
            ("compression", {"version": lines["version"] + "\r\nSec-WebSocket-Extensions: permessage-deflate"}),
            ("odd extension", {"version": lines["version"] + "\r\nSec-WebSocket-Extensions: ;;=,"}),
            ("subprotocol", {"version": lines["version"] + "\r\nSec-WebSocket-Protocol: chat, \x80"}),
            ("long header", {"version": lines["version"] + "\r\nX: " + "x" * rng.choice((5_000, 100_000))}),
            ("many headers", {"version": lines["version"] + "\r\nX: y" * 300}),
            ("folded header", {"version": lines["version"] + "\r\n  folded"}),
            ("header without name", {"version": lines["version"] + "\r\n: y"}),
            ("another upgrade", {"upgrade": "Upgrade: h2c"}),
        )
    )
    return kind, "\r\n".join([*(lines | change).values(), "", ""]).encode("latin-1")


def hello(rng: Random, token: str, seat: str, seq: int) -> tuple[Json | str, frozenset[int]]:
    """A first frame that must be refused, and the codes with which the connection must end."""
    good: Json = {"type": "hello", "token": token, "seat": seat, "after": None}
    broken, refused = frozenset({4400}), frozenset({4403})
    return rng.choice(
        (
            ({**good, "token": "srp_" + "a" * 32}, refused),
            ({**good, "token": token.upper()}, refused),
            ({**good, "token": token[:-1]}, refused),
            ({**good, "token": ""}, refused),
            ({**good, "token": None}, refused),
            ({**good, "token": "\x00" * 30}, refused),
            ({**good, "token": "é" * 300}, refused),
            ({**good, "token": "\ud800"}, broken),
            ({**good, "token": [token]}, broken),
            ({**good, "seat": rng.choice([one for one in SEATS if one != seat])}, refused),
            ({**good, "seat": "green.captain"}, refused),
            ({**good, "seat": ""}, refused),
            ({**good, "seat": 1}, broken),
            ({**good, "after": seq + 1000}, broken),
            ({**good, "after": 10**30}, broken),
            ({**good, "after": 10**4000}, broken),
            ({**good, "after": -1}, broken),
            ({**good, "after": 0.0}, broken),
            ({**good, "after": True}, broken),
            ({**good, "after": "0"}, broken),
            ({**good, "after": float("nan")}, broken),
            ({**good, "extra": 1}, broken),
            ({**good, "type": "Hello"}, broken),
            ({"type": "ping"}, broken),
            ({"type": "order", "order": {"type": "resign"}}, broken),
            ({}, broken),
            ("", broken),
        )
    )
