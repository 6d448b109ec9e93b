"""The frame of the soak run: which parts it runs for how long, what its table says, and when it fails."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from types import ModuleType

import pytest

from tests.soak.__main__ import PARTS, main
from tests.soak.row import Row

Run = Callable[[int, float], Row]


@pytest.fixture(name="offer")
def parts(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Puts parts in place of the real ones."""
    for part in tuple(PARTS):
        monkeypatch.delitem(PARTS, part)

    def offer(**runs: Run) -> None:
        for part, run in runs.items():
            module = ModuleType(part)
            module.run = run  # type: ignore[attr-defined]
            monkeypatch.setitem(sys.modules, f"tests.soak.{part}", module)
            monkeypatch.setitem(PARTS, part, 1000)

    return offer


def sound(amount: int, _deadline: float) -> Row:
    return Row("sound", amount, amount, 0, 1.5, "all is well")


def faulty(amount: int, _deadline: float) -> Row:
    return Row("faulty", amount, 10, 2, 0.1)


def broken(_amount: int, _deadline: float) -> Row:
    raise ValueError("something")


def interrupted(_amount: int, _deadline: float) -> Row:
    signal.raise_signal(signal.SIGINT)
    raise AssertionError("an interrupt stops the part")


def test_one_table_with_a_line_for_each_part(offer: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    """Every part has a line with its figures; without a fault the run succeeds."""
    offer(sound=sound)
    assert main([]) == 0
    lines = capsys.readouterr().out.splitlines()
    (line,) = (line for line in lines if "sound" in line)
    assert line.replace("│", " ").split() == ["sound", "1,000", "1,000", "0", "1.5", "all", "is", "well"]


@pytest.mark.parametrize("fault", [faulty, broken])
def test_any_fault_fails_the_run(offer: Callable[..., None], capsys: pytest.CaptureFixture[str], fault: Run) -> None:
    """A fault, also of a part itself, makes the run fail; the other parts are run all the same."""
    offer(fault=fault, sound=sound)
    assert main([]) == 1
    assert "all is well" in capsys.readouterr().out


def test_only_the_parts_that_are_named(offer: Callable[..., None], capsys: pytest.CaptureFixture[str]) -> None:
    """Parts can be named; one that does not exist is refused with those that do."""
    offer(sound=sound, faulty=faulty)
    assert main(["sound"]) == 0
    with pytest.raises(SystemExit) as refused:
        main(["sonud"])
    assert refused.value.code == 2
    assert "no part 'sonud'; choose from sound, faulty" in capsys.readouterr().err


def test_the_time_is_shared(offer: Callable[..., None]) -> None:
    """What time there is is shared evenly, and what a part leaves over goes to those after it."""
    seconds: list[float] = []

    def timed(amount: int, deadline: float) -> Row:
        seconds.append(deadline - time.monotonic())
        return Row("timed", amount, amount, 0, 0)

    offer(one=timed, two=timed, three=timed)
    main(["--minutes", "1"])
    assert [round(one) for one in seconds] == [20, 30, 60]


def test_an_interrupt_ends_the_run_with_what_was_done(
    offer: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl+C ends the part at work and the run; the table tells what was done before."""
    offer(sound=sound, interrupted=interrupted, faulty=faulty)
    before = signal.getsignal(signal.SIGINT)
    assert main([]) == 0
    assert signal.getsignal(signal.SIGINT) == before
    printed = capsys.readouterr().out
    assert "all is well" in printed
    assert "interrupted" in printed
    assert "faulty" not in printed
