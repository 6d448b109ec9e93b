"""What pages received, show and keep, searched for what their viewers may not know."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from sonar_referee.games.game import PUBLIC, Said
from sonar_referee.wire.encode import announcement_frame
from tests.browser.crew import SEATS, Match, Watched
from tests.browser.whole_match import BLUE_ROUTE, OPTIONS, YELLOW_ROUTE, Step, whole_match

pytestmark = pytest.mark.browser

LONG = 30_000
"""Milliseconds to wait for a page when the machine has much to do."""


class Canaries(NamedTuple):
    """What only one team knows: cells, symbols, gauges, a word in its chat, a mark on its Radio Operator's sheet."""

    cells: frozenset[str]
    symbols: frozenset[str]
    gauges: frozenset[str]
    word: str
    mark: tuple[str, list[Any]]


OF = {
    "blue": Canaries(
        frozenset([*BLUE_ROUTE, "G9"]),  # G9 is its mine
        frozenset(["E2", "E4", "N1", "N3", "W2", "S2", "S6"]),
        frozenset(["mine", "torpedo", "drone"]),
        "heronblue",
        ("mark j1 mine", [9, 0, "mine"]),
    ),
    "yellow": Canaries(
        frozenset(YELLOW_ROUTE),
        frozenset(["W1", "E3", "N2", "N5", "W6"]),
        frozenset(["silence", "sonar"]),
        "ternyellow",
        ("mark b2 mine", [1, 1, "mine"]),
    ),
}
"""Nothing of it is known to the other team, nor is a fact of the chart, such as an island."""

OWN_SHEETS = {"submarine", "gauges", "breakdowns", "overlay", "silent_heading", "legal_orders", "standing_orders"}
NEVER = {"truth", "reveal", "past_routes", "token", "player_token", "host_token"}
NAMES = re.compile(r"\b[A-JNSW](?:10|[1-9])\b")
"""Cells and symbols, in whatever text."""


class Eye(NamedTuple):
    """A page with its team; None for those without a seat."""

    watched: Watched
    team: str | None

    @property
    def strangers(self) -> list[str]:
        """The teams whose secrets this page may not have."""
        return [team for team in OF if team != self.team]

    @property
    def frames(self) -> list[Any]:
        """Everything received, in order."""
        return [json.loads(text) for text in self.watched.received]


def inside(value: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every value below, with its path and its own name."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield f"{path}.{name}", name, inner
            yield from inside(inner, f"{path}.{name}")
    elif isinstance(value, list):
        for inner in value:
            yield from inside(inner, f"{path}[]")
            if not isinstance(inner, dict | list):
                yield f"{path}[]", "", inner


def without_choices(frame: Any, team: str | None) -> Any:
    """The frame without what the viewer itself may order or mark, which names many cells and all symbols."""
    view = frame.get("view")
    if not isinstance(view, dict):
        return frame
    orders = [*view.get("legal_orders", []), *view.get("standing_orders", [])]
    assert all(order["seat"].startswith(f"{team}.") for order in orders), orders
    return frame | {"view": {name: value for name, value in view.items() if not name.endswith("_orders")}}


def search(eye: Eye, chart: Any) -> None:
    """Fail at the first frame or answer that holds what this page's viewer may not know."""
    banned = {name for team in eye.strangers for name in OF[team].cells | OF[team].symbols}
    for frame in eye.frames:
        if frame == chart:
            continue
        kind = frame.get("kind")
        if kind == "mine_triggered":
            banned.discard(frame["cell"])
        if kind in ("mine_dropped", "silence_activated"):
            assert frame.keys() == {"type", "seq", "round", "kind", "team", "text"}, frame
        if kind == "system_ready":
            assert frame["team"] == eye.team, "in this match only the own crew hears what is ready"
        for path, name, value in inside(without_choices(frame, eye.team)):
            assert name not in NEVER, path
            if name in OWN_SHEETS and path != ".options.gauges":
                assert eye.team, path
                assert path == f".view.{name}", path
            if name == "silent_heading":
                assert eye.team == "yellow", "a silent heading is for Yellow alone"
            if path == ".view.gauges":
                for gauge in OF[eye.strangers[0]].gauges:
                    assert value[gauge]["marked"] == 0, (path, gauge)
            if name == "overlay":
                assert value.get("marks", []) in ([], [OF[str(eye.team)].mark[1]]), path
            if isinstance(value, str):
                found = banned & set(NAMES.findall(value))
                assert not found, (path, value, found)
                assert not any(OF[team].word in value for team in eye.strangers), (path, value)


def heard(eye: Eye) -> tuple[list[Any], list[Any]]:
    """The announcements received before and after the page was reloaded, which then hears all from the first on."""
    calls = [frame for frame in eye.frames if frame.get("type") == "announcement"]
    _, again = [at for at, call in enumerate(calls) if call["seq"] == 1]
    return calls[:again], calls[again:]


def for_ears_of(team: str | None, said: list[Said]) -> list[Any]:
    """What a viewer may hear, as frames."""
    audible = [one for one in said if one.audience in (PUBLIC, team)]
    return [json.loads(announcement_frame(seq, one)) for seq, one in enumerate(audible, 1)]


def kept(page: Page) -> str:
    """Everything that the page stores in its browser."""
    stored: str = page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])")
    return stored


def require_a_blind_page(eye: Eye, tokens: dict[str | None, str]) -> None:
    """Neither what is drawn nor what is stored is another team's; a token is nowhere but in its own tab's storage."""
    page = eye.watched.page
    for team in eye.strangers:
        # a mine that the own Radio Operator only suspects is drawn as a guess
        expect(page.locator(f".sub.{team}, .mine.{team}:not(.guess), .track.{team}")).to_have_count(0)
    marked = page.locator('[data-cell][aria-label*="own "]').evaluate_all("all => all.map((one) => one.dataset.cell)")
    assert set(marked) <= (OF[eye.team].cells if eye.team else set())
    html, stored = page.content(), kept(page)
    for owner, token in tokens.items():
        assert token not in html
        assert token not in page.url
        assert (token in stored) == (owner is not None and owner == eye.team)
        assert not any(token in text for text in eye.watched.received)
    for team in eye.strangers:
        assert OF[team].word not in html + stored
        assert not set(NAMES.findall(stored)) & (OF[team].cells | OF[team].symbols)


def give(match: Match, step: Step) -> None:
    """An order of the list, over HTTP."""
    match.order(step.seat, **json.loads(json.dumps(dataclasses.asdict(step.order))))


def in_round_19(page: Page) -> None:
    """Wait until a page has come to the last round."""
    expect(page.locator("header span").get_by_text("Round 19", exact=True)).to_be_visible(timeout=LONG)


def shows_the_activation(frame: str) -> bool:
    """Whether a frame has the view in which only the last activation is missing."""
    document = json.loads(frame)
    return bool(document["type"] == "view" and document["view"]["phase"] == "activation")


@pytest.mark.timeout(240)
def test_nobody_receives_the_others_secrets(
    new_match: Callable[..., Match], open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]
) -> None:
    """Start, route, mines, gauges, breakdowns, a silent heading, sheet, chat and tokens stay where they belong."""
    steps = whole_match(announce_ready="team")[:-1]
    match = new_match(announce_ready="team", **OPTIONS)
    tokens: dict[str | None, str] = {
        team: match.join(team, *(seat for seat in SEATS if seat.startswith(team))) for team in OF
    }
    match.start()
    eyes = [Eye(watched(open_context(), match.page_url(f"{team}.captain")), team) for team in OF]
    eyes += [Eye(watched(open_context(), match.page_url() + rest), None) for rest in ("", "/table")]

    for eye in eyes[:2]:
        eye.watched.type(f"say {OF[str(eye.team)].word}")
        expect(eye.watched.page.locator("sr-command .answer")).to_have_text("Said to your crew.", timeout=LONG)
        eye.watched.type(OF[str(eye.team)].mark[0])
    for step in steps[:-1]:
        give(match, step)
    for eye in eyes:
        in_round_19(eye.watched.page)
        eye.watched.page.reload()
        in_round_19(eye.watched.page)
    with ExitStack() as all_have_seen:
        for eye in eyes:
            assert eye.watched.socket
            all_have_seen.enter_context(eye.watched.socket.expect_event("framereceived", shows_the_activation))
        give(match, steps[-1])

    tokens[None] = match.host_token
    chart = match.chart()
    said = [one for step in steps for one in step.said]
    for eye in eyes:
        search(eye, chart)
        live, again = heard(eye)
        audible = for_ears_of(eye.team, said)
        assert again == audible
        assert live == audible[: len(live)]
        assert {"silence_activated", "mine_dropped", "sonar_answer"} <= {one["kind"] for one in live}
        require_a_blind_page(eye, tokens)

    # what was searched for was there to be found: to the other team's eyes these pages are full of canaries
    for eye, other in ((eyes[0], "yellow"), (eyes[1], "blue")):
        own = OF[str(eye.team)]
        mine = [without_choices(frame, eye.team) for frame in eye.frames if frame != chart]
        received = json.dumps(mine)
        assert own.word in received
        assert own.symbols | own.cells <= set(NAMES.findall(received))
        assert [own.mark[1]] in [frame["view"]["overlay"].get("marks") for frame in mine if "view" in frame]
        with pytest.raises(AssertionError):
            search(eye._replace(team=other), chart)
