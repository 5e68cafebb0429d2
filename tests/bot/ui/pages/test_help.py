"""The help: its pages can be sent, and name the moderators' commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.pages.help import help_page
from bot.ui.pages.page import Link, Page
from bot.ui.pages.reader import Reader
from tests.bot.ui.model import ALL, EN, buttons, check, text
from tests.every import for_every

if TYPE_CHECKING:
    from bot.ui.words import Words


@for_every("words", ALL)
def test_every_page_of_the_help_can_be_sent(words: Words) -> None:
    pages, last = list[Page](), False
    while not last:
        page = help_page(Reader(words), len(pages), "https://example.org")
        check(page)
        pages.append(page)
        last = buttons(page)[words("turn.next")].off
    shown = "\n\n".join(map(text, pages))
    told = [words(key) for key in words if key.startswith("help.") and key.count(".") == 1]
    paragraphs = [part for section in told for part in section.strip().split("\n\n")]
    assert [part for part in paragraphs if shown.count(part) != 1] == [words("help.invite")]
    assert sum(isinstance(block, Link) for page in pages for block in page.blocks) == 1
    assert help_page(Reader(words), 99, "https://example.org") == pages[-1]


def test_the_help_names_every_command_of_the_moderators() -> None:
    names = [EN(key) for key in EN if key.startswith("command.mod.") and key.endswith(".name")]
    assert names
    assert [name for name in names if f"*{name}*" not in EN("help.servers")] == []
