"""Sends the owner of the bot's application the DM about faults that only a host can mend."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.model.posts import HostPost, SentMessage
from bot.service.pings import quiet_end
from bot.ui.app import PostType
from bot.ui.pages import host as pages
from bot.ui.posting.finding import find_posted
from bot.ui.posting.reading import private_reader

if TYPE_CHECKING:
    import discord

    from bot.model.people import Player
    from bot.ui.app import Posting

log = logging.getLogger(__name__)


def owner_of(application: discord.AppInfo) -> Player:
    """Return the owner of the bot's application; of a team, its owner."""
    team = application.team
    return (team and team.owner_id) or application.owner.id


async def send_faults(posting: Posting, post: HostPost) -> SentMessage:
    """Send the DM, without a sound in quiet hours. If DMs are closed, only the log has it."""
    services = posting.app.services
    person = await services.store.people.person(post.player)
    reader = private_reader(posting, person, posting.app.locales.get(person.id, ""))
    page = pages.faults(post.faults, reader.words)
    silent = bool(quiet_end(person, services.now()))
    if sent := await posting.io.send_dm(person.id, post, page, silent=silent):
        return sent
    log.warning("could not notify the owner of the application: their DMs are closed to the bot")
    return SentMessage(None)


async def send_directly(posting: Posting, post: HostPost) -> None:
    """Send a post that can't be stored, unless it was sent since it was made."""
    posted = await find_posted(posting, post)  # the newest of its number, however old
    if posted is None or posted.message.created_at.timestamp() < post.made:
        await send_faults(posting, post)


POSTS = (PostType(HostPost, send_faults),)
