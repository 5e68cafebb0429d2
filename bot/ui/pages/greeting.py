"""The first message in a server: what the bot is, and how to start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.service.usual import DEFAULT_RULES
from bot.ui.pages import scenes
from bot.ui.pages.challenge import AskWhom
from bot.ui.pages.page import Accent, Button, Buttons, Page, Text
from bot.ui.pages.server import set_up_button
from games import catalogue

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ui.pages.reader import Reader


def greeting(reader: Reader, play: Sequence[Button], more: Sequence[Button] = ()) -> Page:
    """Return the bot's first message in a server. `play`: the button of a game against it.

    `more`: the features' additions.
    """
    words = reader.words
    friend = Button(words("greeting.challenge"), AskWhom())
    onward = words("greeting.try" if play else "greeting.ask")
    text = Text(f"{words('greeting.text')}\n\n{onward}")
    start = scenes.start(catalogue.game(DEFAULT_RULES), reader)
    return Page((text, start, Buttons((*play, *more, friend, set_up_button(words)))), Accent.OPEN)
