"""Captain Sonar's playthroughs: how their orders are drawn, and the recipes that show every option's every value."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.notation import MatchText, match_text, order_text, read_order
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Order
from sonar_referee.games.captain_sonar.refusal_words import BadActivation
from sonar_referee.games.captain_sonar.refusals import refusal
from sonar_referee.games.captain_sonar.state import State
from sonar_referee.games.captain_sonar.terms import SEATS
from sonar_referee.games.errors import BadNotation
from sonar_referee.games.options import Clock
from tests.games.captain_sonar.play import draw_standing, open_orders
from tests.games.captain_sonar.universe import every_order
from tests.golden.playthrough import Given, Kept, Recipe


def drawn(state: State, rng: Random) -> Given:
    """An order for a lively match: most are legal, more activations than surfacings, now and then one is refused.

    Where there is a clock its time is up now and then, and somebody may stay away for good.
    """
    if state.options.clock is not None:
        often = 0.2 if state.options.clock.on_expiry == "default_order" else 0.005
        if rng.random() < often:
            return CAPTAIN_SONAR.on_timeout(state)
    if state.options.presence == "forfeit" and rng.random() < 0.002:
        return CAPTAIN_SONAR.on_absence(state, rng.sample(SEATS, 2))
    chance = rng.random()
    if chance < 0.02:
        seat, order = draw_standing(state, rng)
        if order.type != "resign" or rng.random() < 0.02:
            return seat, order
    if chance > 0.9:
        seat = rng.choice(SEATS)
        orders = [order for order in _writable(state.chart) if seat in CAPTAIN_SONAR.givers(order)]
        priced = [order for order in orders if isinstance(refusal(state, seat, order), BadActivation)]
        if priced and state.options.bad_activation != "reject" and chance < 0.96:
            return seat, rng.choice(priced)
        if orders:
            return seat, _of_some_kind(orders, rng)
    seat, legal = rng.choice(open_orders(state))
    return seat, _of_some_kind(legal, rng)


def _of_some_kind(orders: Sequence[Order], rng: Random) -> Order:
    kinds = sorted({order.type for order in orders})
    kind = rng.choices(kinds, [_WEIGHT.get(kind, 10) for kind in kinds])[0]
    return rng.choice([order for order in orders if order.type == kind])


@cache
def _writable(chart: Chart) -> list[Order]:
    return [order for order in every_order(chart) if _as_read(order_text(order)) == order]


def _as_read(text: str) -> Order | None:
    try:
        return read_order(text)
    except BadNotation:
        return None


_WEIGHT = {"surface": 1, "end_round": 1, "head": 14}


def _head(options: Options, seed: int) -> str:
    return match_text(MatchText(options, seed, ()))


KEPT = Kept("captain_sonar", drawn, _head, order_text)

RECIPES = (
    Recipe(KEPT, "01-alpha", 1005, {"max_rounds": 120}),
    Recipe(KEPT, "02-bravo", 2000, {"map": "bravo", "max_rounds": 120}),
    Recipe(KEPT, "03-charlie", 3002, {"map": "charlie", "max_rounds": 120}),
    Recipe(KEPT, "04-delta", 4002, {"map": "delta", "max_rounds": 120}),
    Recipe(KEPT, "05-echo", 5001, {"map": "echo", "max_rounds": 120}),
    Recipe(
        KEPT,
        "06-role-only",
        6002,
        {
            "own_team_view": "role_only",
            "announce_ready": "team",
            "role_bundles": "free",
            "radio_assist": "plot",
            "max_rounds": 80,
        },
    ),
    Recipe(
        KEPT,
        "07-omniscient",
        7003,
        {"map": "echo", "spectator_view": "omniscient", "surfaced_radio": "no_limit", "max_rounds": 80},
    ),
    Recipe(
        KEPT,
        "08-captain-confirms",
        8001,
        {"map": "bravo", "auto_answers": "captain_confirms", "mine_trigger": "anytime", "max_rounds": 100},
    ),
    Recipe(
        KEPT,
        "09-mines-at-any-time",
        9326,
        {
            "mine_trigger": "anytime",
            "mine_trigger_needs_red_ok": False,
            "mine_chain": "full",
            "hull": 6,
            "max_rounds": 140,
        },
    ),
    Recipe(
        KEPT,
        "10-mines-in-own-turn",
        10250,
        {
            "map": "charlie",
            "mine_trigger": "free_own_turn",
            "mine_chain": "torpedo_adjacent",
            "mine_adjacency": 4,
            "max_mines": 2,
            "max_rounds": 100,
        },
    ),
    Recipe(KEPT, "11-radiation-as-price", 11000, {"bad_activation": "radiation_mark", "max_rounds": 80}),
    Recipe(KEPT, "12-damage-as-price", 12045, {"bad_activation": "one_damage", "hull": 6, "max_rounds": 80}),
    Recipe(
        KEPT,
        "13-silence-of-the-officials",
        13002,
        {
            "map": "delta",
            "silence_mark_excludes_silence": False,
            "silence_zero_marks": False,
            "surface_repair_at": "announcement",
            "max_rounds": 120,
        },
    ),
    Recipe(
        KEPT,
        "14-forfeit",
        14006,
        {"double_surface": "official_forfeit", "surface_on_dive_turn": True, "first_team": "blue", "max_rounds": 80},
    ),
    Recipe(
        KEPT,
        "15-torpedo-by-distance",
        15000,
        {"map": "delta", "torpedo_path": "manhattan", "self_damage": False, "first_team": "yellow", "max_rounds": 80},
    ),
    Recipe(
        KEPT,
        "16-torpedo-by-move-rules",
        16001,
        {
            "map": "echo",
            "torpedo_path": "full_move_rules",
            "mutual_destruction": "attacker_loses",
            "first_team": "loser_of_previous",
            "max_rounds": 80,
        },
    ),
    Recipe(
        KEPT,
        "17-dark-sheet",
        17002,
        {"gauges": "real-time", "unused_scenario_gauge_markable": True, "spectator_view": "none", "max_rounds": 100},
    ),
    Recipe(
        KEPT,
        "18-sudden-death",
        18019,
        {"map": "charlie", "hull": 1, "mutual_destruction": "attacker_wins", "double_breakdown_damage": 2},
    ),
    Recipe(
        KEPT,
        "19-first-mate-detects",
        19003,
        {"map": "bravo", "detection_by": "first_mate_only", "sonar_timeout_s": 30, "max_rounds": 80},
    ),
    Recipe(
        KEPT,
        "20-role-only-omniscient",
        20000,
        {
            "map": "echo",
            "own_team_view": "role_only",
            "spectator_view": "omniscient",
            "announce_ready": "team",
            "mine_trigger": "anytime",
            "placement_timeout_s": 30,
            "max_rounds": 60,
        },
    ),
    Recipe(KEPT, "21-against-the-clock", 21001, {"clock": Clock(60), "presence": "bot", "max_rounds": 40}),
    Recipe(KEPT, "22-lost-on-time", 22001, {"clock": Clock(45, "forfeit"), "map": "bravo", "max_rounds": 80}),
    Recipe(KEPT, "23-nobody-came-back", 23000, {"presence": "forfeit", "map": "delta", "max_rounds": 200}),
    Recipe(
        KEPT,
        "24-cells",
        24014,
        {"map": "echo", "radio_assist": "cells", "own_team_view": "role_only", "hull": 6, "max_rounds": 40},
    ),
)
