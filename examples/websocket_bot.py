"""A random bot over a WebSocket, for any seats of a crew. It needs the package `websockets`.

SONAR_URL, SONAR_MATCH, SONAR_TOKEN and SONAR_SEATS in the environment say where it plays, and as whom.
"""

import asyncio
import json
import os
import random
import secrets

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

ADDRESS = f"{os.environ['SONAR_URL'].replace('http', 'ws', 1)}/api/matches/{os.environ['SONAR_MATCH']}/ws"
TOKEN = os.environ["SONAR_TOKEN"]
SEATS = os.environ["SONAR_SEATS"].split()


def choose(view):
    """Draw an order for a seat that the table waits for, as the frame to send; None if there is nothing to do."""
    orders = [{"seat": SEATS[0], **order} for order in view["legal_orders"]]
    orders = [order for order in orders if order["seat"] in view["awaiting"]]
    if not orders:
        return None
    order = random.choice(orders)
    return {"type": "order", "order_id": secrets.token_hex(8), "seat": order.pop("seat"), "order": order}


async def play():
    """Play to the end; what came of it."""
    heard = None  # the number of the last announcement
    sent = None  # the order that has no answer yet
    async for socket in connect(ADDRESS, proxy=None):  # after a drop, a new connection
        try:
            await socket.send(json.dumps({"type": "hello", "token": TOKEN, "after": heard}))
            async for text in socket:
                frame = json.loads(text)
                if frame["type"] in ("welcome", "view"):
                    view = frame["view"]
                    if frame["type"] == "welcome":
                        heard = frame["seq"] if heard is None else heard
                        if sent:  # its answer was lost; with the same order_id it is not carried out twice
                            await socket.send(json.dumps(sent))
                elif frame["type"] == "announcement":
                    heard = frame["seq"]
                elif frame["type"] == "accepted":
                    sent = None
                elif frame["type"] == "refused":
                    if frame["order_id"] is None:
                        raise SystemExit(frame["problem"]["detail"])
                    sent = None
                    await asyncio.sleep(frame["problem"].get("retry_after", 0))
                if view["status"] == "finished":
                    return view["outcome"]
                if sent is None and (sent := choose(view)):
                    await socket.send(json.dumps(sent))
        except ConnectionClosed:
            pass
    return None


print("over:", asyncio.run(play()))
