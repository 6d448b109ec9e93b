"""What scripts/serve, scripts/check and scripts/test promise before any of the project's Python runs.

Each test runs copies of the real scripts in a scratch clone. The PATH offers only the few commands that the
scripts may rely on and a fake Python, which can be old or incomplete and which installs nothing.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts are shell scripts")

SCRIPTS = Path(__file__).parents[2] / "scripts"
COMMANDS = ("bash", "cat", "cksum", "cmp", "cp", "dirname", "env", "mkdir", "mktemp", "rm", "sh", "tail", "tee")
CLOSING_LINE = "===== 3 passed in 0.01s ====="

# Runs what it is asked to, but as a Python of another version or without ensurepip; its pip only pretends.
FAKE_PYTHON = r"""
import os, pathlib, platform, shutil, sys, time
me, *args = sys.argv[1:]
version = os.environ.get("FAKE_VERSION", "3.11.9")
platform.python_version = lambda: version
sys.version_info = tuple(int(part) for part in version.split("."))
sys._base_executable = os.environ["FAKE_BASE"]
if "FAKE_INCOMPLETE" in os.environ:
    sys.modules["ensurepip"] = None
here = pathlib.Path(me).parent
tools = ("coverage", "lint-imports", "mypy", "ruff", "sonar-referee")
match [arg for arg in args if arg != "-I"]:
    case ["-c", code]:
        exec(code)
    case ["-m", "venv", venv]:
        pathlib.Path(venv, "bin").mkdir(parents=True)
        shutil.copy(me, pathlib.Path(venv, "bin", "python"))
    case ["-m", "pip", *_]:
        log = pathlib.Path(os.environ["FAKE_LOG"])
        with log.open("a") as lines:
            print(args[-1], file=lines)
        time.sleep(float(os.environ.get("FAKE_PIP_SECONDS", 0)))
        if "FAKE_NO_NETWORK" in os.environ:
            sys.exit("no network")
        for tool in tools:
            shutil.copy(os.environ["FAKE_TOOL"], here / tool)
    case ["-m", "playwright", *_]:
        sys.exit("no download")
    case ["scripts/audit.py"]:
        sys.exit(os.environ.get("FAKE_FAILURE") == "audit")
    case ["-m", "pytest", *_]:
        print("===== 3 passed in 0.01s =====")
    case ["-m", "tests.soak", *rest]:
        print("soak", *rest)
"""

# Its tools for the pages are the same fake tool.
FAKE_NPM = """#!/bin/sh
[ -z "${FAKE_NO_NPM_NETWORK:-}" ] || exit 1
mkdir -p "$3/node_modules/.bin"
for tool in biome openapi-typescript tsc; do cp "$FAKE_TOOL" "$3/node_modules/.bin/$tool"; done
"""

# `coverage run` stands for the tests; the tool named in FAKE_FAILURE fails.
FAKE_TOOL = f"""#!/bin/sh
name=${{0##*/}}
[ $name != sonar-referee ] || echo "$$ $*"
[ "$name $1" != "coverage run" ] || echo "{CLOSING_LINE}"
case "$name $*" in "${{FAKE_FAILURE:-none}}"*) exit 1 ;; esac
"""


class Clone:
    """A clone of the project with nothing in it but its scripts and a pyproject.toml."""

    def __init__(self, scratch: Path) -> None:
        self.root = scratch / "a clone"
        self.bin = scratch / "bin"
        self.log = scratch / "pip.log"
        self.stamp = self.root / ".venv" / ".sonar-referee"
        shutil.copytree(SCRIPTS, self.root / "scripts", ignore=shutil.ignore_patterns("node_modules"))
        types = self.root / "src" / "sonar_referee" / "web" / "types.d.ts"
        types.parent.mkdir(parents=True)
        types.touch()
        (self.root / "pyproject.toml").write_text("[project]\n")
        self.bin.mkdir()
        for command in COMMANDS:
            found = shutil.which(command)
            assert found, command
            (self.bin / command).symlink_to(found)
        self._executable(self.bin / "npm", FAKE_NPM)
        self._executable(self.bin / "chromium", "#!/bin/sh\n")
        (scratch / "fake.py").write_text(FAKE_PYTHON)
        self._executable(scratch / "tool", FAKE_TOOL)
        self.env = {
            "PATH": str(self.bin),
            "HOME": str(scratch),
            "FAKE_BASE": str(self.bin / "python3"),
            "FAKE_LOG": str(self.log),
            "FAKE_TOOL": str(scratch / "tool"),
        }

    def _executable(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o755)

    def offer_python(self, name: str = "python3") -> None:
        fake = f"""'{sys.executable}' -I -S '{self.bin.parent / "fake.py"}'"""
        self._executable(self.bin / name, f'#!/bin/sh\nexec {fake} "$0" "$@"\n')

    def offer_broken_shim(self, name: str) -> None:
        self._executable(self.bin / name, "#!/bin/sh\necho 'command not found' >&2\nexit 127\n")

    def start(self, *command: str, **env: str) -> subprocess.Popen[str]:
        """Starts a script in a process group of its own, with no standard input."""
        return subprocess.Popen(
            [self.root / "scripts" / command[0], *command[1:]],
            env=self.env | env,
            cwd=self.root.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *command: str, **env: str) -> subprocess.CompletedProcess[str]:
        with self.start(*command, **env) as process:
            out, err = process.communicate(timeout=30)
        return subprocess.CompletedProcess(command, process.returncode, out, err)

    def installations(self) -> list[str]:
        """What pip was asked to install so far, a line for each time it ran."""
        return self.log.read_text().splitlines() if self.log.exists() else []


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    return Clone(tmp_path)


def assert_refused_in_one_sentence(clone: Clone, result: subprocess.CompletedProcess[str], word: str) -> None:
    assert result.returncode == 2
    assert len(result.stderr.splitlines()) == 1
    assert word in result.stderr
    assert result.stderr.startswith("sonar-referee: ")
    assert result.stdout == ""
    assert not (clone.root / ".venv").exists()


@pytest.mark.parametrize("script", ["serve", "check", "test", "soak"])
def test_without_any_python_one_sentence_says_what_to_install(clone: Clone, script: str) -> None:
    assert_refused_in_one_sentence(clone, clone.run(script), "Python 3.11")


def test_an_old_python_and_a_broken_shim_count_as_none(clone: Clone) -> None:
    clone.offer_python("python3")
    clone.offer_broken_shim("python3.12")
    assert_refused_in_one_sentence(clone, clone.run("serve", FAKE_VERSION="3.9.18"), "Python 3.11")


def test_a_python_without_venv_is_refused_by_name(clone: Clone) -> None:
    clone.offer_python()
    result = clone.run("serve", FAKE_INCOMPLETE="1")
    assert_refused_in_one_sentence(clone, result, "python3-venv")
    assert str(clone.bin / "python3") in result.stderr


def test_a_python_is_found_behind_a_broken_shim(clone: Clone) -> None:
    clone.offer_broken_shim("python3")
    clone.offer_python("python3.12")
    assert clone.run("serve", FAKE_BASE=str(clone.bin / "python3.12")).returncode == 0


def test_a_start_sets_up_and_becomes_the_server_with_all_arguments(clone: Clone) -> None:
    clone.offer_python()
    with clone.start("serve", "--name", "two words") as process:
        out, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert out == f"{process.pid} serve --name two words\n"
    assert clone.installations() == ["."]


def test_a_second_start_installs_nothing_and_says_nothing(clone: Clone) -> None:
    clone.offer_python()
    clone.run("serve")
    assert clone.run("serve").stderr == ""
    assert len(clone.installations()) == 1


def test_a_changed_pyproject_is_installed_again(clone: Clone) -> None:
    clone.offer_python()
    clone.run("serve")
    (clone.root / "pyproject.toml").write_text("[project]\nname = 'changed'\n")
    clone.run("serve")
    assert len(clone.installations()) == 2


def test_another_python_or_place_gets_a_new_venv(clone: Clone) -> None:
    clone.offer_python()
    clone.run("serve")
    (clone.root / ".venv" / "old").touch()
    clone.run("serve", PYTHON=str(clone.bin / "python3"))
    assert (clone.root / ".venv" / "old").exists()
    clone.run("serve", FAKE_VERSION="3.12.1")
    assert not (clone.root / ".venv" / "old").exists()
    clone.root = clone.root.rename(clone.root.with_name("moved"))
    clone.run("serve", FAKE_VERSION="3.12.1")
    assert len(clone.installations()) == 3


def test_a_soak_run_has_the_tools_of_the_tests_and_all_arguments(clone: Clone) -> None:
    clone.offer_python()
    result = clone.run("soak", "--minutes", "3", "kills")
    assert result.returncode == 0
    assert result.stdout == "soak --minutes 3 kills\n"
    assert clone.installations() == [".[dev]"]


def test_check_adds_the_tools_to_a_venv_of_serve_and_serve_keeps_them(clone: Clone) -> None:
    clone.offer_python()
    for script in ("serve", "check", "serve", "test", "serve"):
        assert clone.run(script).returncode == 0, script
    assert clone.installations() == [".", ".[dev]"]


def test_a_failed_installation_ends_in_a_sentence_and_leaves_nothing(clone: Clone) -> None:
    clone.offer_python()
    result = clone.run("serve", FAKE_NO_NETWORK="1")
    assert result.returncode == 2
    assert "check the network" in result.stderr.splitlines()[-1]
    assert not (clone.root / ".venv").exists()


def test_a_failed_upgrade_leaves_what_was_there(clone: Clone) -> None:
    clone.offer_python()
    clone.run("serve")
    assert clone.run("check", FAKE_NO_NETWORK="1").returncode == 2
    assert clone.run("serve", FAKE_NO_NETWORK="1").returncode == 0


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("before", [None, "serve"])
def test_an_interrupted_installation_leaves_no_stamp(
    clone: Clone, signal_number: signal.Signals, before: str | None
) -> None:
    clone.offer_python()
    if before:
        clone.run(before)
    done = len(clone.installations())
    with clone.start("check", FAKE_PIP_SECONDS="60") as process:
        deadline = time.monotonic() + 20
        while len(clone.installations()) == done and time.monotonic() < deadline:
            time.sleep(0.01)
        os.killpg(process.pid, signal_number)
        process.communicate(timeout=30)
    assert process.returncode != 0
    assert not clone.stamp.exists()
    assert clone.run("serve").returncode == 0
    assert clone.stamp.exists()
    assert len(clone.installations()) == done + 2


def test_two_starts_at_once_install_once(clone: Clone) -> None:
    clone.offer_python()
    with (
        clone.start("serve", FAKE_PIP_SECONDS="0.3") as one,
        clone.start("serve", FAKE_PIP_SECONDS="0.3") as two,
    ):
        one.communicate(timeout=30)
        two.communicate(timeout=30)
    assert (one.returncode, two.returncode) == (0, 0)
    assert len(clone.installations()) == 1


def test_the_tests_end_with_the_closing_line_of_pytest(clone: Clone) -> None:
    clone.offer_python()
    result = clone.run("test")
    assert result.returncode == 0
    assert result.stdout.splitlines()[-1] == CLOSING_LINE


@pytest.mark.parametrize(
    "failure",
    [
        "ruff format",
        "ruff check",
        "mypy",
        "lint-imports",
        "biome",
        "tsc",
        "openapi-typescript",
        "audit",
        "coverage run",
        "coverage report --include",
        "coverage report --fail-under",
    ],
)
def test_any_failure_fails_the_tests_and_is_named(clone: Clone, failure: str) -> None:
    clone.offer_python()
    result = clone.run("test", FAKE_FAILURE=failure)
    assert result.returncode == 1
    assert "failed: " in result.stderr
    assert result.stdout.splitlines()[-1] == CLOSING_LINE


def test_any_failure_fails_the_check(clone: Clone) -> None:
    clone.offer_python()
    assert clone.run("check").returncode == 0
    assert clone.run("check", FAKE_FAILURE="mypy").returncode == 1


def test_page_tools_that_cannot_be_installed_are_one_sentence(clone: Clone) -> None:
    clone.offer_python()
    result = clone.run("check", FAKE_NO_NPM_NETWORK="yes")
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1].startswith("sonar-referee: the tools for the pages could not be installed")


def test_page_tools_are_installed_once(clone: Clone) -> None:
    clone.offer_python()
    assert clone.run("check").returncode == 0
    assert clone.run("check", FAKE_NO_NPM_NETWORK="yes").returncode == 0


def test_types_that_are_out_of_date_fail_the_check(clone: Clone) -> None:
    clone.offer_python()
    (clone.root / "src" / "sonar_referee" / "web" / "types.d.ts").write_text("old")
    result = clone.run("check")
    assert result.returncode == 1
    assert "page-schemas" in result.stderr


def test_no_chromium_is_one_sentence(clone: Clone) -> None:
    clone.offer_python()
    (clone.bin / "chromium").unlink()
    result = clone.run("test")
    assert result.returncode == 2
    assert "the browser tests need Chromium" in result.stderr.splitlines()[-1]
