"""What all commands share: help, the version, refusals in one sentence."""

import subprocess
import sys

import pytest

import sonar_referee
from sonar_referee.cli import main
from tests.cli.conftest import Command


@pytest.mark.parametrize("arguments", [(), ("--help",), ("-h",)])
def test_help_lists_the_commands(command: Command, arguments: tuple[str, ...]) -> None:
    ended = command(*arguments)
    assert ended.code == 0
    for name in ("serve", "demo", "arena", "doctor", "version", "maps"):
        assert f"\n  {name} " in ended.out


def test_maps_alone_lists_its_commands(command: Command) -> None:
    ended = command("maps")
    assert ended.code == 0
    assert [line.split()[0] for line in ended.out.split("Commands:\n")[1].splitlines()] == ["list", "show", "check"]


def test_the_version(command: Command) -> None:
    assert command("version") == (0, f"sonar-referee {sonar_referee.__version__}\n", "")


@pytest.mark.parametrize("arguments", [("serv",), ("maps", "paint"), ("maps", "show"), ("maps", "check"), ("--loud",)])
def test_a_command_that_is_none_is_refused_in_one_sentence(command: Command, arguments: tuple[str, ...]) -> None:
    ended = command(*arguments)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert ended.err.startswith("sonar-referee: ")


def test_help_imports_no_server_and_no_pydantic() -> None:
    code = (
        "import sys\n"
        "from sonar_referee.cli import main\n"
        "try:\n    main(['--help'])\n"
        "except SystemExit:\n    print([name for name in ('pydantic', 'fastapi', 'httpx') if name in sys.modules])\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.path[:] = {sys.path!r}\n{code}"], check=True, capture_output=True
    )
    assert ended.stdout.endswith(b"[]\n"), ended


def test_python_m_is_the_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    import runpy

    monkeypatch.setattr(sys, "argv", ["sonar-referee", "version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("sonar_referee", run_name="__main__")
    assert ended.value.code in (0, None)
    assert capsys.readouterr().out.startswith("sonar-referee ")


def test_an_output_that_cannot_be_written_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Full:
        def write(self, text: str) -> int:
            raise OSError(28, "No space left on device")

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stdout", Full())
    with pytest.raises(SystemExit) as ended:
        main(["version"])
    assert ended.value.code == 2
    assert capsys.readouterr().err == "sonar-referee: No space left on device.\n"


def test_an_output_without_an_encoding_of_its_own_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sink:
        def write(self, text: str) -> int:
            return len(text)

        def flush(self) -> None:
            pass

    monkeypatch.setattr(sys, "stdout", Sink())
    with pytest.raises(SystemExit) as ended:
        main(["version"])
    assert ended.value.code in (0, None)
