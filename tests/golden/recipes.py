"""The matches whose playthroughs are kept: together they show every option's every value."""

from __future__ import annotations

from sonar_referee.games.options import Clock
from tests.golden.playthrough import Recipe

RECIPES = (
    Recipe("01-alpha", 1005, {"max_rounds": 120}),
    Recipe("02-bravo", 2000, {"map": "bravo", "max_rounds": 120}),
    Recipe("03-charlie", 3002, {"map": "charlie", "max_rounds": 120}),
    Recipe("04-delta", 4002, {"map": "delta", "max_rounds": 120}),
    Recipe("05-echo", 5001, {"map": "echo", "max_rounds": 120}),
    Recipe(
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
        "07-omniscient",
        7003,
        {"map": "echo", "spectator_view": "omniscient", "surfaced_radio": "no_limit", "max_rounds": 80},
    ),
    Recipe(
        "08-captain-confirms",
        8001,
        {"map": "bravo", "auto_answers": "captain_confirms", "mine_trigger": "anytime", "max_rounds": 100},
    ),
    Recipe(
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
    Recipe("11-radiation-as-price", 11000, {"bad_activation": "radiation_mark", "max_rounds": 80}),
    Recipe("12-damage-as-price", 12045, {"bad_activation": "one_damage", "hull": 6, "max_rounds": 80}),
    Recipe(
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
        "14-forfeit",
        14006,
        {"double_surface": "official_forfeit", "surface_on_dive_turn": True, "first_team": "blue", "max_rounds": 80},
    ),
    Recipe(
        "15-torpedo-by-distance",
        15000,
        {"map": "delta", "torpedo_path": "manhattan", "self_damage": False, "first_team": "yellow", "max_rounds": 80},
    ),
    Recipe(
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
        "17-dark-sheet",
        17002,
        {"gauges": "real-time", "unused_scenario_gauge_markable": True, "spectator_view": "none", "max_rounds": 100},
    ),
    Recipe(
        "18-sudden-death",
        18019,
        {"map": "charlie", "hull": 1, "mutual_destruction": "attacker_wins", "double_breakdown_damage": 2},
    ),
    Recipe(
        "19-first-mate-detects",
        19003,
        {"map": "bravo", "detection_by": "first_mate_only", "sonar_timeout_s": 30, "max_rounds": 80},
    ),
    Recipe(
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
    Recipe("21-against-the-clock", 21001, {"clock": Clock(60), "presence": "bot", "max_rounds": 40}),
    Recipe("22-lost-on-time", 22001, {"clock": Clock(45, "forfeit"), "map": "bravo", "max_rounds": 80}),
    Recipe("23-nobody-came-back", 23000, {"presence": "forfeit", "map": "delta", "max_rounds": 200}),
    Recipe(
        "24-cells",
        24014,
        {"map": "echo", "radio_assist": "cells", "own_team_view": "role_only", "hull": 6, "max_rounds": 40},
    ),
)
