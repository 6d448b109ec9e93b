"""The roster: who sits where, replaced as a whole by every change."""

from __future__ import annotations

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.match import tokens
from sonar_referee.match.roster import Player, Roster, team_of
from sonar_referee.wire.problems import Problem

ADA = Player("a", "Ada", ("blue.first_mate", "blue.captain"), token_hash=tokens.token_hash("srp_ada"))
BOT = Player("b", "random bot", ("yellow.engineer",), bot="random")


def test_joining_replaces_the_roster() -> None:
    """Joining gives a new roster with the seats in the table's order, and leaves the old one as it was."""
    empty = Roster(CAPTAIN_SONAR)
    roster = empty.joined(ADA).joined(BOT)
    assert empty.players == ()
    assert [(player.name, player.seats) for player in roster.players] == [
        ("Ada", ("blue.captain", "blue.first_mate")),
        ("random bot", ("yellow.engineer",)),
    ]
    assert roster.holder("blue.captain") == roster.players[0]
    assert roster.holder("yellow.captain") is None
    assert len(roster.empty_seats()) == 5


@pytest.mark.parametrize(
    ("seats", "code"),
    [
        (("blue.captain",), "seat_taken"),
        (("blue.engineer", "blue.captain"), "seat_taken"),
        (("blue.admiral",), "no_such_seat"),
        (("yellow.captain", "yellow.captain"), "malformed"),
        (("yellow.captain", "blue.engineer"), "malformed"),
    ],
)
def test_refused_seats(seats: tuple[str, ...], code: str) -> None:
    """Seats that are taken, unknown, named twice or of two teams are refused to who joins and to who changes."""
    roster = Roster(CAPTAIN_SONAR).joined(ADA).joined(BOT)
    before = roster.as_json()
    with pytest.raises(Problem) as refusal:
        roster.joined(Player("c", "Bob", seats))
    assert refusal.value.code == code
    with pytest.raises(Problem) as refusal:
        roster.reseated(BOT, seats)
    assert refusal.value.code == code
    assert roster.as_json() == before


def test_changing_and_leaving() -> None:
    """A player may keep some seats and leave others; who leaves frees all."""
    roster = Roster(CAPTAIN_SONAR).joined(ADA)
    changed = roster.reseated(roster.players[0], ["blue.captain", "blue.engineer"])
    assert changed.players[0].seats == ("blue.captain", "blue.engineer")
    assert changed.players[0].name == "Ada"
    assert changed.left(changed.players[0]).players == ()


def test_tokens() -> None:
    """A player is known by its token, of which only the hash is kept; a bot has none that anybody could send."""
    roster = Roster(CAPTAIN_SONAR).joined(ADA).joined(BOT)
    found = roster.by_token("srp_ada")
    assert found is not None
    assert found.name == "Ada"
    assert "srp_ada" not in roster.as_json()
    for wrong in ("", "srp_eve", ADA.token_hash, "\ud800"):
        assert roster.by_token(wrong) is None


def test_roster_round_trips() -> None:
    """A roster is stored as text and read back the same."""
    roster = Roster(CAPTAIN_SONAR).joined(ADA).joined(BOT)
    assert Roster.read(CAPTAIN_SONAR, roster.as_json()).players == roster.players


def test_team_of_a_seat() -> None:
    """Each seat belongs to one team."""
    assert {team_of(CAPTAIN_SONAR, seat) for seat in CAPTAIN_SONAR.seats[:4]} == {"blue"}
    assert {team_of(CAPTAIN_SONAR, seat) for seat in CAPTAIN_SONAR.seats[4:]} == {"yellow"}


def test_secrets_are_long_and_never_the_same() -> None:
    """A token has 160 random bits behind its prefix; ids and codes are drawn as well."""
    made = {tokens.new_token(tokens.PLAYER) for _ in range(100)}
    assert len(made) == 100
    assert all(token.startswith("srp_") and len(token) == 4 + 160 / 5 for token in made)
    assert len({tokens.new_id() for _ in range(100)}) == 100
    codes = {tokens.new_join_code() for _ in range(100)}
    assert len(codes) == 100
    assert not set("".join(codes)) & set("01IO"), "nothing that looks alike"
