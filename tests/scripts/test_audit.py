"""What scripts/audit.py makes of pip-audit's answers, and of none. A fake pip-audit answers."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

AUDIT = Path(__file__).parents[2] / "scripts" / "audit.py"

# Keeps what it was asked, and answers as the environment says.
FAKE = """
import json, os, pathlib, sys, time
arguments = dict(zip(sys.argv[1:], sys.argv[2:]))
pathlib.Path(os.environ["FAKE_ASKED"]).write_text(pathlib.Path(arguments["--requirement"]).read_text())
time.sleep(float(os.environ.get("FAKE_SECONDS", 0)))
if "FAKE_ANSWER" in os.environ:
    pathlib.Path(arguments["--output"]).write_text(os.environ["FAKE_ANSWER"])
sys.exit(os.environ.get("FAKE_ERROR", 0))
"""

FAULT = {"id": "PYSEC-2026-1", "fix_versions": ["3.1"], "aliases": [], "description": "Anybody reads everything."}


class Audit:
    """The script with a fake pip-audit."""

    def __init__(self, folder: Path) -> None:
        self.asked = folder / "asked"
        (folder / "pip_audit.py").write_text(FAKE)
        self._env = os.environ | {"PYTHONPATH": str(folder), "FAKE_ASKED": str(self.asked)}

    def run(self, script: str | None = None, **env: str) -> tuple[int, str, str]:
        """Exit code, standard output and standard error."""
        command = [sys.executable, str(AUDIT)] if script is None else [sys.executable, "-c", script]
        ended = subprocess.run(command, env=self._env | env, capture_output=True, text=True, timeout=60, check=False)
        return ended.returncode, ended.stdout, ended.stderr

    def answered(self, *dependencies: dict[str, Any]) -> tuple[int, str, str]:
        """How it ends when pip-audit finds this."""
        found = any(one.get("vulns") for one in dependencies)
        answer = json.dumps({"dependencies": dependencies, "fixes": []})
        return self.run(FAKE_ANSWER=answer, **({"FAKE_ERROR": "1"} if found else {}))


@pytest.fixture
def audit(tmp_path: Path) -> Audit:
    return Audit(tmp_path)


def test_what_the_server_runs_on_is_asked_for_and_no_tool_is(audit: Audit) -> None:
    assert audit.answered()[0] == 0
    asked = dict(line.split("==") for line in audit.asked.read_text().split())
    assert {"fastapi", "starlette", "uvicorn", "pydantic", "pydantic-core", "cryptography", "cffi"} <= set(asked)
    assert not {"pytest", "mypy", "ruff", "pip-audit", "requests", "sonar-referee"} & set(asked)
    assert all(version[0].isdigit() for version in asked.values())


def test_nothing_found_is_one_line(audit: Audit) -> None:
    code, out, _err = audit.answered({"name": "segno", "version": "1.6.6", "vulns": []})
    assert (code, out) == (0, "1 libraries audited, 0 known vulnerabilities.\n")


def test_a_vulnerability_fails_with_its_advisory(audit: Audit) -> None:
    code, out, _err = audit.answered({"name": "segno", "version": "1.6.6", "vulns": [FAULT]})
    assert code == 1
    assert "segno 1.6.6: PYSEC-2026-1, fixed in 3.1: Anybody reads everything.\n" in out


def test_a_vulnerability_without_a_cure_fails_as_well(audit: Audit) -> None:
    code, out, _err = audit.answered({"name": "segno", "version": "1.6.6", "vulns": [FAULT | {"fix_versions": []}]})
    assert code == 1
    assert "fixed in no version yet" in out


def test_what_the_service_does_not_know_is_named(audit: Audit) -> None:
    unknown = {"name": "segno", "skip_reason": "not found on PyPI"}
    code, out, _err = audit.answered(unknown, {"name": "rich", "version": "15.0", "vulns": []})
    assert code == 0
    assert out.splitlines()[0] == "not audited, as the service does not know them: segno."
    code, out, _err = audit.answered(unknown)
    assert (code, out) == (0, "nothing was audited: the service knows none of the libraries.\n")


@pytest.mark.parametrize(
    "error",
    [
        "requests.exceptions.ConnectionError: Max retries exceeded",
        "ERROR:pip_audit._cli:Could not connect to PyPI's vulnerability feed",
        "requests.exceptions.HTTPError: 502 Server Error",
    ],
)
def test_without_a_network_one_line_says_so_and_nothing_fails(audit: Audit, error: str) -> None:
    code, out, err = audit.run(FAKE_ERROR=error)
    assert (code, out, err) == (0, "nothing was audited: the service cannot be reached.\n", "")


def test_a_service_that_does_not_answer_is_not_waited_for(audit: Audit) -> None:
    began = time.monotonic()
    patched = (
        f"import runpy, sys; sys.argv = ['x']; import subprocess; run = subprocess.run; "
        f"subprocess.run = lambda *a, **k: run(*a, **k | {{'timeout': k['timeout'] / 40}}); "
        f"runpy.run_path({str(AUDIT)!r}, run_name='__main__')"
    )
    code, out, _err = audit.run(patched, FAKE_SECONDS="60")
    assert code == 0
    assert out == "nothing was audited: the service did not answer within 20 seconds.\n"
    assert time.monotonic() - began < 20


def test_any_other_failure_fails(audit: Audit) -> None:
    code, _out, err = audit.run(FAKE_ERROR="pip_audit: error: unrecognized arguments")
    assert code == 1
    assert "unrecognized arguments" in err


def test_the_real_one_takes_these_arguments() -> None:
    """Its help names each option that is used; asking it in earnest would need the network."""
    helped = subprocess.run([sys.executable, "-m", "pip_audit", "--help"], capture_output=True, text=True, check=True)
    for option in ("--requirement", "--no-deps", "--disable-pip", "--timeout", "--progress-spinner", "--output"):
        assert f'"{option}"' in AUDIT.read_text()
        assert option in helped.stdout
