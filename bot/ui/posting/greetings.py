"""The greeting of a server that the bot meets for the first time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.model.posts import Greeting, SentMessage
from bot.model.servers import Place
from bot.service.usual import DEFAULT_RULES, first_rules
from bot.ui.app import PostType
from bot.ui.pages import greeting as pages
from bot.ui.pages.practice import play_button
from bot.ui.permissions import NEEDED
from bot.ui.posting.finding import find_in
from bot.ui.posting.reading import reader_at
from bot.ui.slots import GREETING_BUTTONS
from games.pace import DAY

if TYPE_CHECKING:
    import discord

    from bot.ui.app import Posting

_TRIED_FOR = 2 * DAY  # longer than the outbox goes on trying, each time with a later due


async def send_greeting(posting: Posting, post: Greeting) -> SentMessage:
    """Greet it, unless it has no channel in which the bot may speak, or has removed the bot."""
    guild = _guild(posting, post)
    place = guild and _speaking_place(guild)
    if guild is None or place is None:
        return SentMessage(None)
    app = posting.app
    reader = await reader_at(posting, place)
    plays = app.services.plays
    rules = first_rules(app.services.measured) if plays else DEFAULT_RULES
    play = [play_button(reader.words, rules)] if plays else []
    more = app.features.buttons(GREETING_BUTTONS, reader.words)
    sent = await posting.io.post(post, place, pages.greeting(reader, play, more, rules))
    return replace(sent, channel=None)


async def find_greeting(posting: Posting, post: Greeting) -> SentMessage | None:
    """The message that carries it."""
    guild = _guild(posting, post)
    place = guild and _speaking_place(guild)
    message = place and await find_in(posting, post, place, since=post.due - _TRIED_FOR)
    return SentMessage(message.id) if message else None


def _guild(posting: Posting, post: Greeting) -> discord.Guild | None:
    """The server, if the bot is in it; an error while Discord cannot reach it: try again."""
    guild = posting.client.get_guild(post.place.guild or 0)
    if guild and guild.unavailable:
        raise ConnectionError("Discord cannot reach a server that is to be greeted")
    return guild


def _speaking_place(guild: discord.Guild) -> Place | None:
    """The channel for such messages, or the first one, where the bot may speak."""
    first = [guild.system_channel] if guild.system_channel else []
    for channel in (*first, *guild.text_channels):
        allowed = channel.permissions_for(guild.me)
        if all(getattr(allowed, name) for name in NEEDED):
            return Place(guild.id, channel.id)
    return None


POSTS = (PostType(Greeting, send_greeting, find_greeting),)
