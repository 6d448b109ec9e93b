"""What a host may choose when creating a match: the decision table D1–D27 and a few more (0.4 of the rules)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sonar_referee.games.captain_sonar.gauges import GaugeSheet
from sonar_referee.games.game import Absence
from sonar_referee.games.options import Clock, choice, require_sound


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of one match; every default is the rules' own."""

    map: str = choice("alpha", "The chart to play on, one of the game's maps.", "R8")
    mode: Literal["turn-by-turn"] = choice(
        "turn-by-turn", "How rounds go: turn by turn. Real time is not refereed.", "R13"
    )
    mine_trigger: Literal["activation", "free_own_turn", "anytime"] = choice(
        "activation",
        "When a mine may be triggered: as the round's activation, freely in one's own activation step, or at any "
        "time while not surfaced.",
        "D1",
    )
    mine_trigger_needs_red_ok: bool = choice(True, "Whether a crossed red symbol blocks triggering a mine.", "D1")
    silence_mark_excludes_silence: bool = choice(
        True, "Whether the First Mate's mark during silence may not go on Silence.", "D2"
    )
    silence_zero_marks: bool = choice(
        True,
        "Whether a silence of 0 spaces is marked by Engineer and First Mate. If not, the round ends at once without "
        "their OK, so the enemy can tell that the submarine stayed.",
        "D3",
    )
    double_breakdown_damage: Literal[1, 2] = choice(
        1, "Damage when radiation and a full panel are completed by one mark.", "D5"
    )
    double_surface: Literal["independent", "official_forfeit"] = choice(
        "independent",
        "Both surfaced: each counts its own three rounds, or the second one to surface forfeits what is left of "
        "the first one's.",
        "D6",
    )
    surface_repair_at: Literal["last_round", "announcement"] = choice(
        "last_round", "When surfacing erases the breakdowns.", "D7"
    )
    mine_adjacency: Literal[8, 4] = choice(
        8, "Where a mine may be dropped: any of the 8 neighbours, or only the 4 of a move.", "D8"
    )
    torpedo_path: Literal["sea_bfs", "manhattan", "full_move_rules"] = choice(
        "sea_bfs",
        "A torpedo's way: up to 4 steps over sea with turns; plain distance regardless of islands; or over spaces "
        "that the submarine itself could enter.",
        "D9",
    )
    self_damage: bool = choice(True, "Whether a weapon hurts the submarine that used it.", "D11")
    mutual_destruction: Literal["draw", "attacker_loses", "attacker_wins"] = choice(
        "draw", "The result when one explosion destroys both submarines.", "D12"
    )
    mine_chain: Literal["none", "torpedo_adjacent", "full"] = choice(
        "none",
        "Whether explosions set off mines: never; a torpedo sets off the mines next to its impact; or every "
        "explosion sets off all mines on and next to it. The strongest explosion counts, they do not add up.",
        "D13",
    )
    bad_activation: Literal["reject", "radiation_mark", "one_damage"] = choice(
        "reject",
        "Ordering a system that is broken or not full: refused; costs the next free radiation symbol; or costs one "
        "damage. The activation stays open.",
        "D15",
    )
    announce_ready: Literal["public", "team"] = choice("public", "Who hears that a system is ready.", "D16")
    surface_on_dive_turn: bool = choice(
        False, "Whether a submarine may surface again in the round in which it should dive.", "D17"
    )
    first_team: Literal["random", "blue", "yellow", "loser_of_previous"] = choice(
        "random",
        "Who plays the first round. In a first match there is no previous loser, so it is drawn.",
        "D18",
    )
    unused_scenario_gauge_markable: bool = choice(
        False, "Whether the Scenario gauge may be marked on a map that does not use it.", "D20"
    )
    detection_by: Literal["both", "first_mate_only"] = choice("both", "Who may order drone and sonar.", "D21")
    auto_answers: Literal[True, "captain_confirms"] = choice(
        True,
        "Hits and drone questions are answered by the referee at once, or when the enemy Captain confirms. The "
        "answer is the truth either way.",
        "D22",
    )
    sonar_timeout_s: int | None = choice(
        None,
        "Seconds for the answer to a sonar; then a random legal one is given. Null waits.",
        "D23",
        minimum=1,
        maximum=3600,
    )
    surfaced_radio: Literal["locked_overlay", "no_limit"] = choice(
        "locked_overlay", "Whether a surfaced team's Radio Operator may not draw.", "D24"
    )
    own_team_view: Literal["shared", "role_only"] = choice(
        "shared", "Whether all roles of a team see all its sheets, or each its own.", "D25"
    )
    max_mines: int | None = choice(
        None,
        "How many mines of a team may lie at once. Null is no limit.",
        "D26",
        minimum=1,
        maximum=676,
    )
    gauges: GaugeSheet = choice(
        "turn-by-turn",
        "The gauge sheet: mine, torpedo, drone, sonar, silence 2/3/3/2/5, or the real-time sheet's 3/3/4/3/6.",
        "D27",
    )
    hull: int = choice(4, "Damage that destroys a submarine.", "R1", minimum=1, maximum=6)
    role_bundles: Literal["strict", "free"] = choice(
        "strict", "Whether people hold roles only in the rulebook's combinations.", "R12"
    )
    placement_timeout_s: int | None = choice(
        None,
        "Seconds for choosing the start; then a random sea space is taken. Null waits.",
        "R17",
        minimum=1,
        maximum=3600,
    )
    max_rounds: int | None = choice(
        None,
        "After this many rounds the match is a draw. Null is no limit.",
        "R147",
        minimum=1,
        maximum=100_000,
    )
    radio_assist: Literal["off", "plot", "cells"] = choice(
        "off",
        "Help for the Radio Operator: none; the headings that are heard are drawn on the transparent sheet; or the "
        "cells where the enemy can be are worked out as well.",
        "R138",
    )
    spectator_view: Literal["public", "none", "omniscient"] = choice(
        "public", "What somebody without a seat sees: public facts, nothing, or everything.", "R150"
    )
    clock: Clock | None = choice(
        None,
        "Seconds for each order, mark and answer; then a cautious one is given, or the team has lost. Null waits. A "
        "limit for the start or for sonars alone goes before it.",
        "R147",
    )
    presence: Absence = choice(
        "wait",
        "What happens when a player stays away for good: the table waits, a bot takes over, or the team has lost.",
        "R147",
    )

    def __post_init__(self) -> None:
        require_sound(self)
