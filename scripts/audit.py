"""Asks whether the installed libraries that the server runs on have known vulnerabilities.

A vulnerability ends it with exit code 1. Where the service cannot be asked, a line says so and nothing fails.
"""

import json
import subprocess
import sys
import tempfile
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
LONGEST = 20
"""Seconds for all of it."""
UNREACHABLE = ("requests.exceptions.", "vulnerability feed", "not redirecting properly", "HTTPError")
"""What pip-audit says when the service does not answer, or not as it should."""


def installed() -> dict[str, str]:
    """The libraries that the project needs to run, with all that these need, in their installed versions."""
    wanted = [Requirement(line) for line in tomllib.loads(PYPROJECT.read_text())["project"]["dependencies"]]
    found: dict[str, str] = {}
    seen: set[tuple[str, str]] = set()
    while wanted:
        requirement = wanted.pop()
        for extra in ("", *requirement.extras):
            key = canonicalize_name(requirement.name), extra
            if key in seen or not (requirement.marker is None or requirement.marker.evaluate({"extra": extra})):
                continue
            seen.add(key)
            try:
                library = distribution(requirement.name)
            except PackageNotFoundError:
                continue
            found[key[0]] = library.version
            needs = [Requirement(line) for line in library.requires or ()]
            wanted += [need for need in needs if need.marker is None or need.marker.evaluate({"extra": extra})]
    return found


def audit(libraries: dict[str, str], folder: Path) -> int:
    """Ask for these versions; returns the exit code."""
    asked, answered = folder / "requirements.txt", folder / "answer.json"
    asked.write_text("".join(f"{name}=={version}\n" for name, version in sorted(libraries.items())))
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(asked), "--no-deps", "--disable-pip"]
    command += ["--timeout", "5", "--progress-spinner", "off", "--format", "json", "--output", str(answered)]
    try:
        ended = subprocess.run(command, timeout=LONGEST, capture_output=True, text=True, check=False)
    except subprocess.TimeoutExpired:
        print(f"nothing was audited: the service did not answer within {LONGEST} seconds.")
        return 0
    if answered.exists():
        return report(json.loads(answered.read_text())["dependencies"])
    if any(sign in ended.stderr for sign in UNREACHABLE):
        print("nothing was audited: the service cannot be reached.")
        return 0
    print(ended.stderr, file=sys.stderr)
    return 1


def report(answers: list[dict[str, Any]]) -> int:
    """Print what was found; returns the exit code."""
    skipped = [answer["name"] for answer in answers if "skip_reason" in answer]
    if skipped and len(skipped) == len(answers):
        print("nothing was audited: the service knows none of the libraries.")
        return 0
    if skipped:
        print(f"not audited, as the service does not know them: {', '.join(skipped)}.")
    faults = [(answer, fault) for answer in answers for fault in answer.get("vulns", ())]
    for answer, fault in faults:
        fixed = ", ".join(fault["fix_versions"]) or "no version yet"
        print(f"{answer['name']} {answer['version']}: {fault['id']}, fixed in {fixed}: {fault['description']}")
    print(f"{len(answers) - len(skipped)} libraries audited, {len(faults)} known vulnerabilities.")
    return 1 if faults else 0


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(audit(installed(), Path(scratch)))
