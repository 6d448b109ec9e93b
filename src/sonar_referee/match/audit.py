"""Whether a match, as stored or as downloaded, follows from the rules: its log is played again from the beginning."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar

from sonar_referee.games.errors import IllegalOrder, RefereeError
from sonar_referee.games.game import Outcome
from sonar_referee.games.replay import Replay
from sonar_referee.match.roster import STAND_IN, Roster, team_of
from sonar_referee.match.setup import Setup
from sonar_referee.match.table import CLOCK
from sonar_referee.store import Entry, StoredMatch
from sonar_referee.wire.adapters import read_logged_order
from sonar_referee.wire.encode import dump
from sonar_referee.wire.models import MatchRecord

T = TypeVar("T")

STATUSES = ("lobby", "running", "finished")

_SOMEBODY = ""
"""In place of a player in the log of a record, which gives names only."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What does not follow from the rules: in which entry of the log, if in one, and by which rule, if by one."""

    entry: int | None
    reason: str
    rule: str | None = None


@dataclass(slots=True)
class Finding:
    """What was found out about one match. The hash is missing where the log could not be played to its end."""

    match_id: str
    status: str
    orders: int
    state_hash: str | None = None
    outcome: Outcome | None = None
    faults: list[Fault] = field(default_factory=list)


class _Unreadable(RefereeError):
    """Something that is stored cannot be read."""


def audit(stored: StoredMatch, entries: Sequence[Entry]) -> Finding:
    """Play a match again from its log and list what does not follow."""
    finding = Finding(stored.match_id, stored.status, len(entries))
    if stored.status not in STATUSES:
        finding.faults.append(Fault(None, f"the status is {stored.status!r}, not one of {', '.join(STATUSES)}"))
    finding.faults += _faults_of_numbers_and_times(stored, entries)
    try:
        setup = _read("setup", lambda: Setup.read(stored.setup))
        roster = _read("roster", lambda: _read_roster(setup, stored.roster))
    except _Unreadable as unreadable:
        finding.faults.append(Fault(None, str(unreadable)))
        return finding
    _replay(setup, roster, entries, finding)
    finding.faults.sort(key=lambda fault: (fault.entry is not None, fault.entry or 0))
    return finding


def audit_record(record: MatchRecord) -> Finding:
    """The same for the record of a finished match, whose outcome must be the log's."""
    setup = {
        "game": record.game,
        "options": record.options,
        "map": record.map,
        "seed": record.seed,
        "name": record.name,
        "public": True,
        "host_token_hash": "",
        "first_options": record.options,
    }
    entries = [
        Entry(one.number, one.at, CLOCK if one.player is None else _SOMEBODY, one.seat, dump(one.order), None)
        for one in record.orders
    ]
    finding = audit(StoredMatch(record.match_id, "", record.created_at, "finished", dump(setup), "[]"), entries)
    told = None if record.outcome is None else Outcome(record.outcome.winner, record.outcome.reason)
    if finding.state_hash is not None and finding.outcome != told:
        finding.faults.append(Fault(None, f"the record says {_ending(told)}, the log {_ending(finding.outcome)}"))
    return finding


def _ending(outcome: Outcome | None) -> str:
    return "that it is not over" if outcome is None else f"that {outcome.winner or 'nobody'} won ({outcome.reason})"


def _read(what: str, reading: Callable[[], T]) -> T:
    try:
        return reading()
    except RefereeError as error:
        raise _Unreadable(f"the {what} cannot be read: {error}") from error
    except Exception as error:
        raise _Unreadable(f"the {what} cannot be read ({type(error).__name__}: {error})") from error


def _read_roster(setup: Setup, text: str) -> Roster:
    """The stored roster; raises `Problem` for seats that are none, taken twice, or of two teams."""
    roster = Roster(setup.game)
    for player in Roster.read(setup.game, text).players:
        roster = roster.joined(player)
    return roster


def _faults_of_numbers_and_times(stored: StoredMatch, entries: Sequence[Entry]) -> Iterator[Fault]:
    before = _time(stored.created_at)
    if before is None:
        yield Fault(None, f"the match was made at {stored.created_at!r}, which is no time")
    for expected, entry in enumerate(entries, 1):
        if entry.number != expected:
            yield Fault(entry.number, f"this entry stands where number {expected} should")
        time = _time(entry.at)
        if time is None:
            yield Fault(entry.number, f"it was given at {entry.at!r}, which is no time")
        elif before is not None and time < before:
            yield Fault(entry.number, f"it was given at {entry.at}, before what stands before it")
        before = time or before


def _time(text: str) -> datetime | None:
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo is not None else None


def _replay(setup: Setup, roster: Roster, entries: Sequence[Entry], finding: Finding) -> None:
    """Give the orders one by one, up to the first that the rules refuse: what comes after it has no position."""
    replay = Replay(setup.game, setup.options, setup.chart, setup.seed)
    for entry in entries:
        fault = _give(replay, setup, roster, entry)
        if fault is not None:
            finding.faults.append(fault)
            return
    finding.state_hash, finding.outcome = replay.state_hash(), setup.game.outcome(replay.state)
    if finding.status == "lobby" and entries:
        finding.faults.append(Fault(None, "the match is in the lobby, but its log holds orders"))
    if finding.status == "finished" and finding.outcome is None:
        finding.faults.append(Fault(None, "the match is finished, but its log does not lead to an end"))


def _give(replay: Replay, setup: Setup, roster: Roster, entry: Entry) -> Fault | None:
    """Give one order; what is wrong with it, if something is."""
    game = setup.game
    if entry.seat not in game.seats:
        return Fault(entry.number, f"{entry.seat!r} is no seat of this game")
    try:
        order = _read("order", lambda: read_logged_order(game, json.loads(entry.order)))
    except _Unreadable as unreadable:
        return Fault(entry.number, str(unreadable))
    reason = _why_not_given(replay.state, setup, roster, entry, order)
    if reason is not None:
        return Fault(entry.number, reason)
    try:
        replay.give(entry.seat, order)
    except IllegalOrder as refusal:
        return Fault(entry.number, refusal.reason, refusal.rule)
    return None


def _why_not_given(state: Any, setup: Setup, roster: Roster, entry: Entry, order: Any) -> str | None:
    """Why this order cannot have come from whoever gave it, if so."""
    game = setup.game
    if entry.player == CLOCK:
        return _why_not_by_the_clock(state, setup, roster, entry.seat, order)
    if isinstance(order, game.referee_orders):
        return "only the referee gives such an order"
    if entry.player == STAND_IN:
        stands_in = game.absence(setup.options, roster.bot_seats()) == "bot"
        return None if stands_in else "a bot stood in for a player, which this match does not allow"
    if entry.player == _SOMEBODY:
        return None
    player = next((one for one in roster.players if one.player_id == entry.player), None)
    if player is None:
        return "whoever gave it is not in the roster"
    teams = {team_of(game, seat) for seat in player.seats}  # none for who has left: any may have been theirs
    if teams and team_of(game, entry.seat) not in teams:
        return f"{entry.seat} is no seat of the team of {player.name}, who gave it"
    return None


def _why_not_by_the_clock(state: Any, setup: Setup, roster: Roster, seat: str, order: Any) -> str | None:
    game = setup.game
    if game.outcome(state) is not None:
        return None  # the rules refuse it in their own words
    if game.time_allowed(state) is not None and (seat, order) == game.on_timeout(state):
        return None
    others = [seats[0] for seats in game.teams.values() if seat not in seats]
    absences = (game.on_absence(state, absent) for absent in ((seat,), (seat, *others)))
    if game.absence(setup.options, roster.bot_seats()) == "forfeit" and (seat, order) in absences:
        return None
    return "this is not what the referee orders when time is up or players stay away"
