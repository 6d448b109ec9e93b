"""`sonar-referee demo` plays a whole match over HTTP and WebSocket."""

import re

import pytest

from tests.cli.conftest import Command
from tests.client.serving import served


def without_port_and_time(text: str) -> str:
    return re.sub(r"127\.0\.0\.1:\d+|[\d.]+ s\.", "…", text)


def test_it_prints_every_round_and_how_it_ended(command: Command) -> None:
    ended = command("demo", "--seed", 5)
    assert (ended.code, ended.err) == (0, "")
    rounds = re.findall(r"^R(\d+) +(blue|yellow) +(?:DIVE!  HEAD|HEAD|SURFACE|DAMAGE!)", ended.out, re.MULTILINE)
    assert [int(number) for number, _team in rounds] == list(range(1, len(rounds) + 1))
    found = re.search(r"Game over after (\d+) rounds: (blue|yellow) wins \(destroyed\)", ended.out)
    assert found
    assert int(found.group(1)) == len(rounds)
    assert f"GAME OVER, {found.group(2).upper()} WINS!" in ended.out
    assert max(map(len, ended.out.splitlines())) <= 80


def test_both_routes_are_drawn(command: Command) -> None:
    chart = command("demo", "--seed", 5, "--quiet").out.split("blue, damage ")[1]
    assert "yellow, damage" in chart
    assert chart.split("S start")[0].count("E") == 2 + 2  # each chart has a column and an end of this letter
    assert re.search(r"^10( +\S){10} +10( +\S){10}$", chart.replace("──", "  ").replace("─", "."), re.MULTILINE)


def test_a_seed_gives_the_same_match_again(command: Command) -> None:
    first, second = (command("demo", "--seed", 8, "--map", "echo") for _ in range(2))
    assert without_port_and_time(first.out) == without_port_and_time(second.out)
    assert "  SCENARIO READY" in first.out


def test_it_plays_at_a_running_server(command: Command) -> None:
    with served(host_password="sesame") as url:
        ended = command("demo", "--url", url, "--host-password", "sesame", "--quiet", "--map", "delta")
        assert (ended.code, ended.err) == (0, "")
        assert ended.out.startswith(f"Two crews of random bots play on delta at {url}, seed ")
        assert command("demo", "--url", url) == (
            2,
            "",
            "sonar-referee: This server asks for its host password as Bearer token.\n",
        )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--map", "atlantis"), "There is no map 'atlantis'; maps are alpha, bravo, charlie, delta, echo."),
        (("--url", "http://127.0.0.1:1"), "No server answers at http://127.0.0.1:1."),
        (("--url", "tin can"), "'tin can' is no address of a server; one looks like http://192.168.1.20:8000."),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    command: Command, arguments: tuple[str, ...], said: str
) -> None:
    assert command("demo", *arguments) == (2, "", f"sonar-referee: {said}\n")


def test_the_settings_of_its_own_server_come_from_the_environment(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SONAR_PORT", "no matter")
    monkeypatch.setenv("SONAR_HOST_PASSWORD", "sesame")
    assert command("demo", "--seed", 5, "--quiet").code == 0
    monkeypatch.setenv("SONAR_HEARTBEAT", "none")
    assert command("demo").err.startswith("sonar-referee: SONAR_HEARTBEAT 'none': ")
