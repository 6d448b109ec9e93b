"""The settings are all options, with the same words and defaults, also as environment variables."""

import re
from typing import Any

import pytest

from sonar_referee.server.settings import Settings, default_database
from tests.cli.conftest import Command

IN_WORDS = {None: "none", "()": "none", str(default_database()): "matches.sqlite3 in the user's data folder"}


@pytest.mark.parametrize(("name", "field"), Settings.model_fields.items())
def test_every_setting_is_an_option_with_its_description_and_default(command: Command, name: str, field: Any) -> None:
    text = " ".join(command("serve", "--help").out.split())
    default = field.get_default(call_default_factory=True)
    shown = IN_WORDS.get(default if default is None else str(default), str(default))
    wanted = f"{field.description} [default: {shown}] [env var: SONAR_{name.upper()}]"
    assert re.search(rf"--{name.replace('_', '-')} (?:[A-Z]+ )?{re.escape(wanted)}", text)
