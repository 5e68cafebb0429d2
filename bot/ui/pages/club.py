"""The club of a server: what its people play together; and who may begin that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.buttons import Press
from bot.ui.pages.page import Accent, Button, Buttons, Page, Text
from bot.ui.pages.server import ShowServer
from bot.ui.pages.settings import switch

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.model.servers import Guild
    from bot.ui.pages.page import Block
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words

ON, OFF = "on", "off"


class ShowClub(Press, verb="club"):
    """The club, for oneself."""


class ShowCupSettings(Press, verb="cups"):
    """Who may begin cups in a server; with a value, change that."""

    value: str = ""


def club(blocks: Sequence[Block], reader: Reader) -> Page:
    """The private hub, with what features have there."""
    return Page((Text(reader.words("club.title")), *blocks), Accent.BOARD)


def cups_button(words: Words) -> Button:
    """The button that leads from a server's settings to who may begin cups."""
    return Button(words("cups.button"), ShowCupSettings())


def settings(guild: Guild, reader: Reader) -> Page:
    """Who may begin cups and the like there."""
    words = reader.words
    values = [(OFF, words("cups.moderators")), (ON, words("cups.anyone"))]
    now = ON if guild.cups_for_all else OFF
    lines = (words("cups.title"), words("cups.how"), words(f"cups.now.{now}"))
    back = Buttons(
        (Button(words("server.button"), ShowServer()), Button(words("club.button"), ShowClub()))
    )
    return Page((Text("\n".join(lines)), switch(ShowCupSettings, values, now), back), Accent.BOARD)
