"""From what was seen to a line for each thing that is expected."""

from sonar_referee.conformance import Line, Seen, verdict


def lines(*games: Seen, limit: float = 1.0) -> dict[str, Line]:
    return {line.name: line for line in verdict(games, limit)}


def good(**seen: object) -> Seen:
    game = Seen("blue", orders=3, answers=[0.5, 0.25, 0.75], cuts=2, returns=2)
    for name, value in seen.items():
        setattr(game, name, value)
    return game


def test_nothing_wrong_is_ok_everywhere() -> None:
    found = lines(good(), good())
    assert {line.mark for line in found.values()} == {"ok"}
    assert found["legal orders"].found == "6 orders"
    assert found["orders in time"].found == "0 of 6 beyond 1 s; mean 0.50 s, longest 0.75 s"
    assert found["back after a cut"].found == "4 of 4 times"


def test_what_was_not_seen_is_not_judged() -> None:
    found = lines(Seen("blue", unfinished="no order came"))
    assert [line.mark for line in found.values()] == ["-", "-", "-", "-", "-", "FAIL"]


def test_a_fault_names_its_game() -> None:
    found = lines(good(), good(refused=["this", "that"]))
    assert found["legal orders"] == Line("legal orders", "FAIL", "2 faults", ["game 2: this", "game 2: that"])
    assert [line.name for line in found.values() if line.mark != "ok"] == ["legal orders"]


def test_only_what_is_beyond_the_limit_is_slow() -> None:
    found = lines(good(), limit=0.5)["orders in time"]
    assert (found.mark, found.faults) == ("FAIL", ["game 1: 0.75 s"])
    assert found.found.startswith("1 of 3 beyond 0.5 s")


def test_a_game_that_stopped_at_a_cut_is_counted_there_alone() -> None:
    found = lines(good(), good(returns=1, unfinished="no order came"))
    assert (found["back after a cut"].mark, found["back after a cut"].found) == ("FAIL", "3 of 4 times")
    assert (found["games to the end"].mark, found["games to the end"].found) == ("ok", "1 of 2 games")
