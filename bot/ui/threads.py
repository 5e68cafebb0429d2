"""Threads of matches: where one can be opened, its name, and opening it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord

from bot.model.people import CHANNEL, ENGINE, FORMER
from bot.model.posts import Trouble
from bot.ui.answers import channel_reader, name_of
from bot.ui.components import cut
from bot.ui.guests import is_guest
from bot.ui.pages.naming import AND, brief, capitalised, plain
from bot.ui.permissions import FOR_THREADS
from bot.ui.slots import THREAD_START
from games.core import Side

if TYPE_CHECKING:
    Interaction = discord.Interaction[Any]

    from bot.model.matches import Record
    from bot.model.servers import Place
    from bot.ui.app import App, Posting

_THREAD_EXISTS = 160004  # Discord: this message already has a thread
_NAME, _PERSON, _PARTNER = 100, 25, 14  # characters
_KNOWN = {FORMER: "thread.former", ENGINE: "person.engine", CHANNEL: "person.channel"}
WEEK = 10080  # minutes; the longest that Discord offers for a thread


def parent_of(interaction: Interaction) -> int | None:
    """Return the parent channel of an interaction's thread; None outside of threads."""
    here = interaction.channel
    return here.parent_id if isinstance(here, discord.Thread) else None


def can_open_thread(interaction: Interaction) -> bool:
    """Whether a thread can be opened in this channel: not in a thread, and not as a guest."""
    inside = isinstance(interaction.channel, discord.Thread)
    allowed = all(getattr(interaction.app_permissions, name) for name in FOR_THREADS)
    return allowed and not inside and not is_guest(interaction)


async def thread_of(app: App, record: Record) -> int | None:
    """Return a match's thread: its ID is that of the message it starts from."""
    if not record.thread:
        return None
    if record.challenge is not None:
        challenge = await app.services.challenge(record.challenge)
        return challenge.message if challenge.terms.thread else None
    start = await app.features.first(THREAD_START, app.services, record)
    return start and start.message


async def thread_name(client: discord.Client, app: App, record: Record) -> str:
    """Return a thread's name: players, game and rules; without players if one is unknown.

    For a match that a feature started, the feature names the thread.
    """
    guild = client.get_guild(record.place.guild) if record.place.guild else None
    locale = guild.preferred_locale if guild else ""
    words = (await channel_reader(app.services, record.place.guild, locale)).words
    if start := record.challenge is None and await app.features.first(
        THREAD_START, app.services, record
    ):
        return cut(start.name(words), _NAME)
    values = {"number": record.id, "rules": brief(record.match.game.name, words)}
    known = {key: capitalised(words(name)) for key, name in _KNOWN.items()}
    names = [
        [known.get(player) or await name_of(app, client, player) for player in record.players(side)]
        for side in Side
    ]
    if not all(map(all, names)):
        return cut(words("thread.name", **values), _NAME)
    longest = _PARTNER if record.of_partners else _PERSON
    one, other = (AND.join(cut(plain(name), longest) for name in side) for side in names)
    return cut(words("thread.between", one=one, other=other, **values), _NAME)


def _may_play_in_threads(client: discord.Client, place: Place) -> bool:
    """Whether we can write in threads of a channel, as far as is known."""
    guild = client.get_guild(place.guild or 0)
    channel = guild and guild.get_channel(place.channel)
    if guild is None or channel is None:
        return True
    return channel.permissions_for(guild.me).send_messages_in_threads


async def open_thread(posting: Posting, record: Record) -> int | Trouble:
    """Open a match's thread, or return why not: the match then stays in the channel.

    A thread with several matches, such as those of a final, is opened once.
    """
    hook = await thread_of(posting.app, record)
    if hook is None:
        return record.place.channel
    if not _may_play_in_threads(posting.client, record.place):
        return Trouble.MAY_NOT_PLAY_IN_THREADS
    guild = posting.client.get_guild(record.place.guild or 0)
    if guild and guild.get_thread(hook):
        return hook
    if hook not in posting.opening:
        opening = asyncio.create_task(_open(posting, record, hook))
        posting.opening[hook] = opening
        opening.add_done_callback(lambda _: posting.opening.pop(hook))
    return await posting.opening[hook]


async def _open(posting: Posting, record: Record, hook: int) -> int | Trouble:
    """Open the thread that starts from a message."""
    client, place = posting.client, record.place
    name = await thread_name(client, posting.app, record)
    channel = client.get_partial_messageable(place.channel, guild_id=place.guild)
    try:
        thread = await channel.get_partial_message(hook).create_thread(
            name=name, auto_archive_duration=WEEK
        )
    except discord.Forbidden:
        return Trouble.MAY_NOT_OPEN_THREADS
    except discord.NotFound:  # the challenge's message is deleted
        return place.channel
    except discord.HTTPException as error:
        if error.code == _THREAD_EXISTS:  # such as an archived thread
            return hook
        raise
    return thread.id
