"""Settings that are lists: with commas between, from the command line, the environment and code alike."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from sonar_referee.server.settings import Settings


def test_nothing_is_added_by_default() -> None:
    """Without a word nobody else is let in or believed."""
    settings = Settings()
    assert settings.allowed_hosts == settings.allowed_origins == settings.trusted_proxies == ()


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("allowed_hosts", "Sonar.example.org., *.example.net,", ("sonar.example.org", "*.example.net")),
        ("allowed_hosts", "*", ("*",)),
        ("allowed_hosts", "2001:db8::1", ("2001:db8::1",)),
        (
            "allowed_origins",
            "HTTPS://bots.example/, http://10.0.0.5:8080",
            ("https://bots.example", "http://10.0.0.5:8080"),
        ),
        ("allowed_origins", "*", ("*",)),
        ("trusted_proxies", "127.0.0.1, 10.0.0.0/8, ::1", ("127.0.0.1/32", "10.0.0.0/8", "::1/128")),
    ],
)
def test_lists(monkeypatch: pytest.MonkeyPatch, name: str, text: str, read: tuple[str, ...]) -> None:
    """One text with commas, or the variable, gives the same."""
    given: dict[str, Any] = {name: text}
    assert getattr(Settings(**given), name) == read
    monkeypatch.setenv(f"SONAR_{name.upper()}", text)
    assert getattr(Settings(), name) == read


@pytest.mark.parametrize(
    ("name", "text", "advice"),
    [
        ("allowed_hosts", "http://sonar.example.org", "sonar.example.org, without http://"),
        ("allowed_hosts", "sonar.example.org:8000", "without http:// and port"),
        ("allowed_hosts", "a b", "no name of a host"),
        ("allowed_origins", "bots.example", "looks like https://"),
        ("allowed_origins", "https://bots.example/page", "no origin"),
        ("allowed_origins", "null", "no origin"),
        ("trusted_proxies", "proxy.example", "looks like 127.0.0.1"),
        ("trusted_proxies", "*", "looks like 127.0.0.1"),
        ("requests_per_second", "-1", "greater than or equal to 0"),
        ("most_matches", "many", "valid integer"),
    ],
)
def test_wrong_values(name: str, text: str, advice: str) -> None:
    """What cannot be meant is refused with how it should look."""
    given: dict[str, Any] = {name: text}
    with pytest.raises(ValidationError, match=advice):
        Settings(**given)
