"""Whether a bot keeps to the protocol: games are played with it, and its connections are cut."""

from sonar_referee.bots.guest import CannotStart
from sonar_referee.conformance.check import Terms, check
from sonar_referee.conformance.seen import Seen
from sonar_referee.conformance.starting import address_towards
from sonar_referee.conformance.verdict import Line, verdict

__all__ = ["CannotStart", "Line", "Seen", "Terms", "address_towards", "check", "verdict"]
