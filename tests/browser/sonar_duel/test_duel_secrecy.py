"""Nothing of the enemy's submarine comes to a page before the end, and nothing at all to those who may not look."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.crew import Match, Watched
from tests.browser.sonar_duel.duel import Player, play

pytestmark = pytest.mark.browser

CELL = re.compile(r'"([A-F][1-3])"')


def frames(watched: Watched, map_name: str) -> list[Any]:
    """What a page received, without the map, which everybody knows."""
    documents = [json.loads(text) for text in watched.received if text.startswith("{")]
    return [one for one in documents if one.get("name") != map_name]


def cells_in(documents: list[Any]) -> set[str]:
    """Every cell that is named anywhere."""
    return set(CELL.findall(json.dumps(documents)))


def test_the_enemys_cells_stay_secret_until_the_end(
    new_duel: Callable[..., Match], player: Callable[..., Player]
) -> None:
    """Each kind of action on both sides; a reload brings nothing more; the end shows what there was to hide."""
    match = new_duel(clock=None)
    players = {seat: player(match, seat) for seat in ("blue", "yellow")}
    west = "blue" if match.view("blue")["cell"] == "A1" else "yellow"
    east = "yellow" if west == "blue" else "blue"
    play(match, west, type="sonar")
    play(match, east, type="move", heading="south")
    play(match, west, type="move", heading="south")
    play(match, east, type="torpedo", heading="north")
    play(match, west, type="torpedo", heading="west")
    play(match, east, type="sonar")
    play(match, west, type="wait")
    last = match.view("blue")["turn"]
    own = {west: {"A1", "A2"}, east: {"F1", "F2"}}
    for seat, one in players.items():
        expect(one.page.locator("sr-turn .round b")).to_have_text(str(last))
        one.page.reload()
        expect(one.page.locator("sr-turn .round b")).to_have_text(str(last))
        other = players[east if seat == west else west]
        told = frames(one.watched, "strait")
        assert cells_in(told) == own[seat]  # its own were there to be found, the enemy's were not
        assert '"reveal"' not in json.dumps(told)
        expect(one.page.locator(f".sub.{other.seat}, .track.{other.seat}")).to_have_count(0)
        named = one.page.locator('[data-cell][aria-label*="own submarine"]')
        expect(named).to_have_count(1)
        assert named.get_attribute("data-cell") in own[seat]
        kept = one.page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])")
        assert not set(CELL.findall(kept))
        assert match.tokens[other.seat] not in one.page.content() + kept

    match.order(east, type="forfeit")
    for one in players.values():
        expect(one.page.locator(".chart .sub")).to_have_count(2)
        assert cells_in(frames(one.watched, "strait")) >= own[west] | own[east]


@pytest.mark.parametrize("reveal", [True, False])
def test_who_only_watches_sees_what_both_players_know(
    new_duel: Callable[..., Match],
    open_context: Callable[..., BrowserContext],
    watched: Callable[..., Watched],
    reveal: bool,
) -> None:
    """The turn and the calls; after the end the tracks, unless they stay secret."""
    match = new_duel(clock=None, spectator_view="public", reveal_at_end=reveal)
    first = match.view("blue")["to_act"]
    other = "yellow" if first == "blue" else "blue"
    seen = watched(open_context(), f"{match.page_url()}/table")
    page = seen.page
    expect(page.locator(".thead")).to_contain_text("Turn 1 of 100")
    match.order(first, type="wait")
    expect(page.locator(".tcall .big")).to_contain_text("Turn passed")
    match.order(other, type="sonar")
    expect(page.locator(".thead")).to_contain_text("Turn 3 of 100")
    expect(page.locator(f".tteam.{first}.acting")).to_be_visible()
    expect(page.locator(".sub, .track, .known-at")).to_have_count(0)
    assert not cells_in(frames(seen, "strait"))
    match.order(first, type="forfeit")
    expect(page.locator("p.result")).to_be_visible()
    expect(page.locator(".chart .sub")).to_have_count(2 if reveal else 0)
    expect(page.locator(".moment")).to_contain_text(
        f"{first.capitalize()} gave up" if reveal else "The tracks stay secret"
    )
    assert bool(cells_in(frames(seen, "strait"))) == reveal


def test_nobody_watches_where_the_host_has_not_allowed_it(
    new_duel: Callable[..., Match], open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]
) -> None:
    """The rules' own choice; the front page says so too, and the players' menu leads nowhere."""
    match = new_duel(clock=None)
    stranger = watched(open_context(), match.page_url())
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text("Behind closed doors")
    assert not cells_in(frames(stranger, "strait"))
    stranger.page.goto(match.url)
    row = stranger.page.locator("ul.list li", has=stranger.page.get_by_text("Sonar duel")).first
    expect(row).to_contain_text("no spectators")
    ada = watched(open_context(), match.page_url("blue"))
    ada.page.get_by_role("button", name="Menu").click()
    expect(ada.page.get_by_role("button", name="Forfeit…")).to_be_visible()
    expect(ada.page.get_by_role("link", name="Open the table's view")).to_have_count(0)
