"""What a translator is told: what is missing, what English says anew, what was noted as right."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from bot.ui.words import FOLDER, Words, sentences
from bot.ui.words.__main__ import main
from bot.ui.words.checks import left_in_english
from bot.ui.words.state import NOTES, State, note, state

if TYPE_CHECKING:
    from pathlib import Path

PART = ("board.toml", "language.toml")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A part of English and French in a place of its own, French noted as right."""
    for name in ("en", "fr"):
        (tmp_path / name).mkdir()
        for file in PART:
            shutil.copy(FOLDER / name / file, tmp_path / name)
    same = (FOLDER / "fr" / "same.txt").read_text("utf-8").splitlines(keepends=True)
    same = [line for line in same if line.startswith(("board.", "language."))]
    (tmp_path / "fr" / "same.txt").write_text("".join(same), "utf-8")
    note(read(tmp_path, "fr"), read(tmp_path, "en"), folder=tmp_path)
    return tmp_path


def read(folder: Path, name: str) -> Words:
    return Words(name, sentences(folder / name))


def change(folder: Path, language: str, former: str, new: str) -> None:
    file = folder / language / "board.toml"
    text = file.read_text("utf-8")
    assert former in text
    file.write_text(text.replace(former, new, 1), "utf-8")


def now(folder: Path) -> State:
    return state(read(folder, "fr"), read(folder, "en"), folder)


def noted(folder: Path, *keys: str) -> int:
    return note(read(folder, "fr"), read(folder, "en"), keys, folder)


def left(folder: Path) -> list[str]:
    return list(left_in_english(read(folder, "fr"), read(folder, "en"), folder))


def test_french_is_whole_and_noted(folder: Path) -> None:
    assert now(folder) == State()


def test_what_english_says_anew_is_told_until_it_is_noted(folder: Path) -> None:
    change(folder, "en", 'more = "More"', 'more = "And more"')
    assert now(folder).changed == ("board.more",)
    assert noted(folder) == 0  # it was not touched
    assert now(folder).changed == ("board.more",)
    assert noted(folder, "board.more") == 1
    assert now(folder) == State()


def test_what_is_left_in_english_is_not_noted_as_translated(folder: Path) -> None:
    (folder / "fr" / NOTES).unlink()
    change(folder, "fr", 'more = "Plus"', 'more = "More"')
    change(folder, "fr", '"{count} prises"', '"took {count}"')  # one form of two
    noted(folder)
    assert set(now(folder).unread) == {"board.more", "board.took"}
    noted(folder, "board.more")
    assert now(folder).unread == ("board.took",)


def test_a_plural_is_one_sentence(folder: Path) -> None:
    change(folder, "en", "{count} way out.", "{count} way to go.")
    assert now(folder).changed == ("board.tuichi",)


def test_who_changed_both_has_looked(folder: Path) -> None:
    change(folder, "en", 'more = "More"', 'more = "And more"')
    change(folder, "fr", 'more = "Plus"', 'more = "Et plus"')
    assert now(folder) == State()
    assert noted(folder) == 1
    change(folder, "en", 'more = "And more"', 'more = "Much more"')
    assert now(folder).changed == ("board.more",)


def test_a_new_sentence_is_missing_and_then_to_be_noted(folder: Path) -> None:
    change(folder, "en", 'more = "More"', 'more = "More"\nless = "Less"')
    assert now(folder).faults == ("missing: board.less",)
    change(folder, "fr", 'more = "Plus"', 'more = "Plus"\nless = "Moins"')
    assert now(folder) == State(unread=("board.less",))
    assert noted(folder) == 1


def test_what_is_left_in_english_is_found_and_what_is_listed_is_not(folder: Path) -> None:
    change(folder, "fr", 'more = "Plus"', 'more = "More"')
    assert left(folder) == ["english: board.more"]
    same = folder / "fr/same.txt"
    same.write_text(same.read_text("utf-8") + "board.more\n", "utf-8")
    assert left(folder) == []
    change(folder, "fr", 'more = "More"', 'more = "Plus"')
    assert left(folder) == ["not english any more: board.more"]


def test_the_command_says_how_all_stand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) in {0, 1}
    assert main(["fr"]) in {0, 1}
    assert "Français" in capsys.readouterr().out
    assert main(["note", "fr", "board.no-such-sentence"]) == 1
    assert "There is no board.no-such-sentence." in capsys.readouterr().out
    assert main(["note", "xx"]) == 2
