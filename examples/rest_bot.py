"""A random bot by plain HTTP calls, for any seats of a crew. It needs the package `httpx`.

SONAR_URL, SONAR_MATCH, SONAR_TOKEN and SONAR_SEATS in the environment say where it plays, and as whom.
"""

import os
import random
import secrets
import time

import httpx

SEATS = os.environ["SONAR_SEATS"].split()

http = httpx.Client(
    base_url=f"{os.environ['SONAR_URL']}/api/matches/{os.environ['SONAR_MATCH']}/",
    headers={"Authorization": f"Bearer {os.environ['SONAR_TOKEN']}"},
    timeout=30,
    trust_env=False,
)


def call(method, path, **what):
    """The answer of a call, which is made again if the answer is lost or the server says when to come back."""
    for _ in range(60):
        try:
            answer = http.request(method, path, **what)
        except httpx.TransportError:
            time.sleep(1)
            continue
        if answer.status_code not in (429, 503):
            return answer
        time.sleep(float(answer.headers.get("Retry-After", 1)))
    raise SystemExit("The server has been away for too long.")


with http:
    while True:
        view = call("GET", "view").raise_for_status().json()
        if view["status"] == "finished":
            break
        orders = [{"seat": SEATS[0], **order} for order in view["legal_orders"]]
        orders = [order for order in orders if order["seat"] in view["awaiting"]]
        if not orders:
            # held until something is said; not for long, since not everything that concerns us is said aloud
            call("GET", "announcements", params={"after": view["seq"], "wait": 1})
            continue
        order = random.choice(orders)
        # the order_id makes it harmless to send the same again
        given = {"seat": order.pop("seat"), "order": order, "order_id": secrets.token_hex(8)}
        answer = call("POST", "orders", json=given)
        if answer.is_error:
            print("refused:", answer.json()["detail"])

print("over:", view["outcome"])
