"""Whether a match can start, told before anybody tries."""

from __future__ import annotations

from sonar_referee.match.match import Match
from sonar_referee.wire.problems import Problem


def start_problem(match: Match) -> Problem | None:
    """Why the match cannot start now: `not_in_lobby`, `seats_empty` or `crew_not_allowed`; None if it can."""
    if match.status != "lobby":
        return Problem("not_in_lobby", "The match has started already.")
    empty = match.roster.empty_seats()
    if empty:
        return Problem("seats_empty", f"Nobody sits on {', '.join(empty)}.")
    people = [player.seats for player in match.roster.players if not player.bot]
    bots = [seat for player in match.roster.players if player.bot for seat in player.seats]
    refusal = match.game.crews_refusal(match.setup.options, people, bots)
    return None if refusal is None else Problem("crew_not_allowed", refusal)
