"""Announcements as text."""

import io

from sonar_referee.cli.transcript import Transcript


def written(*announcements: tuple[int, str | None, str, str]) -> str:
    out = io.StringIO()
    transcript = Transcript(out)
    for number, team, kind, text in announcements:
        transcript.hear({"round": number, "team": team, "kind": kind, "text": text})
    return out.getvalue()


def test_a_round_is_a_line() -> None:
    assert (
        written(
            (11, "yellow", "heading", "HEAD WEST"),
            (11, "yellow", "round_ended", "END OF ROUND"),
            (12, "blue", "heading", "HEAD NORTH"),
            (12, "blue", "crew_ok", "OK"),
            (12, "blue", "round_ended", "END OF ROUND"),
        )
        == "R11  yellow  HEAD WEST\nR12  blue    HEAD NORTH  OK\n"
    )


def test_each_call_is_written_as_it_is_heard() -> None:
    assert written((12, "blue", "heading", "HEAD NORTH")) == "R12  blue    HEAD NORTH"


def test_what_is_about_the_other_team_says_so() -> None:
    assert (
        written(
            (12, "blue", "torpedo_launched", "TORPEDO LAUNCHED, IMPACT IN C6!"),
            (12, "yellow", "impact", "ALL CLEAR!"),
        )
        == "R12  blue    TORPEDO LAUNCHED, IMPACT IN C6!  yellow: ALL CLEAR!"
    )


def test_long_rounds_go_on_below() -> None:
    lines = written(*[(120, "yellow", "crew_ok", f"CALL NUMBER {number}") for number in range(1, 12)]).splitlines()
    assert lines[0].startswith("R120 yellow  CALL NUMBER 1  CALL NUMBER 2")
    assert lines[1].startswith("             CALL NUMBER ")
    assert max(map(len, lines)) <= 80


def test_the_end_of_the_match_has_its_own_line() -> None:
    assert (
        written(
            (9, "blue", "destroyed", "DESTROYED!"),
            (9, None, "game_over", "GAME OVER, YELLOW WINS!"),
        )
        == "R9   blue    DESTROYED!\nGAME OVER, YELLOW WINS!\n"
    )
