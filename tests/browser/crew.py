"""Matches for browser tests, and pages that are watched while they are used."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import BrowserContext, ConsoleMessage, Error, Page, WebSocket, expect

SEATS = [
    f"{team}.{role}" for team in ("blue", "yellow") for role in ("captain", "first_mate", "engineer", "radio_operator")
]


DEFAULTS: dict[str, dict[str, Any]] = {
    "captain-sonar": {"first_team": "blue", "role_bundles": "free"},
    "sonar-duel": {},
}
"""Options that tests of a game need, where a test does not choose them itself."""


class Match:
    """A match made over HTTP."""

    def __init__(self, url: str, options: dict[str, Any], game: str = "captain-sonar") -> None:
        self.url = url
        self._http = httpx.Client(base_url=url, timeout=30)
        created = self._post("/api/matches", {"game": game, "options": DEFAULTS[game] | options})
        self.id: str = created["match_id"]
        self.host_token: str = created["host_token"]
        self.join_code: str = created["join_code"]
        self.tokens: dict[str, str] = {}

    def _post(self, path: str, body: Any, token: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self._http.post(path, json=body, headers=headers)
        assert answer.is_success, answer.text
        return answer.json()

    def join(self, name: str, *seats: str) -> str:
        """Sit down; returns the token."""
        joined = self._post(f"/api/matches/{self.id}/players", {"name": name, "seats": list(seats)})
        token: str = joined["player_token"]
        self.tokens.update(dict.fromkeys(seats, token))
        return token

    def fill_with_bots(self) -> None:
        """Bots on all seats that are left."""
        self.seat_bots(*[seat for seat in SEATS if seat not in self.tokens])

    def seat_bots(self, *seats: str) -> None:
        """A bot on each of these seats."""
        self._post(f"/api/matches/{self.id}/bots", {"seats": list(seats)}, self.host_token)

    def start(self) -> None:
        """Begin."""
        self._post(f"/api/matches/{self.id}/start", None, self.host_token)

    def order(self, seat: str, **order: Any) -> Any:
        """Give an order over HTTP."""
        return self._post(f"/api/matches/{self.id}/orders", {"seat": seat, "order": order}, self.tokens[seat])

    def view(self, seat: str) -> Any:
        """A seat's view over HTTP."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        return self._http.get(f"/api/matches/{self.id}/view", params={"seat": seat}, headers=headers).json()

    def announcements(self, seat: str) -> list[Any]:
        """All that a seat has heard, over HTTP."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        answer = self._http.get(f"/api/matches/{self.id}/announcements", headers=headers).json()
        heard: list[Any] = answer["announcements"]
        return heard

    def analysis(self) -> Any:
        """What each team could know, over HTTP."""
        return self._http.get(f"/api/matches/{self.id}/analysis").json()

    def free(self, seat: str) -> None:
        """Take a seat from its holder, as the host."""
        headers = {"Authorization": f"Bearer {self.host_token}"}
        answer = self._http.delete(f"/api/matches/{self.id}/seats/{seat}", headers=headers)
        assert answer.is_success, answer.text

    def make_host(self, context: BrowserContext) -> None:
        """Let the pages of a context be the host's, as that of whoever makes a match is."""
        known = json.dumps({"host": self.host_token})
        context.add_init_script(f"""{{
            const key = "match {self.id}";
            const before = JSON.parse(sessionStorage.getItem(key) ?? "{{}}");
            sessionStorage.setItem(key, JSON.stringify({{ ...before, ...{known} }}));
        }}""")

    def chart(self) -> Any:
        """The map, as anybody may fetch it."""
        return self._http.get("/api/games/captain-sonar/maps/alpha").json()

    def page_url(self, seat: str | None = None) -> str:
        """The page of a seat, with its token in the fragment; without one the page of spectators."""
        fragment = f"#token={self.tokens[seat]}" if seat else ""
        return f"{self.url}/match/{self.id}{fragment}"

    def close(self) -> None:
        """Let go of the connection."""
        self._http.close()


_SHADED = """() => [...document.querySelectorAll('.chart-svg .maybe')].map((one) => {
    const at = (name) => Math.floor((Number(one.getAttribute(name)) - 26) / 40);
    return String.fromCharCode(65 + at('x')) + (at('y') + 1);
})"""
"""A cell is 40 wide behind a frame of 26."""

_ANSWER_SONAR = """async () => {
    const id = location.pathname.split("/")[2];
    const headers = {
        "Content-Type": "application/json",
        Authorization: `Bearer ${JSON.parse(sessionStorage.getItem(`match ${id}`)).token}`,
    };
    const view = await (await fetch(`/api/matches/${id}/view`, { headers })).json();
    const { seat, ...order } = view.legal_orders.find((one) => one.type === "answer_sonar");
    await fetch(`/api/matches/${id}/orders`, { method: "POST", headers, body: JSON.stringify({ seat, order }) });
}"""


class Watched:
    """A page, with everything that its browser complained about and every frame that it received."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.complaints: list[str] = []
        self.received: list[str] = []
        self.socket: WebSocket | None = None
        self.page: Page = context.new_page()
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", self._socket)
        self.page.on("response", self._response)
        self.page.goto(url)

    def _heard(self, message: ConsoleMessage) -> None:
        # that a server went away is what some tests are about
        if message.type == "error" and "WebSocket connection" not in message.text and "ERR_" not in message.text:
            self.complaints.append(message.text)

    def _socket(self, socket: WebSocket) -> None:
        self.socket = socket
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    def _response(self, response: Any) -> None:
        if "/api/" in response.url and response.ok and response.request.method == "GET":
            with contextlib.suppress(Error):  # a page that was left has taken its answer along
                self.received.append(response.text())

    def type(self, order: str) -> None:
        """Type an order on the station's command line."""
        field = self.page.get_by_role("textbox", name="Type an order")
        field.fill(order)
        field.press("Enter")

    def gives(self, do: Callable[[], None]) -> None:
        """Give an order by some gestures and wait until the server has accepted it."""
        assert self.socket is not None
        answers = ('"accepted"', '"refused"')
        with self.socket.expect_event("framereceived", lambda frame: any(word in frame for word in answers)) as heard:
            do()
        assert '"accepted"' in heard.value, heard.value

    def sees(self, words: str) -> None:
        """Wait until the turn strip says this."""
        expect(self.page.locator("sr-turn")).to_contain_text(words)

    def is_to_order(self) -> None:
        """Wait for one's next order; if the enemy uses its sonar before, answer it."""
        strip = self.page.locator("sr-turn")
        expect(strip).to_contain_text(re.compile("Your order, Captain|Answer their sonar"))
        if "Answer" in strip.inner_text():
            self.page.evaluate(_ANSWER_SONAR)
        self.sees("Your order, Captain.")

    def shaded(self) -> list[str]:
        """The names of the cells that are shaded as those where somebody can be."""
        cells: list[str] = self.page.evaluate(_SHADED)
        return cells

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than its window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))

    def require_no_complaints(self) -> None:
        """Fail if the browser's console had an error, a refused script or style among them."""
        assert self.complaints == []
