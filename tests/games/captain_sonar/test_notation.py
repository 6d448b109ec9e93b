"""Positions, orders and matches survive being written and read; anything else is refused with a reason."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeVar

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar import orders as o
from sonar_referee.games.captain_sonar.notation import (
    MatchText,
    match_text,
    order_text,
    position_text,
    read_match,
    read_order,
    read_position,
)
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEATS
from sonar_referee.games.errors import BadNotation
from sonar_referee.games.options import Clock
from tests.games.captain_sonar.play import draw, draw_standing, open_orders, positions, random_table
from tests.games.captain_sonar.table import CHARTS
from tests.games.captain_sonar.universe import every_order

T = TypeVar("T")

SEEDS = st.integers(0, 1 << 30)


def position_after(seed: int, orders: int) -> State:
    """The position of a random match after so many orders, or its end if that comes first."""
    state, rng = random_table(seed), Random(seed)
    for _ in range(orders):
        if state.outcome is None:
            chosen = draw_standing(state, rng) if rng.random() < 0.01 else draw(state, rng)
            CAPTAIN_SONAR.apply(state, *chosen)
    return state


@settings(deadline=None)
@given(seed=SEEDS, orders=st.integers(0, 600))
def test_a_position_is_read_as_it_was(seed: int, orders: int) -> None:
    """Any position of any match, written as a line and read again, is the same in every part."""
    state = position_after(seed, orders)
    text = position_text(state)
    assert "\n" not in text
    assert read_position(text, CHARTS) == state


def test_positions_of_all_phases_are_read_as_they_were() -> None:
    """The same at positions of many matches; play goes on from the read one as from the other."""
    phases = set()
    rng = Random(1)
    for state in positions(21, 400, every=30, clock=Clock(45, "forfeit"), presence="bot"):
        assert CAPTAIN_SONAR.position(state) == position_text(state)
        again = read_position(position_text(state), CHARTS)
        assert again == state
        phases.add(state.phase)
        if state.outcome is None:
            seat, order = draw(state, rng)
            assert CAPTAIN_SONAR.apply(again, seat, order) == CAPTAIN_SONAR.apply(state, seat, order)
            assert again == state
    assert len(phases) == 8


def test_an_order_is_read_as_it_was() -> None:
    """Every legal order, written as a line and read again, is the same."""
    for state in positions(22, 300, every=20):
        for _, orders in open_orders(state):
            for order in orders:
                assert read_order(order_text(order)) == order
    forfeits = (o.Forfeit(("blue",), "absence"), o.Forfeit(("blue", "yellow"), "time"))
    for order in (o.Resign(), o.OfferDraw(), o.AcceptDraw(), o.DeclineDraw(), o.ConfirmAnswer(), *forfeits):
        assert read_order(order_text(order)) == order


def test_orders_read_as_people_write_them() -> None:
    """The examples of the documentation."""
    assert read_order("activate_silence north 2") == o.ActivateSilence("north", 2)
    assert read_order(" answer_sonar  row 3 column G ") == o.AnswerSonar((o.Fact("row", 3), o.Fact("column", "G")))
    assert read_order("launch_drone 4") == o.LaunchDrone(4)
    assert order_text(o.AnswerSonar((o.Fact("sector", 1), o.Fact("column", "A")))) == ("answer_sonar sector 1 column A")


@settings(deadline=None)
@given(seed=SEEDS, orders=st.integers(0, 250))
def test_a_match_is_read_and_played_again_as_it_was(seed: int, orders: int) -> None:
    """Map, options, seed and orders, written and read again, are the same and lead to the same position."""
    state, rng = random_table(seed), Random(seed)
    given_orders: list[tuple[str, Order]] = []
    for _ in range(orders):
        if state.outcome is None:
            given_orders.append(draw(state, rng))
            CAPTAIN_SONAR.apply(state, *given_orders[-1])
    match = MatchText(state.options, seed, tuple(given_orders))
    again = read_match(match_text(match))
    assert again == match
    replayed = CAPTAIN_SONAR.new(again.options, CHARTS[again.options.map], again.seed)
    for seat, order in again.orders:
        CAPTAIN_SONAR.apply(replayed, seat, order)
    assert replayed == state


def test_a_match_reads_as_people_write_it() -> None:
    """A line of words for map, seed and options, then a line for each order."""
    text = "map=echo seed=7 hull=2 mine_adjacency=4 self_damage=false max_mines=3\nbc place A1\nyf mark_gauge sonar\n"
    timed = "map=alpha seed=1 clock=60/forfeit presence=bot\nbc forfeit blue,yellow time"
    assert match_text(read_match(timed)) == timed
    assert read_match(timed) == MatchText(
        Options(clock=Clock(60, "forfeit"), presence="bot"),
        1,
        (("blue.captain", o.Forfeit(("blue", "yellow"), "time")),),
    )
    assert read_match(text) == MatchText(
        Options(map="echo", hull=2, mine_adjacency=4, self_damage=False, max_mines=3),
        7,
        (("blue.captain", o.Place("A1")), ("yellow.first_mate", o.MarkGauge("sonar"))),
    )


TABLE = "map=alpha phase=order act=blue round=5"
BOATS = "blue: route=A1>B1>C1 yellow: route=J10"
GOOD = f"{TABLE} {BOATS}"


def test_a_surfaced_submarine_is_to_dive() -> None:
    """That need not be written (R30)."""
    sub = read_position(f"{GOOD} surfaced=2", CHARTS).submarines[1]
    assert (sub.surfaced, sub.surface_round, sub.dive_due) == (True, 2, True)


BAD_POSITIONS = {
    "": "needs the words of blue: and yellow:",
    TABLE: "needs the words of blue: and yellow:",
    f"{TABLE} yellow: route=A1 blue: route=A1": "needs the words of blue: and yellow:",
    f"phase=order act=blue {BOATS}": "names one of the maps alpha, bravo",
    GOOD.replace("alpha", "atlantis"): "names one of the maps alpha, bravo",
    GOOD.replace("phase=order", "phase=tea"): "'tea' is no phase; known are placement, order",
    GOOD.replace("phase=order", ""): "'' is no phase",
    GOOD.replace("phase=order", "phase"): "'phase' is no key=value",
    GOOD.replace("phase=order", "phase=order phase=marks"): "'phase' is given twice",
    GOOD.replace("act=blue", "act=green"): "'green' is no team; known are blue, yellow",
    GOOD.replace("act=blue", "act=-"): "in phase order one team is to act",
    GOOD.replace("act=blue", "act=blue first=-"): "'-' is no team",
    GOOD.replace("act=blue", "act=blue draw=both"): "'both' is no team",
    GOOD.replace("act=blue", "act=blue used=no"): "only yes can be said here, not 'no'",
    GOOD.replace("round=5", "round=five"): "'five' is no whole number",
    GOOD.replace("round=5", "round=1_000"): "'1_000' is no whole number",
    GOOD.replace("round=5", "round=٥"): "is no whole number",
    GOOD.replace("round=5", f"round={'9' * 5000}"): "…' is no whole number",
    GOOD.replace("round=5", "round=-1"): "rounds count from 0",
    GOOD.replace("round=5", "round=5 seed=x"): "'x' is no whole number",
    GOOD.replace("round=5", "round=5 hull=9"): "hull must be 1 to 6, not 9",
    GOOD.replace("round=5", "round=5 hull=1.5"): "'1.5' is no whole number",
    GOOD.replace("round=5", "round=5 hull=true"): "'true' is no whole number",
    GOOD.replace("round=5", "round=5 hull=null"): "'null' is no whole number",
    GOOD.replace("round=5", f"round=5 hull={'[' * 9999}"): "is no whole number",
    GOOD.replace("round=5", "round=5 max_mines=0"): "max_mines must be 1 to 676, not 0",
    GOOD.replace("round=5", "round=5 self_damage=1"): "self_damage must be one of false, true, not '1'",
    GOOD.replace("round=5", "round=5 gauges=huge"): "gauges must be one of turn-by-turn, real-time, not 'huge'",
    GOOD.replace("round=5", "round=5 clock=soon"): "'soon' is no whole number",
    GOOD.replace("round=5", "round=5 clock=60"): "'' is no end of the time; known are default_order, forfeit",
    GOOD.replace("round=5", "round=5 clock=60/surrender"): "'surrender' is no end of the time",
    GOOD.replace("round=5", "round=5 clock=4/forfeit"): "seconds must be 5 to 3600, not 4",
    GOOD.replace("round=5", "round=5 speed=2"): "'speed' is no option",
    GOOD.replace("round=5", "archer=A1"): "Archer mines of alpha are -",
    GOOD.replace("alpha", "echo").replace("round=5", "archer=A1"): "Archer mines of echo are H2,E3,B4",
    GOOD.replace("alpha", "echo").replace("round=5", "archer=H2,H2"): "H2 is named twice",
    GOOD.replace("phase=order", "phase=answer"): "phase answer goes with a question",
    GOOD.replace("round=5", "question=blue/mine/C5/-"): "phase answer goes with a question",
    GOOD.replace("order", "answer question=blue/mine/C5"): "a question is team/kind/place/phase",
    GOOD.replace("order", "answer question=-/mine/C5/-"): "'-' is no team",
    GOOD.replace("order", "answer question=blue/laser/C5/-"): "'laser' is no question; known are mine, torpedo",
    GOOD.replace("order", "answer question=blue/mine/K5/-"): "'K5' is no cell of alpha",
    GOOD.replace("order", "answer question=blue/drone/5/-"): "sectors of alpha are 1 to 4",
    GOOD.replace("order", "answer question=blue/drone/C5/-"): "'C5' is no whole number",
    GOOD.replace("order", "answer question=blue/mine/C5/placement"): "'placement' is no phase to go back to",
    GOOD.replace("phase=order", "phase=game_over"): "phase game_over goes with an outcome",
    GOOD.replace("round=5", "outcome=blue/destroyed"): "phase game_over goes with an outcome",
    GOOD.replace("order", "game_over outcome=green/destroyed"): "'green' is no team",
    GOOD.replace("order", "game_over outcome=blue/boredom"): "'boredom' is no reason for an end; known are destroyed",
    GOOD.replace("order", "game_over outcome=blue"): "'' is no reason for an end",
    GOOD.replace("A1>", "A0>"): "'A0' is no cell of alpha",
    GOOD.replace("A1>", "D1>"): "D1 is an island of alpha",
    GOOD.replace("A1>", "A2>"): "A2 and B1 are no neighbours on a route",
    GOOD.replace("A1>", "J10>"): "J10 and B1 are no neighbours on a route",
    GOOD.replace("A1>", "C1>"): "the route comes to C1 twice",
    GOOD.replace("A1>", ">"): "'' is no cell of alpha",
    GOOD.replace("route=J10", ""): "in phase order a submarine has a route",
    GOOD.replace("route=J10", "route=-"): "in phase order a submarine has a route",
    f"{GOOD} past=A1>C1": "A1 and C1 are no neighbours on a route",
    f"{GOOD} past=A1/-": "a past route names its cells",
    f"{GOOD} mines=C4": "C4 is an island of alpha",
    f"{GOOD} mines=C5,C5": "C5 is named twice",
    f"{GOOD} mines=C5;C6": "'C5;C6' is no cell of alpha",
    f"{GOOD} damage=5": "damage goes from 0 to 4",
    f"{GOOD} damage=-1": "damage goes from 0 to 4",
    f"{GOOD} surfaced=9": "surface rounds go from 1 to 3",
    f"{GOOD} surfaced=0": "surface rounds go from 1 to 3",
    f"{GOOD} surfaced=yes": "'yes' is no whole number",
    f"{GOOD} dive=no": "only yes can be said here, not 'no'",
    f"{GOOD} gauges=0/0/0": "gauges are 6 numbers up to 2/3/3/2/5/4",
    f"{GOOD} gauges=3/0/0/0/0/0": "gauges are 6 numbers up to 2/3/3/2/5/4",
    f"{GOOD} gauges=0/0/-1/0/0/0": "gauges are 6 numbers up to 2/3/3/2/5/4",
    f"{GOOD} gauges=0/0/x/0/0/0": "'x' is no whole number",
    f"{GOOD} broken=N7": "'N7' is no symbol; known are N1",
    f"{GOOD} broken=W1,W1": "W1 is named twice",
    f"{GOOD} broken=W1,W2,W3,E3": "a complete circuit, panel or set of radiation symbols does not stay",
    f"{GOOD} broken=N1,N2,N3,N4,N5,N6": "a complete circuit, panel or set of radiation symbols does not stay",
    f"{GOOD} mark=up": "'up' is no heading; known are north, east, south, west",
    f"{GOOD} gauge=full": "only yes can be said here, not 'full'",
    f"{GOOD} crew=4": "'crew' is nothing a submarine has",
    f"{GOOD} crew": "'crew' is no key=value",
}


@pytest.mark.parametrize("text", BAD_POSITIONS, ids=lambda text: str(text)[:90])
def test_a_bad_position_is_refused_with_a_reason(text: str) -> None:
    """Whatever no match can show is refused, and the message says what is wrong with it."""
    assert read_position(GOOD, CHARTS).round == 5
    with pytest.raises(BadNotation) as refused:
        read_position(text, CHARTS)
    assert BAD_POSITIONS[text] in str(refused.value)
    assert len(str(refused.value)) < 300


BAD_ORDERS = {
    "": "'' is no order; orders are place, head, surface",
    "type": "'type' is no order",
    "Head north": "'Head' is no order",
    "head": "head takes heading, not nothing",
    "head north fast": "head takes heading, not 'north fast'",
    "surface now": "surface takes nothing more, not 'now'",
    "activate_silence north": "activate_silence takes heading and distance, not 'north'",
    "activate_silence north two": "'two' is no whole number",
    "launch_drone 1.0": "'1.0' is no whole number",
    f"launch_drone {'9' * 5000}": "is no whole number",
    "answer_sonar row 1": "answer_sonar takes two facts, each a kind and a value",
    "answer_sonar row one column A": "'one' is no whole number",
    "answer_sonar depth 1 column A": "'depth' is no kind of fact; kinds are row, column, sector",
    "forfeit blue": "forfeit takes teams, with a comma between, and a reason",
    "forfeit green time": "'green' is no team; known are blue, yellow",
    "forfeit blue,yellow boredom": "'boredom' is no reason for a forfeit; known are absence, time",
    "answer_sonar row 1 column A sector 2": "answer_sonar takes two facts, each a kind and a value",
}


@pytest.mark.parametrize("text", BAD_ORDERS, ids=lambda text: str(text)[:60])
def test_a_bad_order_is_refused_with_a_reason(text: str) -> None:
    """A line that is no order says which word is wrong; whether an order is legal is for the rules."""
    with pytest.raises(BadNotation) as refused:
        read_order(text)
    assert BAD_ORDERS[text] in str(refused.value)
    assert len(str(refused.value)) < 400


BAD_MATCHES = {
    "": "begins with a line of key=value words that names its map",
    "seed=1": "begins with a line of key=value words that names its map",
    "bc place A1": "'bc' is no key=value",
    "map=alpha seed=x": "'x' is no whole number",
    "map=alpha hull=0": "hull must be 1 to 6, not 0",
    "map=alpha speed=2": "'speed' is no option",
    "map=alpha\nbc place A1\nqc place A1": "line 3: 'qc' is no seat; seats are bc, bf, be, br, yc",
    "map=alpha\n\nbc place A1": "line 2: '' is no seat",
    "map=alpha\nbc place": "line 2: place takes cell, not nothing",
    "map=alpha\nbc": "line 2: '' is no order",
}


@pytest.mark.parametrize("text", BAD_MATCHES)
def test_a_bad_match_is_refused_with_line_and_reason(text: str) -> None:
    """The message says in which line a match goes wrong, and why."""
    with pytest.raises(BadNotation) as refused:
        read_match(text)
    assert BAD_MATCHES[text] in str(refused.value)


SCRAPS = (
    *("=", "-", "/", ">", ",", " ", "0", "9", "-1", "yes", "blue", "A1", "K99", "blue:", "yellow:", "null", "true"),
    *("route=", "route=A1", "phase=answer", "phase=placement", "act=-", "surfaced=2", "mark=west", "gauge=yes"),
    *("outcome=-/turn_limit", "question=blue/mine/A1/order", "\n", "\x00", "٣", "é", "draw=blue", "round=0"),
)


@st.composite
def damaged(draw_value: st.DrawFn, text: str) -> str:
    """A text with one to three words or characters taken out, doubled or put in."""
    for _ in range(draw_value(st.integers(1, 3))):
        by_word = draw_value(st.booleans())
        pieces = text.split(" ") if by_word else list(text)
        at = draw_value(st.integers(0, len(pieces)))
        scrap = draw_value(st.sampled_from(SCRAPS) | st.text(max_size=3))
        kept = draw_value(st.integers(0, 2))
        pieces[at : at + 1] = [[], [scrap], [*pieces[at : at + 1], scrap]][kept]
        text = (" " if by_word else "").join(pieces)
    return text


def read_if_good(read: Callable[[str], T], text: str) -> T | None:
    """What is read from a text, or None if it is refused as the notation refuses."""
    try:
        return read(text)
    except BadNotation:
        return None


def read_or_refuse(text: str) -> None:
    """Read a text as a position, a match and an order: each is refused as `BadNotation` or holds together."""
    state = read_if_good(lambda line: read_position(line, CHARTS), text)
    if state is not None:
        assert read_position(position_text(state), CHARTS) == state
        for seat in SEATS:
            CAPTAIN_SONAR.view(state, frozenset({seat}))
            CAPTAIN_SONAR.legal_orders(state, seat)
    match = read_if_good(read_match, text)
    if match is not None:
        assert read_match(match_text(match)) == match
    order = read_if_good(read_order, text)
    if order is not None:
        assert read_order(order_text(order)) == order


@settings(deadline=None, max_examples=150)
@given(st.data(), SEEDS)
def test_a_damaged_text_is_read_or_refused(data: st.DataObject, seed: int) -> None:
    """No slip of the pen leads to another error than `BadNotation`, or to a position that cannot be looked at."""
    state = position_after(seed % 50, seed % 400)
    orders = [order_text(order) for _, orders in open_orders(state) for order in orders] or ["resign"]
    match = match_text(MatchText(state.options, seed, tuple((SEATS[0], read_order(text)) for text in orders[:5])))
    for text in (position_text(state), match, orders[seed % len(orders)]):
        read_or_refuse(data.draw(damaged(text)))


@settings(deadline=None)
@given(st.text() | st.lists(st.sampled_from(SCRAPS)).map(" ".join))
@example("\x85")
@example("map=alpha seed=0\x0bhull=1")
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text at all leads to another error than `BadNotation`."""
    read_or_refuse(text)


def test_every_order_that_can_be_written_is_read_or_refused() -> None:
    """Also orders about nonsense, which Python code can make, are written without an error."""
    for order in every_order(CHARTS["echo"]):
        read_or_refuse(order_text(order))
