"""How to play here, page by page; every command with its description."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.custom_ids import Press, Verb
from bot.ui.pages.page import Accent, Page, Text
from bot.ui.pages.turning import clamped, turning

if TYPE_CHECKING:
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

_PAGES = (
    ("play", "callouts"),
    ("commands",),
    ("time", "memory"),
    ("reading", "privacy"),
    ("anywhere", "servers"),
)
_FIRST = ("challenge", "move", "board", "games", "rules")  # what a newcomer needs of the commands
_OTHERS = ("tablut", "tablut-mod", "mod")  # groups, and what is not everybody's


def help_page(reader: Reader, page: int = 0) -> Page:
    """One page of it."""
    words = reader.words
    page = clamped(page, len(_PAGES))
    texts = tuple(
        Text(f"## {words(f'help.title.{name}')}\n{_text(name, words)}") for name in _PAGES[page]
    )
    turn = turning(page, len(_PAGES), words, lambda to: Press(Verb.HELP, page=to))
    return Page((*texts, *turn), Accent.BOARD)


def _text(name: str, words: Words) -> str:
    if name != "commands":
        return words(f"help.{name}").strip()
    return "\n".join(
        words(
            "help.command",
            name=words(f"command.{each}.name"),
            description=words(f"command.{each}.description"),
        )
        for each in commands(words)
    )


def commands(words: Words) -> list[str]:
    """Every command there are words for, those that are needed first at the top."""
    found = (key.split(".")[1] for key in words if key.startswith("command."))
    return [name for name in dict.fromkeys((*_FIRST, *found)) if name not in _OTHERS]
