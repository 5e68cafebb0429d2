"""The greeting of a server that the bot joins for the first time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.posts import Greeting, SentMessage
from bot.service.usual import DEFAULT_RULES
from bot.ui.app import PostType
from bot.ui.pages import greeting as pages
from bot.ui.pages.practice import play_button
from bot.ui.posting.reading import reader_at
from bot.ui.posting.sending import speaking_place
from bot.ui.slots import GREETING_BUTTONS

if TYPE_CHECKING:
    from bot.ui.app import Posting


async def send_greeting(posting: Posting, post: Greeting) -> SentMessage:
    """Greet a server, unless it removed the bot or has no channel where the bot can post."""
    place = speaking_place(posting, post)
    if place is None:
        return SentMessage(None)
    app = posting.app
    reader = await reader_at(posting, place)
    play = [play_button(reader.words, DEFAULT_RULES)] if app.services.plays else []
    more = app.features.buttons(GREETING_BUTTONS, reader.words)
    sent = await posting.io.post(post, place, pages.greeting(reader, play, more))
    return replace(sent, channel=None)


POSTS = (PostType(Greeting, send_greeting),)
