"""The help: every command by its name, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.ui.pages.help import commands, help_page
from bot.ui.pages.reader import Reader
from tests.bot.ui.model import (
    ALL,
    EN,
    check,
    text,
)

if TYPE_CHECKING:
    from bot.ui.words import Words


@pytest.mark.parametrize("words", ALL, ids=str)
def test_help_names_every_command_by_the_readers_name(words: Words) -> None:
    reader = Reader(words)
    pages = [help_page(reader, number) for number in range(5)]
    for page in pages:
        check(page)
    whole = "\n".join(map(text, pages))
    names = [key for key in EN if key.startswith("command.") and key.endswith(".name")]
    assert len(names) >= 12
    for key in names:
        named = f"`/tablut {reader.words(key)}`"
        if key in ("command.tablut.name", "command.tablut-mod.name"):
            named = f"`/{reader.words(key)}"
        if key.startswith("command.mod."):
            named = f"*{reader.words(key)}*"
        assert named in whole
    assert help_page(reader, 99) == pages[4]
    assert commands(words)[:2] == ["challenge", "move"]


def test_every_command_that_a_sentence_names_is_one() -> None:
    for words in ALL:
        known = {words(key) for key in EN if key.startswith("command.") and key.endswith(".name")}
        for key in words:
            for named in words.raw(key).split("`/tablut ")[1:]:
                assert named.split("`")[0] in known | {"{name}"}, key
