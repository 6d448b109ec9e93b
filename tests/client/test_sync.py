"""The client without asyncio."""

import inspect

import pytest

import sonar_referee.client
import sonar_referee.client.sync
from sonar_referee.client.sync import Connection, Referee, Refused, Unreachable
from sonar_referee.games.captain_sonar.terms import SEATS


def public(owner: object) -> set[str]:
    return {name for name in dir(owner) if not name.startswith("_")}


def test_it_has_the_same_names_with_the_same_parameters() -> None:
    assert sonar_referee.client.sync.__all__ == sonar_referee.client.__all__
    for name in ("Referee", "Connection"):
        here, there = getattr(sonar_referee.client.sync, name), getattr(sonar_referee.client, name)
        assert public(here) | {"url", "view"} == public(there) | {"url", "view"}
        for method in public(there) - {"url", "view", "seq", "connect"}:
            assert inspect.signature(getattr(here, method)) == inspect.signature(getattr(there, method))
            assert getattr(here, method).__doc__
    assert list(inspect.signature(Referee.connect).parameters) == list(
        inspect.signature(sonar_referee.client.Referee.connect).parameters
    )


def test_a_match_is_created_and_played(url: str) -> None:
    with Referee(url) as referee:
        match = referee.create_match({"first_team": "blue"})
        blue = referee.join(match.match_id, "Ada", SEATS[:4])
        yellow = referee.join(match.match_id, "Bo", SEATS[4:])
        referee.start(match.match_id, match.host_token)
        referee.order(match.match_id, yellow.player_token, {"type": "place", "cell": "H8"})
        with referee.connect(match.match_id, blue.player_token) as playing:
            assert next(playing)["type"] == "welcome"
            playing.order({"type": "place", "cell": "A5"})
            assert playing.order({"type": "head", "heading": "north"}) == 2
            assert (playing.seq, playing.view["submarine"]["cell"]) == (2, "A4")
            playing.overlay({"seen": ["H8"]})
            assert playing.view["overlay"] == {"seen": ["H8"]}
            playing.chat("Well heard")
            with pytest.raises(Refused):
                playing.chat(" ")
            announced = (frame["kind"] for frame in playing if frame["type"] == "announcement")
            assert [next(announced), next(announced)] == ["dive", "heading"]
            with pytest.raises(Refused, match=r"."):
                playing.order({"type": "head", "heading": "north"})
    assert referee.url == url


def test_what_is_refused_or_unreachable_raises_the_same_errors(url: str) -> None:
    with Referee(url) as referee:
        with pytest.raises(Refused) as refusal:
            referee.match("0" * 12)
        assert refusal.value.code == "no_such_match"
        with pytest.raises(Refused), referee.connect("0" * 12):
            pass
    with Referee("http://127.0.0.1:1") as nowhere, pytest.raises(Unreachable, match="No server answers"):
        nowhere.games()


def test_it_is_used_inside_its_block_only(url: str) -> None:
    with pytest.raises(RuntimeError, match="with"):
        Referee(url).games()
    with Referee(url) as referee:
        connection: Connection = referee.connect("0" * 12)
        with pytest.raises(RuntimeError, match="async with"):
            next(connection)
