"""What a host may choose when creating a match: the decision table D1–D27 and a few more (0.4 of the rules)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sonar_referee.games.captain_sonar.gauges import GaugeSheet
from sonar_referee.games.game import Absence


def _choice(default: Any, description: str, rule: str, **bounds: int) -> Any:
    """A field of the options: its default, what it means in plain words, and its rule."""
    return field(default=default, metadata={"description": description, "rule": rule, **bounds})


def _require_bounds(choices: Any) -> None:
    """Raise `ValueError` for a number that is not within its field's bounds."""
    for name, choice in choices.__dataclass_fields__.items():
        value, low, high = getattr(choices, name), choice.metadata.get("minimum"), choice.metadata.get("maximum")
        if value is not None and low is not None and not low <= value <= high:
            raise ValueError(f"{name} must be {low} to {high}, not {value}")


def _require_known(choices: Any) -> None:
    """Raise `ValueError` for a value that is none of its field's."""
    for name, kind in _kinds(choices.__class__).items():
        value = getattr(choices, name)
        if get_origin(kind) is Literal and value not in get_args(kind):
            raise ValueError(f"{name} must be one of {', '.join(map(str, get_args(kind)))}, not {value}")


@dataclass(frozen=True, slots=True)
class Clock:
    """How long the table waits each time, and what happens then."""

    seconds: int = field(
        metadata={"description": "Seconds each time that the table waits for somebody.", "minimum": 5, "maximum": 3600}
    )
    on_expiry: Literal["default_order", "forfeit"] = field(
        default="default_order",
        metadata={
            "description": "When they have passed: the referee gives a cautious order in place of the player, or the "
            "team has lost."
        },
    )

    def __post_init__(self) -> None:
        _require_known(self)
        _require_bounds(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """The options of one match; every default is the rules' own."""

    map: str = _choice("alpha", "The chart to play on, one of the game's maps.", "R8")
    mode: Literal["turn-by-turn"] = _choice(
        "turn-by-turn", "How rounds go: turn by turn. Real time is not refereed.", "R13"
    )
    mine_trigger: Literal["activation", "free_own_turn", "anytime"] = _choice(
        "activation",
        "When a mine may be triggered: as the round's activation, freely in one's own activation step, or at any "
        "time while not surfaced.",
        "D1",
    )
    mine_trigger_needs_red_ok: bool = _choice(True, "Whether a crossed red symbol blocks triggering a mine.", "D1")
    silence_mark_excludes_silence: bool = _choice(
        True, "Whether the First Mate's mark during silence may not go on Silence.", "D2"
    )
    silence_zero_marks: bool = _choice(
        True,
        "Whether a silence of 0 spaces is marked by Engineer and First Mate. If not, the round ends at once without "
        "their OK, so the enemy can tell that the submarine stayed.",
        "D3",
    )
    double_breakdown_damage: Literal[1, 2] = _choice(
        1, "Damage when radiation and a full panel are completed by one mark.", "D5"
    )
    double_surface: Literal["independent", "official_forfeit"] = _choice(
        "independent",
        "Both surfaced: each counts its own three rounds, or the second one to surface forfeits what is left of "
        "the first one's.",
        "D6",
    )
    surface_repair_at: Literal["last_round", "announcement"] = _choice(
        "last_round", "When surfacing erases the breakdowns.", "D7"
    )
    mine_adjacency: Literal[8, 4] = _choice(
        8, "Where a mine may be dropped: any of the 8 neighbours, or only the 4 of a move.", "D8"
    )
    torpedo_path: Literal["sea_bfs", "manhattan", "full_move_rules"] = _choice(
        "sea_bfs",
        "A torpedo's way: up to 4 steps over sea with turns; plain distance regardless of islands; or over spaces "
        "that the submarine itself could enter.",
        "D9",
    )
    self_damage: bool = _choice(True, "Whether a weapon hurts the submarine that used it.", "D11")
    mutual_destruction: Literal["draw", "attacker_loses", "attacker_wins"] = _choice(
        "draw", "The result when one explosion destroys both submarines.", "D12"
    )
    mine_chain: Literal["none", "torpedo_adjacent", "full"] = _choice(
        "none",
        "Whether explosions set off mines: never; a torpedo sets off the mines next to its impact; or every "
        "explosion sets off all mines on and next to it. The strongest explosion counts, they do not add up.",
        "D13",
    )
    bad_activation: Literal["reject", "radiation_mark", "one_damage"] = _choice(
        "reject",
        "Ordering a system that is broken or not full: refused; costs the next free radiation symbol; or costs one "
        "damage. The activation stays open.",
        "D15",
    )
    announce_ready: Literal["public", "team"] = _choice("public", "Who hears that a system is ready.", "D16")
    surface_on_dive_turn: bool = _choice(
        False, "Whether a submarine may surface again in the round in which it should dive.", "D17"
    )
    first_team: Literal["random", "blue", "yellow", "loser_of_previous"] = _choice(
        "random",
        "Who plays the first round. In a first match there is no previous loser, so it is drawn.",
        "D18",
    )
    unused_scenario_gauge_markable: bool = _choice(
        False, "Whether the Scenario gauge may be marked on a map that does not use it.", "D20"
    )
    detection_by: Literal["both", "first_mate_only"] = _choice("both", "Who may order drone and sonar.", "D21")
    auto_answers: Literal[True, "captain_confirms"] = _choice(
        True,
        "Hits and drone questions are answered by the referee at once, or when the enemy Captain confirms. The "
        "answer is the truth either way.",
        "D22",
    )
    sonar_timeout_s: int | None = _choice(
        None,
        "Seconds for the answer to a sonar; then a random legal one is given. Null waits.",
        "D23",
        minimum=1,
        maximum=3600,
    )
    surfaced_radio: Literal["locked_overlay", "no_limit"] = _choice(
        "locked_overlay", "Whether a surfaced team's Radio Operator may not draw.", "D24"
    )
    own_team_view: Literal["shared", "role_only"] = _choice(
        "shared", "Whether all roles of a team see all its sheets, or each its own.", "D25"
    )
    max_mines: int | None = _choice(
        None,
        "How many mines of a team may lie at once. Null is no limit.",
        "D26",
        minimum=1,
        maximum=676,
    )
    gauges: GaugeSheet = _choice(
        "turn-by-turn",
        "The gauge sheet: mine, torpedo, drone, sonar, silence 2/3/3/2/5, or the real-time sheet's 3/3/4/3/6.",
        "D27",
    )
    hull: int = _choice(4, "Damage that destroys a submarine.", "R1", minimum=1, maximum=6)
    role_bundles: Literal["strict", "free"] = _choice(
        "strict", "Whether people hold roles only in the rulebook's combinations.", "R12"
    )
    placement_timeout_s: int | None = _choice(
        None,
        "Seconds for choosing the start; then a random sea space is taken. Null waits.",
        "R17",
        minimum=1,
        maximum=3600,
    )
    max_rounds: int | None = _choice(
        None,
        "After this many rounds the match is a draw. Null is no limit.",
        "R147",
        minimum=1,
        maximum=100_000,
    )
    radio_assist: Literal["off", "plot", "cells"] = _choice(
        "off",
        "Help for the Radio Operator: none; the headings that are heard are drawn on the transparent sheet; or the "
        "cells where the enemy can be are worked out as well.",
        "R138",
    )
    spectator_view: Literal["public", "none", "omniscient"] = _choice(
        "public", "What somebody without a seat sees: public facts, nothing, or everything.", "R150"
    )
    clock: Clock | None = _choice(
        None,
        "Seconds for each order, mark and answer; then a cautious one is given, or the team has lost. Null waits. A "
        "limit for the start or for sonars alone goes before it.",
        "R147",
    )
    presence: Absence = _choice(
        "wait",
        "What happens when a player stays away for good: the table waits, a bot takes over, or the team has lost.",
        "R147",
    )

    def __post_init__(self) -> None:
        _require_known(self)
        _require_bounds(self)


@cache
def _kinds(choices: type[Any]) -> dict[str, Any]:
    return get_type_hints(choices)
