"""`sonar-referee maps`."""

from pathlib import Path

import pytest

from sonar_referee.match.maps import shipped_folder
from tests.cli.conftest import Command

SMALL = 'name = "pond"\ntitle = "Pond"\nsector_size = 3\ngrid = """\n...\n.#.\n...\n"""\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pond.toml").write_text(SMALL)
    return tmp_path


def test_the_list_names_every_map(command: Command, folder: Path) -> None:
    ended = command("maps", "list", "--maps", folder)
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert [line.split()[1] for line in lines] == ["alpha", "bravo", "charlie", "delta", "echo", "pond", "twelve"]
    assert lines[3].endswith("10x10  4 sectors  unofficial, open-water holes")
    assert lines[4].endswith("Archer mines")
    assert lines[5] == "captain-sonar  pond         Pond             3x3    1 sectors"
    assert lines[6] == "sonar-duel     twelve       Twelve by twelve 12x12  9 sectors  unofficial"


def test_the_list_tells_which_files_are_left_out(
    command: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "bad.toml").write_text("name = 3\n")
    monkeypatch.setenv("SONAR_MAPS", str(folder))
    ended = command("maps", "list")
    assert ended.code == 0
    assert ended.err == f"sonar-referee: left out: {folder / 'bad.toml'}, line 1: name must be text in quotes\n"


def test_a_map_is_drawn_with_what_is_known_of_it(command: Command) -> None:
    ended = command("maps", "show", "delta")
    assert ended.code == 0
    assert ended.out.startswith("Delta (Captain Sonar), unofficial\n\n   A  B  C  D  E  F  G  H  I  J\n 1 .  .  .")
    assert "\n 7 .  #  .  o  o  .  #  .  #  .\n" in ended.out
    assert "\nSectors: 1 A1-E5, 2 F1-J5, 3 A6-E10, 4 F6-J10\n" in ended.out
    assert "\nSource: Islands from a single transcription; the holes are our own. (confidence 35%)\n" in ended.out
    assert "\nNotes: The printed holes" in ended.out


def test_a_map_of_ones_own_is_drawn(command: Command, folder: Path) -> None:
    ended = command("maps", "show", "pond", "--maps", folder)
    assert ended.out.startswith("Pond (Captain Sonar)\n\n   A  B  C\n 1 .  .  .\n 2 .  #  .\n")
    assert "Source" not in ended.out


def test_an_unknown_map_is_refused_with_those_there_are(command: Command) -> None:
    said = "sonar-referee: There is no map 'atlantis'; maps are alpha, bravo, charlie, delta, echo, twelve.\n"
    assert command("maps", "show", "atlantis") == (2, "", said)


@pytest.mark.parametrize("arguments", [("list",), ("show", "alpha")])
def test_a_folder_that_does_not_exist_is_refused(command: Command, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    ended = command("maps", *arguments, "--maps", tmp_path / "none")
    assert (ended.code, ended.err.count("\n")) == (2, 1)
    assert "does not exist" in ended.err


def test_check_accepts_the_shipped_maps(command: Command) -> None:
    files = sorted(shipped_folder().rglob("*.toml"))
    ended = command("maps", "check", *files)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines() == [f"{file}: map {file.stem!r} can be played" for file in files]


def test_check_tells_file_line_and_reason_of_each_fault(command: Command, folder: Path) -> None:
    bad = folder / "bad.toml"
    bad.write_text('name = "bad"\nsector_size = 1\ngrid = """\n..\n.?\n"""\n')
    ended = command("maps", "check", bad, folder / "pond.toml", folder / "none.toml")
    assert ended.code == 2
    assert ended.out == f"{folder / 'pond.toml'}: map 'pond' can be played\n"
    first, second = ended.err.splitlines()
    assert first.startswith(f"sonar-referee: {bad}, line 5: unknown character '?' in column 2")
    assert second.startswith(f"sonar-referee: {folder / 'none.toml'}: cannot be read")
