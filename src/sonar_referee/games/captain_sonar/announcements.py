"""What the referee says out loud. `text` is the call as the rules word it; `team` is who it is about (P6).

Announcements carry no round and no sequence number: they are the same few values again and again, and are shared.
Each class names its audience; one without is refused when the module is imported.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from sonar_referee.games.captain_sonar.orders import Fact
from sonar_referee.games.captain_sonar.terms import Heading, Role, System, Team
from sonar_referee.games.game import PUBLIC

AUDIENCES = (PUBLIC, "ready")
"""`ready` is everybody or the own team, as D16 says."""

_NUMBER = {1: "ONE", 2: "TWO"}


class Announcement:
    """What all announcements have; subclasses must say who hears them."""

    __slots__ = ()
    audience: ClassVar[str]

    def __init_subclass__(cls) -> None:
        if getattr(cls, "audience", None) not in AUDIENCES:
            raise TypeError(f"{cls.__name__} has no audience: say who may hear it")

    @property
    def text(self) -> str:
        """The call as it is spoken."""
        raise NotImplementedError


def _kind(name: str) -> Any:
    return field(default=name, kw_only=True)


@dataclass(frozen=True, slots=True)
class Dive(Announcement):
    """A team dives, in its first round and after surfacing (R30)."""

    audience = PUBLIC
    kind: Literal["dive"] = _kind("dive")
    team: Team

    @property
    def text(self) -> str:
        return "DIVE!"


@dataclass(frozen=True, slots=True)
class Course(Announcement):
    """A move (R40)."""

    audience = PUBLIC
    kind: Literal["heading"] = _kind("heading")
    team: Team
    heading: Heading

    @property
    def text(self) -> str:
        return f"HEAD {self.heading.upper()}"


@dataclass(frozen=True, slots=True)
class CrewOk(Announcement):
    """Engineer or First Mate has marked (R23)."""

    audience = PUBLIC
    kind: Literal["crew_ok"] = _kind("crew_ok")
    team: Team
    role: Role

    @property
    def text(self) -> str:
        return "OK"


@dataclass(frozen=True, slots=True)
class SystemReady(Announcement):
    """A gauge is full (R72)."""

    audience = "ready"
    kind: Literal["system_ready"] = _kind("system_ready")
    team: Team
    system: System

    @property
    def text(self) -> str:
        return f"{self.system.upper()} READY"


@dataclass(frozen=True, slots=True)
class Damage(Announcement):
    """Hull damage that no weapon did (R61, P5); `total` is the submarine's damage afterwards."""

    audience = PUBLIC
    kind: Literal["damage"] = _kind("damage")
    team: Team
    amount: int
    total: int

    @property
    def text(self) -> str:
        return "DAMAGE!"


@dataclass(frozen=True, slots=True)
class Surfaced(Announcement):
    """A team surfaces; this is its first surface round (R130, P4)."""

    audience = PUBLIC
    kind: Literal["surface"] = _kind("surface")
    team: Team
    sector: int

    @property
    def text(self) -> str:
        return f"SURFACE IN SECTOR {self.sector}!"


@dataclass(frozen=True, slots=True)
class SurfaceRound(Announcement):
    """The second or third round on the surface (R132)."""

    audience = PUBLIC
    kind: Literal["surface_round"] = _kind("surface_round")
    team: Team
    count: int

    @property
    def text(self) -> str:
        return f"SURFACE ROUND {self.count} OF 3"


@dataclass(frozen=True, slots=True)
class Stop(Announcement):
    """An activation begins (R82)."""

    audience = PUBLIC
    kind: Literal["stop"] = _kind("stop")
    team: Team

    @property
    def text(self) -> str:
        return "STOP!"


@dataclass(frozen=True, slots=True)
class MineDropped(Announcement):
    """A mine lies somewhere (R93)."""

    audience = PUBLIC
    kind: Literal["mine_dropped"] = _kind("mine_dropped")
    team: Team

    @property
    def text(self) -> str:
        return "MINE DROPPED!"


@dataclass(frozen=True, slots=True)
class MineTriggered(Announcement):
    """A team's mine explodes (R102)."""

    audience = PUBLIC
    kind: Literal["mine_triggered"] = _kind("mine_triggered")
    team: Team
    cell: str

    @property
    def text(self) -> str:
        return f"MINE TRIGGERED, IMPACT IN {self.cell}!"


@dataclass(frozen=True, slots=True)
class TorpedoLaunched(Announcement):
    """A torpedo explodes (R105)."""

    audience = PUBLIC
    kind: Literal["torpedo_launched"] = _kind("torpedo_launched")
    team: Team
    cell: str

    @property
    def text(self) -> str:
        return f"TORPEDO LAUNCHED, IMPACT IN {self.cell}!"


@dataclass(frozen=True, slots=True)
class ArcherMineTriggered(Announcement):
    """One of the chart's mines explodes (R144)."""

    audience = PUBLIC
    kind: Literal["archer_mine_triggered"] = _kind("archer_mine_triggered")
    team: Team
    cell: str

    @property
    def text(self) -> str:
        return f"TRIGGERING ARCHER MINE, IMPACT IN {self.cell}!"


@dataclass(frozen=True, slots=True)
class Impact(Announcement):
    """What an explosion did to `team`'s submarine (R111)."""

    audience = PUBLIC
    kind: Literal["impact"] = _kind("impact")
    team: Team
    result: Literal["direct_hit", "indirect_hit", "all_clear"]

    @property
    def text(self) -> str:
        return {
            "direct_hit": "DIRECT HIT, TWO DAMAGE!",
            "indirect_hit": "INDIRECT HIT, ONE DAMAGE!",
            "all_clear": "ALL CLEAR!",
        }[self.result]


@dataclass(frozen=True, slots=True)
class DroneLaunched(Announcement):
    """The question of a drone (R118)."""

    audience = PUBLIC
    kind: Literal["drone_launched"] = _kind("drone_launched")
    team: Team
    sector: int

    @property
    def text(self) -> str:
        return f"DRONE LAUNCHED, ARE YOU IN SECTOR {self.sector}?"


@dataclass(frozen=True, slots=True)
class DroneAnswer(Announcement):
    """The answer to a drone by `team` (R118)."""

    audience = PUBLIC
    kind: Literal["drone_answer"] = _kind("drone_answer")
    team: Team
    answer: Literal["yes", "no"]

    @property
    def text(self) -> str:
        return f"{self.answer.upper()}!"


@dataclass(frozen=True, slots=True)
class SonarActivated(Announcement):
    """A sonar asks the enemy Captain (R119)."""

    audience = PUBLIC
    kind: Literal["sonar_activated"] = _kind("sonar_activated")
    team: Team

    @property
    def text(self) -> str:
        return "ACTIVATING SONAR!"


@dataclass(frozen=True, slots=True)
class SonarAnswer(Announcement):
    """The two facts of `team`, in its Captain's order, without a word on which is true (R119)."""

    audience = PUBLIC
    kind: Literal["sonar_answer"] = _kind("sonar_answer")
    team: Team
    facts: tuple[Fact, Fact]

    @property
    def text(self) -> str:
        return "WE ARE IN " + ", ".join(f"{fact.kind.upper()} {fact.value}" for fact in self.facts) + "!"


@dataclass(frozen=True, slots=True)
class SilenceActivated(Announcement):
    """A silent course (R121)."""

    audience = PUBLIC
    kind: Literal["silence_activated"] = _kind("silence_activated")
    team: Team

    @property
    def text(self) -> str:
        return "ACTIVATING SILENCE!"


@dataclass(frozen=True, slots=True)
class Destroyed(Announcement):
    """A submarine is destroyed (R75)."""

    audience = PUBLIC
    kind: Literal["destroyed"] = _kind("destroyed")
    team: Team

    @property
    def text(self) -> str:
        return "DESTROYED!"


@dataclass(frozen=True, slots=True)
class RoundEnded(Announcement):
    """A team's round is over."""

    audience = PUBLIC
    kind: Literal["round_ended"] = _kind("round_ended")
    team: Team

    @property
    def text(self) -> str:
        return "END OF ROUND"


@dataclass(frozen=True, slots=True)
class GameOver(Announcement):
    """The match is over; no winner is a draw (R145, R146). It is about no team (P6)."""

    audience = PUBLIC
    kind: Literal["game_over"] = _kind("game_over")
    team: None
    winner: Team | None
    reason: str

    @property
    def text(self) -> str:
        return f"GAME OVER, {self.winner.upper()} WINS!" if self.winner else "GAME OVER, DRAW!"
