"""Long runs that look for what short tests cannot find: python -m tests.soak [--minutes N] [PART …]

Each part is a module of this package with `run(amount, deadline) -> Row`; `deadline` is in seconds of `time.monotonic`.
A part that is out of time, or stopped with Ctrl+C, reports how far it came.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from importlib import import_module
from types import FrameType

from rich.console import Console
from rich.table import Table

from tests.soak.row import Row

PARTS = {
    "kills": 500,
    "pairs": 100_000,
    "frames": 100_000,
}
"""How much of each part a whole run asks for."""


class Soak:
    """A run of some parts, one after another, within a time."""

    def __init__(self, minutes: float) -> None:
        self.rows: list[Row] = []
        self._deadline = time.monotonic() + minutes * 60
        self._stopped = False

    def run(self, parts: Sequence[str]) -> None:
        """Run the parts; the time that is left is shared evenly among those that are left."""
        before = signal.signal(signal.SIGINT, self._stop)
        try:
            for number, part in enumerate(parts):
                share = (self._deadline - time.monotonic()) / (len(parts) - number)
                self.rows.append(self._row_of(part, time.monotonic() + share))
                if self._stopped:
                    break
        finally:
            signal.signal(signal.SIGINT, before)

    def _row_of(self, part: str, deadline: float) -> Row:
        begun = time.monotonic()
        try:
            row: Row = import_module(f"tests.soak.{part}").run(PARTS[part], deadline)
        except KeyboardInterrupt:
            return Row(part, PARTS[part], 0, 0, time.monotonic() - begun, "interrupted")
        except Exception as error:  # a part that cannot go on is a fault, and no reason to leave out the others
            traceback.print_exc()
            return Row(part, PARTS[part], 0, 1, time.monotonic() - begun, f"{type(error).__name__}: see above")
        return row

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        self._stopped = True
        raise KeyboardInterrupt


def table_of(rows: Sequence[Row]) -> Table:
    """The figures as one table."""
    table = Table("part")
    for column in ("asked", "done", "faults", "seconds"):
        table.add_column(column, justify="right")
    table.add_column("remarks")
    for row in rows:
        figures = (f"{row.asked:,}", f"{row.done:,}", f"{row.faults:,}", f"{row.seconds:,.1f}")
        table.add_row(row.part, *figures, row.remark)
    return table


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what the command line asks for; returns 1 if any part found a fault, else 0."""
    parser = argparse.ArgumentParser("scripts/soak", description="Look long for faults that short tests cannot find.")
    parser.add_argument("parts", metavar="PART", nargs="*", help=f"{', '.join(PARTS)}; all if none is named")
    parser.add_argument("--minutes", type=float, default=30, help="for all parts together; default %(default)s")
    asked = parser.parse_args(arguments)
    for part in asked.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; choose from {', '.join(PARTS)}")
    soak = Soak(asked.minutes)
    soak.run(asked.parts or list(PARTS))
    Console().print(table_of(soak.rows))
    return 1 if any(row.faults for row in soak.rows) else 0


if __name__ == "__main__":
    sys.exit(main())
