"""The page after the end: where each team could think the other to be, at each round."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from pydantic_core import from_json, to_json

from tests.browser.crew import SEATS, Match, Watched
from tests.browser.whole_match import OPTIONS, whole_match

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROUNDS = 19
ENEMY = {"Blue": "Yellow", "Yellow": "Blue"}


@pytest.fixture(name="match")
def finished_match(new_match: Callable[..., Match]) -> Match:
    """A match in which everything occurs, played to its end."""
    match = new_match(**OPTIONS)
    for seat in SEATS:
        match.join(seat, seat)
    match.start()
    for step in whole_match():
        match.order(step.seat, **from_json(to_json(step.order)))
    return match


def known(analysis: Any, team: str, round_: int) -> Any:
    """What a team could know at the end of a round."""
    return [step for step in analysis["teams"][team.lower()] if step["round"] <= round_][-1]


def go_to(page: Page, round_: int) -> None:
    """Move the slider."""
    page.get_by_role("slider", name="Round").fill(str(round_))
    expect(page.locator(".scrub output")).to_contain_text(f"{round_} of {ROUNDS}")


@pytest.mark.parametrize("seat", ["blue.radio_operator", None], ids=["player", "spectator"])
def test_where_the_enemy_could_be_is_shaded(
    match: Match, open_context: Callable[..., BrowserContext], watched: Callable[..., Watched], seat: str | None
) -> None:
    """At each round the cells of the analysis are shaded and counted under "knew", and none under "Truth"."""
    analysis = match.analysis()
    seen = watched(open_context(), match.page_url(seat))
    page = seen.page
    expect(page.locator(".spaces")).to_be_visible()
    for team, enemy in ENEMY.items():
        page.get_by_role("button", name=f"{team} knew").click()
        for round_ in range(ROUNDS + 1):
            go_to(page, round_)
            expect(page.get_by_role("img", name=f"What {team} knew after round {round_}.")).to_be_visible()
            cells = known(analysis, team, round_)["cells"]
            assert seen.shaded() == cells
            words = f"only be on {cells[0]}." if len(cells) == 1 else f"be in {len(cells)} spaces, shaded"
            expect(page.locator("p.shaded")).to_have_text(re.compile(f"^{enemy} could {re.escape(words)}"))
            told = page.locator(".spaces-now b")
            expect(told.nth(["Blue", "Yellow"].index(enemy))).to_have_text(str(len(cells)))
    page.get_by_role("button", name="Truth").click()
    expect(page.locator(".maybe, p.shaded")).to_have_count(0)


def test_a_press_on_the_lines_goes_to_that_round(
    match: Match, open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]
) -> None:
    """The lines are as wide as the slider's way; a press at one of its ends, or anywhere, goes to the round there."""
    page = watched(open_context(), match.page_url()).page
    drawing = page.locator(".spaces svg")
    box = drawing.bounding_box()
    assert box is not None
    for round_ in (4, 0, 13, ROUNDS):
        page.mouse.click(box["x"] + box["width"] * round_ / ROUNDS, box["y"] + box["height"] / 2)
        expect(page.locator(".scrub output")).to_contain_text(f"{round_} of {ROUNDS}")


def test_it_is_not_asked_for_before_the_end(
    new_match: Callable[..., Match], open_context: Callable[..., BrowserContext], watched: Callable[..., Watched]
) -> None:
    """A page asks for record and analysis when the match is over, once each."""
    match = new_match()
    for seat in SEATS:
        match.join(seat, seat)
    match.start()
    asked: list[str] = []
    page = watched(open_context(), match.page_url()).page
    page.on("request", lambda request: asked.append(request.url.split("/")[-1]))
    match.order("blue.captain", type="place", cell="B8")
    match.order("yellow.captain", type="place", cell="H8")
    waiting = page.get_by_role("region", name="Last call")
    expect(waiting).to_contain_text("blue.captain")
    expect(waiting).not_to_contain_text("yellow.captain")
    assert not {"record", "analysis"} & set(asked)
    match.order("blue.captain", type="resign")
    expect(page.locator(".spaces")).to_be_visible()
    expect(page.locator(".turns li")).not_to_have_count(0)
    assert [what for what in asked if what in ("record", "analysis")] == ["record", "analysis"]
