"""For moderators: the question before a game is stopped; the list of barred persons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.people import FORMER
from bot.ui.buttons import Press, Small
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text, clamped, turning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.matches import Record
    from bot.model.servers import Bar
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class StopGame(Press, verb="stop"):
    """Stop the game."""

    match: int


class LeaveRunning(Press, verb="stop-not"):
    """Leave the game running."""

    match: int


class ShowBarred(Press, verb="barred"):
    """A page of the barred persons."""

    page: Small = 0


_A_PAGE = 50  # persons


def stopping(record: Record, reader: Reader) -> Page:
    """The question before it is final."""
    words = reader.words
    text = words(
        "mod.stop",
        number=record.id,
        rules=naming.title(record.match.game.name, words),
        dark=naming.person(record.dark),
        light=naming.person(record.light),
    )
    buttons = (
        Button(words("mod.stop-yes"), StopGame(record.id), Style.GRAVE),
        Button(words("mod.stop-no"), LeaveRunning(record.id)),
    )
    return Page((Text(text), Buttons(buttons)), Accent.STOP)


def barred(bars: Sequence[Bar], reader: Reader, page: int = 0) -> Page:
    """The list of barred persons, page by page; those who were erased without a name."""
    words = reader.words
    if not bars:
        return Page((Text(words("mod.nobody")),), Accent.QUIET)
    pages = -(-len(bars) // _A_PAGE)
    page = clamped(page, pages)
    shown = bars[page * _A_PAGE : (page + 1) * _A_PAGE]
    lines = [words("mod.barred"), *(f"- {_barred(bar, words)}" for bar in shown)]
    if any(bar.player is None for bar in shown):
        lines.append(words("mod.former"))
    turn = turning(page, pages, words, ShowBarred)
    return Page((Text("\n".join(lines)), *turn), Accent.QUIET)


def _barred(bar: Bar, words: Words) -> str:
    name = naming.person(FORMER if bar.player is None else bar.player)
    if not bar.at:
        return words("mod.one", player=name)
    return words("mod.one-since", player=name, day=naming.day(bar.at))
