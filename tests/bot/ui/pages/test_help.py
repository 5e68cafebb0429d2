"""The help: its pages can be sent, and name the moderators' commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages.help import help_page
from bot.ui.pages.reader import Reader
from tests.bot.ui.model import ALL, EN, check, text
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words


@for_every("words", ALL)
def test_every_page_of_the_help_can_be_sent(words: Words) -> None:
    pages = [help_page(Reader(words), number) for number in range(4)]
    for page in pages:
        check(page)
    assert len({text(page) for page in pages}) == 4
    assert help_page(Reader(words), 99) == pages[3]


def test_the_help_names_every_command_of_the_moderators() -> None:
    names = [EN(key) for key in EN if key.startswith("command.mod.") and key.endswith(".name")]
    assert names
    assert [name for name in names if f"*{name}*" not in EN("help.servers")] == []
