"""`sonar-referee serve` as a process, as a user starts it."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src"


class ServeProcess:
    """The process; making it returns when it has printed where it listens, or has ended."""

    def __init__(self, *arguments: object, **environment: str) -> None:
        variables = {name: value for name, value in os.environ.items() if not name.startswith("SONAR_")}
        path = os.pathsep.join(filter(None, [str(SOURCES), variables.get("PYTHONPATH")]))
        self._process = subprocess.Popen(
            [sys.executable, "-m", "sonar_referee", "serve", *map(str, arguments)],
            env=variables | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"} | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert self._process.stdout is not None
        lines = []
        for line in self._process.stdout:
            lines.append(line)
            if line.startswith(b"Ctrl+C"):
                break
        self.raw = b"".join(lines)

    @property
    def printed(self) -> str:
        """What it has printed up to now."""
        return self.raw.decode()

    @property
    def port(self) -> int:
        """The port that it has printed."""
        found = re.search(r"https?://\S+:(\d+)/", self.printed)
        assert found, self.printed
        return int(found.group(1))

    @property
    def url(self) -> str:
        """Where this machine reaches it."""
        return f"{self.printed.partition('://')[0].rpartition(' ')[2]}://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def memory(self) -> float:
        """How much of it is in memory (MB); Linux only."""
        _size, resident, *_rest = Path(f"/proc/{self._process.pid}/statm").read_text().split()
        return int(resident) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def stop(self, by: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal; returns the exit code and what came on standard error."""
        self._process.send_signal(by)
        return self.wait()

    def wait(self) -> tuple[int, str]:
        """Wait for the end; returns the exit code and what came on standard error."""
        _out, err = self._process.communicate(timeout=60)
        return self._process.returncode, err.decode()

    def end(self) -> None:
        """Stop it if it still runs."""
        if self._process.poll() is None:
            self.stop()
