"""The maps of a server: its own and the host's; a faulty file is left out with its fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from sonar_referee.games.captain_sonar import CAPTAIN_SONAR
from sonar_referee.games.errors import BadMap
from sonar_referee.match.maps import Maps, read_map_file, shipped_folder
from sonar_referee.wire.problems import Problem

GOOD = 'name = "pond"\ngame = "captain-sonar"\nsector_size = 2\ngrid = """\n....\n.#..\n....\n....\n"""\n'

FAULTY = {
    "unknown character": (GOOD.replace("#", "?"), "line 6"),
    "ragged rows": (GOOD.replace(".#..", ".#."), "line 6"),
    "sector size that does not divide": (GOOD.replace("= 2", "= 3"), "line 3"),
    "no TOML": ("name = pond\n", "line 1"),
    "no grid": ('name = "pond"\nsector_size = 2\n', "grid"),
    "another game": (GOOD.replace("captain-sonar", "chess"), "captain-sonar"),
    "game of the wrong type": (GOOD.replace('"captain-sonar"', "[1]"), "captain-sonar"),
    "nothing": ("", "line 1"),
}


@pytest.mark.parametrize(("text", "words"), FAULTY.values(), ids=FAULTY)
def test_faulty_file(tmp_path: Path, text: str, words: str) -> None:
    """A faulty file is named with its line and reason, and the others are served."""
    (tmp_path / "bad.toml").write_text(text)
    (tmp_path / "good.toml").write_text(GOOD)
    maps = Maps([shipped_folder(), tmp_path])
    (fault,) = maps.faults
    assert str(tmp_path / "bad.toml") in fault
    assert words in fault
    assert list(maps.of(CAPTAIN_SONAR)) == ["alpha", "bravo", "charlie", "delta", "echo", "pond"]


def test_file_that_is_no_text(tmp_path: Path) -> None:
    """A file that is no UTF-8, or no file at all, is a fault like any other."""
    (tmp_path / "latin.toml").write_bytes('name = "tümpel"'.encode("latin-1"))
    (tmp_path / "folder.toml").mkdir()
    maps = Maps([tmp_path])
    assert len(maps.faults) == 2
    assert all("cannot be read as UTF-8 text" in fault for fault in maps.faults)
    with pytest.raises(BadMap, match="cannot be read"):
        read_map_file(tmp_path / "missing.toml")


def test_later_folders_come_first(tmp_path: Path) -> None:
    """A host's map replaces the shipped one of the same name."""
    (tmp_path / "alpha.toml").write_text(GOOD.replace("pond", "alpha"))
    assert Maps([shipped_folder(), tmp_path]).find(CAPTAIN_SONAR, "alpha").columns == 4


def test_map_of_a_file_without_its_game(tmp_path: Path) -> None:
    """A file that names no game is one of the first game's maps."""
    (tmp_path / "pond.toml").write_text(GOOD.replace('game = "captain-sonar"\n', ""))
    game, chart = read_map_file(tmp_path / "pond.toml")
    assert (game.id, chart.name) == ("captain-sonar", "pond")


def test_unknown_map() -> None:
    """A map that there is not is refused with the names of those there are."""
    with pytest.raises(Problem, match="maps are alpha, bravo, charlie, delta, echo") as refusal:
        Maps([shipped_folder()]).find(CAPTAIN_SONAR, "atlantis")
    assert refusal.value.code == "no_such_map"
    with pytest.raises(Problem, match="maps are none"):
        Maps([]).find(CAPTAIN_SONAR, "alpha")


def test_shipped_maps_have_no_fault() -> None:
    """Every map that is shipped can be used."""
    assert Maps([shipped_folder()]).faults == []


def test_missing_folder(tmp_path: Path) -> None:
    """A folder that is not there has no maps."""
    assert Maps([tmp_path / "nowhere"]).of(CAPTAIN_SONAR) == {}
