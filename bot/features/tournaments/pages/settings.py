"""The setting of who can start tournaments in a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ui.buttons import Press
from bot.ui.pages.hub import OFF, ON, ShowHub
from bot.ui.pages.page import Accent, Button, Buttons, Page, Text
from bot.ui.pages.server import ShowServer
from bot.ui.pages.settings import switch

if TYPE_CHECKING:
    from bot.model.servers import Server
    from bot.ui.pages.reader import Reader
    from bot.ui.words import Words


class ShowTournamentSettings(Press, verb="tournaments"):
    """Show who can start tournaments in a server; with a value, change that."""

    value: str = ""


def button(words: Words) -> Button:
    """Return the button that leads here from a server's settings."""
    return Button(words("tournaments.button"), ShowTournamentSettings())


def settings(server: Server, reader: Reader) -> Page:
    """Return the setting for who can start tournaments on a server."""
    words = reader.words
    values = [(OFF, words("tournaments.moderators")), (ON, words("tournaments.anyone"))]
    now = ON if server.tournaments_for_all else OFF
    keys = ("title", "how", f"now.{now}")
    back = Buttons(
        (Button(words("server.button"), ShowServer()), Button(words("hub.button"), ShowHub()))
    )
    lines = "\n".join(words(f"tournaments.{key}") for key in keys)
    return Page((Text(lines), switch(ShowTournamentSettings, values, now), back), Accent.BOARD)
