"""The pages of the help: its paragraphs, as many on a page as fit a phone."""

from __future__ import annotations

from functools import cache
from math import ceil
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
    from collections.abc import Sequence

    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class ShowHelp(Press, verb="help"):
    """Show a page of the help."""

    page: Small = 0


_SECTIONS = ("play", "callouts", "time", "memory", "reading", "privacy", "anywhere", "servers")
_INVITING = "anywhere"  # the section with the link to add the bot
_LINES, _WIDTH = 22, 38  # of a phone: lines beside the buttons, characters of a line
_INDENTED = 4  # characters that a list's line has less


def help_page(reader: Reader, page: int = 0, invite: str = "") -> Page:
    """Return a page of help. `invite`: the address that adds the bot to a server."""
    words, pages = reader.words, _pages(reader.words)
    page = clamped(page, len(pages))
    text = Text("\n\n".join(pages[page]))
    invites = invite and words(f"help.{_INVITING}").strip() in text.text
    link = (Link(words("help.invite"), invite),) if invites else ()
    return Page((text, *link, *turning(page, len(pages), words, ShowHelp)), Accent.BOARD)


@cache
def _pages(words: Words) -> Sequence[Sequence[str]]:
    """Return the paragraphs of each page; one that goes on with a section repeats its title."""
    pages: list[list[str]] = [[]]
    for name in _SECTIONS:
        title, begins = f"## {words(f'help.title.{name}')}", True
        for paragraph in words(f"help.{name}").strip().split("\n\n"):
            added = f"{title}\n{paragraph}" if begins else paragraph
            if pages[-1] and _lines([*pages[-1], added]) > _LINES:
                pages.append([f"{title}\n{paragraph}"])
            else:
                pages[-1].append(added)
            begins = False
    return pages


def _lines(paragraphs: Sequence[str]) -> int:
    """Return about how many lines of a phone these paragraphs take, with those between them."""
    lines = "\n\n".join(paragraphs).split("\n")
    return sum(max(1, ceil((len(line) + _more(line)) / _WIDTH)) for line in lines)


def _more(line: str) -> int:
    """Return how many characters' room a title or a list's line takes beyond its own."""
    return _WIDTH if line.startswith("#") else _INDENTED * (line[:1] in {*"-123456789"})
