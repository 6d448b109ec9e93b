"""Whole matches of bots without a server, each bot with the documents that it would get over the wire."""

from __future__ import annotations

from collections.abc import Sequence

from sonar_referee.arena.offline import Crew, Played, play
from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.captain_sonar.options import Options
from sonar_referee.match.setup import Setup
from tests.games.captain_sonar.table import CHARTS


def setup(options: Options, seed: int) -> Setup:
    """What a match with these options is made of."""
    chart = CHARTS[options.map]
    return Setup(CAPTAIN_SONAR, options, chart, chart.text, seed, "Bots", False, "", options)


def play_match(options: Options, crews: Sequence[Crew], seed: int) -> Played:
    """Play a match to its end; an order that is refused is an error."""
    played = play(setup(options, seed), crews)
    assert [sitter.tally.refused for sitter in played.sitters] == [0] * len(crews)
    return played
