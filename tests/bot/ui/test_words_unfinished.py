"""A language that lacks sentences: they are said in English, and translators are told of them."""

from __future__ import annotations

import pickle
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from bot.ui import words
from bot.ui.words import Words, sentences, words_of
from bot.ui.words.__main__ import main
from bot.ui.words.checks import faults, unfinished
from bot.ui.words.since import changed

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of all languages, which a test may change."""
    folder = tmp_path / "words"
    shutil.copytree(words.FOLDER, folder)
    monkeypatch.setattr(words, "FOLDER", folder)
    return folder


def edit(file: Path, former: str, new: str) -> None:
    text, count = re.subn(former, new, file.read_text("utf-8"), count=1, flags=re.MULTILINE)
    assert count == 1, former
    file.write_text(text, "utf-8")


def read(folder: Path, name: str) -> Words:
    """Also what was changed since it was first read."""
    return Words(name, sentences(folder / name))


def left(folder: Path) -> list[str]:
    french, english = read(folder, "fr"), read(folder, "en")
    return [*faults(french, english), *unfinished(french, english, folder)]


def test_what_a_language_lacks_is_said_in_english(folder: Path) -> None:
    edit(folder / "fr/board.toml", '^more = "Plus"\n', "")
    edit(folder / "fr/board.toml", "^took = .*\n|^\\[board.took\\]\none = .*\nother = .*\n", "")
    french = words_of("fr")
    assert french("board.more") == "More"
    assert "board.more" in french
    assert french("board.took", count=0) == "captured 0"
    assert words_of("de")("board.more") == "Mehr"
    assert "board.nothing" not in french
    with pytest.raises(KeyError):
        french("board.nothing")
    again: Words = pickle.loads(pickle.dumps(french))  # noqa: S301  our own
    assert again("board.more") == "More"


def test_it_names_commands_as_the_reader_sees_them(folder: Path) -> None:
    edit(folder / "en/board.toml", '^more = "More"', 'more = "`/tablut challenge`"')
    edit(folder / "fr/board.toml", '^more = "Plus"\n', "")
    edit(folder / "fr/replay.toml", r'^(\[command.replay\]\n)name = ".*"\n', r"\1")
    french, german = words_of("fr"), words_of("de")
    assert french("board.more") == "`/tablut défier`"
    assert french.raw("command.replay.name") == "replay"
    assert french.for_client(german)("board.more") == "`/tablut herausfordern`"
    assert french.for_client(words_of("en"))("board.more") == "`/tablut challenge`"
    for client in (french, german):  # a name that the client's language lacks is its English one
        for one in (french, german, words_of("en")):
            shown = one.for_client(client).raw("command.replay.name")
            assert shown == client.raw("command.replay.name")


def test_a_name_in_english_stands_as_it_is_where_a_form_is_asked_for(folder: Path) -> None:
    edit(folder / "de/naming.toml", "^the(-.*)? = .*(\nthe-.* = .*)*", "")
    name = words_of("de").name("side.tablut.d.the")
    assert f"{name} / {name:dative}" == "the attackers / the attackers"


@pytest.mark.slow
def test_translators_are_told_what_is_left_to_do(folder: Path) -> None:
    before = left(folder)
    board = folder / "fr/board.toml"

    def new() -> list[str]:
        return [line for line in left(folder) if line not in before]

    edit(folder / "en/board.toml", '^more = "More"', 'more = "More"\nless = "Less"')
    assert new() == ["missing: board.less"]
    edit(board, '^more = "Plus"', 'more = "Plus"\nless = "Moins!"')
    assert new() == ["sign: board.less: !"]
    edit(board, '^less = "Moins!"', 'less = "Less"')
    assert new() == ["english: board.less"]
    same = folder / "fr/same.txt"
    same.write_text(same.read_text("utf-8") + "board.less\n", "utf-8")
    assert new() == []
    edit(board, '^less = "Less"', 'less = "Moins"')
    assert new() == ["not english any more: board.less"]


@pytest.mark.slow
def test_what_english_says_anew_is_told_until_the_translation_changes(folder: Path) -> None:
    def commit() -> None:
        author = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        for command in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "Words"]):
            subprocess.run(["git", *command], cwd=folder, check=True)  # noqa: S607  our own words

    def since() -> list[str]:
        return changed(read(folder, "fr"), read(folder, "en"), "HEAD", folder)

    commit()
    assert since() == []
    edit(folder / "en/board.toml", '^more = "More"', 'more = "And more"\nless = "Less"')
    edit(folder / "en/board.toml", r"captured \{count\}", "took {count}")  # one form of two
    assert since() == ["board.more", "board.took"]
    edit(folder / "fr/board.toml", '^more = "Plus"', 'more = "Et plus"')
    assert since() == ["board.took"]
    commit()
    assert since() == []


@pytest.mark.slow
def test_the_command_says_how_all_stand(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fr"]) <= main([])
    assert "Français" in capsys.readouterr().out
    assert main(["fr", "no-such-version"]) == 2
    assert "Git knows no no-such-version." in capsys.readouterr().out
    assert main(["xx"]) == 2
