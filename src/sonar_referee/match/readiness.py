"""Whether a match can start, told before anybody tries."""

from __future__ import annotations

from sonar_referee.match.match import Match
from sonar_referee.match.roster import Roster
from sonar_referee.wire.problems import Problem


def start_problem(match: Match) -> Problem | None:
    """Why the match cannot start now: `not_in_lobby`, `seats_empty` or `crew_not_allowed`; None if it can."""
    if match.status != "lobby":
        return Problem("not_in_lobby", "The match has started already.")
    empty = match.roster.empty_seats()
    if empty:
        return Problem("seats_empty", f"Nobody sits on {', '.join(empty)}.")
    return crew_problem(match, match.roster)


def crew_problem(match: Match, roster: Roster) -> Problem | None:
    """Why these players may not play the match together: `crew_not_allowed`. A bot could take what is empty."""
    people = [player.seats for player in roster.players if player.seats and not player.bot]
    refusal = match.game.crews_refusal(match.setup.options, people, [*roster.bot_seats(), *roster.empty_seats()])
    return None if refusal is None else Problem("crew_not_allowed", refusal)
