"""The tables of the documentation that are made from the code.

After a change of the options or settings: `python -m tests.docs.tables` writes them anew.
"""

import dataclasses
import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from sonar_referee.games.registry import GAMES
from sonar_referee.server.settings import Settings, default_database
from tests.docs.pages import DOCS, text_of

OPTIONS_PAGES = {
    "captain-sonar": DOCS / "reference" / "options.md",
    "sonar-duel": DOCS / "reference" / "sonar-duel.md",
}
SETTINGS_PAGE = DOCS / "reference" / "settings.md"

_PLACE = re.compile(r"(<!-- table -->\n).*?(<!-- end of table -->\n)", re.DOTALL)


def _code(value: Any) -> str:
    return f"`{json.dumps(value, default=dataclasses.asdict)}`"


def _values(hint: Any, meta: Any) -> str:
    """What an option may be, in words."""
    if get_origin(hint) is Literal:
        return ", ".join(_code(value) for value in get_args(hint))
    parts = [part for part in get_args(hint) if part is not NoneType] or [hint]
    if parts == [NoneType]:
        return _code(None)
    if parts == [bool]:
        return "`true`, `false`"
    if dataclasses.is_dataclass(parts[0]):
        hints = get_type_hints(parts[0])
        members = (f'`"{f.name}"`: {_values(hints[f.name], f.metadata)}' for f in dataclasses.fields(parts[0]))
        return f"an object with {', '.join(members)}; or `null`"
    if parts == [int]:
        span = f"{meta['minimum']} to {meta['maximum']}"
        return f"{span}, or `null`" if NoneType in get_args(hint) else span
    return "the name of a map" if parts == [str] else ", ".join(_values(part, meta) for part in parts)


def options_table(game: str) -> str:
    """The options of a game as a table."""
    options = GAMES[game].options
    hints = get_type_hints(options)
    rows = ["| option | values | default | meaning | rule |", "|---|---|---|---|---|"]
    for field in dataclasses.fields(options):
        meta = field.metadata
        cells = (
            f"`{field.name}`",
            _values(hints[field.name], meta),
            _code(field.default),
            meta["description"],
            meta["rule"],
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def settings_table() -> str:
    """The settings of the server as a table."""
    rows = ["| option | environment variable | default | meaning |", "|---|---|---|---|"]
    for name, field in Settings.model_fields.items():
        default = field.get_default(call_default_factory=True)
        shown = "`matches.sqlite3` in the user's data folder" if default == default_database() else f"`{default}`"
        cells = (
            f"`--{name.replace('_', '-')}`",
            f"`SONAR_{name.upper()}`",
            "none" if default in {None, ()} else shown,
            str(field.description),
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


TABLES: dict[Path, Callable[[], str]] = {
    **{page: partial(options_table, game) for game, page in OPTIONS_PAGES.items()},
    SETTINGS_PAGE: settings_table,
}


def with_table(page: Path, table: str) -> str:
    """A page's text with this table in its place."""
    return _PLACE.sub(lambda found: found[1] + table + found[2], text_of(page))


if __name__ == "__main__":
    for page, make in TABLES.items():
        page.write_text(with_table(page, make()), encoding="utf-8")
