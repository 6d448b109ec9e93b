"""The Radio Operator's chart under `radio_assist: cells`."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.crew import Match, Watched
from tests.browser.rounds import Situation, play_until, seat_players

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def round_is(number: int) -> Situation:
    """That this round is being played."""
    return lambda view: bool(view["round"] == number)


@pytest.mark.parametrize("assist", ["plot", "cells"])
def test_where_the_enemy_can_be_is_shaded(
    open_context: Callable[..., BrowserContext],
    new_match: Callable[..., Match],
    watched: Callable[..., Watched],
    assist: str,
) -> None:
    """The cells of the view are shaded and counted, and follow each heading; with `plot` there are none."""
    match = new_match(radio_assist=assist)
    seat_players(match)
    play_until(match, round_is(3))
    seen = watched(open_context(), match.page_url("blue.radio_operator"))
    for number in (3, 5):
        play_until(match, round_is(number))
        cells = match.view("blue.radio_operator").get("enemy_cells")
        if assist == "plot":
            assert cells is None
            expect(seen.page.locator(".tape li")).to_have_count(number // 2)
            expect(seen.page.locator(".chart-svg .maybe, .shaded")).to_have_count(0)
        else:
            expect(seen.page.locator(".shaded")).to_contain_text(f"Yellow can be in {len(cells)} spaces, shaded")
            assert seen.shaded() == cells
