"""Notices of a match: an offer, a refusal, a pause; and the end of an offer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.model.posts import CloseOffer, NoticePost, SentMessage
from bot.ui.app import PostType
from bot.ui.components import ids_of
from bot.ui.pages import offers, paused
from bot.ui.pages.offers import AcceptOffer
from bot.ui.posting.finding import missed_pings
from bot.ui.posting.reading import as_it_was, match_of, match_reader
from bot.ui.posting.sending import post_or_dm

if TYPE_CHECKING:
    from bot.ui.app import PostedMessage, Posting
    from bot.ui.pages.page import Page
    from bot.ui.pages.reader import Reader


async def send_notice(posting: Posting, post: NoticePost) -> SentMessage:
    """Post the message about an event, unless the event is a pause that is already over."""
    newest = await match_of(posting, post.match)
    record = as_it_was(newest, post.events)
    reader = await match_reader(posting, record)
    if record.match.shelved and not newest.match.shelved:
        return SentMessage(None)

    def write(reader: Reader) -> Page:
        if record.match.shelved:
            return paused.paused(record, reader.words)
        return offers.notice(record, reader)

    return await post_or_dm(posting, post, record.place, reader, write)


async def found_notice(posting: Posting, post: NoticePost, posted: PostedMessage) -> SentMessage:
    """Return a notice's message sent before a crash, with the ping it may have missed."""
    record = as_it_was(await match_of(posting, post.match), post.events)
    page = paused if record.match.shelved else offers
    later = await missed_pings(posting, post, posted.message, page.pinged(record))
    return SentMessage(posted.message.id, posted.place and posted.place.channel, later=later)


async def close_offer(posting: Posting, post: CloseOffer) -> SentMessage:
    """Replace an offer with a line saying that it has ended, if it is recent enough to be found.

    A refusal is said nowhere else: if the offer's message is gone, post the refusal by itself.
    """
    newest = await match_of(posting, post.match)
    record = as_it_was(newest, post.events)
    if posting.io.is_guest(record.place):
        return SentMessage(None)
    page = offers.closed(record, await match_reader(posting, record))
    yes = AcceptOffer(record.id, offers.offered_at(record)).custom_id
    messages = await posting.io.own_messages(posting.io.channel(record.place))
    for message in messages:
        if yes in ids_of(message.components):
            await posting.io.edit(record.place, message.id, page)
            return SentMessage(None)
    is_answered = not {message.id for message in messages}.isdisjoint(newest.passing)
    if offers.is_refusal(record) and newest.match is record.match and not is_answered:
        notice = NoticePost(post.match, post.events, first=post.first)
        return SentMessage(None, later=(notice,))
    return SentMessage(None)


POSTS = (PostType(NoticePost, send_notice, found_notice), PostType(CloseOffer, close_offer))
