"""What the referee says out loud. `text` is the call as the rules word it; `team` is who it is about (P6).

Announcements carry no round and no sequence number: they are the same few values again and again, and are shared.
Each class names its audience; one without is refused when the module is imported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Literal

from sonar_referee.games.captain_sonar.orders import Fact
from sonar_referee.games.captain_sonar.terms import Heading, Role, System, Team
from sonar_referee.games.game import PUBLIC

AUDIENCES = (PUBLIC, "ready")
"""`ready` is everybody or the own team, as D16 says."""


class Announcement:
    """What all announcements have; subclasses must say who hears them."""

    __slots__ = ()
    audience: ClassVar[str]
    call: ClassVar[str] = ""
    """The spoken words, with the names of fields where their values go."""

    def __init_subclass__(cls) -> None:
        if getattr(cls, "audience", None) not in AUDIENCES:
            raise TypeError(f"{cls.__name__} has no audience: say who may hear it")

    @property
    def text(self) -> str:
        """The call as it is spoken."""
        names = getattr(self, "__dataclass_fields__", ())
        return self.call.format_map({name: str(getattr(self, name)).upper() for name in names})


@dataclass(frozen=True, slots=True)
class Dive(Announcement):
    """A team dives, in its first round and after surfacing (R30)."""

    call = "DIVE!"
    audience = PUBLIC
    kind: Literal["dive"] = field(default="dive", kw_only=True)
    team: Team


@dataclass(frozen=True, slots=True)
class Course(Announcement):
    """A move (R40)."""

    call = "HEAD {heading}"
    audience = PUBLIC
    kind: Literal["heading"] = field(default="heading", kw_only=True)
    team: Team
    heading: Heading


@dataclass(frozen=True, slots=True)
class CrewOk(Announcement):
    """Engineer or First Mate has marked (R23)."""

    call = "OK"
    audience = PUBLIC
    kind: Literal["crew_ok"] = field(default="crew_ok", kw_only=True)
    team: Team
    role: Role


@dataclass(frozen=True, slots=True)
class SystemReady(Announcement):
    """A gauge is full (R72)."""

    call = "{system} READY"
    audience = "ready"
    kind: Literal["system_ready"] = field(default="system_ready", kw_only=True)
    team: Team
    system: System


@dataclass(frozen=True, slots=True)
class Damage(Announcement):
    """Hull damage that no weapon did (R61, P5); `total` is the submarine's damage afterwards."""

    call = "DAMAGE!"
    audience = PUBLIC
    kind: Literal["damage"] = field(default="damage", kw_only=True)
    team: Team
    amount: int
    total: int


@dataclass(frozen=True, slots=True)
class Surfaced(Announcement):
    """A team surfaces; this is its first surface round (R130, P4)."""

    call = "SURFACE IN SECTOR {sector}!"
    audience = PUBLIC
    kind: Literal["surface"] = field(default="surface", kw_only=True)
    team: Team
    sector: int


@dataclass(frozen=True, slots=True)
class SurfaceRound(Announcement):
    """The second or third round on the surface (R132)."""

    call = "SURFACE ROUND {count} OF 3"
    audience = PUBLIC
    kind: Literal["surface_round"] = field(default="surface_round", kw_only=True)
    team: Team
    count: int


@dataclass(frozen=True, slots=True)
class Stop(Announcement):
    """An activation begins (R82)."""

    call = "STOP!"
    audience = PUBLIC
    kind: Literal["stop"] = field(default="stop", kw_only=True)
    team: Team


@dataclass(frozen=True, slots=True)
class MineDropped(Announcement):
    """A mine lies somewhere (R93)."""

    call = "MINE DROPPED!"
    audience = PUBLIC
    kind: Literal["mine_dropped"] = field(default="mine_dropped", kw_only=True)
    team: Team


@dataclass(frozen=True, slots=True)
class MineTriggered(Announcement):
    """A team's mine explodes (R102)."""

    call = "MINE TRIGGERED, IMPACT IN {cell}!"
    audience = PUBLIC
    kind: Literal["mine_triggered"] = field(default="mine_triggered", kw_only=True)
    team: Team
    cell: str


@dataclass(frozen=True, slots=True)
class TorpedoLaunched(Announcement):
    """A torpedo explodes (R105)."""

    call = "TORPEDO LAUNCHED, IMPACT IN {cell}!"
    audience = PUBLIC
    kind: Literal["torpedo_launched"] = field(default="torpedo_launched", kw_only=True)
    team: Team
    cell: str


@dataclass(frozen=True, slots=True)
class ArcherMineTriggered(Announcement):
    """One of the chart's mines explodes (R144)."""

    call = "TRIGGERING ARCHER MINE, IMPACT IN {cell}!"
    audience = PUBLIC
    kind: Literal["archer_mine_triggered"] = field(default="archer_mine_triggered", kw_only=True)
    team: Team
    cell: str


@dataclass(frozen=True, slots=True)
class Impact(Announcement):
    """What an explosion did to `team`'s submarine (R111)."""

    audience = PUBLIC
    kind: Literal["impact"] = field(default="impact", kw_only=True)
    team: Team
    result: Literal["direct_hit", "indirect_hit", "all_clear"]

    @property
    def text(self) -> str:
        """The enemy Captain's answer."""
        return {
            "direct_hit": "DIRECT HIT, TWO DAMAGE!",
            "indirect_hit": "INDIRECT HIT, ONE DAMAGE!",
            "all_clear": "ALL CLEAR!",
        }[self.result]


@dataclass(frozen=True, slots=True)
class DroneLaunched(Announcement):
    """The question of a drone (R118)."""

    call = "DRONE LAUNCHED, ARE YOU IN SECTOR {sector}?"
    audience = PUBLIC
    kind: Literal["drone_launched"] = field(default="drone_launched", kw_only=True)
    team: Team
    sector: int


@dataclass(frozen=True, slots=True)
class DroneAnswer(Announcement):
    """The answer to a drone by `team` (R118)."""

    call = "{answer}!"
    audience = PUBLIC
    kind: Literal["drone_answer"] = field(default="drone_answer", kw_only=True)
    team: Team
    answer: Literal["yes", "no"]


@dataclass(frozen=True, slots=True)
class SonarActivated(Announcement):
    """A sonar asks the enemy Captain (R119)."""

    call = "ACTIVATING SONAR!"
    audience = PUBLIC
    kind: Literal["sonar_activated"] = field(default="sonar_activated", kw_only=True)
    team: Team


@dataclass(frozen=True, slots=True)
class SonarAnswer(Announcement):
    """The two facts of `team`, in its Captain's order, without a word on which is true (R119)."""

    audience = PUBLIC
    kind: Literal["sonar_answer"] = field(default="sonar_answer", kw_only=True)
    team: Team
    facts: tuple[Fact, Fact]

    @property
    def text(self) -> str:
        """The two facts in order."""
        return "WE ARE IN " + ", ".join(f"{fact.kind.upper()} {fact.value}" for fact in self.facts) + "!"


@dataclass(frozen=True, slots=True)
class SilenceActivated(Announcement):
    """A silent course (R121)."""

    call = "ACTIVATING SILENCE!"
    audience = PUBLIC
    kind: Literal["silence_activated"] = field(default="silence_activated", kw_only=True)
    team: Team


@dataclass(frozen=True, slots=True)
class Destroyed(Announcement):
    """A submarine is destroyed (R75)."""

    call = "DESTROYED!"
    audience = PUBLIC
    kind: Literal["destroyed"] = field(default="destroyed", kw_only=True)
    team: Team


@dataclass(frozen=True, slots=True)
class RoundEnded(Announcement):
    """A team's round is over."""

    call = "END OF ROUND"
    audience = PUBLIC
    kind: Literal["round_ended"] = field(default="round_ended", kw_only=True)
    team: Team


@dataclass(frozen=True, slots=True)
class GameOver(Announcement):
    """The match is over; no winner is a draw (R145, R146). It is about no team (P6)."""

    audience = PUBLIC
    kind: Literal["game_over"] = field(default="game_over", kw_only=True)
    team: None
    winner: Team | None
    reason: str

    @property
    def text(self) -> str:
        """Who wins."""
        return f"GAME OVER, {self.winner.upper()} WINS!" if self.winner else "GAME OVER, DRAW!"


ANNOUNCEMENTS: tuple[type[Announcement], ...] = (
    Dive,
    Course,
    CrewOk,
    SystemReady,
    Damage,
    Surfaced,
    SurfaceRound,
    Stop,
    MineDropped,
    MineTriggered,
    TorpedoLaunched,
    ArcherMineTriggered,
    Impact,
    DroneLaunched,
    DroneAnswer,
    SonarActivated,
    SonarAnswer,
    SilenceActivated,
    Destroyed,
    RoundEnded,
    GameOver,
)
"""Everything that the referee says."""

_OF_KIND: Final[dict[str, type[Announcement]]] = {
    kind.__dataclass_fields__["kind"].default: kind  # type: ignore[attr-defined]
    for kind in ANNOUNCEMENTS
}


def read_announcement(document: Mapping[str, Any]) -> Announcement:
    """An announcement from its JSON document, whose further members (sequence, round, text) do not matter."""
    kind = _OF_KIND[document["kind"]]
    values = {field.name: document[field.name] for field in fields(kind)}  # type: ignore[arg-type]
    if "facts" in values:
        values["facts"] = tuple(Fact(**fact) for fact in values["facts"])
    return kind(**values)
