"""*Show here* under pages, what it posts, and the setting of a server that allows it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ui.buttons import OtherId, Press
from bot.ui.pages import naming
from bot.ui.pages.page import Button, Buttons, Text
from bot.ui.pages.settings import switch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.features.showing.model import Showing
    from bot.model.servers import Server
    from bot.ui.pages.page import Block, Page
    from bot.ui.words import Words

ON, OFF = "on", "off"
_IN_ROW = 5


class ShowHere(Press, verb="show"):
    """Show all in the channel the page that another press opens."""

    page: OtherId


class RemoveShown(Press, verb="unshow"):
    """Remove what was shown."""

    showing: int


class AllowShowing(Press, verb="set-server:showing"):
    """Let the members of a server show pages, or not."""

    on: bool


def buttons(press: Press, words: Words) -> Sequence[Button]:
    """The button under the page that this press opens."""
    return (Button(words("showing.show"), ShowHere(press.custom_id)),)


def posted(showing: Showing, page: Page, words: Words) -> Page:
    """The page as it stands in the channel: who shows it, and a button to remove it."""
    by = Text(words("showing.by", player=naming.person(showing.player)))
    remove = Button(words("showing.remove"), RemoveShown(showing.id))
    return replace(page, blocks=(by, *_with(page.blocks, remove)), pings=())


def _with(blocks: Sequence[Block], button: Button) -> Sequence[Block]:
    """The blocks, with the button in the last row, where there is one with room for it."""
    *before, last = blocks
    if isinstance(last, Buttons) and len(last.buttons) < _IN_ROW:
        return (*before, Buttons((*last.buttons, button)))
    return (*blocks, Buttons((button,)))


def setting(server: Server, words: Words) -> Sequence[Block]:
    """The part of a server's settings that allows it."""
    labelled = [(ON, words("showing.allow")), (OFF, words("showing.forbid"))]
    row = switch(lambda value: AllowShowing(value == ON), labelled, ON if server.showing else OFF)
    return Text("-# " + words("showing.prompt")), row
