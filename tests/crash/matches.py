"""One match of a night: made, joined by its guests, played to its end."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import httpx

from tests.crash.guests import (
    LOST,
    Guest,
    Host,
    Json,
    Orders,
    RestPlayer,
    SocketGuest,
    StreamSpectator,
    refuse_if_stopping,
)
from tests.server.client import SEATS


class PlayedMatch:
    """A match and its guests; `kind` says who they are besides the players."""

    def __init__(self, kind: str, dice: Random, host: Host) -> None:
        self.guests: list[Guest] = []
        self.players: list[Orders] = []
        self.match_id = ""
        """Empty until all sit at the table."""
        self.abandoned: list[str] = []
        """Matches that were made, and whose players' tokens were lost with the server that made them."""
        self.over = False
        self._host_token = ""
        self.kind = kind
        self._dice = dice
        self._host = host

    @property
    def path(self) -> str:
        """Where it is."""
        return f"/api/matches/{self.match_id}"

    async def live(self, address: str, http: httpx.AsyncClient) -> bool:
        """Go on from where the last life ended; returns True when the match is over, False when the server is lost."""
        try:
            if not self.match_id:
                await self._meet(http)
            await self._begin(http)
        except LOST:
            return False
        self.over = all(await asyncio.gather(*(visit(guest, address, http) for guest in self.guests)))
        return self.over

    async def _meet(self, http: httpx.AsyncClient) -> None:
        """Make the match and let all sit down; what is lost in the middle is begun anew."""
        options = {
            "first_team": self._dice.choice(["blue", "yellow", "random"]),
            "announce_ready": self._dice.choice(["team", "public"]),
            "max_rounds": self._dice.randint(6, 40),
        }
        made = await call(http, "/api/matches", "", {"options": options})
        path = f"/api/matches/{made['match_id']}"
        self.abandoned.append(made["match_id"])
        guests: list[Guest] = []
        players: list[Orders] = []
        if self.kind == "bots":
            await call(http, f"{path}/bots", made["host_token"], {"bot": "random", "seats": SEATS})
        else:
            for seat in SEATS:
                joined = await call(http, f"{path}/players", "", {"name": seat, "seats": [seat]})
                players.append(Orders(joined["player_id"], seat, self._dice, self._host))
                guests.append(self._player(path, joined["player_token"], players[-1]))
        if self.kind == "watched":
            guests.append(SocketGuest(path, None, None, self._dice))
        elif self.kind == "bots":
            guests.append(StreamSpectator(path, None, None, self._dice))
        self.guests, self.players = guests, players
        self.match_id, self._host_token = self.abandoned.pop(), made["host_token"]

    def _player(self, path: str, token: str, orders: Orders) -> Guest:
        if self.kind == "rest" and orders.seat.endswith("engineer"):
            return RestPlayer(path, token, orders.seat, self._dice, orders)
        return SocketGuest(path, token, orders.seat, self._dice, orders)

    async def _begin(self, http: httpx.AsyncClient) -> None:
        """Start it if it still is in the lobby."""
        if (await http.get(self.path)).json()["status"] == "lobby":
            await call(http, f"{self.path}/start", self._host_token, None)


async def visit(guest: Guest, address: str, http: httpx.AsyncClient) -> bool:
    """Let a guest live until the match is over, which is True, or the server is lost."""
    try:
        await guest.live(address, http)
    except LOST:
        return False
    return True


async def call(http: httpx.AsyncClient, path: str, token: str, document: Any) -> Json:
    """Make a POST call that must succeed."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = await http.post(path, json=document, headers=headers)
    refuse_if_stopping(answer)
    assert answer.is_success, f"{path}: {answer.text}"
    result: Json = answer.json()
    return result
