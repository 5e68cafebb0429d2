"""*Show here* under pages, and the posted page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui.buttons import OtherId, Press
from bot.ui.pages import naming
from bot.ui.pages.page import IN_ROW, Button, Buttons, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.showing.model import Showing
    from bot.ui.pages.page import Block, Page
    from bot.ui.words import Words


class ShowHere(Press, verb="show"):
    """Share the page that another press opens."""

    page: OtherId


class RemoveShown(Press, verb="unshow"):
    """Remove a shared page."""

    showing: int


def buttons(press: Press, words: Words) -> Sequence[Button]:
    """Return the button under the page that a press opens."""
    return (Button(words("showing.show"), ShowHere(press.custom_id)),)


def posted(showing: Showing, page: Page, words: Words) -> Page:
    """Return the page as posted in the channel: with its sharer, and a button to remove it."""
    by = Text(words("showing.by", player=naming.person(showing.player)))
    remove = Button(words("showing.remove"), RemoveShown(showing.id))
    return replace(page, blocks=(by, *_with(page.blocks, remove)), pings=())


def _with(blocks: Sequence[Block], button: Button) -> Sequence[Block]:
    """Return the blocks with the button added to the last row, if that has room."""
    *before, last = blocks
    if isinstance(last, Buttons) and len(last.buttons) < IN_ROW:
        return (*before, Buttons((*last.buttons, button)))
    return (*blocks, Buttons((button,)))
