"""Where one team's submarine can be and on which routes, from what everybody heard of it.

All that is said about a submarine is public, so both teams, and spectators, can know the same: the team itself asks a
tracker of its own submarine what the enemy can know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy, deepcopy
from functools import partial
from typing import ClassVar

from sonar_referee.games.captain_sonar import announcements as a
from sonar_referee.games.captain_sonar.chart import Chart
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.games.captain_sonar.orders import Fact
from sonar_referee.games.captain_sonar.terms import HEADING_NUMBER, SILENCE_REACH, TORPEDO_REACH, Team
from sonar_referee.games.captain_sonar.tracker.blast import Blast, damage_of
from sonar_referee.games.captain_sonar.tracker.frame import frame_of
from sonar_referee.games.captain_sonar.tracker.oblivion import forget
from sonar_referee.games.captain_sonar.tracker.trace import (
    Trace,
    first_trace,
    laid,
    merged,
    mines_from_here,
    split,
    step,
    taken_from,
    without_mines,
)
from sonar_referee.games.grid import bits

Change = Callable[[Trace], Iterable[Trace]]

_MOST_WEIGHED = 400
"""Shapes of routes up to which each is counted."""

MOST_TRACES = 6000
"""Shapes of routes that are kept apart; with more the oldest parts of routes are forgotten."""


class Tracker:
    """The exact set of cells where a team's submarine can be; a set that holds it for certain if `exact` is false.

    Let it hear every announcement that its team may hear, in order, from the start.
    """

    def __init__(self, chart: Chart, options: Options, team: Team, most_traces: int = MOST_TRACES) -> None:
        self.team = team
        self.exact = True
        """Whether nothing had to be forgotten or left open."""
        self._chart = chart
        self._options = options
        self._most = most_traces
        self._frame = frame_of(chart)
        self._traces = [first_trace(self._frame, chart.sea)]
        self._stayed: list[Trace] = []
        """After a silence that may have been of 0 spaces and then brings no marks: the traces for that (D3)."""
        self._cells: int | None = None
        self._drops = 0
        self._damaged = False
        """Whether the team took damage since the last round ended."""
        self._blast: Blast | None = None
        self._drone_sector = 0

    # -- what is known

    @property
    def cells(self) -> int:
        """The cells where the submarine can be, as a set."""
        if self._cells is None:
            cells = 0
            for trace in self._all():
                cells |= self._frame.cells(trace.place, trace.starts)
            self._cells = cells
        return self._cells

    def names(self) -> list[str]:
        """The names of the cells where the submarine can be."""
        return [self._chart.names[cell] for cell in bits(self.cells)]

    @property
    def shapes(self) -> int:
        """How many shapes of routes are told apart."""
        return len(self._traces)

    def weights(self) -> dict[int, float]:
        """For each possible cell the number of routes that end there; 1 for all where there are too many to count."""
        if len(self._traces) > _MOST_WEIGHED:
            return dict.fromkeys(bits(self.cells), 1.0)
        weights: dict[int, float] = {}
        for trace in self._all():
            for cell in bits(self._frame.cells(trace.place, trace.starts)):
                weights[cell] = weights.get(cell, 0.0) + 1.0
        return weights

    def copy(self) -> Tracker:
        """Another tracker that has heard the same."""
        other = copy(self)
        other._traces = self._traces.copy()
        other._stayed = self._stayed.copy()
        other._blast = deepcopy(self._blast)
        return other

    def after(self, *announcements: a.Announcement) -> Tracker:
        """What the tracker would be if it heard these as well."""
        other = self.copy()
        for said in announcements:
            other.hear(said)
        return other

    def routes(self) -> Iterator[tuple[str, ...]]:
        """The possible routes since the last dive, each as the names of its cells; as far back as is remembered."""
        for trace in self._all():
            places = trace.way.places()
            for start in bits(trace.starts):
                yield tuple(self._chart.names[next(bits(self._frame.cells(place, 1 << start)))] for place in places)

    def _all(self) -> list[Trace]:
        return self._traces + self._stayed

    # -- hearing

    def hear(self, announcement: a.Announcement) -> None:
        """Draw the conclusions from the next announcement."""
        if self._blast is not None and not isinstance(announcement, a.Impact | a.MineTriggered):
            self._end_blast(self._blast)
        hear = self._HEARS.get(type(announcement))
        if hear is not None:
            hear(self, announcement)

    def _change(self, change: Change) -> None:
        """Replace every trace by what becomes of it."""
        self._cells = None
        self._traces = [after for trace in self._traces for after in change(trace)]
        self._stayed = [after for trace in self._stayed for after in change(trace)]

    def _gather(self) -> None:
        """Put equal traces together, and forget where there are too many."""
        self._traces = merged(self._traces)
        if len(self._traces) > self._most:
            self._traces = forget(self._frame, self._traces, self._most)
            self.exact = False

    def _keep(self, cells: int) -> None:
        """The submarine is on one of these cells."""

        def kept(trace: Trace) -> Iterator[Trace]:
            starts = trace.starts & self._frame.starts(trace.place, cells)
            if starts:
                yield trace if starts == trace.starts else trace._replace(starts=starts)

        self._change(kept)

    # -- moving

    def _hear_course(self, said: a.Course) -> None:
        if said.team != self.team:
            return
        self._damaged = False
        by = self._frame.steps[HEADING_NUMBER[said.heading]]
        moved = (step(self._frame, trace, trace.place + by) for trace in self._traces)
        self._traces = [trace for trace in moved if trace is not None]
        self._cells = None

    def _hear_silence(self, said: a.SilenceActivated) -> None:
        if said.team != self.team:
            return
        staying = self._traces
        self._traces = [after for trace in staying for after in self._silent_courses(trace)]
        if self._options.silence_zero_marks:
            self._traces += staying
        else:
            self._stayed = staying
        self._cells = None
        self._gather()

    def _silent_courses(self, trace: Trace) -> Iterator[Trace]:
        """The traces after 1 to 4 spaces straight ahead (R122)."""
        for by in self._frame.steps:
            after: Trace | None = trace
            for _ in range(SILENCE_REACH):
                after = after and step(self._frame, after, after.place + by)
                if after is None:
                    break
                yield after

    def _hear_crew(self, said: a.CrewOk) -> None:
        if said.team == self.team and self._stayed:
            self._stayed = []
            self._cells = None

    def _hear_damage(self, said: a.Damage) -> None:
        if said.team == self.team:
            self._damaged = True

    def _hear_round_end(self, _said: a.RoundEnded) -> None:
        if self._stayed:
            self._traces, self._stayed, self._cells = self._stayed, [], None
        self._damaged = False

    def _hear_surfaced(self, said: a.Surfaced) -> None:
        if said.team != self.team:
            return
        chart = self._chart
        cells = sum(1 << cell for cell, sector in enumerate(chart.sector) if sector == said.sector)
        if chart.holes:
            cells &= ~chart.holes if self._damaged else chart.holes
        self._keep(cells)
        frame = self._frame
        way = first_trace(frame, 0).way

        def risen(trace: Trace) -> Iterator[Trace]:
            cells = frame.cells(trace.place, trace.starts)
            yield Trace(frame.origin, frame.bit[frame.origin], cells, mines_from_here(frame, trace), way)

        self._change(risen)
        self._gather()

    # -- mines and weapons

    def _hear_mine_dropped(self, said: a.MineDropped) -> None:
        if said.team != self.team:
            return
        self._drops += 1
        frame, most, adjacency = self._frame, self._options.max_mines, self._options.mine_adjacency

        def armed(trace: Trace) -> Iterator[Trace]:
            lying = sum(not where & 1 for _, where in trace.mines)
            if most is None or lying < most:
                where = frame.ring(trace.place, adjacency) & ~trace.trail
                after = laid(frame, trace, (*trace.mines, (self._drops, where)))
                if after is not None:
                    yield after

        self._change(armed)

    def _hear_mine_triggered(self, said: a.MineTriggered) -> None:
        cell = self._chart.number[said.cell]
        if self._blast is not None and not self._blast.answered:
            self._blast.centres.append(cell)
        else:
            self._begin_blast(said.team, "mine", cell)
        if said.team == self.team:
            self._change(partial(self._without_one_at, cell, True))
            self._gather()

    def _hear_torpedo(self, said: a.TorpedoLaunched) -> None:
        target = self._chart.number[said.cell]
        self._begin_blast(said.team, "torpedo", target)
        if said.team != self.team:
            return
        if self._options.torpedo_path == "full_move_rules":
            self._change(partial(self._in_torpedo_reach, target))
        else:
            by_sea = self._options.torpedo_path == "sea_bfs"
            self._keep((self._chart.torpedo_reach if by_sea else self._chart.torpedo_diamond)[target])

    def _in_torpedo_reach(self, target: int, trace: Trace) -> Iterator[Trace]:
        """The starts from which a torpedo finds a way around the own route and mines (D9 `full_move_rules`)."""
        chart, frame = self._chart, self._frame
        mined = 0
        for _, where in trace.mines:
            mined |= where & ~1
        starts = 0
        for start in bits(trace.starts):
            cell = next(bits(frame.cells(trace.place, 1 << start)))
            seas = frame.places_at_sea[start]
            sailed, doubtful = (self._cells_at(places & seas, start) for places in (trace.trail, mined))
            open_sea = chart.sea & ~sailed
            if chart.flood(cell, open_sea, TORPEDO_REACH) >> target & 1:
                starts |= 1 << start
                if not chart.flood(cell, open_sea & ~doubtful, TORPEDO_REACH) >> target & 1:
                    self.exact = False
        if starts:
            yield trace._replace(starts=starts)

    def _cells_at(self, places: int, start: int) -> int:
        return sum(self._frame.cells(place, 1 << start) for place in bits(places))

    def _hear_archer_mine(self, said: a.ArcherMineTriggered) -> None:
        self._begin_blast(said.team, "archer_mine", self._chart.number[said.cell])

    def _without_one_at(self, cell: int, certain: bool, trace: Trace) -> Iterator[Trace]:
        """The traces after a mine on a cell is gone, told or, where it is not certain, swept away unnoticed."""
        untouched, alone = split(self._frame, trace, 1 << cell)
        if not certain and untouched:
            yield trace._replace(starts=untouched)
        for single, places in alone:
            yield from taken_from(self._frame, single, places)
            if not certain:
                left = without_mines(self._frame, single, places)
                if left is not None:
                    yield left

    def _without_any_at(self, cells: int, trace: Trace) -> Iterator[Trace]:
        """The traces in which no mine lies on the cells."""
        untouched, alone = split(self._frame, trace, cells)
        if untouched:
            yield trace._replace(starts=untouched)
        for single, places in alone:
            left = without_mines(self._frame, single, places)
            if left is not None:
                yield left

    # -- explosions

    def _begin_blast(self, team: Team, weapon: str, cell: int) -> None:
        if self._blast is not None:
            self._end_blast(self._blast)
        self._blast = Blast(team, weapon, [cell])

    def _hear_impact(self, said: a.Impact) -> None:
        blast = self._blast
        assert blast is not None, "nothing has exploded"
        if not blast.answered:
            self._sweep(blast)
        blast.answered.append(said.team)
        if said.team == self.team:
            self._keep(blast.hit_cells(self._chart, damage_of(said)))

    def _sweep(self, blast: Blast) -> None:
        """Mines on an impact are swept away; those that should have gone off and did not were not there."""
        set_off = blast.set_off_cells(self._chart, self._options.mine_chain)
        if set_off:
            self._change(partial(self._without_any_at, set_off))
        for centre in blast.centres:
            self._change(partial(self._without_one_at, centre, False))
        self._gather()

    def _end_blast(self, blast: Blast) -> None:
        """Who used a weapon and is told of no impact took none (R111), if it can hurt its user at all (D11)."""
        self._blast = None
        if blast.answered and blast.asker == self.team not in blast.answered and self._options.self_damage:
            self._keep(blast.hit_cells(self._chart, 0))

    # -- detection

    def _hear_drone(self, said: a.DroneLaunched) -> None:
        self._drone_sector = said.sector

    def _hear_drone_answer(self, said: a.DroneAnswer) -> None:
        if said.team == self.team:
            inside = self.cells_in(Fact("sector", self._drone_sector))
            self._keep(inside if said.answer == "yes" else ~inside)

    def _hear_sonar_answer(self, said: a.SonarAnswer) -> None:
        if said.team == self.team:
            one, other = (self.cells_in(fact) for fact in said.facts)
            self._keep(one ^ other)

    def cells_in(self, fact: Fact) -> int:
        """The cells of which a fact is true."""
        chart = self._chart
        is_there: dict[str, Callable[[int], bool]] = {
            "row": lambda cell: chart.row_number(cell) == fact.value,
            "column": lambda cell: chart.column_letter(cell) == fact.value,
            "sector": lambda cell: chart.sector[cell] == fact.value,
        }
        return sum(1 << cell for cell in bits(chart.sea) if is_there[fact.kind](cell))

    _HEARS: ClassVar[dict[type[a.Announcement], Callable[..., None]]] = {
        a.Course: _hear_course,
        a.SilenceActivated: _hear_silence,
        a.CrewOk: _hear_crew,
        a.Damage: _hear_damage,
        a.RoundEnded: _hear_round_end,
        a.Surfaced: _hear_surfaced,
        a.MineDropped: _hear_mine_dropped,
        a.MineTriggered: _hear_mine_triggered,
        a.TorpedoLaunched: _hear_torpedo,
        a.ArcherMineTriggered: _hear_archer_mine,
        a.Impact: _hear_impact,
        a.DroneLaunched: _hear_drone,
        a.DroneAnswer: _hear_drone_answer,
        a.SonarAnswer: _hear_sonar_answer,
    }
