"""A bot that plays well, but for one fault, which its only argument names."""

import json
import os
import random
import sys
import threading
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

FAULT = sys.argv[1]
ADDRESS = f"{os.environ['SONAR_URL'].replace('http', 'ws', 1)}/api/matches/{os.environ['SONAR_MATCH']}/ws"
SEATS = os.environ["SONAR_SEATS"].split()
given: list[dict[str, Any]] = []


def order_of(view: dict[str, Any]) -> dict[str, Any] | None:
    orders = ({"seat": view.get("seat"), **order} for order in view["legal_orders"])
    legal = [order for order in orders if order["seat"] in view.get("awaiting", SEATS)]
    if not legal:
        return None
    order = dict(random.choice(legal))
    seat = order.pop("seat")
    if FAULT == "illegal" and len(given) == 1:
        seat, order = SEATS[0], {"type": "surface", "deep": True}
    if (FAULT, len(given)) in {("resigns", 1), ("ends the match at a cut", 2)}:
        seat, order = SEATS[0], {"type": "resign"}
    if FAULT == "ends with a failure" and len(given) == 1:
        sys.exit(3)
    order_id = "same" if FAULT == "one id for two" and len(given) < 2 else str(len(given))
    return {"type": "order", "order_id": order_id, "seat": seat, "order": order}


def play(socket: ClientConnection) -> bool:
    """Play until the connection ends or the match does; whether it is the match."""
    socket.send(json.dumps({"type": "hello", "token": os.environ["SONAR_TOKEN"], "after": None}))
    waiting = False
    view: dict[str, Any] = {}
    if FAULT == "gibberish":
        socket.send("what is this?")
    while True:
        frame = json.loads(socket.recv())
        if frame["type"] in ("welcome", "view"):
            view = frame["view"]
        if frame["type"] == "welcome" and given and FAULT == "new id for a lost order":
            socket.send(json.dumps({**given[-1], "order_id": "another"}))
        if frame["type"] in ("accepted", "refused") and given and frame["order_id"] == given[-1]["order_id"]:
            waiting = False
        if view["status"] == "finished":
            return True
        order = None if waiting else order_of(view)
        if order and not (FAULT == "falls asleep" and len(given) == 2):
            given.append(order)
            waiting = True
            socket.send(json.dumps(order))


def main() -> None:
    finished = False
    while not finished:
        try:
            with connect(ADDRESS, proxy=None) as socket:
                finished = play(socket)
        except ConnectionClosed:
            if FAULT == "never comes back":
                threading.Event().wait()
            if FAULT == "ends with its connection":
                sys.exit(1)
            if FAULT == "ends the match at a cut":
                return
    if FAULT == "stays after the end":
        threading.Event().wait()


main()
