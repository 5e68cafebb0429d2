"""For moderators: the question before a game is stopped; the list of barred persons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.model import FORMER
from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text, clamped, turning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.model import Record
    from bot.service.refusals import Bar
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

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
    yes, no = (Press(verb, number=record.id) for verb in (Verb.STOP, Verb.STOP_NOT))
    buttons = (
        Button(words("mod.stop-yes"), custom_ids.write(yes), Style.GRAVE),
        Button(words("mod.stop-no"), custom_ids.write(no)),
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
    lines = [words("mod.barred"), *(f"- {_barred(each, words)}" for each in shown)]
    if any(each.player is None for each in shown):
        lines.append(words("mod.former"))
    turn = turning(page, pages, words, lambda to: Press(Verb.BARRED, page=to))
    return Page((Text("\n".join(lines)), *turn), Accent.QUIET)


def _barred(bar: Bar, words: Words) -> str:
    name = naming.person(FORMER if bar.player is None else bar.player)
    if not bar.at:
        return words("mod.one", player=name)
    return words("mod.one-since", player=name, day=naming.day(bar.at))
