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
    from bot.ui.words import Words


class ShowHelp(Press, verb="help"):
    """A page of the help."""

    page: Small = 0


_PAGES = (
    ("play", "callouts"),
    ("commands",),
    ("time", "memory"),
    ("reading", "privacy"),
    ("anywhere", "servers"),
)

_FIRST = ("challenge", "move", "games", "rules")  # what a newcomer needs of the commands

_OTHERS = ("tablut", "tablut-mod", "mod")  # groups, and the moderators' commands


def help_page(reader: Reader, page: int = 0, invite: str = "") -> Page:
    """One page of it. `invite`: an address at which the bot is added to a server."""
    words = reader.words
    page = clamped(page, len(_PAGES))
    texts = tuple(
        Text(f"## {words(f'help.title.{name}')}\n{_text(name, words)}") for name in _PAGES[page]
    )
    turn = turning(page, len(_PAGES), words, ShowHelp)
    link = (Link(words("help.invite"), invite),) if invite else ()
    return Page((*texts, *turn, *link), Accent.BOARD)


def _text(name: str, words: Words) -> str:
    if name != "commands":
        return words(f"help.{name}").strip()
    return "\n".join(
        words(
            "help.command",
            name=words(f"command.{name}.name"),
            description=words(f"command.{name}.description"),
        )
        for name in commands(words)
    )


def commands(words: Words) -> list[str]:
    """Every command there are words for, those that are needed first at the top."""
    named = (key.split(".")[1] for key in words if key.startswith("command."))
    return [name for name in dict.fromkeys((*_FIRST, *named)) if name not in _OTHERS]
