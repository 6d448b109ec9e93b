"""Frames of every kind to a server as it is run in earnest, while matches are played; tests/fuzz tells what for."""

from __future__ import annotations

import re
import tempfile
import time
import traceback
from contextlib import closing, suppress
from pathlib import Path

from sonar_referee.server.settings import Settings
from tests.cli.process import ServeProcess
from tests.fuzz.fuzzer import Fuzzer
from tests.server.client import Client
from tests.soak.row import Row

LIMITS = [name for name in Settings.model_fields if "_per_" in name or name.startswith("most_")]
"""Settings that would keep one address from sending so much; 0 is no limit."""

MOST_GROWTH = 64.0
"""How much the server's memory may grow after the first tenth of the frames (MB): the matches played stay in it."""


def run(amount: int, deadline: float) -> Row:
    """Send as many frames as asked for, or until the deadline."""
    with tempfile.TemporaryDirectory() as folder:
        limits = {f"SONAR_{name.upper()}": "0" for name in LIMITS}
        where = ("--host", "127.0.0.1", "--port", 0, "--database", Path(folder) / "matches.sqlite3")
        server = ServeProcess(*where, **limits)
        try:
            play = _Play(server, amount, deadline)
            play.run()
        finally:
            code, log = server.stop()
    play.faults += (code != 0) + len(re.findall(r"Traceback|\berror\b", log))
    return play.row()


class _Play:
    """Fuzzers, one after another as they find faults, against one server."""

    def __init__(self, server: ServeProcess, amount: int, deadline: float) -> None:
        self._server = server
        self._amount = amount
        self._deadline = deadline
        self._begun = time.monotonic()
        self._memory: list[tuple[int, float]] = []
        self._frames = self._orders = self._matches = 0
        self.faults = 0

    def run(self) -> None:
        """Send frames."""
        with Client(f"127.0.0.1:{self._server.port}") as client, suppress(KeyboardInterrupt):
            seed = 0
            while self._goes_on(self._frames):
                seed += 1
                with closing(Fuzzer(client, seed)) as fuzzer:
                    self._run(fuzzer)

    def _goes_on(self, frames: int) -> bool:
        return frames < self._amount and time.monotonic() < self._deadline

    def _run(self, fuzzer: Fuzzer) -> None:
        try:
            while self._goes_on(self._frames + fuzzer.frames):
                fuzzer.batch(120, 10)
                self._memory.append((self._frames + fuzzer.frames, self._server.memory()))
        except Exception:  # whatever goes wrong is a fault, and the next seed shows whether it does again
            traceback.print_exc()
            self.faults += 1
        finally:
            self._frames += fuzzer.frames
            self._orders += fuzzer.accepted
            self._matches += fuzzer.matches

    def row(self) -> Row:
        """The figures."""
        settled = next((size for frames, size in self._memory if frames >= self._frames / 10), 0.0)
        grown = self._memory[-1][1] - settled if self._memory else 0.0
        self.faults += grown > MOST_GROWTH
        remark = f"{self._orders:,} orders accepted, {self._matches} matches; memory {settled:.0f} MB {grown:+.0f} MB"
        return Row("frames", self._amount, self._frames, self.faults, time.monotonic() - self._begun, remark)
