"""What the duel's chart draws: a torpedo's way before it is fired, readings and sounds with their age."""

import dataclasses
import random
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sonar_referee.games.sonar_duel import SONAR_DUEL
from sonar_referee.games.sonar_duel.options import Options
from sonar_referee.games.sonar_duel.orders import SONAR, TORPEDOES, Sonar, Torpedo
from sonar_referee.games.sonar_duel.state import State, fresh_state
from tests.browser.crew import Match
from tests.browser.sonar_duel.duel import Player, play, squares
from tests.cli.process import ServeProcess

pytestmark = pytest.mark.browser

MAP = Path(__file__).parents[3] / "maps" / "sonar_duel" / "twelve.toml"
CHART = SONAR_DUEL.read_map(MAP.read_text(), MAP.name)
SEA = [cell for cell in range(len(CHART.names)) if CHART.sea >> cell & 1]
LOUD: tuple[Sonar | Torpedo, ...] = (SONAR, *TORPEDOES)

MARKED = """() => [...document.querySelectorAll('.known-at.found rect, .known-at.heard rect')].map((one) => {
    const at = (name) => Math.floor((Number(one.getAttribute(name)) - 26) / 40);
    return String.fromCharCode(65 + at('x')) + (at('y') + 1);
})"""
"""The names of the cells that are marked; a cell is 40 wide behind a frame of 26."""


def path_drawn(player: Player) -> str | None:
    """The way of a torpedo as it is drawn."""
    drawn = player.page.locator("path.blast")
    return drawn.get_attribute("d") if drawn.count() > 0 else None


def test_a_torpedos_way_is_drawn_before_it_is_fired(
    new_duel: Callable[..., Match], player: Callable[..., Player]
) -> None:
    """Four spaces, or up to an island or the edge; by pointer, by focus and on the chart."""
    match = new_duel(clock=None)
    seat = "blue" if match.view("blue")["cell"] == "F1" else "yellow"
    me = player(match, seat)
    page = me.page
    me.mode("Torpedo")  # whoever waits may look
    frames = page.locator("path.near")
    expect(frames).to_have_count(2)
    assert [frame.get_attribute("d") for frame in frames.all()] == [
        squares("F2", "F3"),
        squares("E1", "D1", "C1", "B1"),
    ]
    for heading in ("west", "west", "south"):
        play(match, seat, type="move", heading=heading)
    assert match.view(seat)["cell"] == "D2"
    other = "yellow" if seat == "blue" else "blue"
    match.order(other, type="wait")
    me.is_to_act()
    ways = {"north": ["D1"], "east": ["E2", "F2"], "south": ["D3"], "west": []}
    me.mode("Torpedo")
    expect(frames).to_have_count(3)
    assert [frame.get_attribute("d") for frame in frames.all()] == [squares(*way) for way in ways.values() if way]
    for heading, way in ways.items():
        button = me.heading(f"Fire {heading}")
        expect(button).to_contain_text({0: "land", 1: "1 space", 2: "2 spaces"}[len(way)])
        button.hover()
        expect(page.locator(".why")).to_contain_text(f"{heading.capitalize()} it runs")
        assert path_drawn(me) == (squares(*way) if way else None)
    page.mouse.move(1, 1)
    expect(page.locator("path.blast")).to_have_count(0)
    page.keyboard.press("Tab")
    me.heading("Fire north").focus()
    expect(page.locator("path.blast")).to_have_attribute("d", squares("D1"))

    # a press on the chart picks the heading that runs over the cell, another sends nothing before its button is used
    page.locator('[data-cell="F2"]').click()
    expect(page.locator(".decide")).to_have_text("Fire east")
    page.mouse.move(1, 1)
    expect(page.locator("path.blast")).to_have_attribute("d", squares("E2", "F2"))
    page.locator('[data-cell="F2"]').click(delay=450)
    expect(page.locator(".tubes i:not(.used)")).to_have_count(12)
    me.send("Fire east")
    expect(page.locator(".tubes i:not(.used)")).to_have_count(11)
    expect(page.locator("path.blast, path.near")).to_have_count(0)


def test_readings_fade_with_their_age_and_can_be_looked_at_alone(
    new_duel: Callable[..., Match], player: Callable[..., Player]
) -> None:
    """Each mark tells its age; the enemy was in one of the marked cells; older ones are shown when asked for."""
    match = new_duel(clock=None)
    hunter = "blue" if match.view("blue")["cell"] == "A1" else "yellow"
    prey = "yellow" if hunter == "blue" else "blue"
    play(match, hunter, type="move", heading="east")
    match.order(prey, type="wait")
    match.order(hunter, type="sonar")
    me = player(match, hunter)
    page = me.page
    assert match.view(prey)["cell"] == "F1"
    for age, fade in ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 3)):
        mark = page.locator(".known-at.found")
        expect(page.locator(".callout")).to_have_text(f"{age} ago")
        expect(mark).to_have_class(f"known-at found {prey} fade-{fade}")
        assert page.evaluate(MARKED) == ["E1", "F1"]
        expect(me.known().first).to_contain_text(f"{age} turn{'s' if age > 1 else ''} ago, one of 2 spaces")
        match.order(match.view(hunter)["to_act"], type="wait")
    expect(page.locator(".known-at")).to_have_count(0)
    me.known().first.click()
    expect(page.locator(".known-at.found.on")).to_have_count(1)
    expect(page.locator(".callout")).to_have_text("9 ago")
    expect(page.locator('[data-cell="E1"]')).to_have_accessible_name("E1, sector 2")
    me.known().first.click()
    expect(page.locator(".known-at")).to_have_count(0)


# -- the cells of each reading and sound


def own_reading(state: State) -> Any:
    """What blue's sonar tells."""
    tried = state.copy()
    tried.to_act = 0
    SONAR_DUEL.apply(tried, "blue", SONAR)
    return tried.submarines[0].readings[-1]


def heard_of(state: State, order: Sonar | Torpedo) -> Any:
    """What blue hears of yellow's order, nothing if it was hit."""
    tried = state.copy()
    tried.to_act = 1
    SONAR_DUEL.apply(tried, "yellow", order)
    return next(iter(tried.submarines[0].emissions), None)


def reads(told: Any, state: State) -> bool:
    """Whether blue's sonar would tell this."""
    return bool(own_reading(state) == told)


def sounds(told: Any, state: State) -> bool:
    """Whether blue can hear this of yellow."""
    return any(heard_of(state, order) == told for order in LOUD)


def fitting(state: State, fits: Callable[[State], bool]) -> list[str]:
    """The cells in which yellow can be."""
    cells = []
    for cell in SEA:
        tried = state.copy()
        tried.submarines[1].cell = cell
        if fits(tried):
            cells.append(CHART.names[cell])
    return cells


@pytest.fixture(scope="module")
def page(browser: Browser, server: ServeProcess) -> Page:
    """Any page of the server."""
    opened = browser.new_page()
    opened.goto(server.url)
    return opened


@pytest.mark.parametrize("announce_kind", [True, False])
def test_the_marked_cells_are_all_that_fit_and_no_other(page: Page, announce_kind: bool) -> None:
    """For drawn places of both boats: what the page works out is what trying out every cell finds."""
    drawn = random.Random(20)
    cases: list[Any] = []
    expected: list[list[str]] = []
    for _ in range(40):
        state = fresh_state(Options(announce_kind=announce_kind), CHART, 1)
        own, reach = drawn.choice(SEA), drawn.choice((1, 3, 5, 9))
        near = [cell for cell in SEA if CHART.distance(own, cell) <= reach]
        state.submarines[0].cell, state.submarines[1].cell = own, drawn.choice(near)
        reading, heard = own_reading(state), heard_of(state, drawn.choice(LOUD))
        if reading.detected:
            cases.append(("cellsOfReading", CHART.names[own], dataclasses.asdict(reading)))
            expected.append(fitting(state, partial(reads, reading)))
        if heard is not None:
            cases.append(("cellsOfEmission", CHART.names[own], dataclasses.asdict(heard)))
            expected.append(fitting(state, partial(sounds, heard)))
    assert len({name for name, *_ in cases}) == 2
    script = """async ([map, cases]) => {
        const places = await import("/web/games/sonar-duel/places.js");
        return cases.map(([name, from, told]) => places[name](map, from, told));
    }"""
    assert page.evaluate(script, [SONAR_DUEL.describe_map(CHART), cases]) == expected
