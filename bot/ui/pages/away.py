"""Somebody's vacation: until when he is away, how many days are left, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui import custom_ids
from bot.ui.custom_ids import Press, Verb
from bot.ui.pages import naming
from bot.ui.pages.page import Accent, Button, Buttons, Page, Style, Text

if TYPE_CHECKING:
    from bot.service.vacations import Leave
    from bot.ui.pages.reader import Reader


def away(leave: Leave, reader: Reader, *, returned: bool = False) -> Page:
    """How he stands; `returned`: he has just come back."""
    words = reader.words
    left = words("away.left", count=leave.left)
    if leave.end is None:
        here = words("away.returned" if returned else "away.here")
        return Page((Text("\n".join([here, left, words("away.how")])),), Accent.BOARD)
    until, back = naming.until(leave.end), naming.when(leave.end)
    lines = [words("away.until", until=until, back=back), words("away.still"), left]
    button = Button(words("away.return"), custom_ids.write(Press(Verb.RETURN)), Style.MAIN)
    return Page((Text("\n".join(lines)), Buttons((button,))), Accent.QUIET)
