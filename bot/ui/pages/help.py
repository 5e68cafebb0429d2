"""The pages of the help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.buttons import Press, Small
from bot.ui.pages.page import (
    Accent,
    Link,
    Page,
    Text,
    clamped,
    turning,
)

if TYPE_CHECKING:
    from bot.ui.pages.reader import Reader


class ShowHelp(Press, verb="help"):
    """Show a page of the help."""

    page: Small = 0


_PAGES = (
    ("play", "callouts"),
    ("time", "memory"),
    ("reading", "privacy"),
    ("anywhere", "servers"),
)


def help_page(reader: Reader, page: int = 0, invite: str = "") -> Page:
    """Return a page of help. `invite`: the address that adds the bot to a server."""
    words = reader.words
    page = clamped(page, len(_PAGES))
    texts = tuple(
        Text(f"## {words(f'help.title.{name}')}\n{words(f'help.{name}').strip()}")
        for name in _PAGES[page]
    )
    turn = turning(page, len(_PAGES), words, ShowHelp)
    link = (Link(words("help.invite"), invite),) if invite else ()
    return Page((*texts, *turn, *link), Accent.BOARD)
