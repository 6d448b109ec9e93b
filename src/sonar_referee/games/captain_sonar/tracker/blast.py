"""An explosion as it is heard: first where, then what it did."""

from __future__ import annotations

from dataclasses import dataclass, field

from sonar_referee.games.captain_sonar.announcements import Impact
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.terms import Team

DAMAGE = {"all_clear": 0, "indirect_hit": 1, "direct_hit": 2}


@dataclass(slots=True)
class Blast:
    """What has been heard of one explosion and of the mines that it set off."""

    asker: Team
    """Whose weapon it was."""
    weapon: str
    centres: list[int]
    answered: list[Team] = field(default_factory=list)
    """The teams of which an impact was told."""

    def hit_cells(self, chart: Chart, damage: int) -> int:
        """The cells where a submarine takes this damage (R110, R117)."""
        direct = sum({1 << centre for centre in self.centres})
        reached = self._reached(chart)
        return (chart.sea & ~reached, reached & ~direct, direct)[damage]

    def _reached(self, chart: Chart) -> int:
        cells = 0
        for centre in self.centres:
            cells |= chart.near[centre]
        return cells

    def set_off_cells(self, chart: Chart, mine_chain: str) -> int:
        """The cells on which no mine can have lain without being set off and told (D13)."""
        if mine_chain == "torpedo_adjacent" and self.weapon == "torpedo":
            return chart.near[self.centres[0]] & ~(1 << self.centres[0])
        return self._reached(chart) if mine_chain == "full" else 0


def damage_of(impact: Impact) -> int:
    """The damage that an impact tells."""
    return DAMAGE[impact.result]
