"""Metrics: everybody gets what is public anyway, the operator gets all, and nobody gets a secret of a match."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from prometheus_client.parser import text_string_to_metric_families as families

from tests.server.client import BLUE, YELLOW, Client, Meeting
from tests.server.running import Running

TOKEN = "sonar-operator-token"
PUBLIC = {"sonar_matches", "sonar_finished_orders"}


@pytest.fixture(name="client")
def client_of_an_observed_server() -> Iterator[Client]:
    """A client of a server of its own that has an operator, and finds out soon when nobody reads a stream any more."""
    with Running(operator_token=TOKEN, heartbeat=0.2) as running, Client(running.address) as client:
        yield client


def figures(client: Client, token: str | None = TOKEN) -> dict[str, float]:
    """Every figure with its labels."""
    answer = client.call("GET", "/metrics", token)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/plain")
    found = {}
    for family in families(answer.text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sample.labels.items())
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return found


def figure(client: Client, name: str, label: str = "") -> float:
    """One of the operator's figures, 0 if it does not exist yet."""
    return figures(client).get(f"{name}{{{label}}}", 0)


def running_match(client: Client) -> Meeting:
    """A match of two players, blue to move."""
    meeting = client.full((BLUE, YELLOW), first_team="blue")
    meeting.place()
    return meeting


def test_matches_by_status_and_orders_of_finished_ones_are_public(client: Client) -> None:
    """Anybody gets these, and nothing else."""
    client.create()
    meeting = running_match(client)
    before = figures(client, None)
    assert before["sonar_finished_orders{}"] == 0
    assert {before[f"sonar_matches{{status={status}}}"] for status in ("lobby", "running")} == {1}
    assert before["sonar_matches{status=finished}"] == 0
    meeting.order("blue.captain", "resign")
    after = figures(client, None)
    assert after["sonar_matches{status=finished}"] == 1
    assert after["sonar_finished_orders{}"] == 3
    assert {name.partition("{")[0] for name in after} == PUBLIC


def test_what_is_public_does_not_move_with_what_is_done_in_secret(client: Client) -> None:
    """Orders, refusals, connections and notes of a running match leave the public figures as they are, to the byte."""
    meeting = running_match(client)
    before = client.call("GET", "/metrics").content
    line = meeting.line("blue.captain")
    meeting.order("blue.captain", "head", heading="north")
    meeting.refused("illegal_order", "blue.engineer", "surface")
    line.order("head", heading="north")
    assert client.call("GET", "/metrics").content == before


@pytest.mark.parametrize("wrong", ["", "sonar-operator", TOKEN + "2", "Ä" * 20])
def test_a_wrong_token_is_refused(client: Client, wrong: str) -> None:
    """Whoever shows another token gets no figures, not even the public ones."""
    answer = client.call("GET", "/metrics", headers={"Authorization": f"Bearer {wrong or 'x'}".encode()})
    assert answer.status_code == 401
    assert answer.json()["code"] == "not_authenticated"


def test_without_an_operator_no_token_is_right() -> None:
    """A server without operator's token has no operator: not even an empty token is one."""
    with Running() as running, Client(running.address) as client:
        client.refused("not_authenticated", "GET", "/metrics", "None")
        assert set(figures(client, None)) >= {"sonar_finished_orders{}"}


def test_orders_by_who_gave_them(client: Client) -> None:
    """Players' orders and bots' are counted apart, each with the time it took to store."""
    meeting = client.create(first_team="blue")
    meeting.join(*BLUE)
    meeting.bots(*YELLOW)
    meeting.start()
    meeting.order("blue.captain", "place", cell="C2")
    while figure(client, "sonar_orders_total", "by=bot") < 1:
        pass
    assert figure(client, "sonar_orders_total", "by=player") == 1
    assert figure(client, "sonar_orders_total", "by=clock") == 0
    assert figure(client, "sonar_commit_seconds_count") == 2
    assert 0 < figure(client, "sonar_commit_seconds_sum") < 60


def test_refusals_by_code(client: Client) -> None:
    """Refused calls and refused frames count alike, and so do refused hellos."""
    meeting = running_match(client)
    meeting.refused("illegal_order", "blue.engineer", "surface")
    line = meeting.line("blue.engineer")
    line.order("surface")
    assert figure(client, "sonar_refusals_total", "code=illegal_order") == 2
    stranger = client.line(meeting.match_id)
    stranger.say({"type": "hello", "token": "srp_nobody"})
    stranger.closing()
    assert figure(client, "sonar_refusals_total", "code=not_authenticated") == 1


def test_fan_out_is_measured_for_each_socket_that_is_told_something(client: Client) -> None:
    """A socket that an order concerns is one measurement; one that learns nothing of it is none."""
    meeting = running_match(client)
    lines = [meeting.line("blue.radio_operator"), meeting.line("yellow.captain"), meeting.line()]
    before = figure(client, "sonar_fan_out_seconds_count")
    lines[0].order("head", seat="blue.captain", heading="north")
    for line in lines:
        line.settle()
    assert figure(client, "sonar_fan_out_seconds_count") == before + 3
    assert 0 < figure(client, "sonar_fan_out_seconds_sum") < 60
    lines[0].say({"type": "overlay", "overlay": {"note": "C6?"}})
    for line in lines:
        line.settle()
    assert figure(client, "sonar_fan_out_seconds_count") == before + 4, "notes are the team's secret"


def test_connections_by_kind(client: Client) -> None:
    """Sockets, streams and held calls count while they are open."""
    meeting = running_match(client)
    line = meeting.line("blue.captain")
    with client.stream(f"{meeting.path}/stream") as stream:
        lines = stream.iter_lines()
        next(lines)
        assert figure(client, "sonar_connections", "kind=socket") == 1
        assert figure(client, "sonar_connections", "kind=stream") == 1
    line.close()
    while any(figure(client, "sonar_connections", f"kind={kind}") for kind in ("socket", "stream", "poll")):
        pass


def test_drops_by_reason(client: Client) -> None:
    """A connection that the server ends is counted with the reason; one that its client closes is not."""
    meeting = client.create()
    token = meeting.join("blue.captain")
    meeting.line("blue.captain").close()
    line = meeting.line("blue.captain")
    client.call("PUT", f"{meeting.path}/players/me/seats", token, json={"seats": ["blue.engineer"]})
    line.closing()
    while figure(client, "sonar_connections", "kind=socket"):
        pass
    assert figure(client, "sonar_drops_total", "reason=seats_changed") == 1
    assert sum(value for name, value in figures(client).items() if name.startswith("sonar_drops_total")) == 1


def test_not_even_the_operator_is_told_of_a_match_or_a_player(client: Client) -> None:
    """Labels are words of the program: no id, no name, no seat, no token."""
    meeting = running_match(client)
    meeting.line("blue.captain").order("head", heading="north")
    text = client.call("GET", "/metrics", TOKEN).text
    secrets = (meeting.host, meeting.match_id, meeting.join_code, *meeting.tokens.values(), "Ada", "captain", TOKEN)
    assert not [secret for secret in secrets if secret in text]
    assert set(re.findall(r"[{,](\w+)=", text)) <= {"by", "code", "kind", "le", "reason", "status"}
