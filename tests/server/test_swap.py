"""Two players change places in the lobby."""

from __future__ import annotations

import httpx
import pytest

from tests.server.client import Client, Meeting, problem_in


def swap(client: Client, meeting: Meeting, token: str | None, **offer: str) -> httpx.Response:
    """Offer to change places."""
    return client.call("POST", f"{meeting.path}/players/me/swap", token, json=offer)


def seated(meeting: Meeting) -> dict[str, tuple[str | None, str | None]]:
    """For each seat that somebody has, who it is and with which seat that one offers to swap."""
    return {seat["seat"]: (seat["player"], seat["swap_with"]) for seat in meeting.state()["seats"] if seat["player"]}


@pytest.fixture
def meeting(client: Client) -> Meeting:
    """A match in the lobby."""
    return client.create()


def join(client: Client, meeting: Meeting, name: str, *seats: str) -> str:
    """Sit down; returns the token."""
    joined = client.call("POST", f"{meeting.path}/players", json={"name": name, "seats": list(seats)})
    assert joined.status_code == 201
    return str(joined.json()["player_token"])


def test_swap_needs_both(client: Client, meeting: Meeting) -> None:
    """An offer changes nothing but shows; when the other one offers the same the two change places, tokens and all."""
    ada = join(client, meeting, "Ada", "blue.captain")
    noor = join(client, meeting, "Noor", "blue.engineer")
    assert swap(client, meeting, ada, other="blue.engineer").json() == {"swap": "offered"}
    assert seated(meeting) == {"blue.captain": ("Ada", "blue.engineer"), "blue.engineer": ("Noor", None)}
    assert swap(client, meeting, noor, other="blue.captain").json() == {"swap": "done"}
    assert seated(meeting) == {"blue.captain": ("Noor", None), "blue.engineer": ("Ada", None)}


def test_offer_taken_back(client: Client, meeting: Meeting) -> None:
    """The same offer again takes it back, and then the other one's is a new offer."""
    ada = join(client, meeting, "Ada", "blue.captain")
    noor = join(client, meeting, "Noor", "blue.engineer")
    swap(client, meeting, ada, other="blue.engineer")
    assert swap(client, meeting, ada, other="blue.engineer").json() == {"swap": "withdrawn"}
    assert swap(client, meeting, noor, other="blue.captain").json() == {"swap": "offered"}


def test_offer_falls_with_its_seat(client: Client, meeting: Meeting) -> None:
    """Who moves elsewhere no longer offers anything."""
    ada = join(client, meeting, "Ada", "blue.captain")
    noor = join(client, meeting, "Noor", "blue.engineer")
    swap(client, meeting, ada, other="blue.engineer")
    moved = client.call("PUT", f"{meeting.path}/players/me/seats", noor, json={"seats": ["blue.first_mate"]})
    assert moved.status_code == 200
    assert seated(meeting) == {"blue.captain": ("Ada", None), "blue.first_mate": ("Noor", None)}


def test_bots_agree(client: Client, meeting: Meeting) -> None:
    """A bot changes places at once."""
    ada = join(client, meeting, "Ada", "blue.captain")
    client.call("POST", f"{meeting.path}/bots", meeting.host, json={"seats": ["blue.engineer"]})
    assert swap(client, meeting, ada, other="blue.engineer").json() == {"swap": "done"}
    assert seated(meeting)["blue.engineer"] == ("Ada", None)


def test_one_of_several_seats(client: Client, meeting: Meeting) -> None:
    """Who holds several seats says which one to give; the others stay."""
    ada = join(client, meeting, "Ada", "blue.captain", "blue.first_mate")
    noor = join(client, meeting, "Noor", "blue.engineer")
    assert problem_in(swap(client, meeting, ada, other="blue.engineer"), "seat_needed")
    assert swap(client, meeting, ada, seat="blue.first_mate", other="blue.engineer").json() == {"swap": "offered"}
    assert swap(client, meeting, noor, other="blue.first_mate").json() == {"swap": "done"}
    assert {seat: who for seat, (who, _) in seated(meeting).items()} == {
        "blue.captain": "Ada",
        "blue.first_mate": "Noor",
        "blue.engineer": "Ada",
    }


def test_refused_swaps(client: Client, meeting: Meeting) -> None:
    """Open seats, own seats, unknown seats, seats of both teams for one player and a running match are no swap."""
    ada = join(client, meeting, "Ada", "blue.captain", "blue.first_mate")
    join(client, meeting, "Vera", "yellow.captain")
    before = seated(meeting)
    offers = [
        ({"seat": "blue.captain", "other": "blue.engineer"}, "malformed", "is open"),
        ({"seat": "blue.captain", "other": "blue.first_mate"}, "malformed", "is yours"),
        ({"seat": "blue.captain", "other": "green.captain"}, "no_such_seat", "no seat of this game"),
        ({"seat": "yellow.captain", "other": "blue.captain"}, "not_your_seat", "You do not hold"),
        ({"seat": "blue.captain", "other": "yellow.captain"}, "malformed", "two teams"),
    ]
    for offer, code, words in offers:
        assert words in problem_in(swap(client, meeting, ada, **offer), code)["detail"]
    problem_in(swap(client, meeting, None, other="blue.captain"), "not_authenticated")
    assert seated(meeting) == before
