"""For moderators: the question before a game is stopped; the list of barred persons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text, clamped, turning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.service.model import Player, Record
    from bot.ui.pages.reader import Reader

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


def barred(players: Sequence[Player], reader: Reader, page: int = 0) -> Page:
    """The list of barred persons, page by page."""
    words = reader.words
    if not players:
        return Page((Text(words("mod.nobody")),), Accent.QUIET)
    pages = -(-len(players) // _A_PAGE)
    page = clamped(page, pages)
    shown = players[page * _A_PAGE : (page + 1) * _A_PAGE]
    lines = [words("mod.barred"), *(f"- {naming.person(each)}" for each in shown)]
    turn = turning(page, pages, words, lambda to: Press(Verb.BARRED, page=to))
    return Page((Text("\n".join(lines)), *turn), Accent.QUIET)
