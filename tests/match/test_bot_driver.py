"""Bots at their table: they look again when somebody else was quicker."""

from __future__ import annotations

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from tests.match.clock import SEATS, Crews, make_matches, put_forward, settle


async def test_bot_whose_order_comes_too_late() -> None:
    """A bot thinks about an offer that lapses meanwhile: its answer is refused, and it goes on with its turn."""
    matches = make_matches(bot_delay=5)
    table, _token = await matches.create(CAPTAIN_SONAR, {"first_team": "blue"}, "", public=True)
    people = {seat: (await table.join("Ada", [seat]))[0] for seat in SEATS if seat != "yellow.captain"}
    await table.add_bots("random", ["yellow.captain"])
    await matches.start(table)
    crews = Crews(table, people)
    await crews.order("blue.captain", "place", cell="C2")
    await put_forward(5)
    assert table.match.state.phase == "order"
    await crews.order("blue.captain", "offer_draw")
    await settle()
    await crews.quiet_round("blue", "north", "mine")
    before = table.match.entries
    await put_forward(5)
    await settle()
    assert table.match.entries == before, "the offer has lapsed with blue's move"
    await put_forward(5)
    assert table.match.entries == before + 1, "the bot moves"
    assert table.match.state.phase == "marks"
    await table.close()
